import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { resolve } from '../../../workflows/messages.js';
import { type CheckoutFact, CheckoutWorld } from '../../support/checkout-world.js';
import { keepGoldenHistory } from '../../support/golden-history.js';
import { eventNames } from '../../support/history.js';
import { bringBack, takeAway } from '../../support/outage.js';
import { fastForward } from '../../support/time.js';

/**
 * Plays every path of a checkout as it is played when histories are recorded (scripts/record-histories.ts), step by
 * step, so that each message has a workflow task of its own.
 */
const due = 1_000_000n;
const minuteMs = 60_000;

let world: CheckoutWorld;
beforeAll(
  async () => void (world = await CheckoutWorld.start({ plain: true, parkAfterMs: 2_000 })),
);
afterAll(() => world[Symbol.asyncDispose]());

async function told(fact: CheckoutFact): Promise<void> {
  await world.tell(fact);
  await settled(fact);
}

/** Until no workflow task is under way. */
async function settled(fact: CheckoutFact): Promise<void> {
  await vi.waitFor(
    async () => {
      const { raw } = await world.handle(fact).describe();
      if (raw.pendingWorkflowTask !== null && raw.pendingWorkflowTask !== undefined) {
        throw new Error('a workflow task is under way');
      }
    },
    { timeout: 10_000, interval: 20 },
  );
}

async function initiated(): Promise<CheckoutFact> {
  const fact = await world.initiate();
  await told(fact);
  return fact;
}

async function accountOf(fact: CheckoutFact, validityMinutes = 10) {
  const account = await world.issueAccount(fact, { validityMinutes });
  await told(account);
  return account;
}

async function paid(accountNumber: string, amountMinor: bigint): Promise<void> {
  await told(await world.receive(accountNumber, amountMinor));
}

async function ahead(fact: CheckoutFact, minutes: number): Promise<void> {
  await fastForward(world.client, world.workflowId(fact), minutes * minuteMs);
  await settled(fact);
}

async function parked(fact: CheckoutFact): Promise<void> {
  await vi.waitFor(
    async () => {
      const names = await eventNames(world.handle(fact));
      expect(names).toContain('UPSERT_WORKFLOW_SEARCH_ATTRIBUTES');
    },
    { timeout: 20_000, interval: 100 },
  );
  await settled(fact);
}

async function ends(fact: CheckoutFact, status: string, scenario: string): Promise<void> {
  expect(await world.handle(fact).result()).toEqual({ status });
  await keepGoldenHistory(world.handle(fact), 'checkoutWorkflow', scenario);
}

test('paid', async () => {
  const fact = await initiated();
  const { accountNumber } = await accountOf(fact);
  await paid(accountNumber, due);
  await ends(fact, 'SUCCESSFUL', 'paid');
});

async function startedWithAccount() {
  const initial = await world.initiate();
  const issued = await world.issueAccount(initial, { validityMinutes: 10 });
  await told({ ...initial, issued });
  return { fact: initial, accountNumber: issued.accountNumber };
}

test('started-with-its-account-and-paid', async () => {
  const { fact, accountNumber } = await startedWithAccount();
  await paid(accountNumber, due);
  await ends(fact, 'SUCCESSFUL', 'started-with-its-account-and-paid');
});

test('started-with-its-account-and-paid-in-parts', async () => {
  const { fact, accountNumber } = await startedWithAccount();
  await paid(accountNumber, due - 1n);
  await world.untilStatus(fact, 'PARTIALLY_PAID');
  await paid(accountNumber, 1n);
  await ends(fact, 'SUCCESSFUL', 'started-with-its-account-and-paid-in-parts');
});

test('started-with-its-account-and-unpaid', async () => {
  const { fact } = await startedWithAccount();
  await ahead(fact, 10);
  await world.untilStatus(fact, 'INITIATED');
  await ahead(fact, 24 * 60);
  await ends(fact, 'EXPIRED', 'started-with-its-account-and-unpaid');
});

test('window-ended-then-paid', async () => {
  const fact = await initiated();
  await accountOf(fact);
  await ahead(fact, 10);
  await world.untilStatus(fact, 'INITIATED');
  const { accountNumber } = await accountOf(fact, 20);
  await paid(accountNumber, due);
  await ends(fact, 'SUCCESSFUL', 'window-ended-then-paid');
});

