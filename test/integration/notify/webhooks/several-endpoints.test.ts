import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { keyHolder, operator } from '../../../support/actors.js';
import { NotificationWorld } from '../../../support/notifications.js';
import { createDatabase, type TestDatabase } from '../../../support/stack.js';
import { WebhookReceiver } from '../../../support/webhook-receiver.js';

let database: TestDatabase;
beforeAll(async () => void (database = await createDatabase()));
afterAll(() => database.drop());

let world: NotificationWorld;
beforeEach(() => void (world = new NotificationWorld(database)));
afterEach(() => world[Symbol.asyncDispose]());

const soon = { timeout: 20_000, interval: 25 };
const by = keyHolder('mid_maker');
const refuse = () => 500;

interface Made {
  readonly endpoint: number;
  readonly status: string;
  readonly type: string;
}

/** Adds an endpoint, and returns its number. */
async function add(merchantId: string, url: string, events: readonly string[] | null = null) {
  const secretSealed = (await world.endpoints.find(merchantId))?.secretSealed ?? Buffer.alloc(1);
  const made = await world.endpoints.add({ merchantId, url, secretSealed, events, by });
  return made?.endpoint;
}

/** Forgets what the making of endpoints has told. */
async function forget(merchantId: string): Promise<void> {
  await world.pool.query('delete from webhook_delivery where merchant_id = $1', [merchantId]);
  await world.pool.query('delete from event where merchant_id = $1', [merchantId]);
}

const tell = (merchantId: string, type: string) =>
  world.pool.query(`select notify_merchant($1, $2, 1, '{}')`, [merchantId, type]);

async function made(merchantId: string): Promise<Made[]> {
  const { rows } = await world.pool.query<Made>(
    `select d.endpoint, d.status, v.type from webhook_delivery d join event v on v.event_id = d.event_id
      where d.merchant_id = $1 order by v.event_id, d.endpoint`,
    [merchantId],
  );
  return rows;
}

describe('an event', () => {
  test('is written once for each endpoint that takes it, and as SUPPRESSED for one that is off', async () => {
    const { merchantId } = await world.merchant('https://a.example/');
    expect(await add(merchantId, 'https://b.example/', ['refund.failed'])).toBe(2);
    expect(await add(merchantId, 'https://c.example/')).toBe(3);
    await world.pool.query(
      `update webhook_endpoint set status = 'DISABLED' where merchant_id = $1 and endpoint = 3`,
      [merchantId],
    );
    await forget(merchantId);
    await tell(merchantId, 'checkout.successful');
    await tell(merchantId, 'refund.failed');
    expect(await made(merchantId)).toEqual([
      { endpoint: 1, status: 'PENDING', type: 'checkout.successful' },
      { endpoint: 3, status: 'SUPPRESSED', type: 'checkout.successful' },
      { endpoint: 1, status: 'PENDING', type: 'refund.failed' },
      { endpoint: 2, status: 'PENDING', type: 'refund.failed' },
      { endpoint: 3, status: 'SUPPRESSED', type: 'refund.failed' },
    ]);
  });

  test('cannot be written twice for one endpoint', async () => {
    const { merchantId } = await world.merchant('https://a.example/');
    await tell(merchantId, 'refund.failed');
    const twice = world.pool.query(
      `insert into webhook_delivery (delivery_id, event_id, merchant_id, endpoint, status)
       select new_id('dlv_'), event_id, merchant_id, endpoint, 'PENDING' from webhook_delivery where merchant_id = $1`,
      [merchantId],
    );
    await expect(twice).rejects.toThrow('webhook_delivery_once');
  });

  test('reaches a living endpoint while the dead one of the same merchant is tried again', async () => {
    await using dead = await WebhookReceiver.start(refuse);
    await using living = await WebhookReceiver.start();
    const { merchantId } = await world.merchant(dead.url);
    await add(merchantId, living.url);
    await forget(merchantId);
    for (let n = 0; n < 30; n += 1) await tell(merchantId, 'refund.failed');
    world.dispatcher().start();
    await vi.waitFor(async () => {
      const rows = await made(merchantId);
      expect(rows.filter((row) => row.endpoint === 2 && row.status === 'DELIVERED')).toHaveLength(
        30,
      );
      expect(rows.filter((row) => row.endpoint === 1 && row.status === 'RETRYING')).toHaveLength(
        30,
      );
    }, soon);
    const [first, second] = await world.endpoints.list(merchantId);
    expect(first?.failingSince).not.toBeNull();
    expect(second?.failingSince).toBeNull();
    expect(living.requests).toHaveLength(30);
  });
});

