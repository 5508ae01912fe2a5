import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/platform/config/config.js';
import { createSecretSeal } from '../../src/platform/keys/secret-seal.js';
import { ApiClient, newReference, order } from '../support/api-client.js';
import { ApiWorld } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

interface Document {
  readonly paths: Readonly<Record<string, Record<string, Operation>>>;
}
interface Operation {
  readonly security?: readonly { readonly bearer?: readonly string[] }[];
  readonly requestBody?: { readonly content: object };
}

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge(['refunds:destination']);
});
afterAll(() => world?.stop());

let keys = 0;
const newKey = (): string => `key-${process.pid}-${(keys += 1)}`;
const initiatePath = '/api/v1/checkout/initiate';
const initiate = (body: object, key: string) =>
  world.merchant.post(initiatePath, { ...body }, { 'idempotency-key': key });
const rows = () =>
  world.query('select key, http_status, body_sealed from idempotent_request order by created_at');

describe('a request under an Idempotency-Key', () => {
  it('is answered as the first time, and says so', async () => {
    const [body, key] = [order(), newKey()];
    const first = await initiate(body, key);
    const again = await initiate(body, key);
    expect(first).toMatchObject({ status: 200, code: '00' });
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.text).toBe(first.text);
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('is the same request with its members in another order', async () => {
    const [body, key] = [order(), newKey()];
    await initiate(body, key);
    const turned = Object.fromEntries(Object.entries(body).reverse());
    const again = await initiate(turned, key);
    expect(again).toMatchObject({ status: 200 });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('is refused with another body, or on another path', async () => {
    const [body, key] = [order(), newKey()];
    await initiate(body, key);
    const other = await initiate({ ...body, amount: 2_000_000 }, key);
    expect(other).toMatchObject({
      status: 422,
      code: '26',
      data: { reason: 'IDEMPOTENCY_KEY_REUSED', retryable: false },
    });
    const path = `/api/v1/checkout/${body.paymentReference}/cancel`;
    const elsewhere = await world.merchant.post(path, body, { 'idempotency-key': key });
    expect(elsewhere).toMatchObject({ status: 422, data: { reason: 'IDEMPOTENCY_KEY_REUSED' } });
    expect((await world.merchant.query(body.paymentReference)).data.status).toBe('INITIATED');
  });

  it('is a refusal again when it was refused', async () => {
    const { reference } = await world.initiated();
    const key = newKey();
    const changed = order({ paymentReference: reference, amount: 77_777 });
    const first = await initiate(changed, key);
    const again = await initiate(changed, key);
    expect(first).toMatchObject({ status: 409, data: { reason: 'DUPLICATE_REFERENCE' } });
    expect(again.text).toBe(first.text);
    expect(again.status).toBe(409);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('is accepted again as it was accepted: to learn more one asks', async () => {
    await world.paid();
    const { reference } = await world.paid();
    const body = { refundReference: `RFD-${reference}`, reason: 'Sold out', amount: 100_000 };
    const path = `/api/v1/transactions/${reference}/refund`;
    const key = { 'idempotency-key': newKey() };
    const first = await world.merchant.post(path, body, key);
    const again = await world.merchant.post(path, body, key);
    expect(first).toMatchObject({ status: 202, isSuccessful: true, data: { status: 'REQUESTED' } });
    expect(again.text).toBe(first.text);
    expect(again.status).toBe(202);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('keeps no secret, and gives what the merchant may always see', async () => {
    const [body, key] = [order(), newKey()];
    const { data } = await initiate(body, key);
    expect((await initiate(body, key)).data.returnSecret).toBe(data.returnSecret);
    const [{ body_sealed: kept } = {}] = await world.query<{ body_sealed: Buffer }>(
      'select body_sealed from idempotent_request where key = $1',
      [key],
    );
    const config = loadConfig({ ...world.manilla.env });
    const seal = createSecretSeal(config.sealKeys, 'idempotent reply');
    const owner = `${world.manilla.merchant.clientId}/${key}`;
    const text = seal.open(kept ?? Buffer.alloc(0), owner);
    expect(text).toContain(body.paymentReference);
    expect(text).not.toMatch(/rs_|returnSecret/);
  });

  it('leaves the key free when it was not understood', async () => {
    const [body, key] = [order(), newKey()];
    expect((await initiate({ ...body, amount: '10' }, key)).status).toBe(400);
    expect((await initiate(body, key)).status).toBe(200);
  });

  it('leaves the key free when we failed', async () => {
    const [body, key] = [order(), newKey()];
    await world.query('alter function initiate_checkout rename to initiate_checkout_gone');
    try {
      expect((await initiate(body, key)).status).toBe(500);
    } finally {
      await world.query('alter function initiate_checkout_gone rename to initiate_checkout');
    }
    expect(await initiate(body, key)).toMatchObject({ status: 200, code: '00' });
  });

  it('belongs to its merchant', async () => {
    const other = await world.otherMerchant('Keyed Shop');
    const key = newKey();
    await initiate(order(), key);
    const theirs = await other.post(initiatePath, order(), { 'idempotency-key': key });
    expect(theirs).toMatchObject({ status: 200 });
    expect(theirs.headers.get('idempotent-replayed')).toBeNull();
  });

  it.each(['', ' ', 'a b', 'naïve', 'x'.repeat(256)])(
    'must have a key that is one: %j',
    async (key) => {
      const body = JSON.stringify(order());
      const headers = {
        'content-type': 'application/json',
        // fetch trims what is around a value; what it would not send is not a key either.
        'idempotency-key': Buffer.from(key, 'utf8').toString('latin1'),
      };
      const reply = await world.merchant.send('POST', initiatePath, { body, headers });
      expect(reply).toMatchObject({
        status: 400,
        data: { errors: [{ field: 'Idempotency-Key', rule: 'pattern' }] },
      });
    },
  );

  it('is known to every operation that changes something', async () => {
    const document = (await (
      await fetch(`${world.manilla.baseUrl}/openapi.json`)
    ).json()) as Document;
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method, { security }]) => method !== 'get' && security?.[0]?.bearer)
        .map(([method, { requestBody }]) => {
          const [type = 'application/json'] = Object.keys(requestBody?.content ?? {});
          return { method: method.toUpperCase(), path, type };
        }),
    );
    expect(operations.length).toBeGreaterThan(20);
    for (const { method, path, type } of operations) {
      const headers = { 'content-type': type, 'idempotency-key': 'a b' };
      const url = path.replaceAll(/\{[^}]+\}/g, 'any');
      const reply = await world.merchant.send(method, url, { body: '{}', headers });
      expect({ method, path, ...reply }).toMatchObject({
        status: 400,
        data: { errors: [{ field: 'Idempotency-Key' }] },
      });
    }
  });

  it('changes nothing where there is no merchant, or nothing to change', async () => {
    const { clientId, clientSecret } = world.manilla.merchant;
    const before = await rows();
    const key = { 'idempotency-key': newKey() };
    const login = () =>
      world.anonymous.post('/api/v1/merchant/authenticate', { clientId, clientSecret }, key);
    expect((await login()).data.access_token).not.toBe((await login()).data.access_token);
    await world.merchant.get('/api/v1/merchant/policies', key);
    expect(await rows()).toEqual(before);
  });

  it('holds for PUT as well', async () => {
    const key = { 'idempotency-key': newKey(), 'content-type': 'application/json' };
    const put = (body: object) =>
      world.merchant.send('PUT', '/api/v1/merchant/policies', {
        body: JSON.stringify(body),
        headers: key,
      });
    expect((await put({ late: 'HOLD' })).status).toBe(200);
    expect((await put({ late: 'HOLD' })).headers.get('idempotent-replayed')).toBe('true');
    expect((await put({ late: 'REFUND' })).status).toBe(422);
  });
});

describe('while the first is under way', () => {
  it('the second is told to come back, and nothing is done twice', async () => {
    const [body, key] = [order(), newKey()];
    // The first waits for the lock of a row that it wants to insert.
    const replies = await Promise.all(Array.from({ length: 12 }, () => initiate(body, key)));
    const inFlight = replies.filter(({ status }) => status === 409);
    const done = replies.filter(({ status }) => status === 200);
    expect(inFlight.length + done.length).toBe(12);
    expect(done.length).toBeGreaterThan(0);
    for (const reply of inFlight) {
      expect(reply).toMatchObject({ code: '09', data: { reason: 'REQUEST_IN_FLIGHT' } });
      expect(reply.headers.get('retry-after')).toBe('1');
    }
    const [row] = await world.query<{ count: number }>(
      'select count(*)::int as count from checkout where payment_reference = $1',
      [body.paymentReference],
    );
    expect(row?.count).toBe(1);
  });

  it('a crash leaves the key for its lease only, and the step is done once', async () => {
    const [body, key] = [order(), newKey()];
    // What a process leaves that died between taking the key, doing the step, and storing the answer.
    expect((await world.merchant.initiate(body)).status).toBe(200);
    await initiate(body, key);
    await world.query(
      `update idempotent_request set http_status = null, body_sealed = null, lease_until = now() + interval '1 minute'
        where key = $1`,
      [key],
    );
    expect((await initiate(body, key)).data.reason).toBe('REQUEST_IN_FLIGHT');
    await world.query('update idempotent_request set lease_until = now() where key = $1', [key]);
    expect(await initiate(body, key)).toMatchObject({ status: 200, code: '00' });
    expect((await initiate(body, key)).headers.get('idempotent-replayed')).toBe('true');
    const [row] = await world.query<{ count: number }>(
      'select count(*)::int as count from checkout where payment_reference = $1',
      [body.paymentReference],
    );
    expect(row?.count).toBe(1);
  });

  it('all API processes know of it', async () => {
    const { reference } = { reference: newReference() };
    const [body, key] = [order({ paymentReference: reference }), newKey()];
    const first = await initiate(body, key);
    const second = await world.manilla.beside();
    const there = new ApiClient(second.baseUrl, world.merchant.token);
    const again = await there.post(initiatePath, body, { 'idempotency-key': key });
    await second.stop();
    expect(again.text).toBe(first.text);
  });
});

describe('what is kept', () => {
  it('has no secret: one that is shown once is in the first reply, and nowhere else', async () => {
    const key = newKey();
    const url = 'http://127.0.0.1:9/hook';
    const path = '/api/v1/webhooks/notification-url';
    const first = await world.merchant.post(path, { url }, { 'idempotency-key': key });
    const again = await world.merchant.post(path, { url }, { 'idempotency-key': key });
    expect(first.data.secret).toMatch(/^whsec_/);
    expect(again.data).toEqual({ ...first.data, secret: null });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const [row] = await world.query<{ body_sealed: Buffer }>(
      'select body_sealed from idempotent_request where key = $1',
      [key],
    );
    expect(row?.body_sealed.toString('latin1')).not.toContain('whsec_');
  });

  it('is nothing without the header', async () => {
    const before = await rows();
    await world.initiated();
    expect(await rows()).toEqual(before);
  });
});
