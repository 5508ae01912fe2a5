import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolveSettlement } from '../../../workflows/messages.js';
import { ensureSchedules } from '../../../src/programs/worker/schedules.js';
import { keepGoldenHistory } from '../../support/golden-history.js';
import { countEvents, eventNames } from '../../support/history.js';
import {
  type BegunPayout,
  type DueOptions,
  nextCutOff,
  PayoutWorld,
} from '../../support/payout-world.js';

/** Plays every path of settlement runs and payouts as it is when histories are recorded. */
let world: PayoutWorld;
beforeAll(async () => void (world = await PayoutWorld.start({ plain: true, parkAfterMs: 2_000 })));
afterAll(() => world[Symbol.asyncDispose]());

const begun = (rule?: object, options: DueOptions = {}): Promise<BegunPayout> =>
  world.paidOut(500_000n, rule === undefined ? options : { ...options, rule });

async function ends(payout: BegunPayout, status: string, scenario: string): Promise<void> {
  expect(await world.result(payout)).toEqual({ status });
  await keepGoldenHistory(world.handle(payout), 'payoutWorkflow', scenario);
}

test('payout: sent', async () => ends(await begun(), 'SUCCESSFUL', 'sent'));

test('payout: in-parts', async () => {
  const limit = async (minor: string) =>
    world.pool.query(`update setting set value = $1 where name = 'payout_limit_minor'`, [minor]);
  await limit('200000');
  const payout = await begun();
  await limit('1000000000');
  await ends(payout, 'SUCCESSFUL', 'in-parts');
});

test('payout: unknown-then-confirmed', async () => {
  const payout = await begun({ on: 'transfer', times: 1, answer: '96', done: true });
  await world.until(payout, 'UNKNOWN');
  await world.ahead(payout, 1);
  await ends(payout, 'SUCCESSFUL', 'unknown-then-confirmed');
});

test('payout: absent-twice', async () => {
  const payout = await begun({ on: 'transfer', times: 1, answer: '09', done: false });
  await world.until(payout, 'UNKNOWN');
  await world.ahead(payout, 60);
  await ends(payout, 'FAILED', 'absent-twice');
});

test('payout: said-not-to-be-sent', async () => {
  const payout = await begun({ on: 'transfer', answer: '09', done: 'HELD' });
  await world.until(payout, 'UNKNOWN');
  await world.ahead(payout, 70);
  await world.rails.untilWaiting(payout.workflowId);
  await world.decide(payout, 'not_sent');
  await ends(payout, 'FAILED', 'said-not-to-be-sent');
});

test('payout: refused-then-sent', async () => {
  const payout = await begun({ on: 'transfer', times: 1, answer: '91', done: false });
  await world.ahead(payout, 5);
  await ends(payout, 'SUCCESSFUL', 'refused-then-sent');
});

test('payout: refused-until-the-window-ended', async () => {
  const payout = await begun({ on: 'transfer', answer: '91', done: false });
  await world.ahead(payout, 24 * 60);
  await ends(payout, 'FAILED', 'refused-until-the-window-ended');
});

test('payout: bank-down', async () => {
  const payout = await begun({ on: 'name-enquiry', answer: 'HTTP_500' });
  await world.ahead(payout, 24 * 60);
  await ends(payout, 'FAILED', 'bank-down');
});

test('payout: name-changed-and-released, name-changed-and-cancelled', async () => {
  for (const [decision, status, ending] of [
    ['release', 'SUCCESSFUL', 'released'],
    ['cancel', 'CANCELLED', 'cancelled'],
  ] as const) {
    const payout = await begun(undefined, { accountName: 'ANOTHER LIMITED' });
    await world.rails.untilWaiting(payout.workflowId);
    await world.decide(payout, decision);
    await ends(payout, status, `name-changed-and-${ending}`);
  }
});

test('payout: account-refused', async () => {
  const payout = await begun({ on: 'transfer', answer: '57', done: false });
  await world.rails.untilWaiting(payout.workflowId);
  await world.decide(payout, 'cancel');
  await ends(payout, 'CANCELLED', 'account-refused');
});

test('payout: debited-after-refusal', async () => {
  const payout = await begun({ on: 'transfer', times: 1, answer: '91', done: true });
  await expect.poll(async () => (await world.sendings(payout)).at(0)?.status).toBe('FAILED');
  const [sending] = await world.sendings(payout);
  await world.reported(payout, sending?.session_id ?? '');
  expect(await world.rails.untilWaiting(payout.workflowId)).toBe(`DEBITED: ${sending?.session_id}`);
  await world.decide(payout, 'cancel');
  await ends(payout, 'CANCELLED', 'debited-after-refusal');
});

test('payout: debited-then-sent-again', async () => {
  const payout = await begun({ on: 'transfer', times: 1, answer: '91', done: false });
  await expect.poll(async () => (await world.sendings(payout)).at(0)?.status).toBe('FAILED');
  const [sending] = await world.sendings(payout);
  await world.reported(payout, sending?.session_id ?? '');
  await world.rails.untilWaiting(payout.workflowId);
  await world.decide(payout, 'retry');
  await ends(payout, 'SUCCESSFUL', 'debited-then-sent-again');
});

