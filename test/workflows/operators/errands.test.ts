import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ErrandCarrier } from '../../../src/operators/errands/errand-carrier.js';
import type { ErrandKind } from '../../../src/operators/errands/errand.js';
import { PgErrands } from '../../../src/operators/errands/errand.store.js';
import {
  type ScheduleAct,
  ScheduleGateway,
} from '../../../src/operators/errands/schedule.gateway.js';
import { PgCheckoutSteps } from '../../../src/payments/checkouts/checkout-steps.store.js';
import { PgCreditSteps } from '../../../src/payments/credits/credit-steps.store.js';
import { newId } from '../../../src/platform/database/new-id.js';
import type { Fact } from '../../../src/platform/temporal/fact.js';
import { FactRelay } from '../../../src/programs/worker/fact-relay.js';
import { ensureSchedules } from '../../../src/programs/worker/schedules.js';
import { CheckoutWorld } from '../../support/checkout-world.js';
import { byTest, plantPeople } from '../../support/operators.js';
import { cardAttemptsOf } from '../../support/world-activities.js';

const settings = {
  ...{ reconcileEveryMs: null, settleDaily: false, proveBooks: false, settleInstantEveryMs: null },
};
let world: CheckoutWorld;
let store: PgErrands;
let gateway: ScheduleGateway;
let people: Awaited<ReturnType<typeof plantPeople<'Ada' | 'Bola'>>>;
beforeAll(async () => {
  world = await CheckoutWorld.start();
  store = new PgErrands(world.pool);
  gateway = new ScheduleGateway(world.client);
  people = await plantPeople(world.pool, 'Ada', 'Bola');
  // Nothing runs by itself here, so every run is one that somebody has ordered.
  await ensureSchedules(world.client, ['simulator'], settings);
});
afterAll(() => world[Symbol.asyncDispose]());

const reason = 'the bank was closed';
const by = (actor: 'Ada' | 'Bola') => ({
  ...byTest,
  kind: 'OPERATOR' as const,
  ...{ actor, operatorId: people[actor].operatorId, reason },
});

/** An errand that two operators have confirmed; nothing of it is carried out yet. */
async function confirmed(
  scheduleId: string,
  act: ScheduleAct,
  since: string | null = null,
): Promise<{ errandId: string; fact: Fact; confirmedAt: Date }> {
  const errandId = newId('ern');
  const kind: ErrandKind = 'SCHEDULE';
  const asked = { errandId, kind, subject: scheduleId, merchantId: null, says: act };
  expect(await store.propose(by('Ada'), { ...asked, wish: { act, since } })).toBe('PROPOSED');
  expect((await store.confirm(by('Bola'), errandId)).outcome).toBe('CONFIRMED');
  const { rows } = await world.pool.query<{ factId: string; at: Date }>(
    `select f.fact_id::text as "factId", date_trunc('second', e.decided_at) as at
       from fact f join errand e on e.errand_id = f.subject_id where f.subject_id = $1`,
    [errandId],
  );
  const { factId = '', at: confirmedAt = new Date(0) } = rows[0] ?? {};
  const none = { deadline: null, checkout: null };
  return {
    errandId,
    fact: { factId, kind: 'ERRAND_CONFIRMED', subjectId: errandId, ...none },
    confirmedAt,
  };
}

async function statusOf(errandId: string): Promise<string | undefined> {
  return (await store.lately()).find((each) => each.errandId === errandId)?.status;
}

async function openFacts(): Promise<number> {
  const { rows } = await world.pool.query(
    `select from fact where kind = 'ERRAND_CONFIRMED' and applied_at is null`,
  );
  return rows.length;
}

const describeSchedule = (id: string) => world.client.schedule.getHandle(id).describe();
const runs = async (id: string) => (await describeSchedule(id)).info.numActionsTaken;

function newRelay(): FactRelay {
  return new FactRelay({
    gateway: world.gateway,
    facts: world.facts,
    steps: new PgCheckoutSteps(world.pool),
    credits: new PgCreditSteps(world.pool),
    cards: cardAttemptsOf(world.pool),
    temporalHealthy: () => Promise.resolve(true),
    log: { info: () => {}, warn: () => {} },
  });
}

