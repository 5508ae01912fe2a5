import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StatementLine } from '../../../../src/domain/bank-rail.port.js';
import { PgReconciliationStore } from '../../../../src/upkeep/reconciliation/reconciliation.store.js';
import { SettlementWorld } from '../../../support/settlement-world.js';
import { assertBooks } from '../../../support/books.js';
import type { Shop } from '../../../support/shop.js';

let world: SettlementWorld;
let shop: Shop;
let store: PgReconciliationStore;

beforeAll(async () => {
  world = await SettlementWorld.open();
  shop = world.shop;
  store = new PgReconciliationStore(shop.pool);
});
afterAll(async () => {
  // Events here are only counted, and have no body.
  await assertBooks(shop.database);
  await world[Symbol.asyncDispose]();
});

/** All that the sweep finds. */
async function search() {
  const found = [];
  for (const each of store.searches) found.push(...(await each.run()));
  return found;
}

/** What the sweep finds about a subject, as "kind action". */
async function foundOf(subject: string): Promise<string[]> {
  const found = await search();
  return found
    .filter((each) => each.subject === subject)
    .map(({ kind, action }) => `${kind} ${action}`);
}

/** As if a time of these rows lay so many minutes back. */
async function age(table: string, id: readonly [column: string, value: string], times: object) {
  for (const [column, minutes] of Object.entries(times) as [string, number][])
    await shop.pool.query(
      `update ${table} set ${column} = now() - make_interval(mins => $2) where ${id[0]} = $1`,
      [id[1], minutes],
    );
}

const dayMinutes = 24 * 60;

describe('a checkout', () => {
  it('that is open five minutes past its deadline is told of again, at once', async () => {
    const checkout = await shop.initiate();
    await shop.letPass(checkout, dayMinutes + 4);
    const { rows: facts } = await shop.pool.query<{ id: bigint }>(
      'select fact_id as id from fact where checkout_id = $1',
      [checkout.checkoutId],
    );
    await shop.facts.markSent(facts.map(({ id }) => String(id)));
    expect(await foundOf(checkout.checkoutId)).toEqual([]);
    await shop.pool.query(
      `update fact set deadline = deadline - interval '2 minutes' where checkout_id = $1`,
      [checkout.checkoutId],
    );
    expect(await foundOf(checkout.checkoutId)).toEqual(['CHECKOUT_OVERDUE TOLD_AGAIN']);
    const due = await shop.facts.claimDue(100);
    expect(due.map(({ checkout: of }) => of?.checkoutId)).toContain(checkout.checkoutId);
    await shop.steps.expireCheckout({ checkoutId: checkout.checkoutId, at: new Date() });
    expect(await foundOf(checkout.checkoutId)).toEqual([]);
  });
});

describe('a refund', () => {
  async function refund(): Promise<string> {
    const { creditId } = await shop.pay('5019999999', 300_000n);
    await shop.heldCredits.resolveCredit({
      creditId,
      ruling: { by: 'OPERATOR', decision: 'return' },
    });
    return (await shop.refundsOf(creditId))[0]?.refundId ?? '';
  }
  const aged = (refundId: string, times: object) => age('refund', ['refund_id', refundId], times);

  it('that waits is left alone for its longest pause, an hour, and not for much longer', async () => {
    const refundId = await refund();
    for (const event of ['NAME_ASKED', 'REFUSED'] as const) {
      await aged(refundId, { updated_at: 61 });
      expect(await foundOf(refundId)).toEqual([]);
      await aged(refundId, { updated_at: 70 });
      // It is told that there may be an account once in sixty times.
      const first = event === 'NAME_ASKED';
      expect(await foundOf(refundId)).toEqual([
        `REFUND_STALLED ${first ? 'TOLD_AGAIN' : 'STARTED'}`,
      ]);
      await shop.refundSteps.take({ refundId, event });
    }
  });

  it('that is on its way without an answer for ten minutes, or unknown for a day, is gone after', async () => {
    const refundId = await refund();
    const step = { refundId, sessionId: 'stalled' };
    await shop.refundSteps.take({ ...step, event: 'SENT' });
    await aged(refundId, { updated_at: 9 });
    expect(await foundOf(refundId)).toEqual([]);
    await aged(refundId, { updated_at: 11 });
    expect(await foundOf(refundId)).toEqual(['REFUND_STALLED STARTED']);
    await shop.refundSteps.take({ ...step, event: 'LOST_SIGHT' });
    await aged(refundId, { created_at: dayMinutes - 1, updated_at: dayMinutes - 1 });
    expect(await foundOf(refundId)).toEqual([]);
    await aged(refundId, { created_at: dayMinutes + 1 });
    expect(await foundOf(refundId)).toEqual(['REFUND_UNKNOWN STARTED']);
    await shop.refundSteps.take({ ...step, event: 'CONFIRMED' });
    await aged(refundId, { created_at: dayMinutes * 9, updated_at: dayMinutes * 9 });
    expect(await foundOf(refundId)).toEqual([]);
  });
});

