import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { backfillSettlement, ensureSchedules } from '../../../src/programs/worker/schedules.js';
import type { SettlementResult } from '../../../workflows/payouts/settlement.workflow.js';
import { resolveSettlement } from '../../../workflows/messages.js';
import { currentDetails } from '../../support/history.js';
import { nextCutOff, PayoutWorld } from '../../support/payout-world.js';

let world: PayoutWorld;
beforeAll(async () => void (world = await PayoutWorld.start()));
afterAll(() => world[Symbol.asyncDispose]());
afterEach(async () => {
  await world.rails.bank.behaveWell();
  expect(await world.faults()).toEqual([]);
});

const amount = 500_000n;
const settings = {
  reconcileEveryMs: null,
  settleDaily: false,
  proveBooks: false,
  settleInstantEveryMs: null,
};
const ensure = (changed = {}) =>
  ensureSchedules(world.client, ['simulator'], { ...settings, ...changed });
const schedule = (id: string) => world.client.schedule.getHandle(id);

describe('a run', () => {
  test('settles every merchant of its cycle, page by page, and starts the payouts', async () => {
    const merchants = [];
    for (let n = 0; n < 5; n += 1) merchants.push(await world.merchant(amount));
    const daily = await world.merchant(amount, { schedule: 'T1' });
    const result = await world.settle({ pageSize: 2 });
    expect(result).toMatchObject({ isPayoutDay: true, settled: 5, amountMinor: '2500000' });
    for (const merchant of merchants) {
      expect(await world.result(await world.begun(merchant))).toEqual({ status: 'SUCCESSFUL' });
    }
    expect(await world.money(daily.merchantId)).toEqual({ '2100': amount });
  });

  test('goes on in a new run when its history has become long, and counts the same', async () => {
    const merchants = [];
    for (let n = 0; n < 3; n += 1) merchants.push(await world.merchant(amount));
    const result = await world.settle({ pageSize: 1, longHistory: 10 });
    expect(result).toMatchObject({ settled: 3, amountMinor: '1500000' });
    for (const merchant of merchants) await world.result(await world.begun(merchant));
  });

  test('of a merchant that owes us pays nothing, and is told once', async () => {
    const merchant = await world.merchant(amount);
    await world.due(merchant.merchantId, -900_000n);
    expect(await world.settle()).toMatchObject({ onHold: 1, settled: 0 });
    await world.settle();
    expect(await world.events(merchant.merchantId)).toEqual(['settlement.on_hold']);
    await world.due(merchant.merchantId, 1_000_000n);
    expect(await world.settle()).toMatchObject({ settled: 1, amountMinor: '600000' });
    await world.result(await world.begun(merchant));
    expect(await world.received(merchant)).toBe(600_000);
  });

  test('that the database does not let go on waits for an operator, and goes on by retry', async () => {
    const merchant = await world.merchant(amount);
    await world.pool.query('alter function merchants_of_cycle rename to merchants_of_cycle_away');
    const handle = await world.client.workflow.start('settlementWorkflow', {
      taskQueue: 'rails',
      workflowId: 'settle-parked',
      args: [{ cycle: 'INSTANT', parkAfterMs: 2_000 }],
    });
    await expect
      .poll(() => world.rails.untilWaiting('settle-parked'))
      .toBe('settleMerchants: LEDGER_MISMATCH');
    await expect
      .poll(() => currentDetails(handle))
      .toMatch(/stands still[^]*--reason WHY`: [^\n]*`retry`/);
    await world.pool.query('alter function merchants_of_cycle_away rename to merchants_of_cycle');
    const given = { decision: 'retry', operator: 'ngozi', reason: 'migrated' } as const;
    await handle.executeUpdate(resolveSettlement, { args: [given] });
    expect(await handle.result()).toMatchObject({ settled: 1 });
    await world.result(await world.begun(merchant));
  });

  test('that stops at one merchant settles the others, and the one is found', async () => {
    const [bad, good] = [await world.merchant(amount), await world.merchant(amount)];
    await world.pool.query(
      `update balance_transaction set net_minor = net_minor + 1, gross_minor = gross_minor + 1 where merchant_id = $1`,
      [bad.merchantId],
    );
    expect(await world.settle()).toMatchObject({ settled: 1, failed: 1 });
    await world.result(await world.begun(good));
    const found = async () => {
      const { rows } = await world.pool.query(
        `select subject, action from finding where kind = 'SETTLEMENT_FAILED'`,
      );
      return rows as unknown;
    };
    expect(await found()).toEqual([{ subject: bad.merchantId, action: 'ATTENTION' }]);
    await world.pool.query(
      `update balance_transaction set net_minor = net_minor - 1, gross_minor = gross_minor - 1 where merchant_id = $1`,
      [bad.merchantId],
    );
    expect(await world.settle()).toMatchObject({ settled: 1, failed: 0 });
    expect(await found()).toEqual([{ subject: bad.merchantId, action: 'RESOLVED' }]);
    await world.result(await world.begun(bad));
  });
});

describe('of a merchant whose books somebody else holds', () => {
  const twoMerchants = async (schedule: string) => {
    const one = await world.merchant(amount, { schedule });
    const other = await world.merchant(amount, { schedule });
    // the merchant that comes first is the one that is held
    const [busy, free] = one.merchantId < other.merchantId ? [one, other] : [other, one];
    return { busy, free };
  };

  test('a daily run settles the others, waits, and settles it once the lock is gone', async () => {
    const { busy, free } = await twoMerchants('T1');
    const handle = await world.whileLocked(busy, async () => {
      const started = await world.client.workflow.start('settlementWorkflow', {
        taskQueue: 'rails',
        workflowId: 'settle-locked',
        args: [{ cycle: 'DAILY', cutOff: nextCutOff(), parkAfterMs: 2_000 }],
      });
      // On a busy machine its page may be parked first, which heals by itself.
      await expect
        .poll(() => world.rails.untilWaiting('settle-locked'), { timeout: 20_000 })
        .toBe('settleLocked: LEDGER_UNAVAILABLE');
      const page = await currentDetails(started);
      expect(page).toMatch(new RegExp(`waits for locked books[^]*: ${busy.merchantId}\\.`));
      expect(await world.result(await world.begun(free))).toEqual({ status: 'SUCCESSFUL' });
      return started;
    });
    const result = await handle.result();
    expect(result).toMatchObject({ isPayoutDay: true, failed: 0 });
    expect(result).not.toHaveProperty('locked');
    expect(await world.result(await world.begun(busy))).toEqual({ status: 'SUCCESSFUL' });
    expect([await world.received(busy), await world.received(free)]).toEqual([500_000, 500_000]);
  });

  test('an instant run leaves it to the next one, which is minutes away', async () => {
    const { busy, free } = await twoMerchants('T0_INSTANT');
    const first = await world.whileLocked(busy, () => world.settle());
    expect(first).toMatchObject({ failed: 0, locked: 1 });
    expect(await world.result(await world.begun(free))).toEqual({ status: 'SUCCESSFUL' });
    const next = await world.settle();
    expect(next).toMatchObject({ settled: 1 });
    expect(next).not.toHaveProperty('locked');
    expect(await world.result(await world.begun(busy))).toEqual({ status: 'SUCCESSFUL' });
  });
});

describe('the schedules', () => {
  test('are made once by however many workers, as they are meant', async () => {
    await Promise.all([ensure(), ensure(), ensure()]);
    const daily = {
      state: { paused: true },
      policies: { overlap: 'BUFFER_ALL', catchupWindow: 31 * 86_400_000, pauseOnFailure: true },
    };
    expect(await schedule('settle-daily').describe()).toMatchObject(daily);
    await schedule('settle-daily').update((current) => ({
      ...current,
      policies: { overlap: 'SKIP', catchupWindow: 60_000 },
    }));
    await ensure();
    expect(await schedule('settle-daily').describe()).toMatchObject(daily);
    expect(await schedule('settle-instant').describe()).toMatchObject({
      policies: { overlap: 'SKIP', pauseOnFailure: true },
    });
    const list = [];
    for await (const { scheduleId } of world.client.schedule.list()) list.push(scheduleId);
    expect(new Set(list).size).toBe(list.length);
  });

  test('stay paused when an operator has paused them, and not when our settings had', async () => {
    const on = { settleDaily: true, settleInstantEveryMs: 3_600_000 };
    const paused = async (id: string) => (await schedule(id).describe()).state.paused;
    await ensure();
    await ensure(on);
    expect(await paused('settle-daily')).toBe(false);
    await schedule('settle-daily').pause('ngozi: the bank is away');
    await ensure(on);
    expect(await paused('settle-daily')).toBe(true);
    expect(await paused('settle-instant')).toBe(false);
    await schedule('settle-daily').unpause('ngozi: it is back');
    await ensure(on);
    expect(await paused('settle-daily')).toBe(false);
    await ensure();
    expect(await paused('settle-daily')).toBe(true);
  });

  test('a day that is backfilled is of its own day, and done again changes nothing', async () => {
    await ensure();
    const merchant = await world.merchant(amount, { schedule: 'T1' });
    const backfill = () =>
      schedule('settle-daily').backfill({
        start: new Date('2026-11-19T04:59:00Z'),
        end: new Date('2026-11-19T05:01:00Z'),
        overlap: 'ALLOW_ALL',
      });
    await backfill();
    const first = await lastRun('settle-daily', 1);
    expect(first).toMatchObject({ cutOff: '2026-11-18T23:00:00.000Z', isPayoutDay: true });
    const payout = await world.begun(merchant);
    expect(payout.workflowId).toBe(`payout/${merchant.merchantId}/NGN/2026-11-19+01:00`);
    await world.result(payout);
    const before = await settlements();
    await backfill();
    expect(await lastRun('settle-daily', 2)).toMatchObject({ cutOff: first.cutOff });
    expect(await settlements()).toEqual(before);
    expect(await world.received(merchant)).toBe(Number(amount));
  });

  test('make up for the days since the last settlement, unless an operator has paused them', async () => {
    await ensure();
    const actions = async () => (await schedule('settle-daily').describe()).info.numActionsTaken;
    const before = await actions();
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
    expect(await backfillSettlement(world.client, twoDaysAgo)).toBe(true);
    await ensure({ settleDaily: true });
    expect(await backfillSettlement(world.client, twoDaysAgo)).toBe(true);
    // 06:00 in Lagos comes twice in two days; while it was paused it was not made up for.
    await expect.poll(actions, { timeout: 30_000 }).toBe(before + 2);
    await ensure();
  });

  test('run for every day that was missed, because each day has merchants of its own', async () => {
    await ensure();
    const actions = async () => (await schedule('settle-daily').describe()).info.numActionsTaken;
    const before = await actions();
    const fourDaysAgo = new Date(Date.now() - 4 * 86_400_000);
    // Without a policy of its own a backfill has that of the schedule, as the days of an outage have.
    await schedule('settle-daily').backfill({ start: fourDaysAgo, end: new Date() });
    await expect.poll(actions, { timeout: 30_000 }).toBe(before + 4);
  });

  test('triggered twice pays once', async () => {
    await ensure();
    const merchant = await world.merchant(amount);
    // While it was not paused it may have run by itself: at a full hour.
    const before = await actionsOf('settle-instant');
    await schedule('settle-instant').trigger('ALLOW_ALL');
    await schedule('settle-instant').trigger('ALLOW_ALL');
    await lastRun('settle-instant', before.length + 1);
    await world.result(await world.begun(merchant));
    const paid = await settlements();
    const soFar = (await actionsOf('settle-instant')).length;
    // Two in one second are one to the server; this one is another.
    const triggered = async () => {
      await schedule('settle-instant').trigger('ALLOW_ALL');
      return (await actionsOf('settle-instant')).length;
    };
    await expect.poll(triggered, { interval: 1_000 }).toBeGreaterThan(soFar);
    await lastRun('settle-instant', soFar + 1);
    expect(await settlements()).toEqual(paid);
    expect(await world.received(merchant)).toBe(Number(amount));
  });
});

const actionsOf = async (id: string) => (await schedule(id).describe()).info.recentActions;

/** What the schedule's n-th action came to. */
async function lastRun(id: string, n: number): Promise<SettlementResult> {
  await expect.poll(async () => (await actionsOf(id)).length).toBeGreaterThanOrEqual(n);
  const action = (await actionsOf(id)).at(-1)?.action;
  if (action?.type !== 'startWorkflow') throw new Error('nothing was started');
  return (await world.client.workflow
    .getHandle(action.workflow.workflowId)
    .result()) as SettlementResult;
}

/** All of them, once nothing moves by itself any more. */
async function settlements(): Promise<readonly unknown[]> {
  const read = async () => {
    const { rows } = await world.pool.query<{ status: string }>(
      'select settlement_id, status, net_minor, version from settlement order by settlement_id',
    );
    return rows;
  };
  const moving = async () =>
    (await read()).filter(({ status }) => /SCHEDULED|PROCESSING|UNKNOWN/.test(status));
  await expect.poll(moving).toEqual([]);
  return read();
}
