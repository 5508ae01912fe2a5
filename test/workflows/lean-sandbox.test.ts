import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bundleWorkflows } from '../../scripts/stack/workflow-bundle.ts';
import { replayHistories } from '../../scripts/replay/replay-histories.ts';
import { LeanSandbox } from '../../src/temporal/lean-sandbox.js';
import { taskQueues } from '../../workflows/messages.js';
import { CheckoutWorld } from '../support/checkout-world.js';
import { currentDetails, eventNames } from '../support/history.js';
import { workflowBundle } from '../support/workflow-bundle.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const logged: string[] = [];
const write = (_details: object, message: string) => void logged.push(message);
const log = { warn: write, error: write };

let sandbox: LeanSandbox;
beforeEach(() => {
  logged.splice(0);
  sandbox = new LeanSandbox({ log, stuckAfterMs: 1_000 });
});
afterEach(() => sandbox[Symbol.dispose]());

async function paidIn(world: CheckoutWorld): Promise<void> {
  const initiated = await world.initiate();
  await world.tell(initiated);
  const account = await world.issueAccount(initiated);
  await world.tell(account);
  await world.tell(await world.receive(account.accountNumber, 1_000_000n));
  expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
}

describe('the lean sandbox', () => {
  test('is taken by this SDK, and takes nothing from a workflow but its stack traces', async () => {
    await using world = await CheckoutWorld.start();
    expect(sandbox.threads).toBe(1);
    await paidIn(world);
    const initiated = await world.initiate();
    await world.tell(initiated);
    await expect.poll(() => eventNames(world.handle(initiated))).toHaveLength(5);
    expect(await currentDetails(world.handle(initiated))).toContain('| Amount | ₦10,000.00 |');
    await expect(world.handle(initiated).query('__stack_trace')).rejects.toThrow();
    expect(logged).toEqual([]);
  });

  test('replays every golden history', async () => {
    const outcomes: string[] = [];
    const histories = here('../replay/histories');
    for await (const { outcome } of replayHistories(workflowBundle, [histories])) {
      outcomes.push(outcome);
    }
    expect(new Set(outcomes)).toEqual(new Set(['same']));
  });

  test('is given up when a workflow is stuck, and the worker made anew goes on with the others', async () => {
    const bundle = await bundleWorkflows(here('stuck-workflow.ts'));
    await using world = await CheckoutWorld.start({ bundle });
    await paidIn(world);
    const stuck = await world.client.workflow.start('stuckWorkflow', {
      workflowId: 'stuck',
      taskQueue: taskQueues.checkout,
    });
    expect(await world.workerFailed()).toBeInstanceOf(Error);
    expect(sandbox.hasGivenUp).toBe(true);
    expect(logged).toEqual([expect.stringMatching(/stuck in a loop/)]);

    await world.resumeWorker();
    expect(sandbox.threads).toBe(0);
    await paidIn(world);
    await vi.waitFor(
      async () => expect(await eventNames(stuck)).toContain('WORKFLOW_TASK_FAILED'),
      {
        timeout: 40_000,
        interval: 250,
      },
    );
    await stuck.terminate();
  });
});
