import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { resolve } from '../../../workflows/messages.js';
import { eventNames } from '../../support/history.js';
import { loseWorkflow, untilKnown } from '../../support/lost-workflow.js';
import { fastForward } from '../../support/time.js';
import { PgCheckoutSteps } from '../../../src/payments/checkouts/checkout-steps.store.js';
import { PgCreditSteps } from '../../../src/payments/credits/credit-steps.store.js';
import { newId } from '../../../src/platform/database/new-id.js';
import { PgCreditStore } from '../../../src/payments/credits/credit.store.js';
import { FactRelay } from '../../../src/programs/worker/fact-relay.js';
import { type CheckoutFact, CheckoutWorld } from '../../support/checkout-world.js';
import { cardAttemptsOf } from '../../support/world-activities.js';
import { assertBooks } from '../../support/books.js';
import { issueStaticNumber } from '../../support/static-number.js';

const due = 1_000_000n;
let world: CheckoutWorld;
beforeAll(async () => void (world = await CheckoutWorld.start()));
afterAll(() => world[Symbol.asyncDispose]());

let relay: FactRelay;
const noCredits = {
  resolveCredit: () => Promise.reject(new Error('no credit is held here')),
  bookStatic: () => Promise.reject(new Error('no credit waits here')),
};
const log = { info: () => {}, warn: () => {} };
beforeEach(() => {
  relay = new FactRelay({
    gateway: world.gateway,
    facts: world.facts,
    steps: new PgCheckoutSteps(world.pool),
    credits: noCredits,
    cards: cardAttemptsOf(world.pool),
    temporalHealthy: () => Promise.resolve(true),
    log,
  });
});
afterEach(() => relay.close());

/** As if the time since they were committed had passed. */
const makeDue = () => world.pool.query('update fact set due_at = now() where applied_at is null');

async function openFacts({ checkout }: CheckoutFact): Promise<number> {
  const { rows } = await world.pool.query<{ open: number }>(
    'select count(*)::int as open from fact where checkout_id = $1 and applied_at is null',
    [checkout.checkoutId],
  );
  return rows[0]?.open ?? -1;
}

/** How often each of its facts was taken to be told. */
async function claims({ checkout }: CheckoutFact): Promise<number[]> {
  const { rows } = await world.pool.query<{ attempts: number }>(
    'select attempts from fact where checkout_id = $1 order by fact_id',
    [checkout.checkoutId],
  );
  return rows.map(({ attempts }) => attempts);
}

async function openCases({ checkout }: CheckoutFact): Promise<number> {
  const { rows } = await world.pool.query<{ open: number }>(
    `select count(*)::int as open from attention_case where subject = $1 and status = 'OPEN'`,
    [checkout.checkoutId],
  );
  return rows[0]?.open ?? -1;
}

/** Moves a checkout's deadlines into the past, where the database alone would have it. */
async function endSession({ checkout }: CheckoutFact): Promise<void> {
  await world.pool.query(`update checkout set expires_at = now() where checkout_id = $1`, [
    checkout.checkoutId,
  ]);
  await world.pool.query(`update fact set deadline = now() where checkout_id = $1`, [
    checkout.checkoutId,
  ]);
}

