import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { newId } from '../../../../src/platform/database/new-id.js';
import { NotificationWorld } from '../../../support/notifications.js';
import { createDatabase, type TestDatabase } from '../../../support/stack.js';

let database: TestDatabase;
let world: NotificationWorld;
let merchantId: string;
beforeAll(async () => {
  database = await createDatabase();
  world = new NotificationWorld(database);
});
beforeEach(async () => ({ merchantId } = await world.merchant('https://merchant.example/hook')));
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await database.drop();
});

const range = () => ({
  since: new Date(Date.now() - 3_600_000),
  before: new Date(Date.now() + 60_000),
});

async function request(changes: object = {}) {
  const filter = { merchantId, ...range(), eventTypes: null, onlyFailed: true, ...changes };
  const requested = await world.replays.request(newId('rpl'), filter);
  if (requested.outcome === 'ENDPOINT_INACTIVE') throw new Error(requested.outcome);
  return requested.replay.replayId;
}

/** So many events, whose deliveries have this status. */
async function events(count: number, status: string): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await world.emit(merchantId));
  await world.pool.query('update webhook_delivery set status = $2 where delivery_id = any ($1)', [
    ids,
    status,
  ]);
  return ids;
}

async function queuedBy(replayId: string): Promise<string[]> {
  const { rows } = await world.pool.query<{ event_id: string }>(
    'select event_id from webhook_delivery where replay_id = $1 order by delivery_id',
    [replayId],
  );
  return rows.map((row) => row.event_id.replace('evt_', 'dlv_'));
}

const arrive = (replayId: string) =>
  world.pool.query(`update webhook_delivery set status = 'DELIVERED' where replay_id = $1`, [
    replayId,
  ]);

describe('a replay', () => {
  test('queues what has failed or waits for its next try, in order, and nothing that arrived or is on its way', async () => {
    await events(2, 'DELIVERED');
    const failed = [
      ...(await events(2, 'DEAD')),
      ...(await events(1, 'SUPPRESSED')),
      ...(await events(1, 'RETRYING')),
    ];
    await events(1, 'PENDING');
    const replayId = await request();
    expect(await world.replays.queueNext(replayId)).toEqual({ status: 'DONE', queued: 4 });
    expect(await queuedBy(replayId)).toEqual(failed);
    expect(await world.replays.queueNext(replayId)).toEqual({ status: 'DONE', queued: 4 });
    expect(await queuedBy(replayId)).toHaveLength(4);
    expect(await world.replays.queueNext(await request())).toEqual({ status: 'DONE', queued: 0 });
  });

  test('leaves out what has failed and is on its way once more', async () => {
    const [dead = ''] = await events(1, 'DEAD');
    const again = await world.replays.redeliver(merchantId, dead);
    for (const status of ['PENDING', 'DELIVERING', 'RETRYING', 'DELIVERED']) {
      await world.pool.query(`update webhook_delivery set status = $2 where redelivery_of = $1`, [
        dead,
        status,
      ]);
      const replayId = await request();
      expect(await world.replays.queueNext(replayId)).toEqual({ status: 'DONE', queued: 0 });
    }
    expect(again.outcome).toBe('QUEUED');
  });

  test('never has more than 200 on their way, and goes on as they arrive', async () => {
    const all = await events(450, 'DELIVERED');
    const replayId = await request({ onlyFailed: false });
    expect(await world.replays.queueNext(replayId)).toEqual({ status: 'RUNNING', queued: 200 });
    expect(await world.replays.queueNext(replayId)).toEqual({ status: 'RUNNING', queued: 200 });
    await arrive(replayId);
    expect(await world.replays.queueNext(replayId)).toEqual({ status: 'RUNNING', queued: 400 });
    await arrive(replayId);
    expect(await world.replays.queueNext(replayId)).toEqual({ status: 'DONE', queued: 450 });
    expect(await queuedBy(replayId)).toEqual(all);
    expect(await world.replays.find(merchantId, replayId)).toMatchObject({
      delivered: 400,
      underWay: 50,
      failed: 0,
    });
  });

  test('takes two callers at once for one', async () => {
    const all = await events(30, 'DEAD');
    const replayId = await request();
    await Promise.all([1, 2, 3].map(() => world.replays.queueNext(replayId)));
    expect(await queuedBy(replayId)).toEqual(all);
  });

  test('keeps to its time and types, and to what the merchant is told of', async () => {
    const [early = '', late = ''] = await events(2, 'DEAD');
    await world.pool.query(
      `update event set created_at = now() - interval '2 hours' where event_id = $1`,
      [early.replace('dlv_', 'evt_')],
    );
    const first = await request();
    await world.replays.queueNext(first);
    expect(await queuedBy(first)).toEqual([late]);
    await arrive(first);
    const other = await request({ onlyFailed: false, eventTypes: ['checkout.expired'] });
    expect(await world.replays.queueNext(other)).toEqual({ status: 'DONE', queued: 0 });
    await world.pool.query(
      `update webhook_endpoint set events = '{refund.failed}' where merchant_id = $1`,
      [merchantId],
    );
    const unasked = await request({ onlyFailed: false });
    expect(await world.replays.queueNext(unasked)).toEqual({ status: 'DONE', queued: 0 });
  });

  test('stops when its endpoint is off', async () => {
    await events(3, 'DEAD');
    const replayId = await request();
    await world.pool.query(
      `update webhook_endpoint set status = 'DISABLED' where merchant_id = $1`,
      [merchantId],
    );
    expect(await world.replays.queueNext(replayId)).toEqual({ status: 'STOPPED', queued: 0 });
    expect(await world.replays.find(merchantId, replayId)).toMatchObject({
      stopReason: 'ENDPOINT_INACTIVE',
    });
  });

  test('is found when nobody carries it on, and started by the dispatcher', async () => {
    const replayId = await request();
    expect((await world.replays.stalled(60_000)).map((each) => each.replayId)).not.toContain(
      replayId,
    );
    await world.pool.query(
      `update webhook_replay set moved_at = now() - interval '10 minutes' where replay_id = $1`,
      [replayId],
    );
    const dispatcher = world.dispatcher();
    dispatcher.start();
    await expect.poll(() => world.retries.replaysStarted).toEqual([replayId]);
    await dispatcher.close();
  });

  test('is started by the dispatcher after the clock of the machine was set back, too', async () => {
    const standStill = async (): Promise<string> => {
      const replayId = await request();
      await world.pool.query(
        `update webhook_replay set moved_at = now() - interval '10 minutes' where replay_id = $1`,
        [replayId],
      );
      return replayId;
    };
    onTestFinished(() => void vi.useRealTimers());
    const first = await standStill();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    world.dispatcher({ reviveEveryMs: 50 }).start();
    await expect.poll(() => world.retries.replaysStarted).toContain(first);
    vi.useRealTimers();
    await world.pool.query('delete from webhook_replay where replay_id = $1', [first]);
    const second = await standStill();
    await expect.poll(() => world.retries.replaysStarted).toContain(second);
  });
});
