import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LineType, lineTypes } from '../../../../src/payouts/statements/statement.js';
import { lagosDate } from '../../../../src/domain/lagos-day.js';
import { PgStatementStore } from '../../../../src/payouts/statements/statement.store.js';
import { withoutTrace } from '../../../support/asking.js';
import { midnight, SettlementWorld } from '../../../support/settlement-world.js';

/** Every type of line in every sum, with amounts that are all different; and days that begin at midnight in Lagos. */
let world: SettlementWorld;
let merchantId: string;
beforeAll(async () => {
  world = await SettlementWorld.open(2);
  merchantId = await world.merchant();
});
beforeEach(() =>
  world.shop.pool.query('delete from balance_transaction; delete from settlement_draft'),
);
afterAll(() => world[Symbol.asyncDispose]());

type Amounts = Readonly<Record<'gross' | 'fee' | 'vat' | 'duty', bigint>>;

/** Of a line: no amount is another's, nor the sum of some. */
const amountsOf = (type: LineType): Amounts => {
  const n = 10n ** BigInt(2 * lineTypes.indexOf(type));
  return { gross: 1_000n * n, fee: n, vat: 2n * n, duty: 4n * n };
};
const netOf = ({ gross, fee, vat, duty }: Amounts) => gross - fee - vat - duty;

/** Under which heading of a statement each type of line adds what, written by hand. */
const headings: Readonly<Record<LineType, (of: Amounts) => Readonly<Record<string, bigint>>>> = {
  COLLECTION: ({ gross, fee, vat, duty }) => ({ gross, fee, vat, duty }),
  REFUND: ({ gross, fee, vat, duty }) => ({ refund: -gross, fee, vat, duty }),
  CHARGEBACK: ({ gross, fee, vat, duty }) => ({ chargeback: -gross, fee, vat, duty }),
  SETTLEMENT: ({ gross, fee, vat, duty }) => ({
    ...{ paid_out: -gross, payout_fee: fee + vat, payout_duty: duty },
  }),
  SETTLEMENT_REVERSAL: (of) => ({ reversal: netOf(of) }),
  ADJUSTMENT: (of) => ({ adjustment: netOf(of) }),
};

const columns = [
  ...['gross', 'fee', 'vat', 'refund', 'chargeback', 'reversal', 'duty', 'adjustment'],
  ...['payout_fee', 'payout_duty', 'paid_out'],
];
function expectedOf(types: readonly LineType[]): Record<string, bigint> {
  const sums = Object.fromEntries(columns.map((name) => [name, 0n]));
  for (const type of types) {
    for (const [name, minor] of Object.entries(headings[type](amountsOf(type)))) {
      sums[name] = (sums[name] ?? 0n) + minor;
    }
  }
  return sums;
}

let lines = 0;
async function book(type: LineType, at = '2026-11-20T12:00:00+01:00'): Promise<void> {
  const { gross, fee, vat, duty } = amountsOf(type);
  await world.shop.pool.query(
    `insert into balance_transaction (merchant_id, currency, type, source_type, source_id, purpose, gross_minor, fee_minor, vat_minor,
                                      duty_minor, net_minor, due_on, created_at)
       values ($1, 'NGN', $2, 'test', $3, 'line', $4, $5, $6, $7, $8, '2026-11-20', $9)`,
    [
      ...[merchantId, type, String((lines += 1)), gross, fee, vat, duty],
      ...[netOf({ gross, fee, vat, duty }), at],
    ],
  );
}

/** A sum has the columns of its own table; those that it lacks are left out of what is expected. */
async function sumsOf(text: string, values: unknown[]): Promise<Record<string, bigint>> {
  const { rows } = await world.shop.pool.query<Record<string, bigint>>(text, values);
  const found = columns.flatMap((name) => {
    const minor = rows[0]?.[`${name}_minor`];
    return minor === undefined ? [] : [[name, minor] as const];
  });
  return Object.fromEntries(found);
}
const ofPeriod = (since: string, before: string) =>
  sumsOf('select s.* from sum_statement($1, $2, $3, $4) s', [
    ...[merchantId, 'NGN', since, before],
  ]);

describe.each(lineTypes)('a line %s', (type) => {
  it('stands under its headings in a statement', async () => {
    await book(type);
    const found = await ofPeriod('2026-11-20T00:00:00+01:00', '2026-11-21T00:00:00+01:00');
    expect(found).toEqual(expectedOf([type]));
  });

  it('is in what is frozen before a run, also when that is added to', async () => {
    if (type === 'SETTLEMENT') return; // a payout is booked when it is frozen
    for (let n = 0; n < 5; n += 1) await book(type);
    const draft = async () =>
      (
        await world.shop.pool.query<{ more: boolean }>(
          'select draft_settlement($1, $2, 2) as more',
          [...[merchantId, midnight('2026-11-23')]],
        )
      ).rows[0]?.more;
    expect([await draft(), await draft(), await draft()]).toEqual([true, true, false]);
    const found = await sumsOf('select * from settlement_draft where merchant_id = $1', [
      merchantId,
    ]);
    const expected = expectedOf([type, type, type, type]);
    expect(found).toEqual(
      Object.fromEntries(Object.keys(found).map((name) => [name, expected[name]])),
    );
    expect(Object.values(found).some((minor) => minor !== 0n)).toBe(true);
  });
});