describe('the relay', () => {
  test('carries through what nobody was told of, in whatever order', async () => {
    const initiated = await world.initiate();
    const account = await world.issueAccount(initiated);
    await world.receive(account.accountNumber, due);
    await makeDue();
    relay.start();
    await world.untilStatus(initiated, 'SUCCESSFUL');
    await expect.poll(() => openFacts(initiated)).toBe(0);
    await assertBooks(world.database);
  });

  test('finds by itself what becomes due, without being told', async () => {
    relay.start();
    const initiated = await world.initiate();
    const account = await world.issueAccount(initiated);
    await world.receive(account.accountNumber, due);
    await world.untilStatus(initiated, 'SUCCESSFUL');
  });

  test('lets a workflow that Temporal has lost wait for its account without a task', async () => {
    const { initiated, account } = await world.partPaid();
    await loseWorkflow(world.client, world.workflowId(initiated));
    await makeDue();
    relay.start();
    await untilKnown(world.client, world.workflowId(initiated));
    await expect.poll(() => world.facts.claimDue(10)).toEqual([]);
    expect(await eventNames(world.handle(initiated))).toEqual(['WORKFLOW_EXECUTION_STARTED']);
    await world.receive(account.accountNumber, 600_000n);
    expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
  });

  test('tells a workflow that Temporal has lost what was paid, so that a person may decide', async () => {
    const { initiated } = await world.partPaid();
    await fastForward(world.client, world.workflowId(initiated), 600_000);
    await expect.poll(() => openCases(initiated)).toBe(1);
    await loseWorkflow(world.client, world.workflowId(initiated));
    await makeDue();
    relay.start();
    await untilKnown(world.client, world.workflowId(initiated));
    const decision = { decision: 'accept', operator: 'ngozi', reason: 'it is enough' } as const;
    await vi.waitFor(() => world.handle(initiated).executeUpdate(resolve, { args: [decision] }), {
      timeout: 20_000,
      interval: 100,
    });
    expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
    expect(await openCases(initiated)).toBe(0);
  });

  test('calls a card attempt off that no workflow has sent', async () => {
    const initiated = await world.initiate({ cardExpectedMinor: due });
    await world.tell(initiated);
    await world.handle(initiated).terminate('for the test');
    const { merchantId, paymentReference } = initiated.checkout;
    const begun = await cardAttemptsOf(world.pool).begin({
      merchantId,
      paymentReference,
      provider: 'simulator-acquirer',
      token: 'card_approved',
      amountMinor: due,
    });
    expect(begun.outcome).toBe('BEGUN');
    await makeDue();
    relay.start();
    await world.untilStatus(initiated, 'INITIATED');
    const { cardAttempts } = await world.checkout(initiated);
    expect(cardAttempts.map(({ status }) => status)).toEqual(['CANCELLED']);
  });

  test('posts a credit itself when its workflow was terminated by hand', async () => {
    const initiated = await world.initiate();
    await world.tell(initiated);
    const account = await world.issueAccount(initiated);
    await world.tell(account);
    await world.handle(initiated).terminate('by hand');
    await world.receive(account.accountNumber, due);
    await makeDue();
    relay.start();
    await world.untilStatus(initiated, 'SUCCESSFUL');
    await assertBooks(world.database);
  });

  test('ends the session itself when its workflow was terminated by hand', async () => {
    const initiated = await world.initiate();
    await world.tell(initiated);
    await world.handle(initiated).terminate('by hand');
    await endSession(initiated);
    await makeDue();
    relay.start();
    await world.untilStatus(initiated, 'EXPIRED');
    expect(await openFacts(initiated)).toBe(0);
  });

  test('keeps facts of a terminated workflow until their time has come', async () => {
    const initiated = await world.initiate();
    await world.tell(initiated);
    const account = await world.issueAccount(initiated);
    await world.handle(initiated).terminate('by hand');
    await makeDue();
    relay.start();
    await expect.poll(() => claims(initiated)).toEqual([1, 1]);
    await relay.close();
    expect((await world.checkout(account)).status).toBe('AWAITING_PAYMENT');
    expect(await openFacts(initiated)).toBe(2);
  });

  test('tells the others while more workflows than it has places for do not answer', async () => {
    const { checkout } = await world.initiate();
    await world.pool.query(
      'update fact set applied_at = now(), due_at = null where due_at is not null',
    );
    // Due in this order: those that are not answered come first.
    const { rows } = await world.pool.query<{ id: string }>(
      `insert into fact (checkout_id, kind, due_at)
         select $1, 'CANCEL_REQUESTED', now() - interval '1 hour' + make_interval(secs => n)
           from generate_series(1, 500) n returning fact_id::text as id`,
      [checkout.checkoutId],
    );
    const ids = rows.map(({ id }) => id);
    const stuck = new Set(ids.slice(0, 160));
    const told = new Set<string>();
    const released = Promise.withResolvers<'NOTIFIED'>();
    const slow = new FactRelay({
      gateway: {
        hasClosed: () => Promise.resolve(false),
        notify: ({ factId }) => {
          if (stuck.has(factId)) return released.promise;
          told.add(factId);
          return Promise.resolve('NOTIFIED');
        },
      },
      facts: world.facts,
      steps: new PgCheckoutSteps(world.pool),
      credits: noCredits,
      cards: cardAttemptsOf(world.pool),
      temporalHealthy: () => Promise.resolve(true),
      log,
    });
    slow.start();
    try {
      await expect.poll(() => told.size).toBe(ids.length - stuck.size);
      released.resolve('NOTIFIED');
      await slow.close();
      const { rows: soon } = await world.pool.query(
        `select from fact where checkout_id = $1 and due_at < now() + interval '20 seconds'`,
        [checkout.checkoutId],
      );
      expect(soon, 'told again before the workflow could get to it').toHaveLength(0);
    } finally {
      released.resolve('NOTIFIED');
      await slow.close();
      await world.pool.query(
        'update fact set applied_at = now(), due_at = null where due_at is not null',
      );
    }
  });

  test('books what a static account received while somebody held the account of its merchant', async () => {
    const { pool, merchantId } = world;
    const accountNumber = await issueStaticNumber(pool, merchantId, '901');
    const holder = await pool.connect();
    await holder.query('begin');
    const account = [`2100:${merchantId}:NGN`];
    await holder.query('select from ledger_account where account_id = $1 for update', account);
    const { creditId, outcome } = await new PgCreditStore(pool).receive({
      ...{ creditId: newId('txn'), provider: 'simulator', sessionId: newId('txn'), accountNumber },
      ...{ amountMinor: due, currency: 'NGN', narration: null, sentAt: null },
      source: { accountNumber: null, accountName: null, bankCode: null, bankName: null },
    });
    await holder.query('rollback');
    holder.release();
    expect(outcome).toBeNull();
    const booking = new FactRelay({
      gateway: world.gateway,
      facts: world.facts,
      steps: new PgCheckoutSteps(pool),
      credits: new PgCreditSteps(pool),
      cards: cardAttemptsOf(pool),
      temporalHealthy: () => Promise.resolve(true),
      log,
    });
    booking.start();
    const read = () =>
      pool.query<{ outcome: string | null }>(
        'select outcome from inward_credit where credit_id = $1',
        [creditId],
      );
    await expect.poll(async () => (await read()).rows[0]?.outcome).toBe('EXACT');
    await booking.close();
    await assertBooks(world.database);
  });

  test('puts nothing off while Temporal is away', async () => {
    const initiated = await world.initiate();
    let asked = 0;
    const away = new FactRelay({
      gateway: Object.assign(Object.create(world.gateway) as typeof world.gateway, {
        tell: () => Promise.reject(new Error('away')),
      }),
      facts: world.facts,
      steps: new PgCheckoutSteps(world.pool),
      credits: noCredits,
      cards: cardAttemptsOf(world.pool),
      temporalHealthy: () => {
        asked += 1;
        return Promise.resolve(false);
      },
      log,
    });
    await makeDue();
    away.start();
    // It asks only once it has found Temporal away.
    await expect.poll(() => asked).toBeGreaterThan(0);
    await makeDue();
    const before = asked;
    await expect.poll(() => asked).toBeGreaterThan(before + 1);
    await away.close();
    expect(await claims(initiated)).toEqual([1]);
  });
});
