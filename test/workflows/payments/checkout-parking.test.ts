import type { Client } from '@temporalio/client';
import { WorkflowNotFoundError, WorkflowUpdateFailedError } from '@temporalio/client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Resolution, resolve } from '../../../workflows/messages.js';
import { type CheckoutFact, CheckoutWorld } from '../../support/checkout-world.js';
import { countEvents, currentDetails, eventNames } from '../../support/history.js';
import { bringBack, failedWrites, takeAway } from '../../support/outage.js';
import { fastForward } from '../../support/time.js';

const due = 1_000_000n;
const tenMinutesMs = 600_000;
const retry: Resolution = { decision: 'retry', operator: 'ngozi', reason: 'the table is back' };
const cancel: Resolution = { decision: 'cancel', operator: 'ngozi', reason: 'merchant asked' };

let world: CheckoutWorld;
beforeAll(async () => {
  world = await CheckoutWorld.start({ parkAfterMs: 2_000 });
  await world.pool.query(`
    create table journal_gone ();
    create function gone() returns trigger language plpgsql as $$
      begin
        if exists (select from journal_gone) then raise exception 'gone' using errcode = '42P01'; end if;
        return null;
      end $$;
    create trigger gone before insert on journal for each statement execute function gone()`);
});
afterAll(() => world[Symbol.asyncDispose]());
// A test that fails with a broken ledger must not take the others with it.
afterEach(() => healLedger());

async function awaitingPayment() {
  const initiated = await world.initiate();
  await world.tell(initiated);
  const account = await world.issueAccount(initiated, { validityMinutes: 10 });
  await world.tell(account);
  return { initiated, account };
}

/** Nothing can be posted. A table that were renamed would be missed alike, and each connection would plan all anew, twice a test. */
const breakLedger = () => world.pool.query('insert into journal_gone default values');
const healLedger = () => world.pool.query('delete from journal_gone');

async function phaseOf(client: Client, workflowId: string): Promise<Record<string, unknown>> {
  const { typedSearchAttributes } = await client.workflow.getHandle(workflowId).describe();
  return Object.fromEntries(
    typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]),
  );
}

/** A busy machine may be too slow for the step at first: then it is tried again by itself, and fails of what is meant. */
async function untilParked(fact: CheckoutFact, failure = ''): Promise<Record<string, unknown>> {
  return vi.waitFor(
    async () => {
      const attributes = await phaseOf(world.client, world.workflowId(fact));
      expect(attributes['CheckoutPhase']).toBe('NEEDS_ATTENTION');
      expect(attributes['AttentionReason']).toContain(failure);
      return attributes;
    },
    { timeout: 20_000, interval: 100 },
  );
}

/** Of what it waits for: how often the server has tried, and how long the history is. */
async function standing(fact: CheckoutFact) {
  const { historyLength, raw } = await world.handle(fact).describe();
  return { historyLength, tries: raw.pendingActivities?.[0]?.attempt ?? 0 };
}

const decide = (fact: CheckoutFact, resolution: Resolution) =>
  world.handle(fact).executeUpdate(resolve, { args: [resolution] });