it('a statement of all types adds up to what the lines come to', async () => {
  for (const type of lineTypes) await book(type);
  const found = await ofPeriod('2026-11-20T00:00:00+01:00', '2026-11-21T00:00:00+01:00');
  expect(found).toEqual(expectedOf(lineTypes));
});

const days = ['2026-11-20', '2026-12-31', '2027-01-01', '2028-02-29', '2028-03-01', '2027-03-01'];

describe.each(days)('the day %s begins at midnight in Lagos', (day) => {
  const at = (ms: number) => new Date(midnight(day).getTime() + ms).toISOString();
  const next = 86_400_000;
  /** Half an hour around it is another day in UTC. */
  const moments: readonly (readonly [what: string, ms: number, isOfDay: boolean])[] = [
    ['half an hour before', -1_800_000, false],
    ['a millisecond before', -1, false],
    ['the first moment', 0, true],
    ['half an hour after', 1_800_000, true],
    ['half an hour before its end', next - 1_800_000, true],
    ['the last millisecond', next - 1, true],
    ['its end', next, false],
    ['half an hour after its end', next + 1_800_000, false],
  ];

  it('for a statement, and for its lines', async () => {
    for (const [what, ms, isOfDay] of moments) {
      await world.shop.pool.query('delete from balance_transaction');
      await book('COLLECTION', at(ms));
      const found = await ofPeriod(at(0), at(next));
      const gross = isOfDay ? amountsOf('COLLECTION').gross : 0n;
      expect({ what, gross: found['gross'] }).toEqual({ what, gross });
      const statements = new PgStatementStore(world.shop.pool);
      const head = await statements.ofPeriod(merchantId, new Date(at(0)), new Date(at(next)));
      // Of a day that is to come, a statement has nothing yet.
      const lines = await statements.lines({ ...head, asOf: new Date(at(next)) }, null, 10);
      expect({ what, lines: lines.length }).toEqual({ what, lines: isOfDay ? 1 : 0 });
    }
  });

  it('for the calendar of both languages', async () => {
    const { rows } = await world.shop.pool.query<{ day: string }>(
      'select lagos_date(at)::text as day from unnest($1::timestamptz[]) with ordinality t (at, n) order by n',
      [moments.map(([, ms]) => at(ms))],
    );
    expect(rows.map((row) => row.day === day)).toEqual(moments.map(([, , isOfDay]) => isOfDay));
    expect(rows.map((row) => row.day)).toEqual(
      moments.map(([, ms]) => lagosDate(new Date(at(ms)))),
    );
  });

  it('for the limit of what leaves', async () => {
    for (const [what, ms, isOfDay] of moments) {
      // What is asked for is today's limit: nothing is of a day that is to come.
      const isSince = isOfDay || ms >= next;
      const [afterPayout, afterRefund] = isSince ? [893n, 593n] : [1_000n, 1_000n];
      expect({ what, ...(await leftOf(day, at(ms))) }).toEqual({ what, afterPayout, afterRefund });
    }
  });
});

/** Of a limit of 1,000: after a payout of 107 at that time, and after a refund to another account of 300. */
function leftOf(day: string, at: string) {
  return withoutTrace(world.shop.pool, async (ask) => {
    await ask(
      'update merchant set daily_settlement_limit_minor = 1000 where merchant_id = $1',
      merchantId,
    );
    const left = () =>
      ask<bigint>(
        `select left_to_send(m, 'NGN', $2, null) from merchant m where merchant_id = $1`,
        ...[merchantId, day],
      );
    await ask(
      `insert into settlement (settlement_id, merchant_id, number, settlement_reference, type, cut_off, run_on, status, created_at,
         transaction_count, opening_minor, gross_minor, fee_minor, vat_minor, refund_minor, chargeback_minor, reversal_minor,
         duty_minor, payout_fee_minor, payout_duty_minor, net_minor, closing_minor)
       values ('stl_1', $1, 1, 'S', 'ON_DEMAND', now(), $3::date, 'SUCCESSFUL', $2, 0, 107, 0, 0, 0, 0, 0, 0, 0, 3, 4, 100, 0)`,
      ...[merchantId, at, day],
    );
    await ask(
      `insert into payout (payout_id, settlement_id, merchant_id, part, provider, amount_minor, duty_minor, fee_minor, vat_minor, status)
         values ('pay_1', 'stl_1', $1, 1, 'sandbox', 100, 4, 2, 1, 'SUCCESSFUL')`,
      merchantId,
    );
    const afterPayout = await left();
    await ask(
      `insert into inward_credit (credit_id, provider, session_id, merchant_id, amount_minor, channel)
         values ('txn_1', 'sandbox', 's', $1, 1000, 'Bank')`,
      merchantId,
    );
    await ask(
      `insert into refund (refund_id, merchant_id, credit_id, refund_reference, origin, reason, amount_minor, duty_bearer, channel,
                           provider, destination, redirected_at)
         values ('rfd_1', $1, 'txn_1', 'R', 'MERCHANT', 'test', 300, 'PLATFORM', 'Bank', 'sandbox', '{}', $2)`,
      ...[merchantId, at],
    );
    return { afterPayout, afterRefund: await left() };
  });
}
