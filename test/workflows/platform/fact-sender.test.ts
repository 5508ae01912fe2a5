import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CheckoutGateway } from '../../../src/payments/checkouts/checkout.gateway.js';
import { createTemporalClient } from '../../../src/platform/temporal/connection.js';
import { FactSender } from '../../../src/platform/temporal/fact-sender.js';
import type { Fact } from '../../../src/platform/temporal/fact.js';
import type { PgFactStore } from '../../../src/platform/temporal/fact.store.js';
import type { FactNotifier } from '../../../src/platform/temporal/fact-notifier.js';
import { type CheckoutFact, CheckoutWorld } from '../../support/checkout-world.js';
import { eventNames } from '../../support/history.js';
import { postingCredits } from '../../support/posting-credits.js';
import { keySetOf } from '../../../src/platform/config/key-set.js';

let world: CheckoutWorld;
beforeAll(async () => void (world = await CheckoutWorld.start()));
afterAll(() => world[Symbol.asyncDispose]());

const warnings: string[] = [];
const log = { warn: (_details: object, message: string) => void warnings.push(message) };
beforeEach(() => void warnings.splice(0));

/** A gateway to a port where nobody listens. */
function gatewayToNowhere() {
  const client = createTemporalClient({
    temporalAddress: '127.0.0.1:9',
    temporalNamespace: 'nowhere',
    codecKeys: keySetOf('codec', [Buffer.alloc(32)]),
  });
  return new CheckoutGateway(client, { parkAfterMs: 1_000 });
}

async function dueInSeconds({ factId }: CheckoutFact): Promise<number> {
  const { rows } = await world.pool.query<{ seconds: string }>(
    'select extract(epoch from due_at - now()) as seconds from fact where fact_id = $1',
    [factId],
  );
  return Number(rows[0]?.seconds);
}

