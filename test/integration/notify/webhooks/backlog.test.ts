import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PgWebhookTestStore } from '../../../../src/notify/webhooks/webhook-test.store.js';
import { findReplay } from '../../../../src/notify/webhooks/replay.store.js';
import { keyHolder } from '../../../support/actors.js';
import { NotificationWorld } from '../../../support/notifications.js';
import { createDatabase, type TestDatabase } from '../../../support/stack.js';

/** A merchant that has missed thousands of events: no request reads them all, because a statement has three seconds. */
const backlog = 5_000;
const since = () => new Date(Date.now() - 86_400_000);
let database: TestDatabase;
let world: NotificationWorld;
let merchantId: string;
beforeAll(async () => {
  database = await createDatabase();
  world = new NotificationWorld(database);
});
beforeEach(async () => {
  ({ merchantId } = await world.merchant('https://merchant.example/hook'));
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await database.drop();
});

/** Writes events whose deliveries to an endpoint have this status. */
async function missed(status: string, endpoint = 1, count = backlog): Promise<void> {
  await world.pool.query(
    `with made as (
       insert into event (event_id, merchant_id, sequence, type, body, created_at)
         select new_id('evt_'), $1, 1, 'checkout.successful', '{}', now() from generate_series(1, $2) returning event_id)
     insert into webhook_delivery (delivery_id, event_id, merchant_id, endpoint, status, lease_until)
       select new_id('dlv_'), m.event_id, $1, $4, $3, case $3 when 'RETRYING' then now() + interval '1 day' end from made m`,
    [merchantId, count, status, endpoint],
  );
}