describe('an errand of a Schedule', () => {
  it('that no process has heard of is carried out by the relay, once', async () => {
    const { errandId, confirmedAt } = await confirmed('sweep', 'RUN_NOW');
    expect([await statusOf(errandId), await runs('sweep')]).toEqual(['CONFIRMED', 0]);
    const relays = [newRelay(), newRelay()];
    for (const relay of relays) relay.start();
    await expect.poll(() => statusOf(errandId)).toBe('DONE');
    await Promise.all(relays.map((relay) => relay.close()));
    expect(await openFacts()).toBe(0);
    await expect.poll(() => runs('sweep')).toBe(1);
    const [{ action } = {}] = (await describeSchedule('sweep')).info.recentActions;
    const at = confirmedAt.toISOString().replace('.000Z', 'Z');
    expect(action?.workflow.workflowId).toBe(`sweep-${at}`);
  });

  it('is not lost, and not done twice, by a process that dies after Temporal has heard', async () => {
    const { errandId, fact, confirmedAt } = await confirmed('prove-books', 'RUN_NOW');
    const dying = new ErrandCarrier(
      {
        ordered: (id) => store.ordered(id),
        conclude: () => Promise.reject(new Error('killed')),
      },
      gateway,
    );
    await expect(dying.notify(fact)).rejects.toThrow('killed');
    await expect.poll(() => runs('prove-books')).toBe(1);
    // Its run is over before anybody asks for it again: an id that is free would be started.
    const at = confirmedAt.toISOString().replace('.000Z', 'Z');
    await world.client.workflow.getHandle(`prove-books-${at}`).terminate('for the test');
    expect([await statusOf(errandId), await openFacts()]).toEqual(['CONFIRMED', 1]);
    await new ErrandCarrier(store, gateway).notify(fact);
    expect([await statusOf(errandId), await openFacts()]).toEqual(['DONE', 0]);
    // What the Schedule was asked for twice it has done when it has done what it was asked for after that.
    const after = await confirmed('prove-books', 'RUN_NOW');
    await new ErrandCarrier(store, gateway).notify(after.fact);
    await expect
      .poll(async () =>
        (await describeSchedule('prove-books')).info.recentActions.map(
          ({ action }) => action.workflow.workflowId,
        ),
      )
      .toEqual([
        `prove-books-${at}`,
        `prove-books-${after.confirmedAt.toISOString().replace('.000Z', 'Z')}`,
      ]);
  });

  it('is one of several within one second, and each has its run', async () => {
    const orders = [];
    for (let nth = 0; nth < 3; nth += 1) {
      const { errandId, fact } = await confirmed('settle-instant', 'RUN_NOW');
      const { confirmedAt = new Date(0), note = '' } = (await store.ordered(errandId)) ?? {};
      orders.push({ confirmedAt, note });
      await store.conclude(errandId, fact.factId, true);
    }
    const before = await runs('settle-instant');
    for (const { confirmedAt, note } of orders) {
      const order = { scheduleId: 'settle-instant', act: 'RUN_NOW' as const, since: null };
      expect(await gateway.carryOut({ ...order, confirmedAt, note })).toBe(true);
      // Behind one that runs it would wait, and be no action yet.
      const at = confirmedAt.toISOString().replace('.000Z', 'Z');
      const handle = world.client.workflow.getHandle(`settle-instant-${at}`);
      await expect
        .poll(() =>
          handle.terminate('for the test').then(
            () => true,
            () => false,
          ),
        )
        .toBe(true);
    }
    await expect.poll(() => runs('settle-instant')).toBe(before + 3);
  });

  it('pauses it with both names, and lets it run again', async () => {
    const carrier = new ErrandCarrier(store, gateway);
    const standing = async () =>
      (await gateway.list()).find(({ scheduleId }) => scheduleId === 'courier');
    await expect.poll(async () => (await standing())?.isPaused).toBe(false);
    const paused = await confirmed('courier', 'PAUSE');
    await carrier.notify(paused.fact);
    await carrier.notify(paused.fact);
    await expect.poll(standing).toMatchObject({
      isPaused: true,
      note: `Ada and Bola: ${reason}`,
      nextRunAt: expect.any(Date),
    });
    const resumed = await confirmed('courier', 'RESUME');
    await carrier.notify(resumed.fact);
    await expect.poll(async () => (await standing())?.isPaused).toBe(false);
    // A fact that is told again after all that changes nothing.
    await carrier.notify(paused.fact);
    expect((await describeSchedule('courier')).state.paused).toBe(false);
  });

  it('catches up the days until it was confirmed, each once however often it is carried out', async () => {
    const since = new Date(Date.now() - 3 * 86_400_000).toISOString();
    const { fact, errandId } = await confirmed('settle-daily', 'CATCH_UP', since);
    const dying = new ErrandCarrier(
      { ordered: (id) => store.ordered(id), conclude: () => Promise.reject(new Error('killed')) },
      gateway,
    );
    await expect(dying.notify(fact)).rejects.toThrow('killed');
    await new ErrandCarrier(store, gateway).notify(fact);
    expect(await statusOf(errandId)).toBe('DONE');
    // Ordered after both: when it has begun, nothing of them is left to begin.
    const last = await confirmed('settle-daily', 'RUN_NOW');
    await new ErrandCarrier(store, gateway).notify(last.fact);
    const lastId = `settle-daily-${last.confirmedAt.toISOString().replace('.000Z', 'Z')}`;
    const begun = new Map<string, Set<string>>();
    await expect
      .poll(
        async () => {
          const { runningActions, recentActions } = (await describeSchedule('settle-daily')).info;
          const seen = [...runningActions, ...recentActions.map(({ action }) => action)];
          for (const { workflow } of seen) {
            const { workflowId, firstExecutionRunId } = workflow;
            begun.set(workflowId, (begun.get(workflowId) ?? new Set()).add(firstExecutionRunId));
          }
          for (const { workflow } of runningActions) {
            await world.client.workflow.getHandle(workflow.workflowId).terminate('for the test');
          }
          return begun.has(lastId);
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    expect([...begun.values()].map((each) => each.size)).toEqual([1, 1, 1, 1]);
  });

  it('is not done twice either by a Temporal that has forgotten that it was asked', async () => {
    const { fact, errandId } = await confirmed('reconcile-simulator', 'RUN_NOW');
    const order = await store.ordered(errandId);
    await new ErrandCarrier(store, gateway).notify(fact);
    await expect.poll(() => runs('reconcile-simulator')).toBe(1);
    await world.client.schedule.getHandle('reconcile-simulator').delete();
    await ensureSchedules(world.client, ['simulator'], settings);
    const { confirmedAt = new Date(0), note = '' } = order ?? {};
    const again = { scheduleId: 'reconcile-simulator', act: 'RUN_NOW' as const, since: null };
    expect(await gateway.carryOut({ ...again, confirmedAt, note })).toBe(true);
    // A later order is carried out, and is the first that this Schedule has heard of.
    const later = new Date(confirmedAt.getTime() + 3_600_000);
    await gateway.carryOut({ ...again, confirmedAt: later, note });
    const ids = async () =>
      (await describeSchedule('reconcile-simulator')).info.recentActions.map(
        ({ action }) => action.workflow.workflowId,
      );
    await expect
      .poll(ids)
      .toEqual([`reconcile-simulator-${later.toISOString().replace('.000Z', 'Z')}`]);
  });

  it('of a Schedule that is gone fails, and is told no more', async () => {
    await world.client.schedule.getHandle('settle-instant').delete();
    for (const act of ['RUN_NOW', 'PAUSE'] as const) {
      const { errandId, fact } = await confirmed('settle-instant', act);
      await new ErrandCarrier(store, gateway).notify(fact);
      expect([await statusOf(errandId), await openFacts()]).toEqual(['FAILED', 0]);
    }
  });

  it('waits for the one before it, which is not carried out yet', async () => {
    const { fact } = await confirmed('reconcile-simulator', 'PAUSE');
    const asked = { subject: 'reconcile-simulator', merchantId: null, says: 'RESUME' };
    const second = { errandId: newId('ern'), kind: 'SCHEDULE' as const, wish: { act: 'RESUME' } };
    expect(await store.propose(by('Ada'), { ...asked, ...second })).toBe('OTHER_PROPOSED');
    await new ErrandCarrier(store, gateway).notify(fact);
    expect(await store.propose(by('Ada'), { ...asked, ...second })).toBe('PROPOSED');
  });
});
