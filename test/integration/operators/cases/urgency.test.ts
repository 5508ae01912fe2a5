import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgCases } from '../../../../src/operators/cases/case.store.js';
import { plantPeople } from '../../../support/operators.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
let cases: PgCases;
let people: Awaited<ReturnType<typeof plantPeople<'Ada' | 'Bola'>>>;
beforeAll(async () => {
  shop = await Shop.open();
  cases = new PgCases(shop.pool);
  people = await plantPeople(shop.pool, 'Ada', 'Bola');
});
afterAll(() => shop[Symbol.asyncDispose]());

const hourMs = 3_600_000;
const sql = (text: string, ...values: unknown[]) => shop.pool.query(text, values);

/** Takes a step as a workflow does; the case's number. */
async function step(kind: string, subject: string, event: string, reason: string) {
  const about = { kind, subject, workflowId: `w/${subject}`, update: 'resolve', reason };
  const page = { title: 'it waits', happened: '', safe: '', todo: '' };
  const { rows } = await shop.pool.query<{ number: bigint }>(
    'select case_number as number from take_case_step($1)',
    [JSON.stringify({ stepId: randomUUID(), event, case: { ...about, decisions: ['a'], page } })],
  );
  return rows[0]?.number ?? 0n;
}
async function hoursLeft(number: bigint): Promise<number> {
  const found = await cases.find(number);
  return ((found?.decideBy.getTime() ?? Number.NaN) - Date.now()) / hourMs;
}

describe('how long a case may wait', () => {
  it.each([
    ['FINDING', 'FOUND: UNEXPLAINED_DEBIT', 100n, '00:15:00'],
    ['FINDING', 'FOUND: UNEXPLAINED_DEBIT', 100_000_000n, '00:15:00'],
    ['FINDING', 'FOUND: BOOKS_DISAGREE', null, '00:15:00'],
    ['REFUND', 'UNKNOWN', 100_000_000n, '01:00:00'],
    ['REFUND', 'UNKNOWN', 99_999_999n, '04:00:00'],
    ['REFUND', 'UNKNOWN', 500_000n, '04:00:00'],
    ['REFUND', 'UNKNOWN', 499_999n, '1 day'],
    ['REFUND', 'UNKNOWN', null, '04:00:00'],
    ['FINDING', 'FOUND: SUSPENSE_AGED', 500_000n, '1 day'],
    ['FINDING', 'FOUND: SUSPENSE_AGED', 100_000_000n, '01:00:00'],
    ['ENDPOINT', 'SUPPRESSED', null, '1 day'],
    ['PREFIX', 'NUMBER_POOL_LOW', null, '1 day'],
  ])('is as the table says: %s %s of %s, %s', async (kind, reason, amount, patience) => {
    const { rows } = await shop.pool.query<{ found: string }>(
      'select patience_of_case($1, $2, $3)::text as found',
      [kind, reason, amount],
    );
    expect(rows[0]?.found).toBe(patience);
  });

  it('ends with its deadline, when that is earlier', async () => {
    const order = await shop.order();
    const { checkoutId } = order.checkout;
    const until = (hours: number) =>
      sql(
        'update checkout set expires_at = now() + make_interval(hours => $2) where checkout_id = $1',
        checkoutId,
        hours,
      );
    await until(2);
    const number = await step('CHECKOUT', checkoutId, 'OPENED', 'PAID_IN_PART');
    expect(await hoursLeft(number)).toBeCloseTo(2, 1);
    // The deadline has moved when it is told of again.
    await until(20);
    await step('CHECKOUT', checkoutId, 'OPENED', 'PAID_IN_PART');
    expect(await hoursLeft(number)).toBeCloseTo(4, 1);
  });

  it('begins anew when it is opened again, and not when it is told of again', async () => {
    const subject = `stl_${randomUUID()}`;
    const number = await step('PAYOUT', subject, 'OPENED', 'HELD: NAME_CHANGED');
    await sql(
      `update attention_case set opened_at = now() - interval '3 hours' where case_number = $1`,
      number,
    );
    await step('PAYOUT', subject, 'OPENED', 'HELD: ACCOUNT_REFUSED');
    expect(await hoursLeft(number)).toBeCloseTo(1, 1);
    await step('PAYOUT', subject, 'HEALED', 'HELD: ACCOUNT_REFUSED');
    expect(await step('PAYOUT', subject, 'OPENED', 'HELD: NAME_CHANGED')).toBe(number);
    expect(await hoursLeft(number)).toBeCloseTo(4, 1);
  });
});

