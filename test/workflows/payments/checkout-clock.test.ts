import { afterAll, beforeAll, expect, test } from 'vitest';
import { clockMoved } from '../../../workflows/messages.js';
import { CheckoutWorld } from '../../support/checkout-world.js';
import { keepGoldenHistory } from '../../support/golden-history.js';
import { countEvents, eventNames } from '../../support/history.js';

const hour = 3_600;
const due = 1_000_000n;

let world: CheckoutWorld;
beforeAll(async () => void (world = await CheckoutWorld.start({ plain: true })));
afterAll(() => world[Symbol.asyncDispose]());

async function awaitingPayment(options: Parameters<CheckoutWorld['initiate']>[0] = {}) {
  const initiated = await world.initiate(options);
  await world.tell(initiated);
  const account = await world.issueAccount(initiated);
  await world.tell(account);
  return { initiated, account };
}

test('an account whose end was brought nearer ends, and the next one is paid', async () => {
  const { initiated } = await awaitingPayment();
  await world.tell(await world.advanceClock(initiated, hour));
  await world.untilStatus(initiated, 'INITIATED');
  const next = await world.issueAccount(initiated);
  await world.tell(next);
  await world.tell(await world.receive(next.accountNumber, due));
  expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
  await keepGoldenHistory(world.handle(initiated), 'checkoutWorkflow', 'clock-moved-then-paid');
});

test('a session whose end was brought nearer ends', async () => {
  const { initiated } = await awaitingPayment();
  await world.tell(await world.advanceClock(initiated, 24 * hour));
  expect(await world.handle(initiated).result()).toEqual({ status: 'EXPIRED' });
  expect((await world.checkout(initiated)).statusReason).toBe('UNPAID');
  await keepGoldenHistory(world.handle(initiated), 'checkoutWorkflow', 'clock-moved-to-the-end');
});

test('a move that ends nothing yet is heard once, however often it is told', async () => {
  const { initiated, account } = await awaitingPayment();
  const moved = await world.advanceClock(initiated, 60);
  for (let times = 0; times < 3; times += 1) await world.tell(moved);
  await world.tell(await world.receive(account.accountNumber, due));
  expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
  const names = await eventNames(world.handle(initiated));
  // The session and the account, each before and after the move.
  expect(countEvents(names, 'TIMER_STARTED')).toBe(4);
});

test('a move that the server takes for a new one is heard once all the same', async () => {
  const initiated = await world.initiate();
  await world.tell(initiated);
  const moved = await world.advanceClock(initiated, 60);
  const sessionEndsAt = new Date(Date.now() + hour * 1_000).toISOString();
  const handle = world.handle(initiated);
  for (let times = 0; times < 3; times += 1)
    await handle.signal(clockMoved, { factId: moved.factId, sessionEndsAt, account: null });
  await world.tell(await world.requestCancel(initiated));
  expect(await handle.result()).toEqual({ status: 'CANCELLED' });
  const names = await eventNames(handle);
  expect(countEvents(names, 'WORKFLOW_EXECUTION_SIGNALED')).toBe(4);
  expect(countEvents(names, 'TIMER_STARTED')).toBe(2);
});

test('a move that overtakes what it is about starts the workflow, and ends it in time', async () => {
  const initiated = await world.initiate();
  const account = await world.issueAccount(initiated);
  await world.tell(await world.advanceClock(initiated, hour));
  await world.untilStatus(initiated, 'INITIATED');
  // Told late, and with the end it had then.
  await world.tell(account);
  await world.tell(initiated);
  await world.tell(await world.advanceClock(initiated, 24 * hour));
  expect(await world.handle(initiated).result()).toEqual({ status: 'EXPIRED' });
});

test('a move that nobody could tell is told by the relay', async () => {
  const { initiated } = await awaitingPayment();
  await world.advanceClock(initiated, 24 * hour);
  await world.pool.query(
    "update fact set due_at = now() - interval '1 second' where applied_at is null",
  );
  for (const fact of await world.facts.claimDue(10)) await world.tell(fact);
  expect(await world.handle(initiated).result()).toEqual({ status: 'EXPIRED' });
});
