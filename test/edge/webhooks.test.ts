import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { retryDelaysMs } from '../../src/domain/webhook-retry-schedule.js';
import { Contract } from '../support/contract.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import type { ApiClient, JsonBody } from '../support/api-client.js';
import { base, cancelled, deliveries, WebhookWorld, soon, untilStatus } from './webhook-world.js';

let world: WebhookWorld;
beforeAll(async () => {
  world = await WebhookWorld.start();
});
afterAll(() => world?.stop());

describe('POST /webhooks/test', () => {
  it('sends a signed event at once and tells how that went', async () => {
    await using receiver = await WebhookReceiver.start(
      () => (response) => response.writeHead(200).end('taken'),
    );
    const merchant = await world.listening('Test Shop 1', receiver);
    const reply = await merchant.send('POST', `${base}/test`);
    expect(reply).toMatchObject({
      status: 200,
      code: '00',
      data: {
        delivered: true,
        url: receiver.url,
        httpStatus: 200,
        failure: null,
        response: 'taken',
        reenabled: false,
        missed: null,
      },
    });
    expect(reply.data.durationMs).toBeGreaterThanOrEqual(reply.data.firstByteMs);
    const [request] = receiver.requests;
    const payload = new Webhook(merchant.secret).verify(
      request?.body ?? '',
      request?.headers as Record<string, string>,
    );
    expect(payload).toMatchObject({
      id: reply.data.eventId,
      type: 'webhook.test',
      merchantId: merchant.merchant.merchantId,
    });
    const contract = await Contract.of(world.api.manilla.baseUrl);
    contract.checkEvent(request?.body ?? '', request?.headers);
    expect(await deliveries(merchant)).toMatchObject([
      { deliveryId: reply.data.deliveryId, eventType: 'webhook.test', status: 'DELIVERED' },
    ]);
  });

  it('says why a test did not arrive, and does not repeat it', async () => {
    await using receiver = await WebhookReceiver.start(() => 500);
    const merchant = await world.listening('Test Shop 2', receiver);
    const reply = await merchant.post(`${base}/test`, {});
    expect(reply).toMatchObject({
      status: 200,
      code: '00',
      message: 'Test failed: HTTP_STATUS',
      data: { delivered: false, httpStatus: 500, failure: 'HTTP_STATUS', missed: null },
    });
    expect(await deliveries(merchant)).toMatchObject([{ status: 'DEAD', attempts: 1 }]);
    const shown = await merchant.get(`${base}/notification-url`);
    expect(shown.data.failingSince).toBe(reply.data.startedAt);
  });

  it('enables an endpoint that was off, and offers what it missed', async () => {
    await using receiver = await WebhookReceiver.start();
    const merchant = await world.listening('Test Shop 3', receiver);
    const { merchantId } = merchant.merchant;
    await world.set(merchantId, 'SUPPRESSED');
    const references = [await cancelled(merchant), await cancelled(merchant)];
    expect(receiver.requests).toHaveLength(0);
    const tested = await merchant.post(`${base}/test`, {});
    expect(tested.data).toMatchObject({
      delivered: true,
      reenabled: true,
      missed: { count: 2, replay: { onlyFailed: true } },
    });
    expect((await merchant.get(`${base}/notification-url`)).data.status).toBe('ACTIVE');
    const asked = await merchant.post(`${base}/replay`, tested.data.missed.replay as JsonBody);
    expect(asked).toMatchObject({ status: 202, isSuccessful: true, data: { status: 'RUNNING' } });
    await untilStatus(merchant, 'DELIVERED', 3);
    const told = receiver.requests.map(({ body }) => JSON.parse(body).data.paymentReference);
    expect(new Set(told.filter(Boolean))).toEqual(new Set(references));
    await vi.waitFor(async () => {
      const replay = await merchant.get(`${base}/replay/${asked.data.replayId}`);
      expect(replay.data).toMatchObject({ status: 'DONE', queued: 2, delivered: 2, failed: 0 });
    }, soon);
    expect((await merchant.post(`${base}/test`, {})).data.missed).toBeNull();
  });

  it('needs a URL, and no fields', async () => {
    const merchant = await world.api.otherMerchant('Test Shop 4');
    expect(await merchant.post(`${base}/test`, {})).toMatchObject({ status: 404, code: '25' });
    expect(await merchant.post(`${base}/test`, { url: 'https://x.ng/' })).toMatchObject({
      status: 400,
      data: { reason: 'UNKNOWN_FIELD' },
    });
  });
});