describe('a credit that cannot be posted', () => {
  test('parks the checkout, which is paid after the ledger is healed and the step retried', async () => {
    const { initiated, account } = await awaitingPayment();
    await breakLedger();
    await world.tell(await world.receive(account.accountNumber, due));
    const attributes = await untilParked(initiated, 'LEDGER_MISMATCH');
    expect(attributes['AttentionReason']).toBe('applyCredit: LEDGER_MISMATCH');
    expect((await world.checkout(initiated)).status).toBe('PROCESSING');

    await healLedger();
    expect(await decide(initiated, retry)).toEqual({ step: 'applyCredit', decision: 'retry' });
    expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
    const after = await phaseOf(world.client, world.workflowId(initiated));
    expect(after).not.toHaveProperty('CheckoutPhase');
    expect(after).not.toHaveProperty('AttentionReason');
  });

  test('is tried where operators see it before the checkout is parked', async () => {
    const { initiated, account } = await awaitingPayment();
    await breakLedger();
    await world.tell(await world.receive(account.accountNumber, due));
    await untilParked(initiated, 'LEDGER_MISMATCH');
    const names = await eventNames(world.handle(initiated));
    expect(countEvents(names, 'ACTIVITY_TASK_SCHEDULED')).toBeGreaterThanOrEqual(1);
    await healLedger();
    await decide(initiated, retry);
    await world.handle(initiated).result();
  });

  test('is posted first when the operator cancels, and may pay the checkout after all', async () => {
    const { initiated, account } = await awaitingPayment();
    await breakLedger();
    await world.tell(await world.receive(account.accountNumber, due));
    await untilParked(initiated, 'LEDGER_MISMATCH');
    await healLedger();
    await decide(initiated, cancel);
    await world.untilStatus(initiated, 'SUCCESSFUL');
    expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
  });

  test('is posted first when the operator cancels, and the checkout ends when it was too little', async () => {
    const { initiated, account } = await awaitingPayment();
    await breakLedger();
    await world.tell(await world.receive(account.accountNumber, due - 1n));
    await untilParked(initiated, 'LEDGER_MISMATCH');
    await healLedger();
    await decide(initiated, cancel);
    expect(await world.handle(initiated).result()).toEqual({ status: 'CANCELLED' });
    expect((await world.checkout(initiated)).statusReason).toBe('OPERATOR_CANCELLED');
  });

  test('stays parked while workers come and go', async () => {
    const { initiated, account } = await awaitingPayment();
    await breakLedger();
    await world.tell(await world.receive(account.accountNumber, due));
    await untilParked(initiated, 'LEDGER_MISMATCH');
    await world.pauseWorker();
    await healLedger();
    await world.resumeWorker();
    expect(await currentDetails(world.handle(initiated))).toContain('### Needs attention');
    await decide(initiated, retry);
    expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
  });

  test('parks again when it is retried while the ledger is still broken', async () => {
    const { initiated, account } = await awaitingPayment();
    await breakLedger();
    await world.tell(await world.receive(account.accountNumber, due));
    await untilParked(initiated, 'LEDGER_MISMATCH');
    await decide(initiated, retry);
    await untilParked(initiated, 'LEDGER_MISMATCH');
    await healLedger();
    await decide(initiated, retry);
    expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
  });
});

