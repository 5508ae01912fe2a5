import { afterAll, beforeAll, expect, it } from 'vitest';
import { PgAskedErasures } from '../../../../src/upkeep/erasure/asked-erasure.store.js';
import { operator } from '../../../support/actors.js';
import { addMerchant, Shop } from '../../../support/shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop[Symbol.asyncDispose]());

it.each([
  ['e-mail address', { email: 'Gone@example.ng' }],
  ['phone number', { phoneNumber: '+2348031234567' }],
])('a payer is asked about by the %s, and is nobody to another merchant', async (_what, known) => {
  const [merchantId, other] = [await addMerchant(shop.pool), await addMerchant(shop.pool)];
  const { checkout } = await shop.order({ overrides: { merchantId } });
  await shop.pool.query(
    'update checkout set customer = customer || $2::jsonb where checkout_id = $1',
    [checkout.checkoutId, JSON.stringify(known)],
  );
  const { email = null, phoneNumber: phone = null } = known as Record<string, string>;
  const asked = new PgAskedErasures(shop.pool);
  const ask = (by: string) => asked.ask(operator(), by, { email, phone, reason: 'asked' });
  expect(await ask(other)).toBe('UNKNOWN');
  expect(await ask(merchantId)).toBe('ASKED');
  expect(await ask(merchantId)).toBe('ASKED_BEFORE');
  expect(await asked.of(other)).toEqual([]);
  expect(await asked.of(merchantId)).toMatchObject([
    { paymentReference: checkout.paymentReference, isDecided: false },
  ]);
});
