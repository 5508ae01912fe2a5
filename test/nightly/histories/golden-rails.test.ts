import { afterAll, beforeAll, expect, test } from 'vitest';
import { creditWorkflowId, findingWorkflowId, refundWorkflowId } from '../../../src/domain/ids.js';
import { decide, foundMore, resolveFindings, resolveRefund } from '../../../workflows/messages.js';
import type { CreditChoice } from '../../../src/domain/decisions.js';
import { keepGoldenHistory } from '../../support/golden-history.js';
import { heldLate } from '../../support/late-money.js';
import { payer, RailWorld } from '../../support/rail-world.js';
import { fastForward } from '../../support/time.js';

/** Plays every path of held credits, refunds, reconciliation and sweep as it is when histories are recorded. */
const minuteMs = 60_000;
let rails: RailWorld;
beforeAll(async () => void (rails = await RailWorld.start({ plain: true, parkAfterMs: 2_000 })));
afterAll(() => rails[Symbol.asyncDispose]());

const ahead = (workflowId: string, minutes: number) =>
  fastForward(rails.world.client, workflowId, minutes * minuteMs);

async function creditEnds(creditId: string, resolution: string, scenario: string): Promise<void> {
  const handle = rails.credit(creditId);
  expect(await handle.result()).toEqual({ resolution });
  await keepGoldenHistory(handle, 'creditWorkflow', scenario);
}

async function heldAndDecided(decision: CreditChoice, resolution: string): Promise<void> {
  const { creditId, fact } = await heldLate(rails, { late: 'HOLD' });
  await rails.world.tell(fact);
  await rails.untilWaiting(creditWorkflowId(creditId));
  const given = { decision, operator: 'test', reason: 'looked' };
  await rails.credit(creditId).executeUpdate(decide, { args: [given] });
  await creditEnds(creditId, resolution, `held-and-${resolution.toLowerCase()}`);
}

test('credit: returned-by-policy', async () => {
  const { creditId, fact } = await heldLate(rails, { late: 'REFUND' });
  await rails.world.tell(fact);
  await creditEnds(creditId, 'RETURNED', 'returned-by-policy');
});

test('credit: held-and-accepted', () => heldAndDecided('accept', 'ACCEPTED'));
test('credit: held-and-returned', () => heldAndDecided('return', 'RETURNED'));
test('credit: held-and-kept', () => heldAndDecided('keep', 'KEPT'));

test('credit: unmatched-returned-by-the-clock', async () => {
  const { creditId, fact } = await rails.receiveStray();
  await rails.world.tell(fact);
  await rails.untilWaiting(creditWorkflowId(creditId));
  await ahead(creditWorkflowId(creditId), 24 * 60 + 1);
  await creditEnds(creditId, 'RETURNED', 'unmatched-returned-by-the-clock');
});

let accounts = 0;
async function begun(rule?: object, more?: { longHistory: number }) {
  accounts += 1;
  const source = { ...payer, accountNumber: String(3_000_000_000 + accounts) };
  if (rule) {
    await rails.bank.misbehave({ account: source.accountNumber, ...rule } as never);
  }
  const refundId = await rails.requestRefund(500_000n, source);
  const id = refundWorkflowId(refundId);
  const args = [{ refundId, parkAfterMs: 2_000, ...more }];
  await rails.world.client.workflow.start('refundWorkflow', {
    taskQueue: 'rails',
    workflowId: id,
    args,
  });
  return { refundId, id };
}

async function refundEnds(refundId: string, status: string, scenario: string): Promise<void> {
  expect(await rails.refund(refundId).result()).toEqual({ status });
  await keepGoldenHistory(rails.refund(refundId), 'refundWorkflow', scenario);
}

test('refund: sent', async () => {
  const { refundId } = await begun();
  await refundEnds(refundId, 'SUCCESSFUL', 'sent');
});

