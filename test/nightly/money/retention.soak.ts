import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertBooks } from '../../support/books.js';
import { manilla as command } from '../../support/manilla-cli.js';
import { soakNumber } from '../../support/soak-random.js';
import { drained } from './draining.js';
import { Load, openCheckouts, watchLocks } from './load.js';
import { SoakWorld } from './soak-world.js';

/** A month's worth of orders whose events are old, and what a request may take while they are dropped. */
const orders = soakNumber('RETENTION_N', 3_000);
const slowestMs = soakNumber('RETENTION_SLOWEST_MS', 30_000);
const quietMs = 4_000;

let world: SoakWorld;
beforeAll(async () => {
  world = await SoakWorld.start({ shops: 1 });
  await seed();
}, 900_000);
afterAll(() => world?.[Symbol.asyncDispose](), 60_000);

/** What orders of a month leave, from 60 to 41 days ago, by SQL: two events with a delivery and an attempt each, and three facts. */
async function seed(): Promise<void> {
  const { merchantId } = world.shop(0);
  for (let from = 1; from <= orders; from += 10_000) {
    const range = [from, Math.min(from + 9_999, orders)];
    await world.query(
      `insert into event (event_id, merchant_id, checkout_id, sequence, type, body, created_at)
         select substr(id_floor('evt_', x.at), 1, 14) || lpad(x.n::text, 15, '0') || s.n, $3, 'chk_OLD' || x.n, s.n, 'collection.success',
                rpad('{"type":"collection.success"}', 1500, ' '), x.at
           from (select n, now() - interval '41 days' - n * interval '19 days' / $4::int as at from generate_series($1::int, $2::int) n) x
           cross join generate_series(1, 2) s (n)`,
      [...range, merchantId, orders],
    );
  }
  await world.query(
    `with d as (
       insert into webhook_delivery (delivery_id, event_id, merchant_id, url, status, attempts, created_at, finished_at)
         select 'dlv_' || substr(event_id, 5), event_id, merchant_id, 'https://shop.example.ng/hooks', 'DELIVERED', 1, created_at, created_at
           from event where checkout_id like 'chk\\_OLD%'
       returning delivery_id, created_at)
     insert into webhook_attempt (delivery_id, attempt, started_at, duration_ms, http_status, response, url, signature, body_signature)
       select delivery_id, 1, created_at, 12, 200, 'OK', 'https://shop.example.ng/hooks', repeat('s', 60), repeat('b', 128) from d`,
  );
  await world.query(
    `insert into fact (checkout_id, kind, subject_id, created_at, applied_at, due_at) 
       select 'chk_OLD' || n, 'ACCOUNT_ISSUED', 'va_OLD' || n, now() - interval '41 days', now() - interval '41 days', null
         from generate_series(1, $1::int * 3) n`,
    [orders],
  );
  await world.query('analyze event, webhook_delivery, webhook_attempt, fact');
}

const old = async () => {
  const [row] = await world.query<{ count: number; mb: number }>(
    `select (select count(*) from event where checkout_id like 'chk\\_OLD%')::int as count,
            (select sum(pg_total_relation_size(t)) / 1e6 from unnest('{event,webhook_delivery,webhook_attempt,fact}'::regclass[]) t)::int as mb`,
  );
  return row ?? { count: -1, mb: -1 };
};

test(`the events of ${orders} orders are dropped while others pay, and nobody notices`, async () => {
  const { database } = world.manilla;
  const before = await old();
  expect(before.count).toBe(2 * orders);
  const quiet = new Load(world, 'QUIET');
  await quiet.during(quietMs);
  await quiet.end();

  const [locks, load] = [watchLocks(world), new Load(world, 'BUSY')];
  await load.during(1_000);
  const beganAt = performance.now();
  const dropped = await command(['retention', '--apply', '--json'], {
    DATABASE_URL: database.appUrl,
  });
  const tookMs = Math.round(performance.now() - beganAt);
  await load.during(1_000);
  await load.end();
  const { longestMs, waits } = await locks.end();
  await drained(() => openCheckouts(world), { what: 'checkouts that were paid' });

  const told = { tookMs, mbBefore: before.mb, lockWaits: waits, longestLockWaitMs: longestMs };
  console.log(
    `retention of ${orders} orders: ${JSON.stringify({ ...told, quiet: quiet.counts(), during: load.counts() })}`,
  );
  expect(dropped).toMatchObject({ code: 0, stderr: '' });
  expect((await old()).count).toBe(0);
  expect([...quiet.faults, ...load.faults]).toEqual([]);
  expect(load.paid).toBeGreaterThan(0);
  expect(load.counts().slowestMs).toBeLessThan(slowestMs);
  expect(longestMs).toBeLessThan(1_000);
  expect(await world.query('select claim from books_proof where faults <> 0')).toEqual([]);
  await assertBooks(database);
}, 900_000);
