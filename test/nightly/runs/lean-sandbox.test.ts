import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bundleWorkflows } from '../../../scripts/stack/workflow-bundle.ts';
import { replayHistories } from '../../../src/platform/temporal/replay-histories.js';
import { LeanSandbox } from '../../../src/platform/temporal/lean-sandbox.js';
import { taskQueues } from '../../../workflows/messages.js';
import { CheckoutWorld } from '../../support/checkout-world.js';
import { currentDetails, eventNames } from '../../support/history.js';
import { workflowBundle } from '../../support/workflow-bundle.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const logged: string[] = [];
const log = { warn: (_details: object, message: string) => void logged.push(message) };

let folder: string;
let file: string;
beforeEach(() => {
  logged.splice(0);
  folder = mkdtempSync(join(tmpdir(), 'manilla-sandbox-'));
  file = join(folder, 'mark.stuck');
});
afterEach(() => rmSync(folder, { recursive: true }));

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
    using sandbox = new LeanSandbox({ log, file });
    expect(sandbox.isLean).toBe(true);
    await using world = await CheckoutWorld.start({ debugMode: true });
    await paidIn(world);
    const initiated = await world.initiate();
    await world.tell(initiated);
    await expect.poll(() => eventNames(world.handle(initiated))).toHaveLength(5);
    expect(await currentDetails(world.handle(initiated))).toContain('| Amount | ₦10,000.00 |');
    await expect(world.handle(initiated).query('__stack_trace')).rejects.toThrow();
    expect(logged).toEqual([]);
  });

  test('replays every golden history', async () => {
    using _sandbox = new LeanSandbox({ log, file });
    const outcomes: string[] = [];
    const histories = here('../../replay/histories');
    for await (const { outcome } of replayHistories(workflowBundle, [histories])) {
      outcomes.push(outcome);
    }
    expect(new Set(outcomes)).toEqual(new Set(['same']));
  });

  test('ends a process in which a workflow is stuck, and leaves the next one to the SDK for a day', async () => {
    const module = new URL('../../../src/platform/temporal/lean-sandbox.ts', import.meta.url).href;
    const script = `
      import { createContext, Script } from 'node:vm';
      import { LeanSandbox } from '${module}';
      new LeanSandbox({ log: console, file: '${file}', stuckAfterMs: 1000 });
      new Script('for (;;);').runInContext(createContext());`;
    const stuck = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    stuck.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    expect(await once(stuck, 'close')).toEqual([null, 'SIGKILL']);
    expect(JSON.parse(said)).toMatchObject({ level: 'error', msg: expect.stringMatching(/stuck/) });

    using next = new LeanSandbox({ log, file });
    expect(next.isLean).toBe(false);
    expect(logged).toEqual([expect.stringMatching(/protection of the SDK for a day/)]);

    const { stuckAt } = JSON.parse(readFileSync(file, 'utf8')) as { stuckAt: string };
    const dayBefore = new Date(Date.parse(stuckAt) - 24 * 3_600_000);
    writeFileSync(file, JSON.stringify({ stuckAt: dayBefore }));
    using dayLater = new LeanSandbox({ log, file });
    expect(dayLater.isLean).toBe(true);
  });

  test('leaves a stuck workflow to the SDK, which fails its tasks and goes on with the others', async () => {
    const bundle = await bundleWorkflows(here('stuck-workflow.ts'));
    await using world = await CheckoutWorld.start({ bundle });
    const stuck = await world.client.workflow.start('stuckWorkflow', {
      workflowId: 'stuck',
      taskQueue: taskQueues.checkout,
    });
    await vi.waitFor(
      async () => expect(await eventNames(stuck)).toContain('WORKFLOW_TASK_FAILED'),
      { timeout: 40_000, interval: 250 },
    );
    await paidIn(world);
    await stuck.terminate();
  });
});
