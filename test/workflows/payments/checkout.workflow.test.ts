import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PgCheckoutStore } from '../../../src/payments/checkouts/checkout.store.js';
import { accountIssued, creditReceived } from '../../../workflows/messages.js';
import { type CheckoutFact, CheckoutWorld } from '../../support/checkout-world.js';
import { countEvents, eventNames } from '../../support/history.js';
import { fastForward } from '../../support/time.js';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const due = 1_000_000n;

let world: CheckoutWorld;
beforeAll(async () => void (world = await CheckoutWorld.start()));
afterAll(() => world[Symbol.asyncDispose]());

/** A checkout whose workflow knows of it and of its account. */
async function awaitingPayment(options: Parameters<CheckoutWorld['initiate']>[0] = {}) {
  const initiated = await world.initiate(options);
  await world.tell(initiated);
  const account = await world.issueAccount(initiated, { validityMinutes: 10 });
  await world.tell(account);
  return { initiated, account };
}

async function pay(accountNumber: string, amountMinor: bigint): Promise<CheckoutFact> {
  const credit = await world.receive(accountNumber, amountMinor);
  await world.tell(credit);
  return credit;
}

const resultOf = (fact: CheckoutFact): Promise<unknown> => world.handle(fact).result();

describe('a transfer', () => {
  test('that is exact and in time pays the checkout', async () => {
    const { initiated, account } = await awaitingPayment();
    await pay(account.accountNumber, due);
    expect(await resultOf(initiated)).toEqual({ status: 'SUCCESSFUL' });
    expect((await world.checkout(initiated)).credits).toMatchObject([{ outcome: 'EXACT' }]);
  });

  test('that is short keeps the checkout open until the rest has come', async () => {
    const { initiated, account } = await awaitingPayment();
    await pay(account.accountNumber, due - 1n);
    await world.untilStatus(initiated, 'PARTIALLY_PAID');
    await pay(account.accountNumber, 1n);
    expect(await resultOf(initiated)).toEqual({ status: 'SUCCESSFUL' });
  });

  test('that comes together with the one that pays is posted too, before the workflow ends', async () => {
    const { initiated, account } = await awaitingPayment();
    await world.pauseWorker();
    await pay(account.accountNumber, due);
    await pay(account.accountNumber, due);
    await world.resumeWorker();
    expect(await resultOf(initiated)).toEqual({ status: 'SUCCESSFUL' });
    const { credits } = await world.checkout(initiated);
    expect(new Set(credits.map(({ outcome }) => outcome))).toEqual(new Set(['DUPLICATE', 'EXACT']));
  });
});

describe('an order whose amount changes', () => {
  async function changed({ checkout }: CheckoutFact, amountMinor: bigint): Promise<CheckoutFact> {
    const { merchantId, paymentReference } = checkout;
    const charge = { expectedMinor: amountMinor, feeMinor: 10_000n, vatMinor: 750n };
    const { outcome, fact } = await new PgCheckoutStore(world.pool).change({
      ...{ merchantId, paymentReference, items: null, description: null, metadata: null },
      charges: {
        ...{ amountMinor, ...charge, feeBearer: 'MERCHANT' },
        offers: { Bank: { feePlanId: 'plan', ...charge } },
      },
    });
    if (fact === null) throw new Error(`the order was not changed: ${outcome}`);
    return fact as CheckoutFact;
  }

  test('asks the new amount, and its window ends when it would have', async () => {
    const { initiated } = await awaitingPayment();
    await world.tell(await changed(initiated, due * 2n));
    await world.tell(await changed(initiated, due * 3n));
    await fastForward(world.client, world.workflowId(initiated), 11 * minuteMs);
    await world.untilStatus(initiated, 'INITIATED');
    await fastForward(world.client, world.workflowId(initiated), dayMs);
    expect(await resultOf(initiated)).toEqual({ status: 'EXPIRED' });
  });

  test('is paid by the new amount, whether its workflow has heard of it or not', async () => {
    for (const isNotified of [true, false]) {
      const { initiated, account } = await awaitingPayment();
      const change = await changed(initiated, due * 2n);
      if (isNotified) await world.tell(change);
      await pay(account.accountNumber, due * 2n);
      expect(await resultOf(initiated)).toEqual({ status: 'SUCCESSFUL' });
      const { credits } = await world.checkout(initiated);
      expect(credits).toMatchObject([{ outcome: 'EXACT', appliedMinor: due * 2n }]);
    }
  });

  test('waits for the rest when the old amount comes after the change', async () => {
    const { initiated, account } = await awaitingPayment();
    await world.tell(await changed(initiated, due * 2n));
    await pay(account.accountNumber, due);
    await world.untilStatus(initiated, 'PARTIALLY_PAID');
    await pay(account.accountNumber, due);
    expect(await resultOf(initiated)).toEqual({ status: 'SUCCESSFUL' });
  });
});

