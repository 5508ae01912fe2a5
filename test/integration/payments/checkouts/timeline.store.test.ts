import { afterAll, beforeAll, expect, it } from 'vitest';
import { PgTimelineStore } from '../../../../src/payments/checkouts/timeline.store.js';
import { addMerchant, Shop } from '../../../support/shop.js';

let shop: Shop;
let timelines: PgTimelineStore;

beforeAll(async () => {
  shop = await Shop.open();
  timelines = new PgTimelineStore(shop.pool);
});
afterAll(() => shop[Symbol.asyncDispose]());

it('tells what happened to a checkout in the order in which it happened', async () => {
  const order = await shop.order();
  await shop.payAndPost(order, 1_200_000n);
  const [refund] = await shop.refundsOf(order.checkout.checkoutId);
  await shop.sendRefund(refund?.refundId ?? '');
  const { paymentReference, checkoutId } = order.checkout;
  const found = await timelines.of(shop.merchantId, paymentReference);
  expect(found?.status).toBe('SUCCESSFUL');
  const entries = found?.entries ?? [];
  expect(entries.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
    'CHECKOUT INITIATED',
    'ACCOUNT ISSUED',
    'CREDIT OVERPAID',
    'REFUND REQUESTED',
    'EVENT collection.received',
    'EVENT checkout.overpaid',
    'EVENT checkout.successful',
    'REFUND SUCCESSFUL',
    'EVENT refund.successful',
  ]);
  expect(entries[0]).toMatchObject({ subject: checkoutId, amountMinor: 1_000_000n });
  expect(entries[2]).toMatchObject({ subject: refund?.creditId, amountMinor: 1_200_000n });
  const times = entries.map(({ at }) => at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

it('is another merchant’s secret', async () => {
  const { checkout } = await shop.order();
  const other = await addMerchant(shop.pool);
  expect(await timelines.of(other, checkout.paymentReference)).toBeUndefined();
});