/** The rows that a statement reads, also those that its functions read. */
async function rowsReadBy(text: string, values: readonly unknown[]): Promise<number> {
  const client = await world.pool.connect();
  const read = async () => {
    const { rows } = await client.query<{ read: number }>(
      `select sum(seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables
        where relname in ('event', 'webhook_delivery')`,
    );
    return rows[0]?.read ?? 0;
  };
  try {
    await client.query('begin');
    const before = await read();
    await client.query(text, [...values]);
    return (await read()) - before;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const missedEvents = (endpoint: number): [string, unknown[]] => [
  'select * from missed_events($1, $2, $3)',
  [merchantId, endpoint, since()],
];

describe('a merchant whose endpoint was off for thousands of events', () => {
  test('switches it on by a test, which counts the oldest 1,000', async () => {
    await missed('SUPPRESSED');
    expect(await rowsReadBy(...missedEvents(1))).toBeLessThan(backlog);
    await world.pool.query(
      `update webhook_endpoint set status = 'SUPPRESSED' where merchant_id = $1`,
      [merchantId],
    );
    const tests = new PgWebhookTestStore(world.pool);
    const delivery = await tests.begin({ merchantId, endpoint: 1 });
    const attempt = {
      ...{ deliveryId: delivery?.deliveryId ?? '', merchantId, endpoint: 1, attempt: 1 },
      ...{ startedAt: new Date(), durationMs: 1, firstByteMs: 1, httpStatus: 200, failure: null },
      ...{ response: '', url: delivery?.url ?? '', signature: 's', bodySignature: 's' },
      ...{ status: 'DELIVERED' as const, dueInMs: null },
    };
    expect(await tests.finish(attempt, since())).toEqual({
      ...{ reenabled: true, missed: 1_000, firstAt: expect.any(Date), more: true },
    });
  });

  test('counts all when they are no more than that', async () => {
    await missed('DEAD', 1, 999);
    await missed('RETRYING', 1, 1);
    const { rows } = await world.pool.query(...missedEvents(1));
    expect(rows).toEqual([{ missed: 1_000, first_at: expect.any(Date), more: false }]);
    expect((await world.pool.query(...missedEvents(2))).rows).toEqual([
      { missed: 0, first_at: null, more: false },
    ]);
  });

  test('gets a replay of what is behind those that were replayed already', async () => {
    await missed('SUPPRESSED');
    await world.pool.query(
      `insert into webhook_delivery (delivery_id, event_id, merchant_id, status, replay_id)
         select new_id('dlv_'), event_id, merchant_id, 'DELIVERED', 'rpl_former' from webhook_delivery
          where merchant_id = $1 order by event_id limit $2`,
      [merchantId, backlog - 1],
    );
    const { rows } = await world.pool.query(...missedEvents(1));
    expect(rows).toEqual([{ missed: 0, first_at: expect.any(Date), more: true }]);
    const waiting = await world.replays.deliverWaiting({ merchantId, endpoint: 1 });
    expect(waiting).toMatchObject({ hurried: 0, more: false, replayId: expect.any(String) });
    const replayId = waiting.replayId ?? '';
    for (let at = 'RUNNING'; at === 'RUNNING';)
      ({ status: at } = await world.replays.queueNext(replayId));
    expect(await world.replays.find(merchantId, replayId)).toMatchObject({
      queued: 1,
      underWay: 1,
    });
  });

  test('gets what waits at another endpoint without a look at them', async () => {
    await world.endpoints.add({
      ...{ merchantId, url: 'https://other.example/', secretSealed: Buffer.alloc(1) },
      ...{ events: null, by: keyHolder('mid_maker') },
    });
    await missed('SUPPRESSED');
    await missed('RETRYING', 2, 3);
    expect(await rowsReadBy(...missedEvents(2))).toBeLessThan(100);
    const deliver = 'select * from deliver_waiting($1, 2, 1000, $2)';
    expect(await rowsReadBy(deliver, [merchantId, since()])).toBeLessThan(100);
    const waiting = await world.replays.deliverWaiting({ merchantId, endpoint: 2 });
    expect(waiting).toMatchObject({ hurried: 3, more: false, replayId: null });
  });
});

test('an endpoint for which thousands wait is removed in steps', async () => {
  await missed('RETRYING');
  await missed('PENDING');
  expect(await rowsReadBy('select suppress_waiting($1, 1, 500)', [merchantId])).toBeLessThan(
    backlog,
  );
  const by = keyHolder('mid_maker');
  expect(await world.endpoints.remove({ merchantId, endpoint: 1 }, by)).toBe(true);
  const { rows } = await world.pool.query(
    `select d.status, count(*)::integer as count from webhook_delivery d join event v on v.event_id = d.event_id
      where d.merchant_id = $1 and v.type = 'checkout.successful' group by 1`,
    [merchantId],
  );
  expect(rows).toEqual([{ status: 'SUPPRESSED', count: 2 * backlog }]);
});

test('the state of a replay is told without a count of all that has arrived', async () => {
  const before = new Date();
  const filter = { merchantId, since: since(), before, eventTypes: null, onlyFailed: true };
  await world.replays.request('rpl_of_thousands', filter);
  await missed('DELIVERED');
  await world.pool.query(
    `update webhook_delivery set replay_id = 'rpl_of_thousands' where merchant_id = $1`,
    [merchantId],
  );
  await world.pool.query(
    `update webhook_delivery set status = 'DEAD' where delivery_id in (
       select delivery_id from webhook_delivery where merchant_id = $1 limit 7)`,
    [merchantId],
  );
  await world.pool.query('update webhook_replay set queued = $2 where merchant_id = $1', [
    ...[merchantId, backlog],
  ]);
  const { text } = findReplay;
  expect(await rowsReadBy(text, ['rpl_of_thousands', merchantId])).toBeLessThan(100);
  expect(await world.replays.find(merchantId, 'rpl_of_thousands')).toMatchObject({
    ...{ delivered: backlog - 7, failed: 7, underWay: 0 },
  });
});

test('a mail about an endpoint counts what waits without a look at what has arrived', async () => {
  await missed('DELIVERED');
  await missed('PENDING', 1, 2);
  await missed('RETRYING', 1, 3);
  const facts = `select endpoint_facts('WEBHOOK_BACK', $1) ->> 'waiting' as waiting`;
  expect(await rowsReadBy(facts, [merchantId])).toBeLessThan(100);
  expect((await world.pool.query(facts, [merchantId])).rows).toEqual([{ waiting: '5' }]);
});
