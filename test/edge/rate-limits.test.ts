import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient, type ApiReply } from '../support/api-client.js';
import { ApiWorld } from '../support/api-world.js';
import type { EdgeApi, TestEdge } from '../support/edge.js';

const limit = 150;
// Long, so that hardly a run meets the end of a window.
const windowSeconds = 3_600;
/** A fiftieth of the limit: what one process may let through before it tells the others. */
const block = 3;

let world: ApiWorld<TestEdge>;
let second: EdgeApi;
beforeAll(async () => {
  const rates = {
    MANILLA_RATE_LIMIT_MERCHANT: `${limit}/${windowSeconds}`,
    MANILLA_RATE_LIMIT_ADDRESS: `100000/${windowSeconds}`,
    MANILLA_TRUSTED_PROXIES: '127.0.0.1',
  };
  world = await ApiWorld.ownEdge(rates as object);
  // The same tokens are good at both, as behind a load balancer.
  second = await world.manilla.beside();
});
afterAll(async () => {
  await second?.stop();
  await world?.stop();
});

const policies = '/api/v1/merchant/policies';

it('two API processes share the limit of a merchant to within a block', async () => {
  const shop = await world.otherMerchant('Busy Shop');
  const other = new ApiClient(second.baseUrl, shop.token);
  const replies: ApiReply[] = [];
  for (let sent = 0; sent < 2 * limit; sent += 10) {
    const some = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? shop : other).get(policies));
    replies.push(...(await Promise.all(some)));
  }
  const served = replies.filter(({ status }) => status === 200).length;
  // Tokens that one process has drawn and not used are missing at the other.
  expect(served).toBeGreaterThanOrEqual(limit - 2 * block);
  expect(served).toBeLessThanOrEqual(limit + block);
  const refused = replies.filter(({ status }) => status !== 200);
  for (const reply of refused) {
    expect(reply).toMatchObject({ status: 429, code: '65', data: { reason: 'RATE_LIMITED' } });
    const wait = Number(reply.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(windowSeconds);
    expect(reply.headers.get('ratelimit-remaining')).toBe('0');
  }
  // Others are not touched, and neither is the bank.
  expect((await world.merchant.get(policies)).status).toBe(200);
  expect((await world.anonymous.get('/health/live')).status).toBe(200);

  // With the window over the merchant is served again, by a process that does not remember it.
  await world.query('delete from quota_window');
  await second.stop();
  second = await world.manilla.beside();
  const anew = new ApiClient(second.baseUrl, shop.token);
  expect((await anew.get(policies)).status).toBe(200);
});

it('who guesses a secret is slowed down with the whole network that an IPv6 customer has', async () => {
  const { clientId, clientSecret } = (await world.otherMerchant('Guessed Shop')).merchant;
  const guess = (from: string, secret = `${clientSecret.slice(0, -4)}AAAA`) =>
    world.anonymous.post(
      '/api/v1/merchant/authenticate',
      { clientId, clientSecret: secret },
      { 'x-forwarded-for': from },
    );
  for (let n = 1; n <= 10; n += 1) {
    expect((await guess(`2001:db8:1:2::${n}`)).status).toBe(401);
  }
  expect(await guess('2001:db8:1:2:ffff::1', clientSecret)).toMatchObject({ status: 429 });
  expect((await guess('2001:db8:1:3::1', clientSecret)).status).toBe(200);
});

it('every reply tells what is left, in the fields of the draft and in the old ones', async () => {
  const shop = await world.otherMerchant('Quiet Shop');
  const first = await shop.get(policies);
  const again = await shop.get(policies);
  expect(first.headers.get('ratelimit-policy')).toBe(`"merchant";q=${limit};w=${windowSeconds}`);
  expect(first.headers.get('ratelimit')).toMatch(/^"merchant";r=\d+;t=\d+$/);
  expect(first.headers.get('ratelimit-limit')).toBe(String(limit));
  const left = (reply: ApiReply): number => Number(reply.headers.get('ratelimit-remaining'));
  expect(left(again)).toBe(left(first) - 1);
  const reset = Number(again.headers.get('ratelimit-reset'));
  expect(reset).toBeGreaterThan(0);
  expect(reset).toBeLessThanOrEqual(windowSeconds);
  const anonymous = await world.anonymous.get(policies);
  expect(anonymous.headers.get('ratelimit-policy')).toMatch(/^"address";/);
});

it('a merchant that asks seldom costs no statement', async () => {
  const shop = await world.otherMerchant('Seldom Shop');
  await shop.get(policies);
  const rows = await world.query('select 1 from quota_window where name = $1', [
    `merchant/${shop.merchant.merchantId}`,
  ]);
  expect(rows).toEqual([]);
});

it('guesses of a secret count at all processes', async () => {
  const shop = await world.otherMerchant('Guessed Everywhere');
  const { clientId } = shop.merchant;
  const guess = (baseUrl: string) =>
    new ApiClient(baseUrl).post('/api/v1/merchant/authenticate', {
      clientId,
      clientSecret: 'sk_test_'.padEnd(59, 'x'),
    });
  for (let n = 0; n < 10; n += 1) expect((await guess(world.manilla.baseUrl)).status).toBe(401);
  expect((await guess(world.manilla.baseUrl)).status).toBe(429);
  // The other process learns of it with its first failure.
  await guess(second.baseUrl);
  expect((await guess(second.baseUrl)).status).toBe(429);
});

it('an address has its limit, whatever it asks; banks and those who look after us have none', async () => {
  const limit = { MANILLA_RATE_LIMIT_ADDRESS: '20/60' };
  const api = await world.manilla.beside(limit as object);
  try {
    const anyone = new ApiClient(api.baseUrl);
    const ask = (path: string) => Promise.all(Array.from({ length: 40 }, () => anyone.get(path)));
    const health = await ask('/health/live');
    expect(health.every(({ status }) => status === 200)).toBe(true);
    const errors = await ask('/api/v1/errors');
    const refused = errors.filter(({ status }) => status === 429);
    // The client has read the document from there as well.
    expect(refused.length).toBeGreaterThanOrEqual(20);
    expect(refused.length).toBeLessThanOrEqual(22);
    expect(refused[0]).toMatchObject({ code: '65', data: { reason: 'RATE_LIMITED' } });
    const hook = await anyone.post('/api/v1/providers/simulator/name-enquiry', {});
    expect(hook).toMatchObject({ status: 401, data: { reason: 'SIGNATURE_INVALID' } });
  } finally {
    await api.stop();
  }
});