describe('POST /webhooks/rotate-secret', () => {
  const rotate = (merchant: ApiClient, body: JsonBody = {}) =>
    merchant.post(`${base}/rotate-secret`, body);

  it('lets both secrets sign for 24 hours, the old one no longer', async () => {
    await using receiver = await WebhookReceiver.start();
    const merchant = await world.listening('Rotating Shop 1', receiver);
    const before = Date.now();
    const { data } = await rotate(merchant);
    expect(data).toMatchObject({ secretVersion: 2 });
    const until = Date.parse(data.formerSecretUntil);
    expect(until - before).toBeGreaterThan(86_400_000 - 60_000);
    expect(until - before).toBeLessThan(86_400_000 + 60_000);
    await merchant.post(`${base}/test`, {});
    const both = receiver.requests[0]?.headers as Record<string, string>;
    expect(both['webhook-signature']?.split(' ')).toHaveLength(2);
    const body = receiver.requests[0]?.body ?? '';
    for (const secret of [merchant.secret, String(data.secret)]) {
      expect(new Webhook(secret).verify(body, both)).toMatchObject({ type: 'webhook.test' });
    }
    await world.api.query(
      `update webhook_former_secret set expires_at = now() - interval '1 second' where merchant_id = $1`,
      [merchant.merchant.merchantId],
    );
    await merchant.post(`${base}/test`, {});
    const [, after] = receiver.requests;
    const headers = after?.headers as Record<string, string>;
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(1);
    expect(() => new Webhook(merchant.secret).verify(after?.body ?? '', headers)).toThrow();
    new Webhook(String(data.secret)).verify(after?.body ?? '', headers);
    expect((await merchant.get(`${base}/notification-url`)).data.formerSecretUntil).toBeNull();
  });

  it('ends the old one at once when it is told so', async () => {
    await using receiver = await WebhookReceiver.start();
    const merchant = await world.listening('Rotating Shop 2', receiver);
    await rotate(merchant);
    const { data } = await rotate(merchant, { immediately: true });
    expect(data).toMatchObject({ secretVersion: 3, formerSecretUntil: null });
    await merchant.post(`${base}/test`, {});
    const headers = receiver.requests[0]?.headers as Record<string, string>;
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(1);
    new Webhook(String(data.secret)).verify(receiver.requests[0]?.body ?? '', headers);
  });

  it('changes nothing when the secret is the one that is there', async () => {
    await using receiver = await WebhookReceiver.start();
    const merchant = await world.listening('Rotating Shop 3', receiver);
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    expect((await rotate(merchant, { secret })).data).toMatchObject({ secret, secretVersion: 2 });
    expect((await rotate(merchant, { secret })).data).toMatchObject({
      secret: null,
      secretVersion: 2,
    });
    expect((await rotate(merchant, { secret: 'short' })).status).toBe(400);
    const none = await world.api.otherMerchant('Rotating Shop 4');
    expect((await rotate(none)).status).toBe(404);
  });
});

