import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventTypes } from '../../src/domain/event-type.js';
import type { ApiClient, JsonBody } from '../support/api-client.js';
import { ApiWorld } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

const path = '/api/v1/webhooks/notification-url';
const set = (merchant: ApiClient, body: JsonBody) => merchant.post(path, body);
const url = 'http://127.0.0.1:4567/hooks';

describe('POST /api/v1/webhooks/notification-url', () => {
  it('makes a secret and shows it once', async () => {
    const merchant = await world.otherMerchant('Hook Shop 1');
    const first = await set(merchant, { url });
    expect(first).toMatchObject({ status: 200, code: '00' });
    expect(first.data).toMatchObject({
      url,
      secret: expect.stringMatching(/^whsec_/) as string,
      secretVersion: 1,
      status: 'ACTIVE',
      verified: true,
    });
    expect(first.data.events).toContain('checkout.successful');
    const shown = await merchant.get(path);
    expect(shown).toMatchObject({ status: 200, data: { url, secret: null, secretVersion: 1 } });
    const again = await set(merchant, { url });
    expect(again.data).toMatchObject({ secret: null, secretVersion: 1 });
    expect(again.data.createdAt).toBe(first.data.createdAt);
  });

  it('takes the merchant’s own secret, and counts its changes only', async () => {
    const merchant = await world.otherMerchant('Hook Shop 2');
    const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    expect((await set(merchant, { url, secret })).data).toMatchObject({ secret, secretVersion: 1 });
    expect((await set(merchant, { url, secret })).data).toMatchObject({
      secret: null,
      secretVersion: 1,
    });
    const other = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
    expect((await set(merchant, { url, secret: other })).data.secretVersion).toBe(2);
    const [row] = await world.query<{ secret_sealed: Buffer }>(
      'select secret_sealed from webhook_endpoint where merchant_id = $1',
      [merchant.merchant.merchantId],
    );
    expect(row?.secret_sealed.includes(other.slice(6))).toBe(false);
  });

  it('refuses an own secret without its padding, and says what is missing', async () => {
    const secret = `whsec_${Buffer.alloc(32, 1).toString('base64url')}`;
    const merchant = await world.otherMerchant('Hook Shop 4');
    const replies = [
      await set(merchant, { url, secret }),
      await merchant.post('/api/v1/webhooks/rotate-secret', { secret }),
    ];
    for (const { status, data } of replies) {
      expect([status, data.errors[0].field]).toEqual([400, 'secret']);
      expect(data.errors[0].message).toContain('padded with =');
    }
  });

  it('narrows the events, and widens them again', async () => {
    const merchant = await world.otherMerchant('Hook Shop 3');
    const events = ['checkout.successful'];
    expect((await set(merchant, { url, events })).data.events).toEqual(events);
    expect((await set(merchant, { url })).data.events.length).toBeGreaterThan(1);
  });

  it.each([
    ['ftp://example.com/', 'WEBHOOK_URL_INVALID'],
    ['not a url', 'WEBHOOK_URL_INVALID'],
    ['http://example.com/', 'WEBHOOK_URL_INVALID'],
    ['https://user:pw@example.com/', 'WEBHOOK_URL_INVALID'],
    ['https://example.com:22/', 'WEBHOOK_URL_INVALID'],
    ['https://169.254.169.254/latest', 'WEBHOOK_URL_NOT_PUBLIC'],
    ['https://10.0.0.1/', 'WEBHOOK_URL_NOT_PUBLIC'],
    ['https://[::1]/', 'WEBHOOK_URL_NOT_PUBLIC'],
    ['https://localhost/', 'WEBHOOK_URL_NOT_PUBLIC'],
    ['https://2130706433/', 'WEBHOOK_URL_NOT_PUBLIC'],
  ])('refuses %s with %s', async (bad, reason) => {
    const reply = await set(world.merchant, { url: bad });
    expect(reply).toMatchObject({ status: 400, code: '30', data: { reason } });
    expect(reply.data.errors).toMatchObject([{ field: 'url' }]);
  });

  it('takes every event there is, alone and together', async () => {
    const merchant = await world.otherMerchant('Hook Shop 5');
    for (const events of [...eventTypes.map((type) => [type]), [...eventTypes]]) {
      const reply = await set(merchant, { url, events });
      expect(reply).toMatchObject({ status: 200, data: { events } });
    }
    expect((await set(merchant, { url })).data.events).toEqual(eventTypes);
  });

  it.each([
    { url: undefined },
    { url, events: [] },
    { url, events: ['checkout.unknown'] },
    { url, events: ['checkout.successful', 'webhook.test'] },
    { url, secret: 'short' },
    { url, status: 'ACTIVE' },
  ])('refuses %j', async (body) => {
    expect((await set(world.merchant, body)).status).toBe(400);
  });
});

it('says that nothing is set', async () => {
  const merchant = await world.otherMerchant('Hook Shop 4');
  expect(await merchant.get(path)).toMatchObject({ status: 404, code: '25' });
});
