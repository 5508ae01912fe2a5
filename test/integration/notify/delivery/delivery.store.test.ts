import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  DeliveryAttempt,
  DeliveryStatus,
} from '../../../../src/notify/delivery/notification-store.port.js';
import { webhookRules } from '../../../../src/domain/webhook-rules.js';
import { retryDelayMs, retryDelaysMs } from '../../../../src/domain/webhook-retry-schedule.js';
import { PgDeliveryStore } from '../../../../src/notify/delivery/delivery.store.js';
import { PgEndpointStore } from '../../../../src/notify/webhooks/endpoint.store.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
let deliveries: PgDeliveryStore;
let endpoints: PgEndpointStore;
const url = 'https://merchant.example/hook';

beforeAll(async () => {
  shop = await Shop.open();
  deliveries = new PgDeliveryStore(shop.pool);
  endpoints = new PgEndpointStore(shop.pool);
});
beforeEach(async () => {
  await shop.afresh();
  const secretSealed = Buffer.from('sealed');
  await endpoints.put({ merchantId: shop.merchantId, url, secretSealed, events: null });
});
afterAll(() => shop[Symbol.asyncDispose]());

const claim = (limit: number, leaseMs: number, claimant = 'dispatcher') =>
  deliveries.claim({ limit, leaseMs, claimant, crowded: [] });

async function makeEvents(count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const checkout = await shop.initiate();
    await shop.steps.expireCheckout({ checkoutId: checkout.checkoutId, at: checkout.expiresAt });
  }
}

function attempt(
  deliveryId: string,
  status: DeliveryStatus,
  overrides: Partial<DeliveryAttempt> = {},
): DeliveryAttempt {
  return {
    deliveryId,
    merchantId: shop.merchantId,
    endpoint: 1,
    attempt: 1,
    firstByteMs: 10,
    url,
    signature: 'v1,c2lnbmVk',
    bodySignature: 'ab12',
    startedAt: new Date('2026-11-20T14:00:00.000Z'),
    durationMs: 12,
    httpStatus: 200,
    failure: null,
    response: 'ok',
    status,
    dueInMs: null,
    ...overrides,
  };
}

async function row(deliveryId: string) {
  const { rows } = await shop.pool.query(
    `select d.status, d.attempts, d.lease_until, d.finished_at is not null as finished,
            (select json_agg(json_build_array(a.attempt, a.http_status, a.failure) order by a.attempt)
               from webhook_attempt a where a.delivery_id = d.delivery_id) as tried
       from webhook_delivery d where delivery_id = $1`,
    [deliveryId],
  );
  return rows[0];
}

describe('a claim', () => {
  it('hands out what is pending, oldest first, with all that is needed to send it', async () => {
    await makeEvents(3);
    const claimed = await claim(10, 30_000);
    expect(claimed).toHaveLength(3);
    expect(claimed.map(({ deliveryId }) => deliveryId)).toEqual(
      claimed.map(({ deliveryId }) => deliveryId).toSorted(),
    );
    for (const delivery of claimed) {
      expect(delivery).toMatchObject({
        eventType: 'checkout.expired',
        merchantId: shop.merchantId,
        checkoutId: expect.stringMatching(/^chk_/),
        paymentReference: expect.stringMatching(/^ORD-/),
        url,
        secretSealed: Buffer.from('sealed'),
        attempts: 0,
        status: 'DELIVERING',
      });
      expect(JSON.parse(delivery.body).id).toBe(delivery.eventId);
      expect(await deliveries.find(delivery.deliveryId)).toEqual(delivery);
    }
    expect(await deliveries.find('dlv_none')).toBeUndefined();
  });

  it('is honoured until its lease is over', async () => {
    await makeEvents(2);
    const first = await claim(1, 30_000);
    const second = await claim(10, 1);
    expect(first).toHaveLength(1);
    expect(second).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await claim(10, 30_000)).toEqual(second);
    expect(await claim(10, 30_000)).toEqual([]);
  });

  it('gives each delivery to one of many dispatchers', async () => {
    await makeEvents(40);
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(10, 30_000)));
    const rest = await claim(100, 30_000);
    const ids = [...claims.flat(), ...rest].map(({ deliveryId }) => deliveryId);
    expect(ids).toHaveLength(40);
    expect(new Set(ids).size).toBe(40);
  });

  it('carries the endpoint of today, and none when it is disabled', async () => {
    await makeEvents(1);
    await endpoints.put({
      merchantId: shop.merchantId,
      url: 'https://new.example/',
      secretSealed: null,
      events: null,
    });
    const [claimed] = await claim(1, 30_000);
    expect(claimed).toMatchObject({ url: 'https://new.example/' });
    await deliveries.record([
      attempt(claimed?.deliveryId ?? '', 'SUPPRESSED', {
        url: 'https://new.example/',
        httpStatus: 410,
        failure: 'ENDPOINT_GONE',
      }),
    ]);
    expect(await deliveries.find(claimed?.deliveryId ?? '')).toMatchObject({
      url: null,
      secretSealed: null,
    });
  });
});