describe('facts', () => {
  test('told again are dealt with once, and the server writes down no second signal', async () => {
    const { initiated, account } = await awaitingPayment();
    const credit = await world.receive(account.accountNumber, due - 1n);
    for (let times = 0; times < 3; times += 1) {
      await Promise.all([initiated, account, credit].map((fact) => world.tell(fact)));
    }
    await world.untilStatus(initiated, 'PARTIALLY_PAID');
    await pay(account.accountNumber, 1n);
    await resultOf(initiated);
    const names = await eventNames(world.handle(initiated));
    expect(countEvents(names, 'WORKFLOW_EXECUTION_SIGNALED')).toBe(3);
    expect(countEvents(names, 'MARKER_RECORDED')).toBe(2);
  });

  test('sent again, so that the server takes them for new, are dealt with once all the same', async () => {
    const { initiated, account } = await awaitingPayment();
    const credit = await world.receive(account.accountNumber, due - 1n);
    const handle = world.handle(initiated);
    const issued = {
      factId: account.factId,
      virtualAccountId: account.subjectId ?? '',
      endsAt: new Date(Date.now() + 10 * minuteMs).toISOString(),
    };
    for (let times = 0; times < 2; times += 1) {
      await handle.signal(accountIssued, issued);
      await handle.signal(creditReceived, {
        factId: credit.factId,
        creditId: credit.subjectId ?? '',
      });
    }
    await world.untilStatus(initiated, 'PARTIALLY_PAID');
    await pay(account.accountNumber, 1n);
    await resultOf(initiated);
    const names = await eventNames(handle);
    expect(countEvents(names, 'WORKFLOW_EXECUTION_SIGNALED')).toBe(6);
    expect(countEvents(names, 'MARKER_RECORDED')).toBe(2);
    expect(countEvents(names, 'TIMER_STARTED')).toBe(2);
  });

  test('start the workflow when they overtake its start', async () => {
    const initiated = await world.initiate();
    const account = await world.issueAccount(initiated);
    await world.tell(account);
    await world.tell(initiated);
    await pay(account.accountNumber, due);
    expect(await resultOf(initiated)).toEqual({ status: 'SUCCESSFUL' });
  });

  test('about a checkout whose workflow has ended are answered with CLOSED', async () => {
    const { initiated, account } = await awaitingPayment();
    await pay(account.accountNumber, due);
    await resultOf(initiated);
    expect(await world.tell({ ...account, factId: `${account.factId}0` })).toBe('CLOSED');
    expect(await world.gateway.hasClosed(initiated)).toBe(true);
  });
});

describe('the window of an account', () => {
  test('ends unpaid and the payer may try again with a new account', async () => {
    const { initiated } = await awaitingPayment();
    await fastForward(world.client, world.workflowId(initiated), 10 * minuteMs);
    await world.untilStatus(initiated, 'INITIATED');
    const second = await world.issueAccount(initiated, { validityMinutes: 20 });
    await world.tell(second);
    await pay(second.accountNumber, due);
    expect(await resultOf(initiated)).toEqual({ status: 'SUCCESSFUL' });
  });

  test('ends the checkout when the merchant wants no second try', async () => {
    const { initiated } = await awaitingPayment({ policies: { onAccountExpiry: 'EXPIRE' } });
    await fastForward(world.client, world.workflowId(initiated), 10 * minuteMs);
    expect(await resultOf(initiated)).toEqual({ status: 'EXPIRED' });
    expect((await world.checkout(initiated)).statusReason).toBe('UNPAID');
  });

  test('ends the checkout also when it came while money was on its way, and that was too little', async () => {
    const { initiated, account } = await awaitingPayment({
      policies: { onAccountExpiry: 'EXPIRE' },
    });
    const credit = await world.receive(account.accountNumber, due - 1n);
    await fastForward(world.client, world.workflowId(initiated), 10 * minuteMs);
    expect((await world.checkout(initiated)).status).toBe('PROCESSING');
    await world.tell(credit);
    expect(await resultOf(initiated)).toEqual({ status: 'EXPIRED' });
    expect((await world.checkout(initiated)).statusReason).toBe('UNDERPAID');
  });

  test('that was put off without a word ends at its new end, not with the session', async () => {
    const { initiated, account } = await awaitingPayment();
    await world.pool.query(
      `update virtual_account set expires_at = expires_at + interval '20 minutes' where virtual_account_id = $1`,
      [account.subjectId],
    );
    await fastForward(world.client, world.workflowId(initiated), 11 * minuteMs);
    expect((await world.checkout(initiated)).status).toBe('AWAITING_PAYMENT');
    await fastForward(world.client, world.workflowId(initiated), 20 * minuteMs);
    await world.untilStatus(initiated, 'INITIATED');
    const names = await eventNames(world.handle(initiated));
    expect(countEvents(names, 'TIMER_STARTED')).toBe(3);
  });

  test('that was replaced meanwhile ends without any effect', async () => {
    const { initiated, account: first } = await awaitingPayment();
    // As if its time had passed: the next create-account finds it over before its timer does.
    await world.pool.query(
      `update virtual_account set expires_at = now() - interval '1 second' where virtual_account_id = $1`,
      [first.subjectId],
    );
    const second = await world.issueAccount(initiated, { validityMinutes: 30 });
    await world.tell(second);
    await fastForward(world.client, world.workflowId(initiated), 15 * minuteMs);
    expect((await world.checkout(initiated)).status).toBe('AWAITING_PAYMENT');
    const names = await eventNames(world.handle(initiated));
    expect(countEvents(names, 'TIMER_FIRED')).toBe(1);
    expect(countEvents(names, 'MARKER_RECORDED')).toBe(0);
    await pay(second.accountNumber, due);
    expect(await resultOf(initiated)).toEqual({ status: 'SUCCESSFUL' });
  });
});

