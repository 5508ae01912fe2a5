import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/platform/database/new-id.js';
import { PgCreditStore } from '../../../src/payments/credits/credit.store.js';
import { payer, RailWorld } from '../../support/rail-world.js';

/** More calls than one worker makes at once hang at one bank: nothing that is not about that bank may notice. */
const atOnce = 2;
let rails: RailWorld;
/** Calls that the hung bank has not answered. */
let hanging = 0;
let answer = (): void => {};
const answered = new Promise<void>((resolve) => (answer = resolve));

beforeAll(async () => {
  const railWorker = { maxConcurrentActivityTaskExecutions: atOnce };
  rails = await RailWorld.start({ railWorker, twins: ['hung'] });
  const hung = rails.rails.banks.get('hung');
  if (hung === undefined) throw new Error('there is no bank that hangs');
  const { enquireName } = hung;
  hung.enquireName = async (account) => {
    hanging += 1;
    await answered;
    return enquireName.call(hung, account);
  };
  await rails.world.pool.query(`select add_prefix('902', 'hung', '998', 'Hung', '999998')`);
});
afterAll(async () => {
  answer();
  await rails[Symbol.asyncDispose]();
});

async function refundBy(provider: string, accountNumber: string): Promise<string> {
  const { pool } = rails.world;
  const { creditId } = await new PgCreditStore(pool).receive({
    ...{ creditId: newId('txn'), provider, sessionId: rails.freshSessionId(), accountNumber },
    ...{ amountMinor: 500_000n, currency: 'NGN', source: payer, narration: null, sentAt: null },
  });
  await pool.query(`select resolve_held_credit($1, 'OPERATOR', 'return')`, [creditId]);
  const refundId = await rails.refundOf(creditId);
  await rails.world.refundGateway.start(refundId);
  return refundId;
}

test('a bank that does not answer keeps no other bank, no sweep and no checkout waiting', async () => {
  const { world } = rails;
  const stuck = await Promise.all(
    Array.from({ length: 2 * atOnce }, () => refundBy('hung', '9029999999')),
  );
  await expect.poll(() => hanging).toBe(atOnce);
  const other = await refundBy('simulator', '9019999999');
  await rails.untilRefund(other, 'SUCCESSFUL');
  for (const type of ['sweepWorkflow', 'reconciliationWorkflow']) {
    await world.client.workflow.execute(type, {
      taskQueue: 'rails',
      workflowId: `beside-a-hung-bank-${type}`,
      args: type === 'sweepWorkflow' ? [] : [{ provider: 'simulator' }],
    });
  }
  const checkout = await world.initiate();
  const { accountNumber } = await world.issueAccount(checkout);
  const { fact } = await rails.receive(accountNumber, 1_000_000n);
  if (fact !== null) await world.tell(fact);
  await world.untilStatus(checkout, 'SUCCESSFUL');
  expect(hanging).toBe(atOnce);
  answer();
  for (const refundId of stuck) await rails.untilRefund(refundId, 'SUCCESSFUL');
  expect(await rails.refund(stuck[0] ?? '').result()).toEqual({ status: 'SUCCESSFUL' });
});
