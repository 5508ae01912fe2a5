import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { resolve } from '../../../workflows/messages.js';
import { type CheckoutFact, CheckoutWorld } from '../../support/checkout-world.js';
import { keepGoldenHistory } from '../../support/golden-history.js';
import { currentDetails } from '../../support/history.js';
import { fastForward } from '../../support/time.js';

const minuteMs = 60_000;
/** Of another account, for what is due still. */
const rest = { validityMinutes: 10, amountMinor: 600_000n };
const operator = { operator: 'ngozi', reason: 'the merchant said so' };

let world: CheckoutWorld;
beforeAll(async () => void (world = await CheckoutWorld.start({ plain: true })));
afterAll(() => world[Symbol.asyncDispose]());

async function casesOf({ checkout }: CheckoutFact) {
  const { rows } = await world.pool.query<{ status: string; reason: string; decisions: string[] }>(
    `select status, reason, decisions from attention_case where subject = $1`,
    [checkout.checkoutId],
  );
  return rows;
}

const forward = (fact: CheckoutFact, minutes: number) =>
  fastForward(world.client, world.workflowId(fact), minutes * minuteMs);

const isCase = (fact: CheckoutFact, status: string) =>
  vi.waitFor(async () => expect(await casesOf(fact)).toMatchObject([{ status }]), {
    timeout: 20_000,
    interval: 50,
  });

async function closed() {
  const order = await world.partPaid();
  await forward(order.initiated, 10);
  await isCase(order.initiated, 'OPEN');
  return order;
}

const decide = (fact: CheckoutFact, decision: 'accept' | 'cancel' | 'wait') =>
  world.handle(fact).executeUpdate(resolve, { args: [{ decision, ...operator }] });

test('waits for nobody while its account takes the rest', async () => {
  const { initiated, account } = await world.partPaid();
  // What was paid and what is due is shown before anybody is asked.
  const details = await currentDetails(world.handle(initiated));
  expect(details).toMatch(/Paid so far.*₦4,000\.00[^]*Still due.*₦6,000\.00/);
  await forward(initiated, 8);
  expect(await casesOf(initiated)).toEqual([]);
  await world.tell(await world.receive(account.accountNumber, 600_000n));
  expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
  expect(await casesOf(initiated)).toEqual([]);
});

test('is a case once its account has closed, with what was paid, what is due, and the number', async () => {
  const { initiated, account } = await closed();
  expect(await casesOf(initiated)).toEqual([
    { status: 'OPEN', reason: 'HELD: UNDERPAID', decisions: ['accept', 'cancel', 'wait'] },
  ]);
  const details = await currentDetails(world.handle(initiated));
  expect(details).toContain('(₦4,000.00 of ₦10,000.00 paid)');
  expect(details).toContain(`to ${account.accountNumber}`);
  expect(details).toContain(
    '`accept` (Take what was paid), `cancel` (Call the order off), `wait` (Wait for the rest)',
  );
});

test('is paid by its part when an operator accepts it', async () => {
  const { initiated } = await closed();
  await decide(initiated, 'accept');
  expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
  expect(await world.checkout(initiated)).toMatchObject({ acceptedMinor: 400_000n });
  await isCase(initiated, 'CLOSED');
  await keepGoldenHistory(world.handle(initiated), 'checkoutWorkflow', 'part-accepted');
});

test('goes back when an operator cancels it', async () => {
  const { initiated } = await closed();
  await decide(initiated, 'cancel');
  expect(await world.handle(initiated).result()).toEqual({ status: 'CANCELLED' });
  await isCase(initiated, 'CLOSED');
  await keepGoldenHistory(world.handle(initiated), 'checkoutWorkflow', 'part-called-off');
});

test('waits on when an operator says so, and asks again only after something has happened', async () => {
  const { initiated } = await closed();
  await decide(initiated, 'wait');
  await isCase(initiated, 'CLOSED');
  await expect(decide(initiated, 'accept')).rejects.toMatchObject({
    cause: { message: expect.stringContaining('nothing waits') },
  });
  const account = await world.issueAccount(initiated, rest);
  await world.tell(account);
  await world.tell(await world.receive(account.accountNumber, 100_000n));
  await forward(initiated, 12);
  await isCase(initiated, 'OPEN');
  await decide(initiated, 'accept');
  expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
  expect(await world.checkout(initiated)).toMatchObject({ acceptedMinor: 500_000n });
  await keepGoldenHistory(world.handle(initiated), 'checkoutWorkflow', 'part-waited-for');
});

test('needs nobody any more when the rest comes to another account, or the session ends', async () => {
  const [paid, ended] = [await closed(), await closed()];
  // Its clock is ten minutes ahead: a number for as long as that would have closed at once.
  const account = await world.issueAccount(paid.initiated, { ...rest, validityMinutes: 30 });
  await world.tell(account);
  await isCase(paid.initiated, 'CLOSED');
  await world.tell(await world.receive(account.accountNumber, 600_000n));
  expect(await world.handle(paid.initiated).result()).toEqual({ status: 'SUCCESSFUL' });
  await forward(ended.initiated, 24 * 60);
  expect(await world.handle(ended.initiated).result()).toEqual({ status: 'EXPIRED' });
  await isCase(ended.initiated, 'CLOSED');
});
