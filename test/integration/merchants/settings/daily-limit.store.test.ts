import { afterAll, beforeAll, expect, it } from 'vitest';
import { PgDailyLimits } from '../../../../src/merchants/settings/daily-limit.store.js';
import { addMerchant, Shop } from '../../../support/shop.js';

let shop: Shop;
let limits: PgDailyLimits;

beforeAll(async () => {
  shop = await Shop.open();
  limits = new PgDailyLimits(shop.pool);
});
afterAll(() => shop[Symbol.asyncDispose]());

const left = (merchantId: string, reference: string | null = null) =>
  limits.leftToday(merchantId, 1_000_000n, reference);

/** What comes in for a new order; with a time of Lagos, as if it had come in then. */
async function receive(merchantId: string, amountMinor: bigint, receivedAt?: string) {
  const checkout = await shop.initiate({ amountMinor, overrides: { merchantId } });
  const { accountNumber } = await shop.issue(checkout);
  const { creditId } = await shop.pay(accountNumber, amountMinor);
  if (receivedAt !== undefined) {
    await shop.pool.query(
      `update inward_credit set received_at = (${receivedAt}) at time zone 'Africa/Lagos' where credit_id = $1`,
      [creditId],
    );
  }
  return checkout;
}

it('leaves of a limit what has not been received since midnight in Lagos', async () => {
  const merchantId = await addMerchant(shop.pool);
  const midnight = `date_trunc('day', now() at time zone 'Africa/Lagos')`;
  expect(await left(merchantId)).toBe(1_000_000n);
  await receive(await addMerchant(shop.pool), 700_000n);
  await receive(merchantId, 800_000n, `${midnight} - interval '1 millisecond'`);
  expect(await left(merchantId)).toBe(1_000_000n);
  await receive(merchantId, 300_000n, midnight);
  expect(await left(merchantId)).toBe(700_000n);
  await receive(merchantId, 600_000n);
  expect(await left(merchantId)).toBe(100_000n);
  await receive(merchantId, 600_000n);
  expect(await left(merchantId)).toBe(0n);
});

it('counts no order that is not paid, and says nothing of one that was let through', async () => {
  const merchantId = await addMerchant(shop.pool);
  const { paymentReference } = await shop.initiate({
    amountMinor: 900_000n,
    overrides: { merchantId },
  });
  expect(await left(merchantId, 'another')).toBe(1_000_000n);
  expect(await left(merchantId, paymentReference)).toBeNull();
  await receive(merchantId, 1_000_000n);
  expect(await left(merchantId, 'another')).toBe(0n);
  expect(await left(merchantId, paymentReference)).toBeNull();
  expect(await left(await addMerchant(shop.pool), paymentReference)).toBe(1_000_000n);
});
