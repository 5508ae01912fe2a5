import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collect } from '../../../support/collection.js';
import { addMerchant, Shop } from '../../../support/shop.js';

/** payouts/settlement/due-dates.sql: what moves the due dates of what is not settled yet. */
let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open(4);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await shop.pool.query('delete from holiday');
  await shop.pool.query('delete from holiday_change');
  await shop.pool.query('delete from balance_transaction');
  await shop.pool.query("update merchant set settlement_schedule = 'T1'");
});

const eveOfChristmas = '2046-12-24T10:00:00+01:00';
const operator = 'ada';

interface Move {
  readonly was_due_on: string;
  readonly now_due_on: string;
  readonly transactions: number;
  readonly merchants: number;
  readonly net_minor: number;
}

async function call(sql: string, values: unknown[]) {
  const { rows } = await shop.pool.query<{ outcome: string; moves: Move[] }>(
    `select outcome, to_jsonb(moves) as moves from ${sql}`,
    values,
  );
  return rows[0];
}

const declare = (day: string, isHoliday = true) =>
  call('declare_holiday($1, $2, $3, $4, $5)', [day, isHoliday, 'In lieu', operator, 'Gazette']);
const withdraw = (day: string) =>
  call('withdraw_holiday($1, $2, $3)', [day, operator, 'by mistake']);

async function dueOf(creditId: string): Promise<string | undefined> {
  const { rows } = await shop.pool.query<{ due: string }>(
    "select due_on::text as due from balance_transaction where source_type = 'credit' and source_id = $1",
    [creditId],
  );
  return rows[0]?.due;
}

async function audit() {
  const { rows } = await shop.pool.query(
    'select day::text, is_holiday, name, operator, reason, replanned from holiday_change order by holiday_change_id',
  );
  return rows as unknown[];
}

describe('a holiday that is declared late', () => {
  it('moves what is due on it, and says what it moved', async () => {
    const first = await collect(shop, eveOfChristmas);
    const second = await collect(shop, eveOfChristmas);
    const later = await collect(shop, '2046-12-27T10:00:00+01:00');
    expect(await dueOf(first.creditId)).toBe('2046-12-27');

    expect(await declare('2046-12-27')).toEqual({
      outcome: 'DECLARED',
      moves: [
        {
          was_due_on: '2046-12-27',
          now_due_on: '2046-12-28',
          transactions: 2,
          merchants: 1,
          net_minor: 2 * 989_250,
        },
      ],
    });
    expect(await dueOf(first.creditId)).toBe('2046-12-28');
    expect(await dueOf(second.creditId)).toBe('2046-12-28');
    expect(await dueOf(later.creditId)).toBe('2046-12-28');
    expect(await audit()).toEqual([
      {
        day: '2046-12-27',
        is_holiday: true,
        name: 'In lieu',
        operator,
        reason: 'Gazette',
        replanned: 2,
      },
    ]);
  });

  it('changes nothing when it is declared again', async () => {
    await collect(shop, eveOfChristmas);
    await declare('2046-12-27');
    expect(await declare('2046-12-27')).toEqual({ outcome: 'UNCHANGED', moves: [] });
    expect(await audit()).toHaveLength(1);
  });

  it('is taken back, and the due dates with it', async () => {
    const { creditId } = await collect(shop, eveOfChristmas);
    await declare('2046-12-27');
    expect(await withdraw('2046-12-27')).toMatchObject({
      outcome: 'WITHDRAWN',
      moves: [{ was_due_on: '2046-12-28', now_due_on: '2046-12-27', transactions: 1 }],
    });
    expect(await dueOf(creditId)).toBe('2046-12-27');
    expect(await withdraw('2046-12-27')).toEqual({ outcome: 'UNCHANGED', moves: [] });
    expect((await audit()).at(-1)).toMatchObject({ is_holiday: null, name: null, replanned: 1 });
  });

  it('leaves what is frozen, and what a run has made due, as it is', async () => {
    const frozen = await collect(shop, eveOfChristmas);
    await shop.pool.query(
      "update balance_transaction set settlement_id = 'stl_x' where source_id = $1",
      [frozen.creditId],
    );
    const due = await collect(shop, eveOfChristmas);
    await shop.pool.query(
      "insert into settlement_run (cycle, cut_off) values ('DAILY', '2046-12-27T00:00:00+01:00')",
    );
    expect(await declare('2046-12-27')).toEqual({ outcome: 'DECLARED', moves: [] });
    await shop.pool.query('delete from settlement_run');
    expect(await dueOf(frozen.creditId)).toBe('2046-12-27');
    expect(await dueOf(due.creditId)).toBe('2046-12-27');
    // The run has not been: what is due on the day moves.
    expect(await declare('2046-12-27')).toMatchObject({ outcome: 'UNCHANGED', moves: [{}] });
    expect(await dueOf(frozen.creditId)).toBe('2046-12-27');
    expect(await dueOf(due.creditId)).toBe('2046-12-28');
  });
});

