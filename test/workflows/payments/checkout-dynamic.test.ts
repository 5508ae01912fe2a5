import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolvePolicies } from '../../../src/domain/policies.js';
import { newId } from '../../../src/platform/database/new-id.js';
import { PgDynamicAccountStore } from '../../../src/payments/accounts/dynamic-account.store.js';
import { type CheckoutFact, CheckoutWorld } from '../../support/checkout-world.js';
import { keepGoldenHistory } from '../../support/golden-history.js';
import { countEvents, eventNames } from '../../support/history.js';
import { fastForward } from '../../support/time.js';

const minuteMs = 60_000;
const due = 1_000_000n;

let world: CheckoutWorld;
let accounts: PgDynamicAccountStore;
beforeAll(async () => {
  world = await CheckoutWorld.start({ plain: true });
  accounts = new PgDynamicAccountStore(world.pool);
});
afterAll(() => world[Symbol.asyncDispose]());

let count = 0;
async function opened() {
  count += 1;
  const accountNumber = `901700000${count}`;
  const offers = {
    Bank: { feePlanId: 'plan', expectedMinor: due, feeMinor: 10_000n, vatMinor: 1_000n },
  };
  const { fact } = await accounts.open(
    {
      checkoutId: newId('chk'),
      virtualAccountId: newId('va'),
      merchantId: world.merchantId,
      reference: `invoice-${count}`,
      requestHash: Buffer.from(`invoice-${count}`),
      currency: 'NGN',
      ...{ amountMinor: due, expectedMinor: due, feeMinor: 10_000n, vatMinor: 1_000n },
      ...{ feeBearer: 'MERCHANT', offers },
      customer: { email: null, phoneNumber: null, firstName: null, lastName: null },
      metadata: {},
      policies: resolvePolicies({ onAccountExpiry: 'EXPIRE' }),
      ...{ amountRule: 'EXACT', prefix: '901', accountName: 'SHOP', validityMinutes: 60 },
    },
    { accountNumber, generation: 0 },
  );
  if (fact === null) throw new Error('no account was opened');
  return { accountNumber, fact: fact as CheckoutFact };
}

async function changed(accountNumber: string, validityMinutes: number): Promise<CheckoutFact> {
  const { merchantId } = world;
  const change = { merchantId, accountNumber, charges: null, validityMinutes };
  const { outcome, fact } = await accounts.change(change);
  if (fact === null) throw new Error(`the account was not changed: ${outcome}`);
  return fact as CheckoutFact;
}

const pass = (fact: CheckoutFact, minutes: number) =>
  fastForward(world.client, world.workflowId(fact), minutes * minuteMs);
const resultOf = (fact: CheckoutFact): Promise<unknown> => world.handle(fact).result();
const keep = (fact: CheckoutFact, scenario: string): Promise<void> =>
  keepGoldenHistory(world.handle(fact), 'checkoutWorkflow', `account-by-itself-${scenario}`);
/** How many ends were waited for: one that is waited for in vain is waited for again and again. */
const timersOf = async (fact: CheckoutFact): Promise<number> =>
  countEvents(await eventNames(world.handle(fact)), 'TIMER_STARTED');
const statusOf = async (fact: CheckoutFact) => (await world.checkout(fact)).status;

describe('an account that is made by itself', () => {
  test('is paid in two workflow tasks, with one timer', async () => {
    const { accountNumber, fact } = await opened();
    await world.tell(fact);
    await world.tell(await world.receive(accountNumber, due));
    expect(await resultOf(fact)).toEqual({ status: 'SUCCESSFUL' });
    const names = await eventNames(world.handle(fact));
    expect(countEvents(names, 'TIMER_STARTED')).toBe(1);
    expect(countEvents(names, 'WORKFLOW_TASK_COMPLETED')).toBeLessThanOrEqual(2);
    expect(names.length).toBeLessThanOrEqual(13);
    await keep(fact, 'paid');
  });

  test('ends the checkout with its time', async () => {
    const { fact } = await opened();
    await world.tell(fact);
    await pass(fact, 60);
    expect(await resultOf(fact)).toEqual({ status: 'EXPIRED' });
    await keep(fact, 'expired');
  });
});

describe('an account whose end was moved', () => {
  test('ends later', async () => {
    const { accountNumber, fact } = await opened();
    await world.tell(fact);
    await world.tell(await changed(accountNumber, 120));
    await pass(fact, 61);
    expect(await statusOf(fact)).toBe('AWAITING_PAYMENT');
    await pass(fact, 60);
    expect(await resultOf(fact)).toEqual({ status: 'EXPIRED' });
    // The session's end, the account's new one, and the session's again when the first was too early.
    expect(await timersOf(fact)).toBe(3);
    await keep(fact, 'moved-later');
  });

  test('ends sooner', async () => {
    const { accountNumber, fact } = await opened();
    await world.tell(fact);
    await world.tell(await changed(accountNumber, 20));
    await pass(fact, 21);
    expect(await resultOf(fact)).toEqual({ status: 'EXPIRED' });
    await keep(fact, 'moved-sooner');
  });

  test('ends later even though its workflow has not heard of it', async () => {
    const { accountNumber, fact } = await opened();
    await world.tell(fact);
    await changed(accountNumber, 120);
    await pass(fact, 61);
    expect(await statusOf(fact)).toBe('AWAITING_PAYMENT');
    await pass(fact, 60);
    expect(await resultOf(fact)).toEqual({ status: 'EXPIRED' });
    expect(await timersOf(fact)).toBe(2);
  });

  test('goes by the last change, in whatever order they are told', async () => {
    const { accountNumber, fact } = await opened();
    await world.tell(fact);
    const first = await changed(accountNumber, 30);
    const second = await changed(accountNumber, 90);
    await world.tell(second);
    await world.tell(first);
    await pass(fact, 61);
    expect(await statusOf(fact)).toBe('AWAITING_PAYMENT');
    await pass(fact, 30);
    expect(await resultOf(fact)).toEqual({ status: 'EXPIRED' });
  });
});
