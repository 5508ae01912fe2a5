import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../../../src/platform/database/new-id.js';
import { NotificationWorld } from '../../../support/notifications.js';
import { createDatabase, type TestDatabase } from '../../../support/stack.js';
import { WebhookReceiver } from '../../../support/webhook-receiver.js';

let database: TestDatabase;
beforeAll(async () => void (database = await createDatabase()));
beforeEach(() => database.empty());
afterAll(() => database.drop());

const soon = { timeout: 20_000, interval: 25 };
const hang = () => () => {};

/** A backlog of so many events, in one statement. */
async function backlog(world: NotificationWorld, merchantId: string, count: number) {
  await world.pool.query(
    `with made as (
       insert into event (event_id, merchant_id, sequence, type, body)
         select new_id('evt_'), $1, 1, 'checkout.expired', '{}' from generate_series(1, $2::integer) returning event_id)
     insert into webhook_delivery (delivery_id, event_id, merchant_id, status)
       select replace(event_id, 'evt_', 'dlv_'), event_id, $1, 'PENDING' from made`,
    [merchantId, count],
  );
}

/** Two events of one checkout, the earlier first. */
async function sequence(world: NotificationWorld, merchantId: string): Promise<string[]> {
  const checkoutId = newId('chk');
  await world.pool.query(
    `insert into checkout (checkout_id, merchant_id, payment_reference, request_hash, amount_minor, expected_minor, fee_minor,
                           vat_minor, currency, channels, fee_bearer, status, customer, expires_at)
       values ($1, $2, $1, '\\x00', 100, 100, 0, 0, 'NGN', '{Bank}', 'MERCHANT', 'INITIATED', '{}', now() + interval '1 day')`,
    [checkoutId, merchantId],
  );
  const ids = [await world.emit(merchantId), await world.emit(merchantId)];
  for (const [at, id] of ids.entries()) {
    await world.pool.query('update event set checkout_id = $2, sequence = $3 where event_id = $1', [
      id.replace('dlv_', 'evt_'),
      checkoutId,
      at + 1,
    ]);
  }
  return ids;
}

describe('a dead endpoint', () => {
  test('that hangs for a minute, and others with it, delay no other merchant', async () => {
    await using world = new NotificationWorld(database, { totalTimeoutMs: 60_000 });
    await using dead = await WebhookReceiver.start(hang);
    await using healthy = await WebhookReceiver.start();
    for (let n = 0; n < 8; n += 1) {
      const { merchantId } = await world.merchant(dead.url);
      await backlog(world, merchantId, 1_500);
    }
    const { merchantId } = await world.merchant(healthy.url);
    world.dispatcher().start();
    // Ten at once to each of the eight, and no more.
    await vi.waitFor(() => expect(dead.requests.length).toBe(80), soon);
    for (let n = 0; n < 20; n += 1) await world.emit(merchantId);
    await vi.waitFor(() => expect(healthy.requests.length).toBe(20), soon);
    // All of them still hang.
    expect(dead.requests.length).toBe(80);
  });

  test('is not claimed for while enough of its own waits', async () => {
    await using world = new NotificationWorld(database);
    const [a, b] = [
      await world.merchant('https://a.example/'),
      await world.merchant('https://b.example/'),
    ];
    await backlog(world, a.merchantId, 30);
    await backlog(world, b.merchantId, 3);
    const claim = (limit: number, crowded: string[] = []) =>
      world.deliveries.claim({ limit, leaseMs: 30_000, claimant: 'me', crowded });
    expect((await claim(10, [a.merchantId])).map((each) => each.merchantId)).toEqual(
      Array.from({ length: 3 }, () => b.merchantId),
    );
    expect(await claim(100)).toHaveLength(30);
    expect(await claim(100)).toEqual([]);
  });
});

describe('a later event of a checkout', () => {
  test('is not taken by another dispatcher while the earlier one is in its first attempt', async () => {
    await using world = new NotificationWorld(database);
    const { merchantId } = await world.merchant('https://a.example/');
    const [first = '', second = ''] = await sequence(world, merchantId);
    const claim = async (claimant: string, limit = 10) =>
      (await world.deliveries.claim({ limit, leaseMs: 30_000, claimant, crowded: [] })).map(
        (each) => each.deliveryId,
      );
    expect(await claim('one', 1)).toEqual([first]);
    expect(await claim('other')).toEqual([]);
    await world.pool.query(
      `update event set created_at = now() - interval '31 seconds' where event_id = $1`,
      [second.replace('dlv_', 'evt_')],
    );
    expect(await claim('other')).toEqual([second]);
  });

  test('is taken by the same dispatcher, which keeps the order itself', async () => {
    await using world = new NotificationWorld(database);
    await using receiver = await WebhookReceiver.start(
      (_request, nth) => (response) =>
        void setTimeout(() => response.writeHead(200).end(), nth === 1 ? 400 : 0),
    );
    const { merchantId } = await world.merchant(receiver.url);
    const ids = await sequence(world, merchantId);
    world.dispatcher().start();
    await vi.waitFor(async () => expect(await world.countOf(ids, 'DELIVERED')).toBe(2), soon);
    const [first, second] = receiver.requests;
    expect(first?.headers['webhook-id']).toBe(ids[0]?.replace('dlv_', 'evt_'));
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(390);
  });

  test('waits no longer than it must', async () => {
    await using world = new NotificationWorld(database, { totalTimeoutMs: 15_000 });
    await using receiver = await WebhookReceiver.start((_request, nth) =>
      nth === 1 ? () => {} : 200,
    );
    const { merchantId } = await world.merchant(receiver.url);
    const [, second = ''] = await sequence(world, merchantId);
    world.dispatcher({ orderPatienceMs: 2_000 }).start();
    await vi.waitFor(async () => expect(await world.statusOf(second)).toBe('DELIVERED'), soon);
    const [started, overtook] = receiver.requests;
    // Half of its patience: how late a request is seen to arrive is up to the machine.
    expect((overtook?.atMs ?? 0) - (started?.atMs ?? 0)).toBeGreaterThanOrEqual(1_000);
  });
});
