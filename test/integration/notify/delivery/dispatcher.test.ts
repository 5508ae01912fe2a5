import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { retryDelaysMs } from '../../../../src/domain/webhook-retry-schedule.js';
import { startNotifications } from '../../../../src/notify/delivery/start-notifications.js';
import { NotificationWorld } from '../../../support/notifications.js';
import { createDatabase, type TestDatabase } from '../../../support/stack.js';
import { WebhookReceiver } from '../../../support/webhook-receiver.js';

let database: TestDatabase;
beforeAll(async () => void (database = await createDatabase()));
afterAll(() => database.drop());

const soon = { timeout: 20_000, interval: 25 };

describe('webhook dispatcher', () => {
  test('makes the first attempt at once when the outbox notifies, and writes it down', async () => {
    await using world = new NotificationWorld(database);
    await using receiver = await WebhookReceiver.start();
    const { merchantId, secret } = await world.merchant(receiver.url);
    // The poll alone would come too late.
    const running = await startNotifications(world.ports, database.url, { pollMs: 3_600_000 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const deliveryId = await world.emit(merchantId);
    await world.pool.query(`select pg_notify('deliveries', '')`);
    await vi.waitFor(async () => expect(await world.statusOf(deliveryId)).toBe('DELIVERED'), soon);
    await running.close();

    const [request] = receiver.requests;
    expect(request?.headers['webhook-attempt']).toBe('1');
    new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>);
    expect(await world.attemptsOf(deliveryId)).toEqual([
      { attempt: 1, http_status: 200, failure: null },
    ]);
  });

  test('finds by itself what it was never told of', async () => {
    await using world = new NotificationWorld(database);
    await using receiver = await WebhookReceiver.start();
    const { merchantId } = await world.merchant(receiver.url);
    const ids = await Promise.all(Array.from({ length: 250 }, () => world.emit(merchantId)));
    world.dispatcher().start();
    await vi.waitFor(
      async () => expect(await world.countOf(ids, 'DELIVERED')).toBe(ids.length),
      soon,
    );
    expect(receiver.requests.length).toBe(250);
    expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(250);
  });

  test('hands a delivery that fails to the retries before it calls it RETRYING', async () => {
    await using world = new NotificationWorld(database);
    await using receiver = await WebhookReceiver.start(() => (response) => {
      response.writeHead(503, { 'retry-after': '20' }).end('busy');
    });
    const { merchantId } = await world.merchant(receiver.url);
    const deliveryId = await world.emit(merchantId);
    world.dispatcher().start();
    await vi.waitFor(async () => expect(await world.statusOf(deliveryId)).toBe('RETRYING'), soon);
    expect(world.retries.started).toEqual([
      {
        deliveryId,
        merchantId,
        paymentReference: null,
        eventType: 'checkout.successful',
        attempts: 1,
        failure: 'SERVER_UNAVAILABLE',
        waitMs: 20_000,
      },
    ]);
    expect(await world.attemptsOf(deliveryId)).toEqual([
      { attempt: 1, http_status: 503, failure: 'SERVER_UNAVAILABLE' },
    ]);
  });

  test('makes the retries itself, by the schedule, while they cannot be handed on, and hands on from where it stands', async () => {
    await using world = new NotificationWorld(database);
    await using receiver = await WebhookReceiver.start(() => 500);
    const { merchantId } = await world.merchant(receiver.url);
    world.retries.fails = true;
    const deliveryId = await world.emit(merchantId);
    world.dispatcher({ reviveEveryMs: 50 }).start();
    const made = async () => (await world.attemptsOf(deliveryId)).length;
    for (const [n, delayMs] of retryDelaysMs.slice(0, 4).entries()) {
      await vi.waitFor(async () => expect(await made()).toBe(n + 1), soon);
      const [row] = (
        await world.pool.query<Record<'status' | 'attempts' | 'due_ms' | 'pause_ms', unknown>>(
          `select status, attempts, extract(epoch from lease_until - now())::float8 * 1000 as due_ms,
                  extract(epoch from lease_until - a.started_at)::float8 * 1000 as pause_ms
             from webhook_delivery join webhook_attempt a using (delivery_id)
            where delivery_id = $1 and a.attempt = attempts`,
          [deliveryId],
        )
      ).rows;
      expect(row).toMatchObject({ status: 'RETRYING', attempts: n + 1 });
      // The pause begins after the attempt and before this look at it, however slow the machine is.
      expect(row?.pause_ms).toBeGreaterThanOrEqual(delayMs * 0.9 - 1);
      expect(row?.due_ms).toBeLessThanOrEqual(delayMs * 1.1);
      if (n === 3) world.retries.fails = false;
      await world.pool.query(
        'update webhook_delivery set lease_until = now() where delivery_id = $1',
        [deliveryId],
      );
    }
    await vi.waitFor(() => expect(world.retries.started).toMatchObject([{ attempts: 5 }]), soon);
    expect(receiver.requests).toHaveLength(5);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('disables an endpoint that answers 410, and sends it nothing more', async () => {
    await using world = new NotificationWorld(database);
    await using receiver = await WebhookReceiver.start(() => 410);
    const { merchantId } = await world.merchant(receiver.url);
    const first = await world.emit(merchantId);
    world.dispatcher().start();
    await vi.waitFor(async () => expect(await world.statusOf(first)).toBe('SUPPRESSED'), soon);
    expect(await world.endpoints.find(merchantId)).toMatchObject({
      status: 'DISABLED',
      disabledReason: 'ENDPOINT_GONE',
    });
    const second = await world.emit(merchantId);
    await vi.waitFor(async () => expect(await world.statusOf(second)).toBe('SUPPRESSED'), soon);
    expect(receiver.requests.length).toBe(1);
    expect(world.retries.started).toEqual([]);
  });

  test('lets no dead endpoint delay another merchant', async () => {
    await using world = new NotificationWorld(database);
    await using dead = await WebhookReceiver.start(() => () => {});
    await using healthy = await WebhookReceiver.start();
    const [deadMerchant, healthyMerchant] = [
      await world.merchant(dead.url),
      await world.merchant(healthy.url),
    ];
    for (let n = 0; n < 60; n += 1) await world.emit(deadMerchant.merchantId);
    world.dispatcher({ claimLimit: 20 }).start();
    await vi.waitFor(() => expect(dead.requests.length).toBe(10), soon);
    for (let n = 0; n < 20; n += 1) await world.emit(healthyMerchant.merchantId);
    await vi.waitFor(() => expect(healthy.requests.length).toBe(20), soon);
    // The first ten of the dead one are still under way: nothing waited for them.
    expect(dead.requests.length).toBe(10);
  });

  test('does not send what another dispatcher holds, until that one is dead for the lease', async () => {
    await using world = new NotificationWorld(database);
    await using receiver = await WebhookReceiver.start();
    const { merchantId } = await world.merchant(receiver.url);
    const deliveryId = await world.emit(merchantId);
    const claimedAt = Date.now();
    // A dispatcher that claims and is killed before it sends.
    const [claimed] = await world.deliveries.claim({
      limit: 10,
      leaseMs: 700,
      claimant: 'killed',
      crowded: [],
    });
    expect(claimed?.deliveryId).toBe(deliveryId);
    world.dispatcher().start();
    await vi.waitFor(async () => expect(await world.statusOf(deliveryId)).toBe('DELIVERED'), soon);
    expect((receiver.requests[0]?.atMs ?? 0) - claimedAt).toBeGreaterThan(600);
    expect(receiver.requests.length).toBe(1);
  });

  test('takes up a delivery whose retry never came, and only that one', async () => {
    await using world = new NotificationWorld(database);
    await using receiver = await WebhookReceiver.start((_request, nth) => (nth < 3 ? 500 : 200));
    const { merchantId } = await world.merchant(receiver.url);
    const [stalled, waiting] = [await world.emit(merchantId), await world.emit(merchantId)];
    const dispatcher = world.dispatcher({ reviveEveryMs: 100 });
    dispatcher.start();
    await vi.waitFor(async () => {
      expect(await world.statusOf(stalled)).toBe('RETRYING');
      expect(await world.statusOf(waiting)).toBe('RETRYING');
    }, soon);
    // As if its workflow had been terminated, longer ago than the longest wait.
    await world.pool.query(
      `update webhook_delivery set lease_until = now() - interval '1 second' where delivery_id = $1`,
      [stalled],
    );
    await vi.waitFor(async () => expect(await world.statusOf(stalled)).toBe('DELIVERED'), soon);
    expect(await world.statusOf(waiting)).toBe('RETRYING');
    expect((await world.attemptsOf(stalled)).map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(world.warnings).toContain('webhook retries that no workflow makes are made here');
  });

  test('keeps the backlog of an endpoint that does not answer, and starts no retries for it', async () => {
    await using world = new NotificationWorld(database);
    const held: (() => void)[] = [];
    let isOpen = false;
    await using receiver = await WebhookReceiver.start(() => (response) => {
      const answer = () => void response.writeHead(200).end();
      if (isOpen) answer();
      else held.push(answer);
    });
    const { merchantId } = await world.merchant(receiver.url);
    const ids: string[] = [];
    while (ids.length < 12) ids.push(await world.emit(merchantId));
    // Late is what has waited for a second.
    const late = { leaseMs: 60_000, minLeaseLeftMs: 59_000, reviveEveryMs: 50 };
    world.dispatcher(late).start();
    await vi.waitFor(() => expect(held.length).toBe(10), soon);
    const askedAt = Date.now();
    await vi.waitFor(() => expect(Date.now() - askedAt).toBeGreaterThan(1_000), soon);
    isOpen = true;
    for (const answer of held) answer();
    await vi.waitFor(async () => expect(await world.countOf(ids, 'RETRYING')).toBe(2), soon);
    expect(world.retries.started).toEqual([]);
    await world.pool.query(
      `update webhook_delivery set lease_until = now() where status = 'RETRYING' and delivery_id = any ($1)`,
      [ids],
    );
    await vi.waitFor(async () => expect(await world.countOf(ids, 'DELIVERED')).toBe(12), soon);
    expect(await world.attemptsOf(ids.at(-1) ?? '')).toMatchObject([
      { attempt: 1, failure: 'ENDPOINT_BUSY' },
      { attempt: 2, failure: null },
    ]);
  });

  test('two of them share the work and send nothing twice', async () => {
    await using world = new NotificationWorld(database);
    await using receiver = await WebhookReceiver.start();
    const { merchantId } = await world.merchant(receiver.url);
    const ids = await Promise.all(Array.from({ length: 60 }, () => world.emit(merchantId)));
    for (const dispatcher of [world.dispatcher(), world.dispatcher()]) dispatcher.start();
    await vi.waitFor(
      async () => expect(await world.countOf(ids, 'DELIVERED')).toBe(ids.length),
      soon,
    );
    const sent = receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(new Set(sent).size).toBe(ids.length);
    expect(sent.length).toBe(ids.length);
  });

  test('ends cleanly: what is under way is sent and written down, nothing more is taken', async () => {
    await using world = new NotificationWorld(database);
    const closing = Promise.withResolvers<void>();
    await using receiver = await WebhookReceiver.start(
      () => (response) => void closing.promise.then(() => response.writeHead(200).end()),
    );
    const { merchantId } = await world.merchant(receiver.url);
    const ids = await Promise.all(Array.from({ length: 30 }, () => world.emit(merchantId)));
    const dispatcher = world.dispatcher();
    dispatcher.start();
    await vi.waitFor(() => expect(receiver.requests.length).toBe(10), soon);
    const closed = dispatcher.close();
    closing.resolve();
    await closed;
    const statuses = await Promise.all(ids.map((id) => world.statusOf(id)));
    expect(statuses.filter((status) => status === 'DELIVERED').length).toBe(
      receiver.requests.length,
    );
    expect(receiver.requests.length).toBe(10);
  });
});