test('payout: debited-before-refusal', async () => {
  const { bank } = world.rails;
  const payout = await begun({ on: 'transfer', times: 1, answer: '96', done: true });
  const { accountNumber: account } = payout;
  await bank.misbehave({ on: 'query', account, answer: '09' });
  await world.until(payout, 'UNKNOWN');
  await world.rails.runs('reconciliationWorkflow', [{ provider: 'simulator' }]);
  await bank.behaveWell();
  await bank.misbehave({ on: 'query', account, answer: '05' });
  await world.ahead(payout, 5);
  await world.rails.untilWaiting(payout.workflowId);
  await world.decide(payout, 'cancel');
  await ends(payout, 'CANCELLED', 'debited-before-refusal');
});

test('payout: held-then-sent', async () => {
  await world.pool.query(
    `select record_finding('UNEXPLAINED_DEBIT', 'held', '{"provider": "simulator"}', 'ATTENTION')`,
  );
  const payout = await begun();
  await expect
    .poll(async () => countEvents(await eventNames(world.handle(payout)), 'TIMER_STARTED'))
    .toBe(1);
  await world.pool.query(`update finding set action = 'RESOLVED' where subject = 'held'`);
  await world.ahead(payout, 5);
  await ends(payout, 'SUCCESSFUL', 'held-then-sent');
});

test('payout: searched-for-in-a-new-run', async () => {
  const payout = await begun({ on: 'transfer', answer: '09', done: 'HELD' });
  await world.until(payout, 'UNKNOWN');
  await world.handle(payout).terminate('a test');
  const { settlementId, workflowId } = payout;
  await world.client.workflow.start('payoutWorkflow', {
    taskQueue: 'rails',
    workflowId,
    args: [{ settlementId, parkAfterMs: 2_000, longHistory: 30 }],
  });
  await world.ahead(payout, 2);
  const [sending] = await world.sendings(payout);
  await world.rails.bank.releaseTransfer(sending?.session_id ?? '');
  await world.ahead(payout, 15);
  await ends(payout, 'SUCCESSFUL', 'searched-for-in-a-new-run');
});

test('payout: sent-beside-a-lost-sending', async () => {
  const merchant = await world.merchant(500_000n);
  await world.pool.query('alter function take_payout_step rename to take_payout_step_away');
  await world.settle();
  const payout = await world.begun(merchant);
  await world.rails.untilWaiting(payout.workflowId);
  await world.pool.query('alter function take_payout_step_away rename to take_payout_step');
  await world.pool.query(
    `select take_payout_step(payout_id, 'SENT', $2, null, null) from payout where settlement_id = $1`,
    [payout.settlementId, world.rails.freshSessionId()],
  );
  await world.decide(payout, 'retry');
  await world.until(payout, 'UNKNOWN');
  await world.ahead(payout, 60);
  await ends(payout, 'FAILED', 'sent-beside-a-lost-sending');
});

async function runs(scenario: string, input: object): Promise<void> {
  const handle = await world.client.workflow.start('settlementWorkflow', {
    taskQueue: 'rails',
    workflowId: `golden-settlement-${scenario}`,
    args: [{ cycle: 'INSTANT', ...input }],
  });
  if (scenario === 'parked') {
    await world.rails.untilWaiting(handle.workflowId);
    await world.pool.query('alter function merchants_of_cycle_away rename to merchants_of_cycle');
    const given = { decision: 'retry', operator: 'test', reason: 'migrated' } as const;
    await handle.executeUpdate(resolveSettlement, { args: [given] });
  }
  await handle.result();
  await keepGoldenHistory(handle, 'settlementWorkflow', scenario);
}

test('settlement: with-merchants, without, in-two-runs, parked', async () => {
  await world.merchant(500_000n);
  await runs('with-merchants', {});
  await runs('without-merchants', {});
  await runs('in-two-runs', { pageSize: 2, longHistory: 10 });
  await world.pool.query('alter function merchants_of_cycle rename to merchants_of_cycle_away');
  await runs('parked', { parkAfterMs: 2_000 });
});

test('settlement: merchant-locked-and-healed', async () => {
  const merchant = await world.merchant(500_000n, { schedule: 'T1' });
  const workflowId = 'golden-settlement-merchant-locked-and-healed';
  const handle = await world.whileLocked(merchant, async () => {
    const started = await world.client.workflow.start('settlementWorkflow', {
      taskQueue: 'rails',
      workflowId,
      args: [{ cycle: 'DAILY', cutOff: nextCutOff(), parkAfterMs: 2_000 }],
    });
    await world.rails.untilWaiting(workflowId);
    return started;
  });
  await handle.result();
  await keepGoldenHistory(handle, 'settlementWorkflow', 'merchant-locked-and-healed');
});

test('settlement: no-payout-day', async () => {
  const settings = {
    reconcileEveryMs: null,
    settleDaily: false,
    proveBooks: false,
    settleInstantEveryMs: null,
  };
  await ensureSchedules(world.client, [], settings);
  const sunday = '2026-11-22T05:00:00Z';
  await world.client.schedule.getHandle('settle-daily').backfill({
    start: new Date('2026-11-22T04:59:00Z'),
    end: new Date('2026-11-22T05:01:00Z'),
    overlap: 'ALLOW_ALL',
  });
  const handle = world.client.workflow.getHandle(`settle-daily-${sunday}`);
  await expect
    .poll(() =>
      handle.describe().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  expect(await handle.result()).toMatchObject({ isPayoutDay: false, settled: 0 });
  await keepGoldenHistory(handle, 'settlementWorkflow', 'no-payout-day');
});
