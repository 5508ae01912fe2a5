import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BankRail, CreditRefund, RailAnswer } from '../../../src/domain/bank-rail.port.js';
import { refundWorkflowId } from '../../../src/domain/ids.js';
import { holderOf } from '../../../src/providers/simulator/server/bank/books.js';
import { assertBooks } from '../../support/books.js';
import { currentDetails } from '../../support/history.js';
import { payer, RailWorld } from '../../support/rail-world.js';
import { fastForward } from '../../support/time.js';

/** A provider that knows the payer and does not name him to us gives money back by a call of its own. */
let rails: RailWorld;
const asked: CreditRefund[] = [];
/** Two-factor sign-in of the provider is on: transfers wait for a code, which somebody enters at its own page. */
let asksForCode = false;
const waiting = new Set<string>();
const waits: RailAnswer = { outcome: 'WAITING', code: 'PENDING_AUTHORIZATION', failure: null };
const known = { accountNumber: '1000900001', bankCode: payer.bankCode ?? '' };
beforeAll(async () => {
  rails = await RailWorld.start();
  const banks = rails.rails.banks as Map<string, BankRail>;
  const simulator = banks.get('simulator');
  if (simulator === undefined) throw new Error('there is no bank');
  // The simulated bank carries it out: the call differs from a transfer by what we say of the payer, which is nothing.
  const refund: BankRail['refund'] = (wanted) => {
    asked.push(wanted);
    const { sessionId, amountMinor, currency, narration } = wanted;
    if (asksForCode) waiting.add(sessionId);
    const answer = simulator.transfer({
      ...{ sessionId, amountMinor, currency, narration },
      ...{ destination: known, destinationName: 'ADA OBI', nameEnquiryReference: null },
    });
    return asksForCode ? answer.then(() => waits) : answer;
  };
  const query: BankRail['query'] = (sessionId) =>
    waiting.has(sessionId) ? Promise.resolve(waits) : simulator.query(sessionId);
  const byCall = new Proxy(simulator, {
    get: (bank, name) => {
      if (name === 'refund') return refund;
      if (name === 'query') return query;
      const value: unknown = Reflect.get(bank, name);
      return typeof value === 'function' ? (value.bind(bank) as unknown) : value;
    },
  });
  banks.set('simulator', byCall);
});
afterAll(() => rails[Symbol.asyncDispose]());

const masked = { ...payer, accountNumber: 'XXXXXXX553', bankCode: '' };

async function begin(source = masked): Promise<string> {
  const refundId = await rails.requestRefund(500_000n, source);
  await rails.world.refundGateway.start(refundId);
  return refundId;
}

const keyOf = async (refundId: string): Promise<string | undefined> => {
  const { rows } = await rails.world.pool.query<{ key: string }>(
    `select coalesce(k.credit_key, k.session_id) as key from refund r join inward_credit k using (credit_id) where r.refund_id = $1`,
    [refundId],
  );
  return rows[0]?.key;
};

test('a masked payer gets the money back by the key of the credit, and no account is asked for', async () => {
  const refundId = await begin();
  expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
  const [sending, ...more] = await rails.sendings(refundId);
  expect(more).toEqual([]);
  expect(asked.at(-1)).toMatchObject({
    ...{ sessionId: sending?.session_id, creditKey: await keyOf(refundId) },
    ...{ amountMinor: 500_000n, currency: 'NGN' },
  });
  const calls = await rails.bank.calls({ sessionId: sending?.session_id ?? '' });
  expect(calls.map(({ on }) => on)).toEqual(['transfer']);
  await assertBooks(rails.world.database);
});

test('one whose answer was lost is asked about, and not given back a second time', async () => {
  const before = asked.length;
  await rails.bank.misbehave({
    ...{ on: 'transfer', account: known.accountNumber, times: 1, answer: 'RESET', done: true },
  });
  const refundId = await begin();
  await rails.untilRefund(refundId, 'UNKNOWN');
  await fastForward(rails.world.client, refundWorkflowId(refundId), 60_000);
  expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
  expect(asked.length).toBe(before + 1);
  await assertBooks(rails.world.database);
});

test('one to another account goes by a transfer, after its name was asked for', async () => {
  const before = asked.length;
  const other = '1000900002';
  const refundId = await rails.requestRefund(500_000n, masked);
  await rails.world.pool.query(
    `update refund set redirected_at = now() - interval '2 days', redirected_by = 'OPERATORS', destination = $2 where refund_id = $1`,
    [
      refundId,
      {
        ...{ accountNumber: other, bankCode: payer.bankCode },
        accountName: holderOf(payer.bankCode ?? '', other),
      },
    ],
  );
  await rails.world.refundGateway.start(refundId);
  expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
  expect(asked.length).toBe(before);
  const [sending] = await rails.sendings(refundId);
  const calls = await rails.bank.calls({ sessionId: sending?.session_id ?? '' });
  expect(calls.map(({ on }) => on)).toEqual(['transfer']);
});

test('one that waits for a code is a case at once, is never sent again, and ends by itself when the code is entered', async () => {
  asksForCode = true;
  const before = asked.length;
  await rails.bank.misbehave({
    ...{ on: 'transfer', account: known.accountNumber, times: 1, answer: '09', done: 'HELD' },
  });
  const refundId = await begin();
  const workflowId = refundWorkflowId(refundId);
  await rails.untilRefund(refundId, 'UNKNOWN');
  await fastForward(rails.world.client, workflowId, 60_000);
  expect(await rails.untilWaiting(workflowId)).toBe('UNKNOWN: APPROVAL');
  expect(await currentDetails(rails.refund(refundId))).toMatch(/waits for a code or an approval/);
  // Longer than any cut-off: it is there, and waits.
  await fastForward(rails.world.client, workflowId, 180 * 60_000);
  expect([await rails.refundStatus(refundId), asked.length]).toEqual(['UNKNOWN', before + 1]);
  const [sending] = await rails.sendings(refundId);
  await rails.bank.releaseTransfer(sending?.session_id ?? '');
  waiting.clear();
  asksForCode = false;
  await fastForward(rails.world.client, workflowId, 6 * 60_000);
  expect(await rails.refund(refundId).result()).toEqual({ status: 'SUCCESSFUL' });
  expect(asked.length).toBe(before + 1);
  await assertBooks(rails.world.database);
});
