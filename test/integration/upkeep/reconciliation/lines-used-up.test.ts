import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StatementLine } from '../../../../src/domain/bank-rail.port.js';
import { PgReconciliationStore } from '../../../../src/upkeep/reconciliation/reconciliation.store.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
let store: PgReconciliationStore;

beforeAll(async () => {
  shop = await Shop.open();
  store = new PgReconciliationStore(shop.pool);
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

const nobody = { accountNumber: null, accountName: null, bankCode: null, bankName: null };
let lines = 0n;
const line = (
  kind: StatementLine['kind'],
  sessionId: string,
  amountMinor = 300_000n,
): StatementLine => ({
  ...{ lineId: (lines += 1n), kind, sessionId, amountMinor, currency: 'NGN', at: new Date() },
  ...{ balanceMinor: 0n, accountNumber: null, counterpart: nobody, narration: null },
});

async function importWaiting(): Promise<void> {
  for (const { line: waiting } of await store.waiting('sandbox', 100)) {
    if ('raw' in waiting) throw new Error('it cannot be read');
    await store.importLine('sandbox', waiting, await store.match('sandbox', waiting));
  }
}

/** Imports a page of lines as a run does, and returns what each was found to be. */
async function read(...given: readonly StatementLine[]): Promise<string[]> {
  await store.takeLines('sandbox', given);
  await importWaiting();
  const { rows } = await shop.pool.query<{ matched: string }>(
    'select matched from statement_line where line_id = any ($1) order by abs(line_id)',
    [given.map(({ lineId }) => lineId)],
  );
  return rows.map(({ matched }) => matched);
}

/** The findings about these lines: their subjects, how often they were found, and what `adjust` would book. */
async function findings(...about: readonly StatementLine[]) {
  const { rows } = await shop.pool.query<{ subject: string; times: number; difference: bigint }>(
    `select subject, times, difference_of(f) as difference from finding f
      where (detail ->> 'lineId')::bigint = any ($1) order by (detail ->> 'lineId')::bigint`,
    [about.map(({ lineId }) => lineId)],
  );
  return rows.map(({ subject, times, difference }) => [subject, times, difference]);
}
const nameOf = ({ lineId }: StatementLine) => `sandbox/${lineId}`;

async function adjust(debit: StatementLine): Promise<void> {
  await shop.pool.query(`select adjust_finding('DEBIT_DIFFERS', $1, '{}')`, [nameOf(debit)]);
}

/** A refund of 3,000.00 that has arrived. */
async function sent(sessionId: string) {
  const { creditId } = await shop.pay('5019999999', 300_000n);
  const ruling = { by: 'OPERATOR', decision: 'return' } as const;
  await shop.heldCredits.resolveCredit({ creditId, ruling });
  const refundId = (await shop.refundsOf(creditId))[0]?.refundId ?? '';
  const take = (event: 'SENT' | 'CONFIRMED' | 'RETURNED') =>
    shop.refundSteps.take({ refundId, sessionId, event });
  await take('SENT');
  await take('CONFIRMED');
  return take;
}

describe('a debit of a sending', () => {
  it.each(['on one page', 'on a later page'])(
    'that comes a second time, or with a charge, %s, is a finding of its own',
    async (where) => {
      const sessionId = `twice ${where}`;
      await sent(sessionId);
      const debits = [300_000n, 300_000n, 2_500n].map((amount) => line('DEBIT', sessionId, amount));
      const [, second, charge] = debits as [StatementLine, StatementLine, StatementLine];
      const found = ['MATCHED', 'DEBIT_DIFFERS', 'DEBIT_DIFFERS'];
      const pages = where === 'on one page' ? [debits] : debits.map((each) => [each]);
      const each: string[] = [];
      for (const page of pages) each.push(...(await read(...page)));
      expect(each).toEqual(found);
      // The bank tells the same lines again.
      expect(await read(...debits)).toEqual(found);
      expect(await findings(...debits)).toEqual([
        [nameOf(second), 1, -300_000n],
        [nameOf(charge), 1, -2_500n],
      ]);
    },
  );

  it('that comes with its charge in one line differs by the charge, and stands for the sending once it is adjusted', async () => {
    await sent('with-its-charge');
    const whole = line('DEBIT', 'with-its-charge', 302_500n);
    expect(await read(whole)).toEqual(['DEBIT_DIFFERS']);
    expect(await findings(whole)).toEqual([[nameOf(whole), 1, -2_500n]]);
    await adjust(whole);
    const late = line('DEBIT', 'with-its-charge');
    expect(await read(late)).toEqual(['DEBIT_DIFFERS']);
    expect(await findings(late)).toEqual([[nameOf(late), 1, -300_000n]]);
  });

  it('that comes in two parts differs by nothing in sum', async () => {
    await sent('in-two-parts');
    const parts = [
      line('DEBIT', 'in-two-parts', 180_000n),
      line('DEBIT', 'in-two-parts', 120_000n),
    ];
    expect(await read(...parts)).toEqual(['DEBIT_DIFFERS', 'DEBIT_DIFFERS']);
    const differences = (await findings(...parts)).map(([, , difference]) => difference);
    expect(differences).toEqual([120_000n, -120_000n]);
  });

  it('that a file has too is no second one', async () => {
    await sent('in-a-file-too');
    const fetched = line('DEBIT', 'in-a-file-too');
    const filed = { ...line('DEBIT', 'in-a-file-too'), lineId: -lines };
    expect(await read(fetched)).toEqual(['MATCHED']);
    expect(await read(filed)).toEqual(['MATCHED']);
  });
});

it('a sending comes back once, and its stamp duty is taken once', async () => {
  const take = await sent('twice-back');
  await take('RETURNED');
  const given = (
    ['DEBIT', 'STAMP_DUTY', 'STAMP_DUTY', 'DEBIT_RETURNED', 'DEBIT_RETURNED'] as const
  ).map((kind) => line(kind, 'twice-back'));
  expect(await read(...given)).toEqual([
    ...['MATCHED', 'MATCHED', 'UNEXPLAINED_STAMP_DUTY', 'MATCHED', 'RETURNED_IN_PART'],
  ]);
  const [, , duty, , back] = given as [unknown, unknown, StatementLine, unknown, StatementLine];
  expect(await findings(...given)).toEqual([
    [nameOf(duty), 1, -300_000n],
    [nameOf(back), 1, 300_000n],
  ]);
});

it('each unknown debit under one session id is adjusted by itself', async () => {
  const debits = [line('DEBIT', 'unknown', 70n), line('DEBIT', 'unknown', 80n)];
  expect(await read(...debits)).toEqual(['UNEXPLAINED_DEBIT', 'UNEXPLAINED_DEBIT']);
  expect(await findings(...debits)).toEqual([
    ['unknown', 1, -70n],
    [`sandbox/${lines}`, 1, -80n],
  ]);
  await shop.pool.query(`update finding set action = 'RESOLVED' where kind = 'UNEXPLAINED_DEBIT'`);
});

it('an unknown debit that was booked by hand stays so while the books still differ from the bank', async () => {
  const debits = [line('DEBIT', 'booked'), line('STAMP_DUTY', 'booked', 5_000n)];
  await read(...debits);
  await shop.pool.query(`select book_debit('booked', null, 'ngozi', 'paid before the restore')`);
  const { rows } = await shop.pool.query(`select difference_to_bank('sandbox') <> 0 as differs`);
  expect(rows).toEqual([{ differs: true }]);
  expect(await store.reopened('sandbox')).toEqual([]);
  // Nor does a case that is still shown book it a second time.
  await shop.pool.query(`select adjust_finding('UNEXPLAINED_DEBIT', 'booked', '{}')`);
  expect((await findings(...debits)).map(([, , difference]) => difference)).toEqual([null, null]);
});

describe('a credit', () => {
  const pay = (sessionId: string, key: string) => {
    const none = { feeMinor: null, vatMinor: null, settledMinor: null, schemeIds: null };
    return shop.pay('5019999995', 300_000n, { sessionId, details: { key, ...none } });
  };

  it('that comes a second time under its session id is explained by a second notice only', async () => {
    await pay('two-lines', 'key-a');
    const credits = [line('CREDIT', 'two-lines'), line('CREDIT', 'two-lines')];
    expect(await read(...credits)).toEqual(['MATCHED', 'UNEXPLAINED_CREDIT']);
    expect(await store.takeUpExplained('sandbox')).toBe(0);
    await pay('two-lines', 'key-b');
    expect(await store.takeUpExplained('sandbox')).toBe(1);
    await importWaiting();
    expect(await read(...credits)).toEqual(['MATCHED', 'MATCHED']);
    const { rows } = await shop.pool.query('select action from finding where subject = $1', [
      `sandbox/${lines}`,
    ]);
    expect(rows).toEqual([{ action: 'RESOLVED' }]);
  });

  it('that two lines told before its one notice came is explained once', async () => {
    const credits = [line('CREDIT', 'told-before'), line('CREDIT', 'told-before')];
    expect(await read(...credits)).toEqual(['UNEXPLAINED_CREDIT', 'UNEXPLAINED_CREDIT']);
    await pay('told-before', 'key-c');
    expect(await store.takeUpExplained('sandbox')).toBe(2);
    await importWaiting();
    expect(await read(...credits)).toEqual(['MATCHED', 'UNEXPLAINED_CREDIT']);
    expect(await store.takeUpExplained('sandbox')).toBe(0);
  });
});