describe('a settlement', () => {
  it('is gone after when it stands still for longer than it may in its state', async () => {
    const merchantId = await world.merchant();
    await world.collect(merchantId, 500_000n, '2026-11-20');
    await world.settle(merchantId, '2026-11-23');
    const { settlement_id: id } = await world.lastOf(merchantId);
    const stands = async (patienceMinutes: number, found: string) => {
      await age('settlement', ['settlement_id', id], { updated_at: patienceMinutes - 1 });
      expect(await foundOf(id)).toEqual([]);
      await age('settlement', ['settlement_id', id], { updated_at: patienceMinutes + 1 });
      expect(await foundOf(id)).toEqual([`${found} STARTED`]);
    };
    await stands(65, 'SETTLEMENT_STALLED');
    const held = { settlementId: id, event: 'HELD', reason: 'NAME_CHANGED' } as const;
    await world.payouts.takeSettlementStep(held);
    await stands(dayMinutes, 'SETTLEMENT_STALLED');
    const released = { event: 'RELEASED', reason: 'NAME_CHANGED', operator: 'a' } as const;
    await world.payouts.takeSettlementStep({ settlementId: id, ...released });
    await world.take(id, ['SENT']);
    await stands(10, 'SETTLEMENT_STALLED');
    await world.take(id, ['LOST_SIGHT']);
    await stands(dayMinutes, 'PAYOUT_UNKNOWN');
    await world.take(id, ['CONFIRMED']);
    await age('settlement', ['settlement_id', id], { updated_at: dayMinutes * 9 });
    expect(await foundOf(id)).toEqual([]);
  });
});

describe('held money', () => {
  const aged = async (creditId: string, receivedMinutes: number, heldMinutes: number) => {
    await age('inward_credit', ['credit_id', creditId], { received_at: receivedMinutes });
    await age('fact', ['subject_id', creditId], { created_at: heldMinutes });
  };

  it('of nobody is missed an hour after it should have gone back', async () => {
    const { creditId } = await shop.pay('5019999998', 300_000n);
    await aged(creditId, dayMinutes, dayMinutes + 59);
    expect(await foundOf(creditId)).toEqual([]);
    await aged(creditId, dayMinutes, dayMinutes + 61);
    expect(await foundOf(creditId)).toEqual(['RETURN_OVERDUE RETURNED']);
    await shop.heldCredits.resolveCredit({ creditId, ruling: { by: 'CLOCK', decision: 'return' } });
    expect(await foundOf(creditId)).toEqual([]);
  });

  it('that waits for a decision is shown after a week', async () => {
    const order = await shop.order({ policies: { late: 'HOLD' } });
    const { accountNumber, expiresAt } = order.account;
    const sentAt = new Date(expiresAt.getTime() + 3_600_000);
    const { creditId } = await shop.pay(accountNumber, 1_000_000n, { sentAt });
    await shop.heldCredits.resolveCredit({ creditId, ruling: { by: 'POLICY' } });
    await aged(creditId, 7 * dayMinutes - 1, 7 * dayMinutes - 1);
    expect(await foundOf(creditId)).toEqual([]);
    await aged(creditId, 7 * dayMinutes + 1, 7 * dayMinutes + 1);
    expect(await foundOf(creditId)).toEqual(['SUSPENSE_AGED ATTENTION']);
  });
});

describe('a queue', () => {
  it('shows a fact that nobody has taken for ten minutes', async () => {
    const { checkoutId } = await shop.initiate();
    const { rows } = await shop.pool.query<{ id: bigint }>(
      'select fact_id as id from fact where checkout_id = $1',
      [checkoutId],
    );
    const factId = String(rows[0]?.id);
    const stalled = ['FACT_STALLED ATTENTION'];
    // The relay tries again and again, and puts the next time off whenever it does.
    await age('fact', ['checkout_id', checkoutId], { due_at: 1 });
    expect(await shop.facts.claimDue(100)).not.toEqual([]);
    await age('fact', ['checkout_id', checkoutId], { created_at: 30, deadline: 9 });
    expect(await foundOf(factId)).toEqual([]);
    await age('fact', ['checkout_id', checkoutId], { deadline: 11 });
    expect(await foundOf(factId)).toEqual(stalled);
    expect(await actionOf('FACT_STALLED', factId)).toBe('ATTENTION');
    await shop.facts.markApplied([factId]);
    expect(await foundOf(factId)).toEqual([]);
    expect(await actionOf('FACT_STALLED', factId)).toBe('RESOLVED');
  });

  async function actionOf(kind: string, subject: string): Promise<string | undefined> {
    const { rows } = await shop.pool.query<{ action: string }>(
      'select action from finding where kind = $1 and subject = $2',
      [kind, subject],
    );
    return rows[0]?.action;
  }
});