describe('the fact sender', () => {
  test('tells a start and its account by one call, and marks what the workflow will act on by itself', async () => {
    const sender = new FactSender(world.gateway, world.facts, log);
    const initiated = await world.initiate({ sessionTtlMinutes: 60 });
    const account = await world.issueAccount(initiated, { validityMinutes: 20 });
    sender.send(initiated);
    // Another request brings the account, but within the moment that the start waits, however slow the database is.
    await sleep(20);
    sender.send(account);
    await sender.close();
    expect(await eventNames(world.handle(initiated))).toEqual(['WORKFLOW_EXECUTION_STARTED']);
    // A minute after each deadline, which is when the workflow ought to have acted long ago.
    expect(await dueInSeconds(initiated)).toBeGreaterThan(60 * 60);
    expect(await dueInSeconds(account)).toBeGreaterThan(20 * 60);
    expect(warnings).toEqual([]);
  });

  test('marks a credit that was posted with its receipt as dealt with, once Temporal has it', async () => {
    const sender = new FactSender(world.gateway, world.facts, log);
    const initiated = await world.initiate();
    const account = await world.issueAccount(initiated);
    sender.send(initiated);
    sender.send(account);
    const posted = postingCredits(world.pool);
    const credit = await world.receive(account.accountNumber, 1_000_000n, posted);
    sender.send(credit);
    await sender.close();
    expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
    const { rows } = await world.pool.query(
      'select kind from fact where checkout_id = $1 and applied_at is null',
      [initiated.checkout.checkoutId],
    );
    expect(rows).toEqual([]);
  });

  test('tells of posted credits together: of 64 at once, before another fact of the order, and at its end', async () => {
    const told: string[] = [];
    const telling: FactNotifier = {
      notify: ({ factId }) => {
        told.push(factId);
        return Promise.resolve('NOTIFIED');
      },
      hasClosed: () => Promise.resolve(false),
    };
    const marked: string[] = [];
    const facts = {
      markSent: () => Promise.resolve(),
      markApplied: (ids: readonly string[]) => Promise.resolve(void marked.push(...ids)),
    } as unknown as PgFactStore;
    const sender = new FactSender(telling, facts, log);
    const about = (of: string) => ({ subjectId: `txn_${of}`, deadline: null, checkout: null });
    const credit = (factId: string): Fact => ({
      ...{ ...about(factId), factId, kind: 'CREDIT_RECEIVED', posted: 'SUCCESSFUL' },
    });
    const many = Array.from({ length: 64 }, (_, n) => `many-${n}`);
    for (const factId of many.slice(1)) sender.send(credit(factId));
    expect(told).toEqual([]);
    sender.send(credit('many-0'));
    expect(told.toSorted()).toEqual(many.toSorted());
    sender.send(credit('one'));
    sender.send({ ...about('one'), factId: 'after-one', kind: 'CANCEL_REQUESTED' });
    sender.send(credit('last'));
    await sender.close();
    expect(told.slice(64)).toEqual(['one', 'last', 'after-one']);
    expect(marked).toHaveLength(66);
  });

  test('tells of a posted credit within a moment', async () => {
    const sender = new FactSender(world.gateway, world.facts, log);
    const initiated = await world.initiate();
    const account = await world.issueAccount(initiated);
    const posted = postingCredits(world.pool);
    const credit = await world.receive(account.accountNumber, 1_000_000n, posted);
    for (const fact of [initiated, account, credit]) sender.send(fact);
    await expect
      .poll(() =>
        world
          .handle(initiated)
          .describe()
          .then(({ status }) => status.name, String),
      )
      .toBe('COMPLETED');
    await sender.close();
  });

  test('waits only a moment for the account', async () => {
    const sender = new FactSender(world.gateway, world.facts, log);
    const initiated = await world.initiate();
    sender.send(initiated);
    await expect
      .poll(() => eventNames(world.handle(initiated)).catch(() => []))
      .toContain('WORKFLOW_TASK_SCHEDULED');
    const account = await world.issueAccount(initiated);
    sender.send(account);
    await sender.close();
    await expect
      .poll(() => eventNames(world.handle(initiated)))
      .toContain('WORKFLOW_EXECUTION_SIGNALED');
  });

  test('tells of a checkout in the order in which things happened', async () => {
    let underWay = 0;
    const atOnce: number[] = [];
    const counting: FactNotifier = {
      notify: (fact) => {
        atOnce.push((underWay += 1));
        return world.gateway.notify(fact).finally(() => (underWay -= 1));
      },
      hasClosed: (fact) => world.gateway.hasClosed(fact),
    };
    const sender = new FactSender(counting, world.facts, log);
    const initiated = await world.initiate();
    const account = await world.issueAccount(initiated);
    const credit = await world.receive(account.accountNumber, 1_000_000n);
    for (const fact of [initiated, account, credit]) sender.send(fact);
    await sender.close();
    // The start with the account, then the credit.
    expect(atOnce).toEqual([1, 1]);
    expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
    // A signal that had overtaken the start would have started the workflow itself, without a delay.
    const { events } = await world.handle(initiated).fetchHistory();
    const delay = events?.[0]?.workflowExecutionStartedEventAttributes?.firstWorkflowTaskBackoff;
    expect(Number(delay?.seconds)).toBeGreaterThan(60);
  });

  test('leaves a credit due within seconds: applying it is what marks it', async () => {
    const sender = new FactSender(world.gateway, world.facts, log);
    const initiated = await world.initiate();
    await world.tell(initiated);
    const account = await world.issueAccount(initiated);
    const credit = await world.receive(account.accountNumber, 1_000_000n);
    await world.pauseWorker();
    sender.send(credit);
    await sender.close();
    expect(await dueInSeconds(credit)).toBeLessThan(3);
    await world.resumeWorker();
    expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
  });

  test('neither throws nor waits when Temporal is away, says so once, and stops trying', async () => {
    const gateway = gatewayToNowhere();
    const asked = vi.spyOn(gateway, 'notify');
    const sender = new FactSender(gateway, world.facts, log);
    const fact = await world.initiate();
    for (let i = 0; i < 1_000; i += 1) sender.send(fact);
    // One after the other: nothing was waited for yet.
    expect(asked).toHaveBeenCalledTimes(1);
    await expect.poll(() => warnings.length).toBe(1);
    const askedUntilOpen = asked.mock.calls.length;
    for (let i = 0; i < 10_000; i += 1) sender.send(fact);
    await sender.close();
    // On a busy machine the time may be over after which one is tried again.
    expect(asked.mock.calls.length).toBeLessThanOrEqual(askedUntilOpen + 1);
    expect(warnings).toHaveLength(1);
    expect(await dueInSeconds(fact)).toBeLessThan(3);
  });

  test('takes nothing more after it was closed', async () => {
    const sender = new FactSender(world.gateway, world.facts, log);
    await sender.close();
    const initiated = await world.initiate();
    sender.send(initiated);
    await sender.close();
    await expect(world.handle(initiated).describe()).rejects.toThrow();
  });
});