describe('the session', () => {
  test('ends as ABANDONED when no account was ever made', async () => {
    const initiated = await world.initiate();
    await world.tell(initiated);
    await fastForward(world.client, world.workflowId(initiated), dayMs);
    expect(await resultOf(initiated)).toEqual({ status: 'EXPIRED' });
    expect((await world.checkout(initiated)).statusReason).toBe('ABANDONED');
  });

  test('ends as UNPAID when an account was made and nothing came', async () => {
    const { initiated } = await awaitingPayment();
    await fastForward(world.client, world.workflowId(initiated), dayMs);
    expect(await resultOf(initiated)).toEqual({ status: 'EXPIRED' });
    expect((await world.checkout(initiated)).statusReason).toBe('UNPAID');
  });

  test('does not end while money is on its way into the books: the money decides', async () => {
    const { initiated, account } = await awaitingPayment();
    const credit = await world.receive(account.accountNumber, due);
    await fastForward(world.client, world.workflowId(initiated), dayMs);
    expect((await world.checkout(initiated)).status).toBe('PROCESSING');
    await world.tell(credit);
    expect(await resultOf(initiated)).toEqual({ status: 'SUCCESSFUL' });
  });

  test('is judged again once that money is in the books, and ends when it was too little', async () => {
    const { initiated, account } = await awaitingPayment();
    const credit = await world.receive(account.accountNumber, due - 1n);
    await fastForward(world.client, world.workflowId(initiated), dayMs);
    // Told in the task of the timers, the credit would be dealt with before them.
    const steps = async () =>
      countEvents(await eventNames(world.handle(initiated)), 'MARKER_RECORDED');
    await expect.poll(steps).toBe(2);
    await world.tell(credit);
    await world.untilStatus(initiated, 'EXPIRED');
    expect(await resultOf(initiated)).toEqual({ status: 'EXPIRED' });
    expect((await world.checkout(initiated)).statusReason).toBe('UNDERPAID');
  });
});

describe('calling off', () => {
  test('by the merchant ends the checkout as CANCELLED', async () => {
    const { initiated } = await awaitingPayment();
    await world.tell(await world.requestCancel(initiated));
    expect(await resultOf(initiated)).toEqual({ status: 'CANCELLED' });
    expect((await world.checkout(initiated)).statusReason).toBe('MERCHANT_CANCELLED');
  });

  test('by "request cancellation" in the UI is a proper end, not a torn-down workflow', async () => {
    const { initiated } = await awaitingPayment();
    await world.handle(initiated).cancel();
    expect(await resultOf(initiated)).toEqual({ status: 'CANCELLED' });
    expect((await world.checkout(initiated)).statusReason).toBe('OPERATOR_CANCELLED');
  });

  test('waits for money that is on its way into the books, and is moot when that pays', async () => {
    const { initiated, account } = await awaitingPayment();
    const credit = await world.receive(account.accountNumber, due);
    await world.tell(await world.requestCancel(initiated));
    await world.tell(credit);
    expect(await resultOf(initiated)).toEqual({ status: 'SUCCESSFUL' });
  });
});