describe('a working day', () => {
  it('is made of a feast: what waited for the next one is due on it', async () => {
    const { creditId } = await collect(shop, '2046-12-24T10:00:00+01:00');
    expect(await declare('2046-12-25', false)).toMatchObject({ outcome: 'DECLARED' });
    expect(await dueOf(creditId)).toBe('2046-12-25');
    await withdraw('2046-12-25');
    expect(await dueOf(creditId)).toBe('2046-12-27');
  });

  it('is not made of a Saturday', async () => {
    expect(await declare('2046-12-29', false)).toEqual({ outcome: 'WEEKEND', moves: [] });
    expect(await audit()).toEqual([]);
  });
});

describe('settlementDueDate', () => {
  const told = async ({ checkoutId }: { checkoutId: string }) => {
    const { rows } = await shop.pool.query<{ type: string; due: string | null }>(
      `select type, body::jsonb -> 'data' ->> 'settlementDueDate' as due from event
        where checkout_id = $1 order by sequence`,
      [checkoutId],
    );
    return rows.map(({ type, due }) => [type, due]);
  };

  it('is told with the payment, and later as it stands then', async () => {
    const paid = await collect(shop, eveOfChristmas);
    await declare('2046-12-27');
    const { refund } = await shop.requestRefund(paid.creditId, { amountMinor: 100_000n });
    await shop.sendRefund(refund?.refundId ?? '');
    const events = await told(paid);
    expect(events.slice(0, 2)).toEqual([
      ['collection.received', '2046-12-27'],
      ['checkout.successful', '2046-12-27'],
    ]);
    expect(new Set(events.slice(2).map(([, due]) => due))).toEqual(new Set(['2046-12-28']));
  });

  it('is null of money that is held, and of a part', async () => {
    const { checkout, account } = await shop.order();
    await shop.payAndPost({ checkout, account }, 400_000n);
    expect(await told(checkout)).toEqual([
      ['collection.received', null],
      ['checkout.underpaid', null],
    ]);
    expect((await shop.read(checkout)).credits).toMatchObject([{ settlementDueOn: null }]);
  });

  it('of a second payment is none while it is held: only the first is the merchant’s', async () => {
    const paid = await collect(shop, eveOfChristmas);
    const [account] =
      (await shop.checkouts.find(shop.merchantId, paid.paymentReference))?.accounts ?? [];
    const second = await shop.pay(account?.accountNumber ?? '', 1_000_000n);
    await shop.steps.applyCredit({ creditId: second.creditId });
    expect((await told(paid)).slice(2)).toEqual([
      ['collection.received', null],
      ['checkout.duplicate_payment', null],
    ]);
    const { credits } = (await shop.checkouts.find(shop.merchantId, paid.paymentReference)) ?? {};
    // The oldest first: the second has arrived long before the year of the first.
    expect(credits).toMatchObject([{ settlementDueOn: null }, { settlementDueOn: '2046-12-27' }]);
  });
});

describe("a merchant's schedule", () => {
  const change = (merchantId: string, schedule: string, minimum = 100_000) =>
    shop.pool.query('select change_settlement_settings($1, $2, $3, $4)', [
      merchantId,
      schedule,
      minimum,
      'client-1',
    ]);
  const changes = async () => {
    const { rows } = await shop.pool.query(
      `select settlement_schedule as schedule, minimum_payout_minor::integer as minimum, actor, replanned
         from settlement_settings_change where merchant_id = $1 order by settlement_settings_change_id`,
      [shop.merchantId],
    );
    return rows as unknown[];
  };

  it('moves what is not due yet, of that merchant only, and is written down', async () => {
    const { creditId } = await collect(shop, eveOfChristmas);
    await change(await addMerchant(shop.pool), 'T2');
    await change(shop.merchantId, 'T1');
    expect(await dueOf(creditId)).toBe('2046-12-27');
    expect(await changes()).toEqual([]);

    await change(shop.merchantId, 'WEEKLY:FRI');
    expect(await dueOf(creditId)).toBe('2046-12-28');
    await change(shop.merchantId, 'WEEKLY:FRI', 5_000_000);
    await change(shop.merchantId, 'T0_INSTANT', 5_000_000);
    expect(await dueOf(creditId)).toBe('2046-12-24');
    const actor = 'client-1';
    expect(await changes()).toEqual([
      { schedule: 'WEEKLY:FRI', minimum: 100_000, actor, replanned: 1 },
      { schedule: 'WEEKLY:FRI', minimum: 5_000_000, actor, replanned: 0 },
      { schedule: 'T0_INSTANT', minimum: 5_000_000, actor, replanned: 1 },
    ]);
  });

  it('leaves what is due already', async () => {
    const { creditId } = await collect(shop, '2026-01-07T10:00:00+01:00');
    await change(shop.merchantId, 'MONTHLY:31');
    expect(await dueOf(creditId)).toBe('2026-01-08');
  });

  it.each(['T3', 'WEEKLY:SUN', 'WEEKLY', 'MONTHLY:0', 'MONTHLY:32', 'MONTHLY:01', ''])(
    'cannot be %j',
    async (schedule) => {
      await expect(change(shop.merchantId, schedule)).rejects.toMatchObject({
        constraint: 'merchant_settlement_schedule',
      });
    },
  );
});