test('refund: unknown-then-confirmed', async () => {
  const { refundId, id } = await begun({ on: 'transfer', times: 1, answer: '96', done: true });
  await rails.untilRefund(refundId, 'UNKNOWN');
  await ahead(id, 1);
  await refundEnds(refundId, 'SUCCESSFUL', 'unknown-then-confirmed');
});

test('refund: absent-twice-then-sent-again', async () => {
  const rule = { on: 'transfer', times: 1, answer: 'HTTP_500', done: false };
  const { refundId, id } = await begun(rule);
  await rails.untilRefund(refundId, 'UNKNOWN');
  await ahead(id, 60);
  await refundEnds(refundId, 'SUCCESSFUL', 'absent-twice-then-sent-again');
});

test('refund: needs-account', async () => {
  const { refundId, id } = await begun({ on: 'name-enquiry', answer: '07' });
  await rails.untilWaiting(id);
  await rails.provideAccount(refundId, '3999999999');
  await refundEnds(refundId, 'SUCCESSFUL', 'needs-account');
});

test('refund: failed-and-kept', async () => {
  const { refundId, id } = await begun({ on: 'transfer', answer: '51', done: false });
  await rails.passPauses(refundId, [1, 10, 60]);
  await rails.untilWaiting(id);
  const given = { decision: 'keep', operator: 'test', reason: 'looked' } as const;
  await rails.refund(refundId).executeUpdate(resolveRefund, { args: [given] });
  await refundEnds(refundId, 'FAILED', 'failed-and-kept');
});

test('refund: bank-away-then-sent', async () => {
  const { refundId } = await begun({ on: 'transfer', times: 4, answer: '91', done: false });
  await rails.passPauses(refundId, [1, 10, 60, 120]);
  await refundEnds(refundId, 'SUCCESSFUL', 'bank-away-then-sent');
});

test('refund: debited-after-refusal', async () => {
  const { refundId, id } = await begun({ on: 'transfer', times: 1, answer: '51', done: true });
  const sent = await rails.untilRefused(refundId);
  await rails.world.refundGateway.bankReported(refundId, sent);
  await rails.untilWaiting(id);
  const given = { decision: 'retry', operator: 'test', reason: 'it came back' } as const;
  await rails.refund(refundId).executeUpdate(resolveRefund, { args: [given] });
  await refundEnds(refundId, 'SUCCESSFUL', 'debited-after-refusal');
});

test('refund: debited-while-it-waits', async () => {
  const { refundId, id } = await begun({ on: 'name-enquiry', answer: '07' });
  const given = { operator: 'test', reason: 'looked' } as const;
  const decides = (decision: 'retry' | 'keep') =>
    rails.refund(refundId).executeUpdate(resolveRefund, { args: [{ decision, ...given }] });
  await rails.untilWaiting(id);
  await rails.world.refundGateway.bankReported(refundId, rails.freshSessionId());
  await decides('retry');
  expect(await rails.untilWaiting(id)).toMatch(/^DEBITED/);
  await decides('keep');
  await refundEnds(refundId, 'FAILED', 'debited-while-it-waits');
});

test('refund: enquiry-unanswered-then-sent', async () => {
  const { refundId } = await begun({ on: 'name-enquiry', times: 1, answer: 'HTTP_500' });
  await rails.passPauses(refundId, [1]);
  await refundEnds(refundId, 'SUCCESSFUL', 'enquiry-unanswered-then-sent');
});

test('refund: cooled-then-sent', async () => {
  const { refundId, id } = await begun({ on: 'name-enquiry', answer: '07' });
  const redirectedBefore = (time: string) =>
    rails.world.pool.query(
      `update refund set redirected_at = now() - $2::interval where refund_id = $1`,
      [refundId, time],
    );
  await rails.untilWaiting(id);
  await rails.world.pool.query(
    `with m as (update merchant set granted_scopes = granted_scopes || '{refunds:destination}' returning merchant_id)
     update refund set merchant_id = (select min(merchant_id) from m) where refund_id = $1`,
    [refundId],
  );
  await redirectedBefore('1 hour');
  await rails.provideAccount(refundId, '3999999998');
  await rails.untilPaused(refundId, 1);
  await redirectedBefore('2 days');
  await ahead(id, 24 * 60);
  await refundEnds(refundId, 'SUCCESSFUL', 'cooled-then-sent');
});