describe('a checkout that is told of together with its account', () => {
  async function startedWithAccount(options: Parameters<CheckoutWorld['initiate']>[0] = {}) {
    const initiated = await world.initiate(options);
    const account = await world.issueAccount(initiated, { validityMinutes: 10 });
    await world.tell({ ...initiated, issued: account });
    return { initiated, account };
  }
  const pass = (fact: CheckoutFact, minutes: number) =>
    fastForward(world.client, world.workflowId(fact), minutes * minuteMs);
  const namesOf = (fact: CheckoutFact) => eventNames(world.handle(fact));

  test('has nothing to do until it is paid, and is paid by its first task', async () => {
    const { initiated, account } = await startedWithAccount();
    expect(await namesOf(initiated)).toEqual(['WORKFLOW_EXECUTION_STARTED']);
    const details = await (await world.handle(initiated).describe()).staticDetails();
    expect(details).toContain(account.subjectId);
    await pay(account.accountNumber, due);
    expect(await resultOf(initiated)).toEqual({ status: 'SUCCESSFUL' });
    expect(await namesOf(initiated)).toEqual([
      'WORKFLOW_EXECUTION_STARTED',
      'WORKFLOW_EXECUTION_SIGNALED',
      'WORKFLOW_TASK_SCHEDULED',
      'WORKFLOW_TASK_STARTED',
      'WORKFLOW_TASK_COMPLETED',
      'MARKER_RECORDED',
      'WORKFLOW_EXECUTION_COMPLETED',
    ]);
  });

  test('begins when its account closes, and takes another one then', async () => {
    const { initiated } = await startedWithAccount();
    await pass(initiated, 10);
    await world.untilStatus(initiated, 'INITIATED');
    const second = await world.issueAccount(initiated, { validityMinutes: 20 });
    await world.tell(second);
    await pay(second.accountNumber, due);
    expect(await resultOf(initiated)).toEqual({ status: 'SUCCESSFUL' });
  });

  test('ends with its account when the merchant wants no second try', async () => {
    const { initiated } = await startedWithAccount({ policies: { onAccountExpiry: 'EXPIRE' } });
    await pass(initiated, 10);
    expect(await resultOf(initiated)).toEqual({ status: 'EXPIRED' });
    expect((await world.checkout(initiated)).statusReason).toBe('UNPAID');
  });

  test('waits for the ends of its account and its session after a transfer that is short', async () => {
    const { initiated, account } = await startedWithAccount();
    await pay(account.accountNumber, due - 1n);
    await world.untilStatus(initiated, 'PARTIALLY_PAID');
    await expect.poll(async () => countEvents(await namesOf(initiated), 'TIMER_STARTED')).toBe(2);
    await pass(initiated, 10);
    await expect
      .poll(async () => (await world.checkout(initiated)).accounts.map(({ status }) => status))
      .toEqual(['EXPIRED']);
    await pass(initiated, 24 * 60);
    expect(await resultOf(initiated)).toEqual({ status: 'EXPIRED' });
  });

  test('is called off by the merchant, and by an operator, before it has begun', async () => {
    const [merchants, operators] = [await startedWithAccount(), await startedWithAccount()];
    await world.tell(await world.requestCancel(merchants.initiated));
    expect(await resultOf(merchants.initiated)).toEqual({ status: 'CANCELLED' });
    await world.handle(operators.initiated).cancel();
    expect(await resultOf(operators.initiated)).toEqual({ status: 'CANCELLED' });
  });

  test('hears of the account also when it was started without', async () => {
    const initiated = await world.initiate();
    const account = await world.issueAccount(initiated, { validityMinutes: 10 });
    await world.tell(initiated);
    await world.tell({ ...initiated, issued: account });
    await pass(initiated, 10);
    await world.untilStatus(initiated, 'INITIATED');
    expect(countEvents(await namesOf(initiated), 'WORKFLOW_EXECUTION_SIGNALED')).toBe(1);
  });

  test('hears of the account once, however often the relay tells it again', async () => {
    const { initiated, account } = await startedWithAccount();
    await world.tell(initiated);
    await world.tell(account);
    await pass(initiated, 10);
    await world.untilStatus(initiated, 'INITIATED');
    await expect.poll(async () => countEvents(await namesOf(initiated), 'TIMER_STARTED')).toBe(2);
  });
});

test('no path leaves a cancelled timer or a normal activity behind while all is well', async () => {
  const { initiated, account } = await awaitingPayment();
  await pay(account.accountNumber, due);
  await resultOf(initiated);
  const names = await eventNames(world.handle(initiated));
  expect(countEvents(names, 'TIMER_CANCELED')).toBe(0);
  expect(countEvents(names, 'ACTIVITY_TASK_SCHEDULED')).toBe(0);
  expect(names.length).toBeLessThanOrEqual(16);
});

test('a worker that keeps nothing in memory comes to the same end from the history alone', async () => {
  await using forgetful = await CheckoutWorld.start({ maxCachedWorkflows: 0 });
  const initiated = await forgetful.initiate();
  await forgetful.tell(initiated);
  const account = await forgetful.issueAccount(initiated);
  await forgetful.tell(account);
  await forgetful.tell(await forgetful.receive(account.accountNumber, due - 1n));
  await forgetful.untilStatus(initiated, 'PARTIALLY_PAID');
  await forgetful.tell(await forgetful.receive(account.accountNumber, 1n));
  expect(await forgetful.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
});