test('expired-abandoned', async () => {
  const fact = await initiated();
  await ahead(fact, 24 * 60);
  await ends(fact, 'EXPIRED', 'expired-abandoned');
});

test('expired-unpaid', async () => {
  const fact = await initiated();
  await accountOf(fact);
  await ahead(fact, 24 * 60);
  await ends(fact, 'EXPIRED', 'expired-unpaid');
});

test('underpaid-then-topped-up', async () => {
  const fact = await initiated();
  const { accountNumber } = await accountOf(fact);
  await paid(accountNumber, due - 1n);
  await world.untilStatus(fact, 'PARTIALLY_PAID');
  await paid(accountNumber, 1n);
  await ends(fact, 'SUCCESSFUL', 'underpaid-then-topped-up');
});

test('cancelled', async () => {
  const fact = await initiated();
  await accountOf(fact);
  await told(await world.requestCancel(fact));
  await ends(fact, 'CANCELLED', 'cancelled');
});

test('parked-and-resolved-by-retry', async () => {
  const fact = await initiated();
  const { accountNumber } = await accountOf(fact);
  await world.pool.query('alter table journal rename to journal_gone');
  await world.tell(await world.receive(accountNumber, due));
  await parked(fact);
  await world.pool.query('alter table journal_gone rename to journal');
  const resolution = { decision: 'retry', operator: 'test', reason: 'the table is back' } as const;
  await world.handle(fact).executeUpdate(resolve, { args: [resolution] });
  await ends(fact, 'SUCCESSFUL', 'parked-and-resolved-by-retry');
});

test('parked-and-cancelled', async () => {
  const fact = await initiated();
  await accountOf(fact);
  await world.pool.query('alter function end_account_window rename to end_account_window_gone');
  await fastForward(world.client, world.workflowId(fact), 10 * minuteMs);
  await parked(fact);
  await world.pool.query('alter function end_account_window_gone rename to end_account_window');
  const resolution = { decision: 'cancel', operator: 'test', reason: 'merchant asked' } as const;
  await world.handle(fact).executeUpdate(resolve, { args: [resolution] });
  await ends(fact, 'CANCELLED', 'parked-and-cancelled');
});

test('money-beside-a-parked-step', async () => {
  const fact = await initiated();
  const { accountNumber } = await accountOf(fact);
  await world.pool.query('alter function end_account_window rename to end_account_window_gone');
  await fastForward(world.client, world.workflowId(fact), 10 * minuteMs);
  await parked(fact);
  await told(await world.receive(accountNumber, due));
  await ends(fact, 'SUCCESSFUL', 'money-beside-a-parked-step');
  await world.pool.query('alter function end_account_window_gone rename to end_account_window');
});

test('deadline-while-processing', async () => {
  const fact = await initiated();
  const { accountNumber } = await accountOf(fact);
  const credit = await world.receive(accountNumber, due - 1n);
  await ahead(fact, 24 * 60);
  await told(credit);
  await ends(fact, 'EXPIRED', 'deadline-while-processing');
});

test('database-away-and-healed', async () => {
  const fact = await initiated();
  const { accountNumber } = await accountOf(fact);
  const credit = await world.receive(accountNumber, due);
  await takeAway(world.pool, ['journal']);
  await world.tell(credit);
  await parked(fact);
  await bringBack(world.pool, ['journal']);
  await ends(fact, 'SUCCESSFUL', 'database-away-and-healed');
});

test('healing-and-cancelled', async () => {
  const fact = await initiated();
  await accountOf(fact);
  await takeAway(world.pool, ['virtual_account']);
  await fastForward(world.client, world.workflowId(fact), 10 * minuteMs);
  await parked(fact);
  await bringBack(world.pool, ['virtual_account']);
  // Its next try is seconds away.
  const resolution = { decision: 'cancel', operator: 'test', reason: 'merchant asked' } as const;
  await world.handle(fact).executeUpdate(resolve, { args: [resolution] });
  await ends(fact, 'CANCELLED', 'healing-and-cancelled');
});
