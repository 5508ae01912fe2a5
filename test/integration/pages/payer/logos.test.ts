import { afterAll, beforeAll, expect, it } from 'vitest';
import { logoOf } from '../../../../src/merchants/settings/logo-image.js';
import { PgCheckoutPageStore } from '../../../../src/merchants/settings/checkout-page.store.js';
import { logoKeptMs, Logos } from '../../../../src/pages/payer/logos.js';
import { operator } from '../../../support/actors.js';
import { picture } from '../../../support/pictures.js';
import { addMerchant, Shop } from '../../../support/shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop[Symbol.asyncDispose]());

it('a logo that was removed is shown by no process for longer than a minute', async () => {
  const store = new PgCheckoutPageStore(shop.pool);
  const merchantId = await addMerchant(shop.pool);
  const by = operator();
  const logo = await logoOf(await picture(120, 40).png());
  await store.putLogo(merchantId, logo, by);
  // A clock that starts at 0 would be one that was never read.
  let nowMs = 1_000;
  const logos = new Logos(store, { now: () => nowMs });
  expect(await logos.find(logo.hash)).toEqual(logo.png);
  await store.dropLogo(merchantId, by);
  nowMs += logoKeptMs;
  expect(await logos.find(logo.hash)).toEqual(logo.png);
  nowMs += 1;
  expect(await logos.find(logo.hash)).toBeUndefined();
  // It is no longer than a minute, though somebody asks for it all the time.
  await store.putLogo(merchantId, logo, by);
  expect(await logos.find(logo.hash)).toEqual(logo.png);
  await store.dropLogo(merchantId, by);
  for (let asked = 0; asked < 4; asked += 1) {
    nowMs += logoKeptMs / 4;
    expect(await logos.find(logo.hash)).toEqual(logo.png);
  }
  nowMs += 1;
  expect(await logos.find(logo.hash)).toBeUndefined();
});