describe('a merchant', () => {
  test('has at most ten endpoints, however many are asked for at once', async () => {
    const { merchantId } = await world.merchant('https://a.example/');
    const numbers = await Promise.all(
      Array.from({ length: 15 }, (_, n) => add(merchantId, `https://b${n}.example/`)),
    );
    const given = numbers.filter((number) => number !== undefined);
    expect(given.toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('gets no number twice, and what waited for a removed endpoint goes nowhere', async () => {
    const { merchantId } = await world.merchant('https://a.example/');
    expect(await add(merchantId, 'https://b.example/')).toBe(2);
    await forget(merchantId);
    await tell(merchantId, 'refund.failed');
    expect(await world.endpoints.remove({ merchantId, endpoint: 2 }, by)).toBe(true);
    expect(await world.endpoints.remove({ merchantId, endpoint: 2 }, by)).toBe(false);
    expect((await made(merchantId)).slice(0, 2)).toEqual([
      { endpoint: 1, status: 'PENDING', type: 'refund.failed' },
      { endpoint: 2, status: 'SUPPRESSED', type: 'refund.failed' },
    ]);
    expect(await add(merchantId, 'https://c.example/')).toBe(3);
  });

  const afterRemoval = {
    PENDING: 'SUPPRESSED',
    RETRYING: 'SUPPRESSED',
    DELIVERING: 'DELIVERING',
    DELIVERED: 'DELIVERED',
    DEAD: 'DEAD',
    SUPPRESSED: 'SUPPRESSED',
  };

  test.each(Object.entries(afterRemoval))(
    'who removes an endpoint has its %s delivery %s, and those of the others as they were',
    async (status, expected) => {
      const { merchantId } = await world.merchant('https://a.example/');
      await add(merchantId, 'https://b.example/');
      await forget(merchantId);
      await tell(merchantId, 'refund.failed');
      await world.pool.query(
        `update webhook_delivery set status = $2,
                lease_until = case $2 when 'DELIVERING' then now() + interval '1 minute' end where merchant_id = $1`,
        [merchantId, status],
      );
      await world.endpoints.remove({ merchantId, endpoint: 2 }, by);
      expect((await made(merchantId)).filter(({ type }) => type === 'refund.failed')).toEqual([
        { endpoint: 1, status, type: 'refund.failed' },
        { endpoint: 2, status: expected, type: 'refund.failed' },
      ]);
    },
  );

  test('hears at the others that one was added or removed', async () => {
    const { merchantId } = await world.merchant('https://a.example/');
    await add(merchantId, 'https://b.example/x?secret=1', ['refund.failed']);
    await world.endpoints.remove({ merchantId, endpoint: 2 }, by);
    const { rows } = await world.pool.query<{ body: string }>(
      `select v.body from event v join webhook_delivery d on d.event_id = v.event_id
        where v.merchant_id = $1 and v.type = 'security.changed' and d.endpoint = 1 order by v.event_id`,
      [merchantId],
    );
    expect(rows.map(({ body }) => JSON.parse(body).data)).toMatchObject([
      { change: 'WEBHOOK_ADDED', by: 'KEY', url: 'https://b.example/x' },
      { change: 'WEBHOOK_REMOVED', by: 'KEY', url: 'https://b.example/x' },
    ]);
  });

  test('has endpoints that have secrets of their own: one that ends leaves those of the others', async () => {
    const { merchantId } = await world.merchant('https://a.example/');
    await add(merchantId, 'https://b.example/');
    const rotate = (endpoint: number, overlapMs: number) =>
      world.pool.query('select rotate_secret($1, $2, $3, null, $4)', [
        ...[merchantId, Buffer.from('new'), overlapMs, endpoint],
      ]);
    const former = async () => {
      const { rows } = await world.pool.query<{ count: number }>(
        'select cardinality(live_former_secrets($1, n)) as count from unnest(array[1, 2]) n order by n',
        [merchantId],
      );
      return rows.map(({ count }) => count);
    };
    await rotate(1, 60_000);
    await rotate(2, 60_000);
    expect(await former()).toEqual([1, 1]);
    await rotate(1, 0);
    expect(await former()).toEqual([0, 1]);
    const secretSealed = Buffer.from('set');
    await world.endpoints.put({
      merchantId,
      url: 'https://a.example/',
      secretSealed,
      events: null,
    });
    expect(await former()).toEqual([0, 1]);
  });

  test('is told at its former URL that an endpoint was moved, although it is removed at once', async () => {
    const { merchantId } = await world.merchant('https://a.example/');
    await add(merchantId, 'https://b.example/');
    const moved = { url: 'https://c.example/', secretSealed: null, events: null };
    await world.endpoints.put({ merchantId, endpoint: 2, ...moved, by: operator() });
    await world.endpoints.remove({ merchantId, endpoint: 2 }, operator());
    const { rows } = await world.pool.query(
      `select d.status, d.pinned_url from webhook_delivery d join event v on v.event_id = d.event_id
        where d.merchant_id = $1 and d.endpoint = 2 and d.pinned_url is not null and v.type = 'security.changed'`,
      [merchantId],
    );
    expect(rows).toEqual([{ status: 'PENDING', pinned_url: 'https://b.example/' }]);
  });

  test('changes another endpoint only while it is there', async () => {
    const { merchantId } = await world.merchant('https://a.example/');
    const wanted = { url: 'https://b.example/', secretSealed: Buffer.alloc(1), events: null };
    expect(await world.endpoints.put({ merchantId, endpoint: 2, ...wanted })).toBeUndefined();
    const other = await world.merchant('https://o.example/');
    await add(other.merchantId, 'https://p.example/');
    expect(await world.endpoints.put({ merchantId, endpoint: 2, ...wanted })).toBeUndefined();
    expect(await world.endpoints.remove({ merchantId, endpoint: 2 }, by)).toBe(false);
    expect((await world.endpoints.find(other.merchantId, 2))?.url).toBe('https://p.example/');
  });
});

describe('what waits for an endpoint', () => {
  /** So many deliveries to each of two endpoints that wait for their next try. */
  async function waiting(count: number) {
    const { merchantId } = await world.merchant('https://a.example/');
    await add(merchantId, 'https://b.example/');
    await forget(merchantId);
    for (let n = 0; n < count; n += 1) await tell(merchantId, 'refund.failed');
    await world.pool.query(
      `update webhook_delivery set status = 'RETRYING', attempts = 3, lease_until = now() + interval '5 hours' where merchant_id = $1`,
      [merchantId],
    );
    return merchantId;
  }

  test('is made due at once, of this endpoint alone, and once', async () => {
    const merchantId = await waiting(3);
    const of = { merchantId, endpoint: 2 };
    expect(await world.replays.deliverWaiting(of)).toEqual({
      outcome: 'DUE',
      hurried: 3,
      more: false,
      replayId: null,
    });
    expect(await world.replays.deliverWaiting(of)).toEqual({
      outcome: 'DUE',
      hurried: 0,
      more: false,
      replayId: null,
    });
    const rows = await made(merchantId);
    expect(rows.filter((row) => row.endpoint === 2).map(({ status }) => status)).toEqual(
      Array.from({ length: 3 }, () => 'PENDING'),
    );
    expect(rows.filter((row) => row.endpoint === 1).map(({ status }) => status)).toEqual(
      Array.from({ length: 3 }, () => 'RETRYING'),
    );
  });

  test('is replayed where nothing would bring it, once although it is asked for twice', async () => {
    const merchantId = await waiting(2);
    await world.pool.query(`update webhook_delivery set status = 'DEAD' where merchant_id = $1`, [
      merchantId,
    ]);
    const of = { merchantId, endpoint: 2 };
    const [one, other] = await Promise.all([
      world.replays.deliverWaiting(of),
      world.replays.deliverWaiting(of),
    ]);
    expect(one.replayId).not.toBeNull();
    expect(other.replayId).toBe(one.replayId);
    expect(await world.replays.queueNext(String(one.replayId))).toEqual({
      status: 'DONE',
      queued: 2,
    });
    const rows = await made(merchantId);
    expect(rows.filter((row) => row.status === 'PENDING').map(({ endpoint }) => endpoint)).toEqual([
      2, 2,
    ]);
  });

  test('stays as it is while the endpoint is off', async () => {
    const merchantId = await waiting(1);
    await world.pool.query(
      `update webhook_endpoint set status = 'SUPPRESSED' where merchant_id = $1 and endpoint = 2`,
      [merchantId],
    );
    const outcomeAt = async (endpoint: number) => {
      const { outcome, hurried } = await world.replays.deliverWaiting({ merchantId, endpoint });
      return [outcome, hurried];
    };
    expect(await outcomeAt(2)).toEqual(['ENDPOINT_INACTIVE', 0]);
    expect(await outcomeAt(3)).toEqual(['UNKNOWN', 0]);
    expect(await outcomeAt(1)).toEqual(['DUE', 1]);
  });
});