describe('what is put off', () => {
  const reason = 'the bank answers tomorrow';
  const later = () => new Date(Date.now() + hourMs);
  it('is never a case because of which a bank’s money stands still', async () => {
    await sql(
      `select record_finding('UNEXPLAINED_DEBIT', 'put-off', '{"provider": "sandbox"}', 'ATTENTION')`,
    );
    const about = ['FINDING', 'UNEXPLAINED_DEBIT:put-off'] as const;
    const number = await step(...about, 'OPENED', 'FOUND: UNEXPLAINED_DEBIT');
    const putOff = (until: Date | null) => cases.snooze(number, people.Ada, { until, reason });
    expect(await putOff(later())).toBe('HOLDS');
    expect(await putOff(null)).toBe('SNOOZED');
    await sql(`select clear_findings('{UNEXPLAINED_DEBIT}', '{put-off}')`);
    expect(await putOff(later())).toBe('SNOOZED');
  });

  it('waits no longer for anybody, until its time', async () => {
    const number = await step('PAYOUT', `stl_${randomUUID()}`, 'OPENED', 'HELD: NAME_CHANGED');
    await cases.assign(number, people.Ada, 'Ada');
    const of = async (name: string) => {
      const { waiting, overdue, mine } = await cases.waiting(name);
      return [waiting, overdue, mine];
    };
    const [all = 0, late = 0] = await of('Ada');
    expect([await of('Ada'), await of('Bola')]).toEqual([
      [all, late, 1],
      [all, late, 0],
    ]);
    await sql(`update attention_case set decide_by = now() where case_number = $1`, number);
    expect(await of('Ada')).toEqual([all, late + 1, 1]);
    await cases.snooze(number, people.Ada, { until: later(), reason });
    expect(await of('Ada')).toEqual([all - 1, late, 0]);
  });
});

describe('a view of the queue', () => {
  it('is forgotten by its owner only, and may bear the name of another’s', async () => {
    const [ada, bola] = [people.Ada.operatorId, people.Bola.operatorId];
    await cases.saveView(ada, { name: 'Late', query: 'kind=CREDIT' });
    await cases.saveView(bola, { name: 'Late', query: 'kind=PAYOUT' });
    await cases.forgetView(ada, 'Late');
    expect(await cases.views(ada)).toEqual([]);
    expect(await cases.views(bola)).toEqual([{ name: 'Late', query: 'kind=PAYOUT' }]);
  });
});

describe('cases of one cause', () => {
  it('stand as one row for each bank: those of another bank stay in the list', async () => {
    const numbers = [];
    for (const provider of ['sandbox', 'another', null]) {
      const number = await step('PAYOUT', `stl_${randomUUID()}`, 'OPENED', 'HELD: ONE_CAUSE');
      await sql(
        'update attention_case set provider = $2 where case_number = $1',
        ...[number, provider],
      );
      numbers.push(number);
    }
    const listed = async (provider: string | null) => {
      const filter = {
        ...{ status: 'OPEN' as const, kind: null, reason: 'HELD: ONE_CAUSE', merchantId: null },
        ...{ provider: null, assignee: null, search: null, isSnoozed: null, isHolding: null },
        without: [`PAYOUT|HELD: ONE_CAUSE|${provider ?? ''}`],
      };
      const found = await cases.list(filter, 'OLDEST', { after: null, offset: 0, limit: 9 });
      return found.map(({ item }) => item.caseNumber);
    };
    const [first, second, third] = numbers;
    expect(await listed('sandbox')).toEqual([second, third]);
    expect(await listed(null)).toEqual([first, second]);
  });
});