it('what an operator has put right is believed for a day, and is a new case after', async () => {
  const { checkoutId } = await shop.initiate();
  await age('fact', ['checkout_id', checkoutId], { created_at: 30, deadline: 11 });
  const { rows } = await shop.pool.query<{ subject: string }>(
    'select fact_id::text as subject from fact where checkout_id = $1',
    [checkoutId],
  );
  const subject = rows[0]?.subject ?? '';
  const standing = async (resolvedMinutes: number) => {
    await shop.pool.query(
      `update finding set action = 'RESOLVED', case_opened_at = now() where subject = $1`,
      [subject],
    );
    await age('finding', ['subject', subject], { resolved_at: resolvedMinutes });
    await search();
    const found = await shop.pool.query(
      'select action, case_opened_at is not null as "hasCase" from finding where subject = $1',
      [subject],
    );
    return found.rows;
  };
  await search();
  expect(await standing(dayMinutes - 1)).toEqual([{ action: 'RESOLVED', hasCase: true }]);
  expect(await standing(dayMinutes + 1)).toEqual([{ action: 'ATTENTION', hasCase: false }]);
});

it('a credit that the statement lacks is missed after five minutes, and looked for for three days', async () => {
  const { creditId } = await shop.pay('5019999995', 300_000n, { sessionId: 'not-on-statement' });
  const missing = async (minutes: number) => {
    await age('inward_credit', ['credit_id', creditId], { received_at: minutes });
    await shop.pool.query(`delete from finding where kind = 'NOT_ON_STATEMENT'`);
    await shop.pool.query('delete from credits_sought');
    const found = await store.missingOnStatement('sandbox');
    return found.map(({ subject }) => subject).includes('not-on-statement');
  };
  expect(await missing(4)).toBe(false);
  expect(await missing(6)).toBe(true);
  expect(await missing(3 * dayMinutes - 1)).toBe(true);
  expect(await missing(3 * dayMinutes + 1)).toBe(false);
});

it('credits are looked for from where the last search ended, after an outage of days too', async () => {
  const { creditId } = await shop.pay('5019999995', 300_000n, { sessionId: 'before-the-outage' });
  await age('inward_credit', ['credit_id', creditId], { received_at: 4 * dayMinutes });
  await shop.pool.query(
    `insert into credits_sought values ('sandbox', now() - interval '4 days 1 minute')
     on conflict (provider) do update set credits_until = excluded.credits_until`,
  );
  const found = await store.missingOnStatement('sandbox');
  expect(found.map(({ subject }) => subject)).toContain('before-the-outage');
});

it('each credit is looked for once, also when more are missing than one call finds', async () => {
  await shop.pool.query('delete from credits_sought');
  const stray = await shop.pay('5019999995', 300_000n, { sessionId: 'stray-1' });
  await shop.pool.query(
    `insert into inward_credit (credit_id, provider, session_id, account_number, amount_minor, currency, source, received_at, channel, in_time,
                                outcome, excess_minor, applied_at)
     select k.credit_id || n, k.provider, k.session_id || n, k.account_number, k.amount_minor, k.currency, k.source,
            now() - interval '2 days', k.channel, k.in_time, k.outcome, k.excess_minor, k.applied_at
       from inward_credit k, generate_series(1, 150) n where k.credit_id = $1`,
    [stray.creditId],
  );
  expect(await store.missingOnStatement('sandbox')).toHaveLength(150);
  await shop.pool.query(`delete from finding where kind = 'NOT_ON_STATEMENT'`);
  expect(await store.missingOnStatement('sandbox')).toEqual([]);
  await shop.pool.query(`delete from inward_credit where session_id like 'stray-1_%'`);
});