describe('deliveries and events', () => {
  it('show each attempt with what was sent and answered', async () => {
    await using receiver = await WebhookReceiver.start(() => (response) => {
      response.writeHead(500).end('x'.repeat(5_000));
    });
    const merchant = await world.listening('Log Shop 1', receiver);
    const reference = await cancelled(merchant);
    await untilStatus(merchant, 'RETRYING');
    const [listed] = await deliveries(merchant, `?paymentReference=${reference}`);
    expect(listed).toMatchObject({
      eventType: 'checkout.cancelled',
      paymentReference: reference,
      attempts: 1,
      url: receiver.url,
      httpStatus: 500,
      failure: 'HTTP_STATUS',
      finishedAt: null,
    });
    const { data } = await merchant.get(`${base}/deliveries/${listed?.deliveryId}`);
    const [request] = receiver.requests;
    expect(data.requestBody).toBe(request?.body);
    const [attempt] = data.attemptLog;
    expect(request?.headers).toMatchObject(attempt.requestHeaders);
    expect(attempt).toMatchObject({ attempt: 1, httpStatus: 500, url: receiver.url });
    expect(attempt.response).toBe('x'.repeat(2_048));
    const event = await merchant.get(`${base}/events/${listed?.eventId}`);
    expect(event.data).toMatchObject({
      eventId: listed?.eventId,
      paymentReference: reference,
      sequence: 1,
      payload: JSON.parse(request?.body ?? ''),
      deliveries: [{ deliveryId: listed?.deliveryId }],
    });
  });

  it('are found by status, type, time and order, page by page and by cursor', async () => {
    await using receiver = await WebhookReceiver.start();
    const merchant = await world.listening('Log Shop 2', receiver);
    for (let n = 0; n < 5; n += 1) await cancelled(merchant);
    await untilStatus(merchant, 'DELIVERED', 5);
    const all = await deliveries(merchant);
    expect(all.map(({ eventId }) => eventId)).toEqual(
      all
        .map(({ eventId }) => eventId)
        .toSorted()
        .toReversed(),
    );
    const page = async (query: string) =>
      (await merchant.get(`${base}/deliveries?size=2&${query}`)).data;
    const first = await page('page=1');
    expect(first.items).toEqual(all.slice(0, 2));
    expect((await page('page=3')).items).toEqual(all.slice(4));
    const second = await page(`cursor=${first.page.nextCursor}`);
    expect(second.items).toEqual(all.slice(2, 4));
    const third = await page(`cursor=${second.page.nextCursor}`);
    expect(third).toMatchObject({ items: all.slice(4), page: { hasMore: false } });
    expect(await deliveries(merchant, '?eventType=checkout.expired')).toEqual([]);
    expect(await deliveries(merchant, '?eventType=checkout.cancelled&status=DELIVERED')).toEqual(
      all,
    );
    const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
    expect(await deliveries(merchant, `?from=${today}&to=${today}`)).toEqual(all);
    expect(await deliveries(merchant, '?to=2020-01-01')).toEqual([]);
    for (const status of ['PENDING', 'DEAD', 'SUPPRESSED', 'DELIVERING']) {
      expect(await deliveries(merchant, `?status=${status}`)).toEqual([]);
    }
  });

  it.each([
    'status=LOST',
    'eventType=checkout.unknown',
    'paymentReference=-a',
    'from=yesterday',
    'from=2026-11-21&to=2026-11-20',
    'size=0',
    'size=101',
    'page=101',
    'cursor=AAAA',
    'page=2&cursor=AAAA',
    'colour=red',
  ])('refuse ?%s', async (query) => {
    expect(await world.api.merchant.get(`${base}/deliveries?${query}`)).toMatchObject({
      status: 400,
      code: '30',
    });
  });

  it('are their merchant’s alone', async () => {
    await using receiver = await WebhookReceiver.start();
    const merchant = await world.listening('Log Shop 3', receiver);
    await cancelled(merchant);
    await untilStatus(merchant, 'DELIVERED');
    const [{ deliveryId, eventId } = { deliveryId: '', eventId: '' }] = await deliveries(merchant);
    const other = await world.listening('Log Shop 4', receiver);
    for (const reply of [
      await other.get(`${base}/deliveries/${deliveryId}`),
      await other.get(`${base}/events/${eventId}`),
      await other.post(`${base}/deliveries/${deliveryId}/redeliver`, {}),
    ]) {
      expect(reply).toMatchObject({ status: 404, code: '25' });
    }
    expect(await deliveries(other)).toEqual([]);
    expect((await other.get(`${base}/deliveries/dlv_1`)).status).toBe(400);
  });
});

it('GET /webhooks/retry-policy tells what the code goes by', async () => {
  const { data } = await world.api.merchant.get(`${base}/retry-policy`);
  expect(data).toMatchObject({
    attempts: 14,
    delaysSeconds: retryDelaysMs.map((delayMs) => delayMs / 1_000),
    jitterPercent: 10,
    timeoutSeconds: 15,
    concurrency: 10,
    suppressAfterHours: 120,
  });
});