describe('a step that fails because the database is away', () => {
  test('is tried again by itself, and clears its attention', async () => {
    const sales = [];
    for (let sale = 0; sale < 8; sale += 1) sales.push(await awaitingPayment());
    const credits = [];
    for (const { account } of sales) credits.push(await world.receive(account.accountNumber, due));
    await takeAway(world.pool, ['journal']);
    await Promise.all(credits.map((credit) => world.tell(credit)));
    for (const { initiated } of sales) {
      const { AttentionReason } = await untilParked(initiated);
      expect(AttentionReason).toBe('applyCredit: LEDGER_UNAVAILABLE');
      const details = await currentDetails(world.handle(initiated));
      expect(details).toMatch(/It heals by itself.*tried again after 5, 10/);
    }
    await bringBack(world.pool, ['journal']);
    for (const { initiated } of sales) {
      expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
      const after = await phaseOf(world.client, world.workflowId(initiated));
      expect(after).not.toHaveProperty('CheckoutPhase');
      expect(after).not.toHaveProperty('AttentionReason');
    }
  });

  test('is tried by the server alone, since thousands may be parked', async () => {
    const { initiated } = await awaitingPayment();
    await takeAway(world.pool, ['checkout']);
    await fastForward(world.client, world.workflowId(initiated), tenMinutesMs);
    await untilParked(initiated);
    await expect.poll(() => standing(initiated)).toMatchObject({ tries: 2 });
    const { historyLength } = await standing(initiated);
    const writesBefore = await failedWrites(world.pool);
    await expect.poll(() => standing(initiated)).toMatchObject({ tries: 3, historyLength });
    expect((await failedWrites(world.pool)) - writesBefore).toBe(1);
    await bringBack(world.pool, ['checkout']);
    await decide(initiated, cancel);
    await world.handle(initiated).result();
  });

  test('may be decided by an operator all the same', async () => {
    const { initiated } = await awaitingPayment();
    await takeAway(world.pool, ['checkout']);
    await fastForward(world.client, world.workflowId(initiated), tenMinutesMs);
    await untilParked(initiated);
    // The next try by itself is seconds off: it does not come before the decision.
    await expect.poll(() => standing(initiated)).toMatchObject({ tries: 2 });
    await bringBack(world.pool, ['checkout']);
    await decide(initiated, cancel);
    expect(await world.handle(initiated).result()).toEqual({ status: 'CANCELLED' });
  });

  test('waits for an operator once it fails of something else', async () => {
    const { initiated, account } = await awaitingPayment();
    await takeAway(world.pool, ['journal']);
    await world.tell(await world.receive(account.accountNumber, due));
    await untilParked(initiated);
    await breakLedger();
    await vi.waitFor(
      async () => {
        const { AttentionReason } = await phaseOf(world.client, world.workflowId(initiated));
        expect(AttentionReason).toBe('applyCredit: LEDGER_MISMATCH');
      },
      { timeout: 60_000, interval: 200 },
    );
    await healLedger();
    await bringBack(world.pool, ['journal']);
    await decide(initiated, retry);
    expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
  });
});

describe('money that comes while a step is parked that has nothing to do with it', () => {
  const rename = (from: string, to: string) =>
    world.pool.query(`alter function ${from} rename to ${to}`);
  const breakWindows = () => rename('end_account_window', 'end_account_window_gone');
  const healWindows = () => rename('end_account_window_gone', 'end_account_window');

  async function parkedAtItsWindow() {
    const { initiated, account } = await awaitingPayment();
    await fastForward(world.client, world.workflowId(initiated), tenMinutesMs);
    const { AttentionReason } = await untilParked(initiated, 'LEDGER_MISMATCH');
    expect(AttentionReason).toBe('endAccountWindow: LEDGER_MISMATCH');
    return { initiated, account };
  }

  test('is booked and told at once, and ends the wait when it pays the checkout', async () => {
    await breakWindows();
    const { initiated, account } = await parkedAtItsWindow();
    await world.tell(await world.receive(account.accountNumber, due));
    await world.untilStatus(initiated, 'SUCCESSFUL');
    expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
    const after = await phaseOf(world.client, world.workflowId(initiated));
    expect(after).not.toHaveProperty('CheckoutPhase');
    await healWindows();
  });

  test('is booked in part, and the step still waits for its operator', async () => {
    await breakWindows();
    const { initiated, account } = await parkedAtItsWindow();
    await world.tell(await world.receive(account.accountNumber, due - 1n));
    await world.untilStatus(initiated, 'PARTIALLY_PAID');
    await expect
      .poll(() => currentDetails(world.handle(initiated)))
      .toMatch(/Needs attention: an account[^]*`PARTIALLY_PAID`/);
    await healWindows();
    await decide(initiated, cancel);
    expect(await world.handle(initiated).result()).toEqual({ status: 'CANCELLED' });
  });

  test('that cannot be booked either is told to operators, and refuses another account', async () => {
    await breakWindows();
    const { initiated, account } = await parkedAtItsWindow();
    await breakLedger();
    await world.tell(await world.receive(account.accountNumber, due));
    await vi.waitFor(
      async () =>
        expect(await currentDetails(world.handle(initiated))).toMatch(
          /Needs attention: an account[^]*Payments that wait behind it \| 1/,
        ),
      { timeout: 20_000, interval: 100 },
    );
    await expect(world.issueAccount(initiated)).rejects.toThrow('CHECKOUT_NOT_OPEN');
    await healLedger();
    await healWindows();
    // A try of the payment that is under way may pay the checkout before the decision comes.
    await decide(initiated, retry).catch((error: unknown) => {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    });
    expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
  });

  test('while the database is away is booked by itself once it is back', async () => {
    await breakWindows();
    const { initiated, account } = await parkedAtItsWindow();
    await takeAway(world.pool, ['journal']);
    await world.tell(await world.receive(account.accountNumber, due));
    await expect.poll(() => standing(initiated)).toMatchObject({ tries: 2 });
    await bringBack(world.pool, ['journal']);
    expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
    await healWindows();
  });
});

