import { afterAll, beforeAll, expect, test } from 'vitest';
import { endsAwaited } from '../../support/history.js';
import { fastForward } from '../../support/time.js';
import { ApiWorld } from '../api/api-world.js';
import { Operator } from './operator.js';

const minuteMs = 60_000;
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

const statusOf = async (reference: string): Promise<unknown> =>
  (await world.merchant.query(reference)).data.status;

/** Until the workflow has started; a fact that is on its way must not be overtaken by the clock. */
async function armed(reference: string, ends: number): Promise<void> {
  await expect.poll(() => endsAwaited(operator.handle(reference)).catch(() => 0)).toBe(ends);
}

test('after the validity of its account the checkout takes a new one, which is paid', async () => {
  const { reference, amount } = await world.awaitingPayment();
  await armed(reference, 2);
  await fastForward(operator.client, operator.workflowId(reference), 30 * minuteMs);
  await expect.poll(() => statusOf(reference)).toBe('INITIATED');
  const account = await world.merchant.createAccount({
    paymentReference: reference,
    prefix: world.prefix,
    // Longer than the workflow's clock is ahead of the bank's.
    validity: 60,
    amount,
  });
  await world.merchant.pay({ accountNumber: account.data.accountNumber as string, amount });
  await expect.poll(() => statusOf(reference), { timeout: 10_000 }).toBe('SUCCESSFUL');
});

test('after the session deadline the checkout has expired, and its number takes no money', async () => {
  const { reference, amount, accountNumber } = await world.awaitingPayment();
  await armed(reference, 2);
  await fastForward(operator.client, operator.workflowId(reference), 24 * 60 * minuteMs);
  await expect.poll(() => statusOf(reference)).toBe('EXPIRED');
  const asked = await world.bank.enquireName(accountNumber);
  expect(asked.code).not.toBe('00');
  const senderTimestamp = new Date(Date.now() + 40 * minuteMs).toISOString();
  const late = await world.merchant.pay({ accountNumber, amount, senderTimestamp });
  expect(late.status).toBe(200);
  expect((await world.merchant.query(reference)).data).toMatchObject({
    status: 'EXPIRED',
    exception: 'LATE',
  });
});