describe('attempts', () => {
  it('are written with what the delivery becomes', async () => {
    await makeEvents(2);
    const [a = '', b = ''] = (await claim(2, 30_000)).map((each) => each.deliveryId);
    const failed = { httpStatus: 500, failure: 'HTTP_500', response: 'é'.repeat(1024) };
    await deliveries.record([attempt(a, 'DELIVERED'), attempt(b, 'RETRYING', failed)]);
    expect(await row(a)).toEqual({
      status: 'DELIVERED',
      attempts: 1,
      lease_until: null,
      finished: true,
      tried: [[1, 200, null]],
    });
    expect(await row(b)).toMatchObject({ status: 'RETRYING', attempts: 1, finished: false });
    expect(await claim(10, 30_000)).toEqual([]);
    await deliveries.record([attempt(b, 'DEAD', { ...failed, attempt: 2 })]);
    expect(await row(b)).toEqual({
      status: 'DEAD',
      attempts: 2,
      lease_until: null,
      finished: true,
      tried: [
        [1, 500, 'HTTP_500'],
        [2, 500, 'HTTP_500'],
      ],
    });
    await deliveries.record([]);
  });

  it('leave a retry the longest wait of the schedule, and little more before another makes it', async () => {
    await makeEvents(1);
    const [{ deliveryId } = { deliveryId: '' }] = await claim(1, 30_000);
    const failed = { httpStatus: 500, failure: 'HTTP_STATUS' };
    await deliveries.record([attempt(deliveryId, 'RETRYING', failed)]);
    const { rows } = await shop.pool.query<{ left: number }>(
      `select extract(epoch from lease_until - now())::float8 * 1000 as left
         from webhook_delivery where delivery_id = $1`,
      [deliveryId],
    );
    const waits = retryDelaysMs.map((_, index) => retryDelayMs(index + 1, 1) ?? 0);
    const spareMs = (rows[0]?.left ?? 0) - Math.max(...waits);
    expect(spareMs).toBeGreaterThan(webhookRules.totalTimeoutMs);
    expect(spareMs).toBeLessThan(3_600_000);
  });

  it('are written once, however often they are reported', async () => {
    await makeEvents(1);
    const [{ deliveryId } = { deliveryId: '' }] = await claim(1, 30_000);
    const report = [attempt(deliveryId, 'DELIVERED')];
    await Promise.all([deliveries.record(report), deliveries.record(report)]);
    expect(await row(deliveryId)).toMatchObject({ attempts: 1, tried: [[1, 200, null]] });
  });

  it('do not take back what has arrived', async () => {
    await makeEvents(1);
    const [{ deliveryId } = { deliveryId: '' }] = await claim(1, 30_000);
    await deliveries.record([attempt(deliveryId, 'DELIVERED')]);
    const slow = { attempt: 2, httpStatus: null, failure: 'TIMEOUT' };
    await deliveries.record([attempt(deliveryId, 'RETRYING', slow)]);
    expect(await row(deliveryId)).toMatchObject({
      status: 'DELIVERED',
      tried: [
        [1, 200, null],
        [2, null, 'TIMEOUT'],
      ],
    });
  });
});
