import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolveSettlement } from '../../../workflows/messages.js';
import { keepGoldenHistory } from '../../support/golden-history.js';
import { PayoutWorld } from '../../support/payout-world.js';

/** Plays every path of settlement runs in slices as it is when histories are recorded. */
let world: PayoutWorld;
beforeAll(
  async () =>
    void (world = await PayoutWorld.start({
      plain: true,
      parkAfterMs: 2_000,
      slices: { most: 2, merchantsEach: 2 },
    })),
);
afterAll(() => world[Symbol.asyncDispose]());

const given = { decision: 'retry', operator: 'test', reason: 'migrated' } as const;

async function begin(scenario: string, input: object = {}) {
  const workflowId = `golden-settlement-${scenario}`;
  const run = await world.client.workflow.start('settlementWorkflow', {
    taskQueue: 'rails',
    workflowId,
    args: [{ cycle: 'INSTANT', parkAfterMs: 2_000, ...input }],
  });
  return { run, slice: world.client.workflow.getHandle(`${workflowId}/slice-1`) };
}

test('settlement: in-slices, slices in two runs', async () => {
  for (let n = 0; n < 6; n += 1) await world.merchant(500_000n);
  const whole = await begin('in-slices');
  expect(await whole.run.result()).toMatchObject({ settled: 6 });
  await keepGoldenHistory(whole.run, 'settlementWorkflow', 'in-slices');
  await keepGoldenHistory(whole.slice, 'settlementSliceWorkflow', 'settled');
  const long = await begin('slices-in-two-runs', { pageSize: 1, longHistory: 10 });
  await long.run.result();
  await keepGoldenHistory(long.slice, 'settlementSliceWorkflow', 'in-two-runs');
});

test('settlement: slice-ended-and-started-again, a slice that was parked', async () => {
  await world.pool.query('alter function merchants_of_cycle rename to merchants_of_cycle_away');
  const ended = await begin('slice-ended');
  const parked = world.client.workflow.getHandle(`${ended.run.workflowId}/slice-2`);
  await world.rails.untilWaiting(ended.slice.workflowId);
  await world.rails.untilWaiting(parked.workflowId);
  await ended.slice.terminate('a test');
  await world.pool.query('alter function merchants_of_cycle_away rename to merchants_of_cycle');
  await parked.executeUpdate(resolveSettlement, { args: [given] });
  await parked.result();
  await keepGoldenHistory(parked, 'settlementSliceWorkflow', 'parked');
  await world.rails.untilWaiting(ended.run.workflowId);
  await ended.run.executeUpdate(resolveSettlement, { args: [given] });
  await ended.run.result();
  await keepGoldenHistory(ended.run, 'settlementWorkflow', 'slice-ended-and-started-again');
});
