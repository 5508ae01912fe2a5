import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Webhook } from 'standardwebhooks';
import type { ApiClient, JsonBody } from '../support/api-client.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { base, cancelled, deliveries, soon, untilStatus, WebhookWorld } from './webhook-world.js';

let world: WebhookWorld;
beforeAll(async () => void (world = await WebhookWorld.start()));
afterAll(() => world?.stop());

const path = `${base}/endpoints`;
const add = (merchant: ApiClient, body: JsonBody) => merchant.post(path, body);

describe('/api/v1/webhooks/endpoints', () => {
  it('sends an event to each endpoint that takes it, signed with the secret of each', async () => {
    await using first = await WebhookReceiver.start();
    await using second = await WebhookReceiver.start();
    await using third = await WebhookReceiver.start();
    const merchant = await world.listening('Two Ears', first);
    const added = await add(merchant, { url: second.url, events: ['checkout.cancelled'] });
    expect(added).toMatchObject({ status: 200, data: { endpoint: 2, status: 'ACTIVE' } });
    await add(merchant, { url: third.url, events: ['refund.failed'] });
    const reference = await cancelled(merchant);
    const at = (receiver: WebhookReceiver) =>
      receiver.requests.filter(({ body }) => body.includes(reference));
    await vi.waitFor(() => {
      expect(at(first).length).toBeGreaterThan(0);
      expect(at(second)).toHaveLength(1);
    }, soon);
    expect(at(third)).toEqual([]);
    const [event] = at(second);
    const headers = event?.headers as Record<string, string>;
    const secretOf = (secret: unknown) => new Webhook(String(secret));
    secretOf(added.data.secret).verify(event?.body ?? '', headers);
    expect(() => secretOf(merchant.secret).verify(event?.body ?? '', headers)).toThrow();
    const log = await deliveries(merchant, `?endpoint=2&paymentReference=${reference}`);
    expect(log).toMatchObject([{ endpoint: 2, url: second.url }]);
  });

  it('shows the health of each, tests and rotates each, and removes it for good', async () => {
    await using first = await WebhookReceiver.start();
    await using second = await WebhookReceiver.start(() => 500);
    const merchant = await world.listening('Health Shop', first);
    await add(merchant, { url: second.url });
    const tested = await merchant.post(`${path}/2/test`, {});
    expect(tested.data).toMatchObject({ delivered: false, httpStatus: 500, url: second.url });
    const { items } = (await merchant.get(path)).data;
    expect(items).toMatchObject([
      { endpoint: 1, failingSince: null, secret: null },
      { endpoint: 2, failingSince: expect.any(String), secret: null },
    ]);
    const rotated = await merchant.post(`${path}/2/rotate-secret`, {});
    expect(rotated.data).toMatchObject({ secretVersion: 2 });
    expect((await merchant.get(`${base}/notification-url`)).data.secretVersion).toBe(1);
    expect((await merchant.send('DELETE', `${path}/2`)).status).toBe(200);
    expect((await merchant.send('DELETE', `${path}/2`)).status).toBe(404);
    expect((await merchant.post(`${path}/2/test`, {})).status).toBe(404);
    const before = second.requests.length;
    await cancelled(merchant);
    await untilStatus(merchant, 'PENDING', 0);
    expect(second.requests).toHaveLength(before);
  });

  it('is refused for a URL that is not allowed, beyond ten, and for numbers of nobody', async () => {
    await using first = await WebhookReceiver.start();
    const merchant = await world.listening('Bounds Shop', first);
    for (const url of ['http://10.0.0.1/', 'https://127.0.0.1/', 'https://u:p@shop.example.ng/']) {
      expect((await add(merchant, { url })).code, url).toBe('30');
      const changed = await merchant.send('PUT', `${path}/1`, {
        body: JSON.stringify({ url }),
        headers: { 'content-type': 'application/json' },
      });
      expect(changed.code, url).toBe('30');
    }
    for (let n = 2; n <= 10; n += 1) {
      expect((await add(merchant, { url: first.url })).data.endpoint).toBe(n);
    }
    const beyond = await add(merchant, { url: first.url });
    expect(beyond).toMatchObject({ status: 403, data: { reason: 'OPERATION_NOT_PERMITTED' } });
    for (const number of ['11', '0', '-1', '1e1', '99999999999999999999', 'x']) {
      const { status } = await merchant.post(`${path}/${number}/test`, {});
      expect([400, 404], number).toContain(status);
    }
  });

  it('delivers what waits for one endpoint, when it is back', async () => {
    let isUp = false;
    await using first = await WebhookReceiver.start();
    await using second = await WebhookReceiver.start(() => (isUp ? 200 : 503));
    const merchant = await world.listening('Outage Shop', first);
    await add(merchant, { url: second.url, events: ['checkout.cancelled'] });
    await cancelled(merchant);
    await cancelled(merchant);
    const retrying = '?endpoint=2&status=RETRYING&eventType=checkout.cancelled';
    await vi.waitFor(
      async () => expect(await deliveries(merchant, retrying)).toHaveLength(2),
      soon,
    );
    isUp = true;
    const reply = await merchant.post(`${path}/2/deliver-waiting`, {});
    expect(reply).toMatchObject({ status: 200, data: { more: false } });
    expect(reply.data.hurried).toBeGreaterThanOrEqual(2);
    const arrived = '?endpoint=2&status=DELIVERED&eventType=checkout.cancelled';
    await vi.waitFor(async () => expect(await deliveries(merchant, arrived)).toHaveLength(2), soon);
    expect((await merchant.post(`${path}/3/deliver-waiting`, {})).status).toBe(404);
    await world.set(merchant.merchant.merchantId, 'SUPPRESSED');
    const off = await merchant.post(`${path}/2/deliver-waiting`, {});
    expect(off.data.reason).toBe('WEBHOOK_ENDPOINT_INACTIVE');
  });
});
