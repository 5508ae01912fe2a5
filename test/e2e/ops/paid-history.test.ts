import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countEvents, currentDetails, eventNames } from '../../support/history.js';
import { ApiWorld, type OpenCheckout } from '../api/api-world.js';
import { Operator } from './operator.js';

let world: ApiWorld;
let operator: Operator;
beforeAll(async () => {
  world = await ApiWorld.start();
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
    expect(countEvents(names, 'TIMER_CANCELED')).toBe(0);
    expect(countEvents(names, 'WORKFLOW_TASK_FAILED')).toBe(0);
  });

  test('is found by what operators search for', async () => {
    const { merchantId } = world.manilla.merchant;
    const workflowId = operator.workflowId(paid.reference);
    for (const filter of [
      `MerchantId = "${merchantId}" AND PaymentReference = "${paid.reference}"`,
      `AmountMinor = ${paid.amount} AND CheckoutPhase = "OPEN"`,
      `WorkflowType = "checkoutWorkflow" AND ExpiresAt > "${new Date().toISOString()}"`,
    ]) {
      await expect.poll(() => operator.find(filter), { timeout: 10_000 }).toContain(workflowId);
    }
  });

  test('says on its page what it was and where it stands', async () => {
    const handle = operator.handle(paid.reference);
    const description = await handle.describe();
    expect(await description.staticSummary()).toBe('Checkout of ₦10,000.00');
    expect(await currentDetails(handle)).toContain('**Paid**');
  });

  test('left nothing readable or personal in Temporal', async () => {
    const { events } = await operator.handle(paid.reference).fetchHistory();
    const stored = JSON.stringify(events, (_key, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    for (const secret of ['ada@', 'Ada', 'Obi', '08031234567', paid.accountNumber, 'txn_', 'va_']) {
      expect(stored).not.toContain(secret);
    }
  });
});
