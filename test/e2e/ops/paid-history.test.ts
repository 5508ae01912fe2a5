import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countEvents, currentDetails, eventNames } from '../../support/history.js';
import { ApiWorld, type OpenCheckout } from '../../support/api-world.js';
import { Operator } from '../../support/temporal-operator.js';

const run = promisify(execFile);
const replayProgram = join(import.meta.dirname, '../../../dist/src/programs/cli.js');

let world: ApiWorld;
let operator: Operator;
beforeAll(async () => {
  world = await ApiWorld.shared();
  operator = new Operator(world.manilla);
});
afterAll(async () => {
  await operator[Symbol.asyncDispose]();
  await world.stop();
});

describe('a paid checkout', () => {
  let paid: OpenCheckout;
  beforeAll(async () => void (paid = await world.paid()));

  test('cost three workflow tasks and at most twenty events', async () => {
    await operator.handle(paid.reference).result();
    const names = await eventNames(operator.handle(paid.reference));
    expect(names.at(-1)).toBe('WORKFLOW_EXECUTION_COMPLETED');
    expect(countEvents(names, 'WORKFLOW_TASK_SCHEDULED')).toBeLessThanOrEqual(3);
    expect(names.length).toBeLessThanOrEqual(20);
    expect(countEvents(names, 'MARKER_RECORDED'), 'its credit was posted with its receipt').toBe(0);
    expect(countEvents(names, 'TIMER_CANCELED')).toBe(0);
    expect(countEvents(names, 'WORKFLOW_TASK_FAILED')).toBe(0);
  });

  test('is found by what operators search for', async () => {
    const { merchantId } = world.manilla.merchant;
    const workflowId = operator.workflowId(paid.reference);
    for (const filter of [
      `MerchantId = "${merchantId}" AND PaymentReference = "${paid.reference}"`,
      `AmountMinor = ${paid.amount} AND CheckoutPhase IS NULL`,
      `WorkflowType = "checkoutWorkflow" AND ExpiresAt > "${new Date().toISOString()}"`,
    ]) {
      await expect.poll(() => operator.find(filter)).toContain(workflowId);
    }
  });

  test('says on its page what it was and where it stands', async () => {
    const handle = operator.handle(paid.reference);
    const description = await handle.describe();
    expect(await description.staticSummary()).toBe('Checkout of ₦10,000.00');
    expect(await currentDetails(handle)).toContain('**Paid**');
  });

  test('can be exported and replayed, with the key and not without', async () => {
    const history = await operator.handle(paid.reference).fetchHistory();
    const folder = mkdtempSync(join(tmpdir(), 'manilla-export-'));
    writeFileSync(join(folder, 'exported.json'), historyToJSON(history));
    const { MANILLA_CODEC_KEY } = world.manilla.env;
    const replay = (env: object) =>
      run(process.execPath, [replayProgram, 'replay', folder], {
        env: { ...process.env, MANILLA_DATA_DIR: folder, ...env },
      });
    const { stdout } = await replay({ MANILLA_CODEC_KEY });
    expect(stdout).toMatch(/^ok .*exported\.json \(\d+ events\)/);
    await expect(replay({})).rejects.toMatchObject({
      code: 2,
      stdout: expect.stringContaining('it is encrypted: set MANILLA_CODEC_KEY') as string,
    });
    rmSync(folder, { recursive: true });
  });

  test('left nothing readable or personal in Temporal', async () => {
    const { events } = await operator.handle(paid.reference).fetchHistory();
    const stored = readableOf(events);
    expect(stored).toContain(paid.reference);
    for (const secret of ['ada@', 'Ada', 'Obi', '08031234567', paid.accountNumber, 'txn_', 'va_']) {
      expect(stored).not.toContain(secret);
    }
  });
});

/** All that someone without the key can read; the letters of what is encrypted would spell any short name some day. */
function readableOf(events: unknown): string {
  const bytes = (base64: string): string => Buffer.from(base64, 'base64').toString('latin1');
  return JSON.stringify(events, (key, value: unknown) => {
    if (!isPayload(value)) return key === 'encoding' ? bytes(String(value)) : value;
    const { data, metadata } = value;
    if (bytes(metadata.encoding) === 'binary/encrypted') return { metadata };
    return { metadata, data: bytes(data) };
  });
}

interface StoredPayload {
  readonly metadata: { readonly encoding: string };
  readonly data: string;
}

function isPayload(value: unknown): value is StoredPayload {
  return typeof value === 'object' && value !== null && 'metadata' in value && 'data' in value;
}
