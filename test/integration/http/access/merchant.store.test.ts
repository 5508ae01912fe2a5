import { afterAll, beforeAll, expect, it } from 'vitest';
import { PgMerchantStore } from '../../../../src/http/access/merchant.store.js';
import { keyGroupNames } from '../../../../src/http/access/scopes.js';
import { feePlans, Shop } from '../../../support/shop.js';

let shop: Shop;
let merchants: PgMerchantStore;

beforeAll(async () => {
  shop = await Shop.open();
  merchants = new PgMerchantStore(shop.pool);
});
afterAll(() => shop[Symbol.asyncDispose]());

/** A client that is no key yet. */
const whole = { groups: [...keyGroupNames], addresses: [], isOwn: true };

it('has the live secrets of a client, newest first, and none of an unknown one', async () => {
  await shop.pool.query(
    `insert into merchant_secret (secret_id, client_id, merchant_id, secret_hash, pepper_kid, created_at, expires_at) values
       ('a', 'client', $1, '\\x01', 'p1', now() - interval '2 days', now() + interval '1 hour'),
       ('b', 'client', $1, '\\x02', 'p2', now() - interval '1 day', null),
       ('c', 'client', $1, '\\x03', 'p1', now() - interval '3 days', now() - interval '1 second')`,
    [shop.merchantId],
  );
  expect(await merchants.secretsOf('client')).toEqual([
    { merchantId: shop.merchantId, secretHash: Buffer.from([2]), pepperKid: 'p2', ...whole },
    { merchantId: shop.merchantId, secretHash: Buffer.from([1]), pepperKid: 'p1', ...whole },
  ]);
  expect(await merchants.secretsOf('nobody')).toEqual([]);
});

it('knows a merchant’s plan, limits and prefixes', async () => {
  await shop.pool.query(
    "update merchant_prefix set status = 'SUSPENDED' where merchant_id = $1 and prefix = '502'",
    [shop.merchantId],
  );
  expect(await merchants.profile(shop.merchantId)).toEqual({
    merchantId: shop.merchantId,
    name: 'Shop Limited',
    tradeName: 'Shop',
    status: 'ACTIVE',
    tokenVersion: 1,
    feeBearer: 'MERCHANT',
    feeBearers: {},
    plansHoldMs: null,
    keys: {},
    feePlans: { Bank: { feePlanId: 'transfer', ...feePlans.transfer } },
    channels: ['Bank'],
    minAmountMinor: 10_000n,
    maxAmountMinor: 1_000_000_000n,
    dailyLimitMinor: null,
    policies: {},
    grantedScopes: [],
    prefixes: [
      { prefix: '501', assigned: true, bankCode: '058', provider: 'sandbox', numbers: 'OURS' },
      { prefix: '502', assigned: false, bankCode: '058', provider: 'other', numbers: 'OURS' },
    ],
  });
  await shop.pool.query('update merchant set daily_limit_minor = 5000000');
  expect((await merchants.profile(shop.merchantId))?.dailyLimitMinor).toBe(5_000_000n);
  expect(await merchants.profile('mch_none')).toBeUndefined();
});