describe('a line of the statement', () => {
  let lines = 0n;
  const match = async (
    kind: StatementLine['kind'],
    sessionId: string | null,
    amountMinor = 300_000n,
    accountNumber: string | null = null,
  ) => {
    lines += 1n;
    const nobody = { accountNumber: null, accountName: null, bankCode: null, bankName: null };
    const found = await store.match('sandbox', {
      ...{ lineId: lines, kind, sessionId, amountMinor, currency: 'NGN', balanceMinor: 0n },
      ...{ at: new Date(), accountNumber, counterpart: nobody, narration: null },
    });
    return `${found.kind} ${found.action}`;
  };

  it('that nothing of ours explains waits for a person', async () => {
    expect(await match('DEBIT', 'unheard-of')).toBe('UNEXPLAINED_DEBIT ATTENTION');
    expect(await match('DEBIT_RETURNED', 'unheard-of')).toBe('UNEXPLAINED_RETURN ATTENTION');
    expect(await match('STAMP_DUTY', 'unheard-of')).toBe('UNEXPLAINED_STAMP_DUTY ATTENTION');
    expect(await match('CREDIT', null)).toBe('UNEXPLAINED_CREDIT ATTENTION');
    expect(await match('CREDIT', 'unheard-of')).toBe('UNEXPLAINED_CREDIT ATTENTION');
    expect(await match('CREDIT', 'unheard-of', 1n, '5019999990')).toBe('MISSED_CREDIT BOOKED');
    expect(await match('CREDIT_RECALLED', 'unheard-of')).toBe(
      'UNEXPLAINED_CREDIT_RECALLED ATTENTION',
    );
    expect(await match('CHARGE', null)).toBe('CHARGED NONE');
  });

  it('of a credit of another amount waits for a person', async () => {
    const sessionId = 'credit-on-the-statement';
    await shop.pay('5019999997', 300_000n, { sessionId });
    expect(await match('CREDIT', sessionId)).toBe('MATCHED NONE');
    expect(await match('CREDIT_RECALLED', sessionId)).toBe('RECALLED NONE');
    expect(await match('CREDIT', sessionId, 300_001n)).toBe('AMOUNT_DIFFERS ATTENTION');
  });

  it('of one of two credits under one session id is compared with the one of its amount', async () => {
    const sessionId = 'two-credits-of-one-session';
    for (const [key, amountMinor] of [
      ['two-a', 300_000n],
      ['two-b', 400_000n],
    ] as const) {
      const details = {
        ...{ key, feeMinor: null, vatMinor: null, settledMinor: null },
        schemeIds: null,
      };
      await shop.pay('5019999995', amountMinor, { sessionId, details });
    }
    expect(await match('CREDIT', sessionId, 300_000n)).toBe('MATCHED NONE');
    expect(await match('CREDIT', sessionId, 400_000n)).toBe('MATCHED NONE');
    expect(await match('CREDIT_RECALLED', sessionId)).toBe('RECALLED NONE');
    expect(await match('CREDIT', sessionId, 450_000n)).toBe('AMOUNT_DIFFERS ATTENTION');
    // The line of the first leaves the second to be the one that differs.
    await shop.pool.query(
      `select import_statement_line('sandbox', 9000001, 'CREDIT', $1, 300000, 0, now(), 'MATCHED', $1, 'NONE'),
              record_finding('AMOUNT_DIFFERS', $1, '{"provider": "sandbox", "amountMinor": "450000"}', 'ATTENTION')`,
      [sessionId],
    );
    const { rows } = await shop.pool.query(
      `select difference_of(f) as difference, (facts_of_found(f)).account_number from finding f where f.subject = $1`,
      [sessionId],
    );
    expect(rows).toEqual([{ difference: 50_000n, account_number: '5019999995' }]);
  });

  it('of a sending is judged by what we believe of it', async () => {
    const { creditId } = await shop.pay('5019999996', 300_000n);
    await shop.heldCredits.resolveCredit({
      creditId,
      ruling: { by: 'OPERATOR', decision: 'return' },
    });
    const refundId = (await shop.refundsOf(creditId))[0]?.refundId ?? '';
    const sessionId = 'sending-on-the-statement';
    const take = (event: 'SENT' | 'LOST_SIGHT' | 'CONFIRMED') =>
      shop.refundSteps.take({ refundId, sessionId, event });
    await take('SENT');
    // its answer may still come
    expect(await match('DEBIT', sessionId)).toBe('OUTCOME_OPEN NONE');
    const outward = ['session_id', sessionId] as const;
    await age('outward_transfer', outward, { sent_at: 2 });
    expect(await match('DEBIT', sessionId)).toBe('FATE_DIFFERS ASKED_BANK');
    await take('LOST_SIGHT');
    expect(await match('DEBIT', sessionId)).toBe('FATE_DIFFERS ASKED_BANK');
    expect(await match('DEBIT_RETURNED', sessionId)).toBe('FATE_DIFFERS ASKED_BANK');
    await take('CONFIRMED');
    expect(await match('DEBIT', sessionId)).toBe('MATCHED NONE');
    expect(await match('DEBIT_RETURNED', sessionId)).toBe('TRANSFER_RETURNED REFUND_RETURNED');
    expect(await match('DEBIT_RETURNED', sessionId, 1n)).toBe('RETURNED_IN_PART ATTENTION');
    await shop.refundSteps.take({ refundId, sessionId, event: 'RETURNED' });
    expect(await match('DEBIT_RETURNED', sessionId)).toBe('MATCHED NONE');
  });
});