test('refund: searched-for-in-a-new-run', async () => {
  const rule = { on: 'transfer', times: 1, answer: '96', done: 'HELD' };
  const { refundId, id } = await begun(rule, { longHistory: 40 });
  await rails.untilRefund(refundId, 'UNKNOWN');
  await ahead(id, 2);
  const [sending] = await rails.sendings(refundId);
  await rails.bank.releaseTransfer(sending?.session_id ?? '');
  await ahead(id, 5);
  await refundEnds(refundId, 'SUCCESSFUL', 'searched-for-in-a-new-run');
});

test('refund: held-then-sent', async () => {
  await rails.world.pool.query(
    `select record_finding('UNEXPLAINED_DEBIT', 'held', '{"provider": "simulator"}', 'ATTENTION')`,
  );
  const { refundId, id } = await begun();
  await rails.untilPaused(refundId, 1);
  await rails.world.pool.query(`update finding set action = 'RESOLVED' where subject = 'held'`);
  await ahead(id, 5);
  await refundEnds(refundId, 'SUCCESSFUL', 'held-then-sent');
});

async function runs(workflow: string, input: object[], scenario: string, keep = true) {
  const handle = await rails.world.client.workflow.start(workflow, {
    taskQueue: 'rails',
    workflowId: `golden-${workflow}-${scenario}`,
    args: input,
  });
  await handle.result();
  if (keep) await keepGoldenHistory(handle, workflow, scenario);
}

test('reconciliation: with-findings, without', async () => {
  await rails.bank.payInwardBatch([{ accountNumber: '9017777777', amount: 30_000 }]);
  await runs('reconciliationWorkflow', [{ provider: 'simulator' }], 'with-findings');
  await runs('reconciliationWorkflow', [{ provider: 'simulator' }], 'without-findings');
});

test('sweep: with-findings', async () => {
  const refundId = await rails.requestRefund();
  await rails.world.pool.query(
    `update refund set updated_at = now() - interval '2 hours' where refund_id = $1`,
    [refundId],
  );
  await runs('sweepWorkflow', [], 'with-findings');
  await rails.untilRefund(refundId, 'SUCCESSFUL');
});

test('proof of the books', async () => {
  await runs('booksProofWorkflow', [], 'proven');
});

test('finding: resolved, right-again', async () => {
  const { world } = rails;
  const kind = 'SUSPENSE_AGED';
  const handle = world.client.workflow.getHandle(findingWorkflowId({ kind, subject: null }));
  const found = async (subject: string): Promise<void> => {
    await world.pool.query(
      `select record_finding($2, $1, '{"provider": "simulator"}', 'ATTENTION')`,
      [subject, kind],
    );
    await runs('sweepWorkflow', [], `finding-${subject}`, false);
    await rails.untilWaiting(handle.workflowId);
  };
  await found('one');
  const given = { decision: 'resolved', operator: 'ngozi', reason: 'corrected' } as const;
  await handle.executeUpdate(resolveFindings, { args: [given] });
  expect(await handle.result()).toEqual({ resolved: 1 });
  await keepGoldenHistory(handle, 'findingWorkflow', 'resolved');
  await found('another');
  await world.pool.query(`update finding set action = 'RESOLVED' where subject = 'another'`);
  await handle.signal(foundMore);
  expect(await handle.result()).toEqual({ resolved: 0 });
  await keepGoldenHistory(handle, 'findingWorkflow', 'right-again');
});