test('a deadline whose step fails parks the checkout, and cancel ends it', async () => {
  const { initiated } = await awaitingPayment();
  await world.pool.query('alter function end_account_window rename to end_account_window_gone');
  await fastForward(world.client, world.workflowId(initiated), tenMinutesMs);
  const attributes = await untilParked(initiated, 'LEDGER_MISMATCH');
  expect(attributes['AttentionReason']).toBe('endAccountWindow: LEDGER_MISMATCH');
  await decide(initiated, cancel);
  expect(await world.handle(initiated).result()).toEqual({ status: 'CANCELLED' });
  await world.pool.query('alter function end_account_window_gone rename to end_account_window');
});

describe('resolve', () => {
  test('is refused while there is nothing to resolve, and leaves nothing in the history', async () => {
    const { initiated } = await awaitingPayment();
    // The account's signal is taken: a task that it began would be in the history only afterwards.
    const isIdle = (names: readonly string[]): boolean =>
      names.includes('WORKFLOW_EXECUTION_SIGNALED') && names.at(-1) === 'TIMER_STARTED';
    await expect.poll(async () => isIdle(await eventNames(world.handle(initiated)))).toBe(true);
    const before = await eventNames(world.handle(initiated));
    await expect(decide(initiated, retry)).rejects.toThrow(WorkflowUpdateFailedError);
    expect(await eventNames(world.handle(initiated))).toEqual(before);
  });

  test.each([
    ['an unknown decision', { ...retry, decision: 'refund' }, /decision must be/],
    ['no operator', { ...retry, operator: ' ' }, /operator must say/],
    ['no reason', { decision: 'retry', operator: 'ngozi' }, /reason must say/],
    ['nothing at all', null, /decision must be/],
  ])('is refused with %s', async (_name, resolution, message) => {
    const initiated = await parkedOnce();
    const refused = decide(initiated, resolution as never);
    await expect(refused).rejects.toSatisfy((error: WorkflowUpdateFailedError) =>
      message.test(String(error.cause?.message)),
    );
  });

  let parked: Promise<CheckoutFact> | undefined;
  function parkedOnce(): Promise<CheckoutFact> {
    return (parked ??= park());
  }
  async function park(): Promise<CheckoutFact> {
    const { initiated, account } = await awaitingPayment();
    await breakLedger();
    await world.tell(await world.receive(account.accountNumber, due));
    await untilParked(initiated, 'LEDGER_MISMATCH');
    await healLedger();
    return initiated;
  }

  test('is explained to the operator: what happened, what is safe, what to do', async () => {
    const initiated = await parkedOnce();
    const shown = () => currentDetails(world.handle(initiated));
    // The command is there once the case is written down.
    await expect.poll(shown).toContain('--reason WHY');
    const details = await shown();
    expect(details).toMatch(/### Needs attention: a received transfer is not posted/);
    expect(details).toMatch(/What happened.*LEDGER_MISMATCH/);
    expect(details).toMatch(/What is safe.*posted once and only once/);
    expect(details).toMatch(/npx manilla decide \d+ DECISION --reason WHY`: [^\n]*`retry`/);
    expect(details).toContain('| Amount | ₦10,000.00 |');
    await decide(initiated, retry);
    await world.handle(initiated).result();
    expect(await currentDetails(world.handle(initiated))).toMatch(/\*\*Paid\*\*/);
  });
});
