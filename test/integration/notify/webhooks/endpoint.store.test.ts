import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PgEndpointStore } from '../../../../src/notify/webhooks/endpoint.store.js';
import { NotificationUrls } from '../../../../src/notify/webhooks/notification-urls.js';
import { keySetOf } from '../../../../src/platform/config/key-set.js';
import { createSecretSeal } from '../../../../src/platform/keys/secret-seal.js';
import { keyHolder } from '../../../support/actors.js';
import { addMerchant, Shop } from '../../../support/shop.js';

let shop: Shop;
let endpoints: PgEndpointStore;

beforeAll(async () => {
  shop = await Shop.open();
  endpoints = new PgEndpointStore(shop.pool);
});
afterAll(() => shop[Symbol.asyncDispose]());

const url = 'https://merchant.example/hook';

it('is kept under its merchant', async () => {
  const merchantId = await addMerchant(shop.pool);
  expect(await endpoints.find(merchantId)).toBeUndefined();
  const secretSealed = Buffer.from([0, 255, 1]);
  const put = await endpoints.put({ merchantId, url, secretSealed, events: null });
  expect(put).toEqual({
    merchantId,
    endpoint: 1,
    url,
    secretSealed,
    secretVersion: 1,
    events: null,
    status: 'ACTIVE',
    disabledReason: null,
    failingSince: null,
    formerSecretUntil: null,
    createdAt: expect.any(Date),
  });
  expect(await endpoints.find(merchantId)).toEqual(put);
});

it('keeps its secret when none is given, and counts a new one', async () => {
  const merchantId = await addMerchant(shop.pool);
  const first = Buffer.from('first');
  await endpoints.put({ merchantId, url, secretSealed: first, events: null });
  const events = ['checkout.successful'];
  const kept = await endpoints.put({ merchantId, url: `${url}/2`, secretSealed: null, events });
  expect(kept).toMatchObject({ url: `${url}/2`, secretSealed: first, secretVersion: 1, events });
  const second = Buffer.from('second');
  const changed = await endpoints.put({ merchantId, url, secretSealed: second, events: null });
  expect(changed).toMatchObject({ secretSealed: second, secretVersion: 2, events: null });
});

/** A merchant, and ways to set and rotate the secret of its endpoint. */
async function withSecrets() {
  const merchantId = await addMerchant(shop.pool);
  const former = async () => {
    const { rows } = await shop.pool.query<{ secrets: Buffer[] }>(
      'select live_former_secrets($1, 1) as secrets',
      [merchantId],
    );
    return rows[0]?.secrets.map(String);
  };
  const put = (secret: string) =>
    endpoints.put({ merchantId, url, secretSealed: Buffer.from(secret), events: null });
  const rotate = (secret: string, overlapMs = 60_000) =>
    shop.pool.query('select rotate_secret($1, $2, $3)', [
      merchantId,
      Buffer.from(secret),
      overlapMs,
    ]);
  return { merchantId, former, put, rotate };
}

it('signs with the three newest former secrets, however often it is rotated', async () => {
  const { former, put, rotate } = await withSecrets();
  await put('first');
  for (let n = 1; n <= 10; n += 1) await rotate(`rotated ${n}`);
  expect(await former()).toEqual(['rotated 9', 'rotated 8', 'rotated 7']);
});

it('signs with a secret that was rotated until its time is over, or another is set in its place', async () => {
  const { merchantId, former, put, rotate } = await withSecrets();
  await put('first');
  await rotate('second');
  await rotate('third');
  expect(await former()).toEqual(['second', 'first']);
  await shop.pool.query(
    `update webhook_former_secret set expires_at = now() where merchant_id = $1 and secret_version = 1`,
    [merchantId],
  );
  expect(await former()).toEqual(['second']);
  // whoever sets one by hand means it to be the only one
  await put('fourth');
  expect(await former()).toEqual([]);
  // a secret that has leaked ends at once, with all that sign beside it
  await rotate('fifth');
  await rotate('sixth', 0);
  expect(await former()).toEqual([]);
});

it('has another secret after a rotation, though nobody can open the present one', async () => {
  const merchantId = await addMerchant(shop.pool);
  await endpoints.put({ merchantId, url, secretSealed: Buffer.from('lost'), events: null });
  const seal = createSecretSeal(keySetOf('seal', [randomBytes(32)]));
  const urls = new NotificationUrls(endpoints, seal, async () => ({ ok: true, url }));
  const rotated = await urls.rotate({ merchantId, endpoint: 1 }, {}, keyHolder('mid_1'));
  const { secretSealed } = (await endpoints.find(merchantId)) ?? {};
  expect(seal.open(secretSealed ?? Buffer.alloc(0), merchantId)).toBe(rotated.secret);
});

it('is not made without a secret', async () => {
  const merchantId = await addMerchant(shop.pool);
  const without = { merchantId, url, secretSealed: null, events: null };
  expect(await endpoints.put(without)).toBeUndefined();
  expect(await endpoints.list(merchantId)).toEqual([]);
});

it('that is removed while its URL is checked is made anew, with another secret', async () => {
  const merchantId = await addMerchant(shop.pool);
  const seal = createSecretSeal(keySetOf('seal', [randomBytes(32)]));
  const by = keyHolder('mid_1');
  const of = { merchantId, endpoint: 1 };
  let whileChecked = async (): Promise<unknown> => undefined;
  const urls = new NotificationUrls(endpoints, seal, async () => {
    await whileChecked();
    return { ok: true, url };
  });
  const first = await urls.set(of, { url }, by);
  whileChecked = () => endpoints.remove(of, by);
  const anew = await urls.set(of, { url }, by);
  expect(anew).toMatchObject({ url, secret: expect.stringMatching(/^whsec_/), secretVersion: 1 });
  expect(anew.secret).not.toBe(first.secret);
  const { secretSealed } = (await endpoints.find(merchantId)) ?? {};
  expect(seal.open(secretSealed ?? Buffer.alloc(0), merchantId)).toBe(anew.secret);
  // Another endpoint is not made by setting it.
  whileChecked = async () => undefined;
  const second = await urls.add(merchantId, { url }, by);
  const ofSecond = { merchantId, endpoint: second.endpoint };
  whileChecked = () => endpoints.remove(ofSecond, by);
  await expect(urls.set(ofSecond, { url }, by)).rejects.toMatchObject({
    reason: 'RESOURCE_NOT_FOUND',
  });
});

it('is enabled again when it is set again', async () => {
  const merchantId = await addMerchant(shop.pool);
  await endpoints.put({ merchantId, url, secretSealed: Buffer.from('s'), events: null });
  await shop.pool.query(
    `update webhook_endpoint set status = 'DISABLED', disabled_reason = 'ENDPOINT_GONE', failing_since = now()
      where merchant_id = $1`,
    [merchantId],
  );
  expect(await endpoints.find(merchantId)).toMatchObject({
    status: 'DISABLED',
    disabledReason: 'ENDPOINT_GONE',
  });
  expect(await endpoints.put({ merchantId, url, secretSealed: null, events: null })).toMatchObject({
    status: 'ACTIVE',
    disabledReason: null,
    failingSince: null,
  });
});
