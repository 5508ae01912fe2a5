import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { creditWorkflowId, refundWorkflowId } from '../../../src/domain/ids.js';
import { decide, resolveRefund } from '../../../workflows/messages.js';
import { DisputeWorld } from '../../support/dispute-world.js';
import { keepGoldenHistory } from '../../support/golden-history.js';
import { currentDetails } from '../../support/history.js';
import { heldLate } from '../../support/late-money.js';
import { bringBack, takeAway } from '../../support/outage.js';
import { payer } from '../../support/rail-world.js';
import { PayoutWorld } from '../../support/payout-world.js';

let payouts: PayoutWorld;
let disputes: DisputeWorld;
beforeAll(async () => {
  payouts = await PayoutWorld.start({ plain: true, parkAfterMs: 2_000 });
  disputes = new DisputeWorld(payouts.rails);
});
afterAll(async () => {
  await disputes[Symbol.asyncDispose]();
  await payouts[Symbol.asyncDispose]();
});
afterEach(async () => expect(await payouts.faults()).toEqual([]));

/** Something whose next step writes to one of these tables. */
interface Prepared {
  readonly workflow: string;
  /** Has its workflow begin. */
  readonly begin: () => Promise<WorkflowHandle>;
  readonly step: string;
  readonly end: object;
}
const written = ['refund', 'payout', 'settlement_run', 'inward_credit', 'dispute_answer'];

const handleOf = (workflowId: string) => payouts.client.workflow.getHandle(workflowId);

async function refund(accountNumber: string): Promise<Prepared> {
  const refundId = await payouts.rails.requestRefund(500_000n, { ...payer, accountNumber });
  const begin = async () => {
    await payouts.rails.world.refundGateway.start(refundId);
    return handleOf(refundWorkflowId(refundId));
  };
  return { workflow: 'refundWorkflow', begin, step: 'NAME_ASKED', end: { status: 'SUCCESSFUL' } };
}

async function payout(): Promise<Prepared> {
  const merchant = await payouts.merchant(500_000n);
  // Frozen as by a worker that died before it could start the workflow.
  await payouts.pool.query(`select * from settle_merchant($1, 'INSTANT', now())`, [
    merchant.merchantId,
  ]);
  const begun = await payouts.begun(merchant);
  const begin = async () => {
    await payouts.rails.world.payoutGateway.start(begun.settlementId);
    return payouts.handle(begun);
  };
  return { workflow: 'payoutWorkflow', begin, step: 'SENT', end: { status: 'SUCCESSFUL' } };
}

const settlement: Prepared = {
  workflow: 'settlementWorkflow',
  begin: () =>
    payouts.client.workflow.start('settlementWorkflow', {
      taskQueue: 'rails',
      workflowId: 'settle-in-an-outage',
      args: [{ cycle: 'INSTANT', parkAfterMs: 2_000 }],
    }),
  step: 'openRun',
  end: expect.objectContaining({ failed: 0 }),
};

async function credit(): Promise<Prepared> {
  const { creditId, fact } = await heldLate(payouts.rails, { late: 'REFUND' });
  const begin = async () => {
    await payouts.rails.world.tell(fact);
    return handleOf(creditWorkflowId(creditId));
  };
  return {
    workflow: 'creditWorkflow',
    begin,
    step: 'resolveCredit',
    end: { resolution: 'RETURNED' },
  };
}

async function disputeAnswer(): Promise<Prepared> {
  const { disputeId } = await disputes.open();
  const fact = await disputes.answer(disputeId, 'EVIDENCE');
  const begin = async () => {
    await payouts.rails.world.tell(fact);
    return disputes.workflow(fact);
  };
  const step = 'startDisputeAnswer';
  return { workflow: 'disputeAnswerWorkflow', begin, step, end: { status: 'DELIVERED' } };
}

test('what parks because the database is away tries again by itself, and clears its attention', async () => {
  const prepared = [
    await refund('4000000001'),
    await payout(),
    settlement,
    await credit(),
    await disputeAnswer(),
  ];
  await takeAway(payouts.pool, written);
  const begun = await Promise.all(
    prepared.map(async (each) => ({ ...each, handle: await each.begin() })),
  );
  for (const { handle, step } of begun) {
    const reason = await payouts.rails.untilWaiting(handle.workflowId);
    expect(reason).toBe(`${step}: LEDGER_UNAVAILABLE`);
    const details = await currentDetails(handle);
    expect(details, step).toMatch(/It heals by itself.*tried again after 5, 10/);
  }
  await bringBack(payouts.pool, written);
  for (const { workflow, handle, end } of begun) {
    expect(await handle.result()).toEqual(end);
    const { typedSearchAttributes } = await handle.describe();
    const found = typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]);
    expect(Object.fromEntries(found)).not.toHaveProperty('CheckoutPhase');
    await keepGoldenHistory(handle, workflow, 'database-away-and-healed');
  }
});

test('an operator may decide all the same, and the decision is what is tried from then on', async () => {
  const sendBack = await refund('4000000002');
  const { fact, creditId } = await heldLate(payouts.rails, { late: 'HOLD' });
  await takeAway(payouts.pool, written);
  const refunding = await sendBack.begin();
  await payouts.rails.world.tell(fact);
  const holding = handleOf(creditWorkflowId(creditId));
  await payouts.rails.untilWaiting(refunding.workflowId);
  await payouts.rails.untilWaiting(holding.workflowId);
  const by = { operator: 'ngozi', reason: 'looked' };
  await refunding.executeUpdate(resolveRefund, { args: [{ decision: 'retry', ...by }] });
  await holding.executeUpdate(decide, { args: [{ decision: 'keep', ...by }] });
  await payouts.rails.untilWaiting(refunding.workflowId);
  await payouts.rails.untilWaiting(holding.workflowId);
  await bringBack(payouts.pool, written);
  expect(await refunding.result()).toEqual(sendBack.end);
  expect(await holding.result()).toEqual({ resolution: 'KEPT' });
  await keepGoldenHistory(refunding, 'refundWorkflow', 'database-away-and-decided');
  await keepGoldenHistory(holding, 'creditWorkflow', 'database-away-and-decided');
});
