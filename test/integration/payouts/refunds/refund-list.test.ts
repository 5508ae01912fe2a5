import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RefundFilter } from '../../../../src/payouts/refunds/refund.js';
import type { Slice } from '../../../../src/domain/slice.js';
import { addMerchant, Shop } from '../../../support/shop.js';

let shop: Shop;
const references: string[] = [];
let creditId: string;

beforeAll(async () => {
  shop = await Shop.open();
  const order = await shop.order({ amountMinor: 5_000_000n });
  creditId = (await shop.payAndPost(order, 5_000_000n)).creditId;
  for (let n = 0; n < 5; n += 1) {
    const { refund } = await shop.requestRefund(creditId, { amountMinor: 1_000n });
    references.unshift(refund?.refundReference ?? '');
    if (n === 0) await shop.sendRefund(refund?.refundId ?? '');
  }
  await shop.payAndPost(await shop.order(), 1_200_000n);
});
afterAll(() => shop[Symbol.asyncDispose]());

async function list(filter: Partial<RefundFilter> = {}, slice: Partial<Slice> = {}) {
  return shop.refunds.list(
    shop.merchantId,
    { since: null, before: null, ...filter },
    { limit: 101, offset: 0, after: null, ...slice },
  );
}
const names = async (filter: Partial<RefundFilter>, slice: Partial<Slice> = {}) =>
  (await list(filter, slice)).map(({ item }) => item.refundReference);

it('lists refunds by whom and how far they are, the newest first', async () => {
  expect(await names({ origin: 'MERCHANT' })).toEqual(references);
  expect(await names({ status: 'SUCCESSFUL' })).toEqual(references.slice(-1));
  expect(await names({ reference: creditId })).toEqual(references);
  expect(await names({ origin: 'POLICY' })).toHaveLength(1);
  expect(await names({ before: new Date(Date.now() - 3_600_000) })).toEqual([]);
  expect(await list({ since: new Date(Date.now() - 3_600_000) })).toHaveLength(6);
});

it('goes on behind any of them', async () => {
  const all = await list();
  for (const [at, { position }] of all.entries()) {
    expect(await list({}, { after: position })).toEqual(all.slice(at + 1));
    expect(await list({}, { offset: at, limit: 2 })).toEqual(all.slice(at, at + 2));
  }
});

it('lists refunds by what has changed, from both sides of the moment', async () => {
  const at = new Date('2026-03-01T23:00:00Z');
  const [reference] = references;
  await shop.pool.query('update refund set updated_at = $2 where refund_reference = $1', [
    reference,
    at,
  ]);
  const later = new Date(at.getTime() + 1);
  expect(await names({ changedSince: at, changedBefore: later })).toEqual([reference]);
  expect(await names({ changedBefore: at })).toEqual([]);
  expect(await names({ changedSince: later })).not.toContain(reference);
});

it('keeps them from other merchants', async () => {
  const other = await addMerchant(shop.pool);
  const filter = { since: null, before: null };
  expect(await shop.refunds.list(other, filter, { limit: 5, offset: 0, after: null })).toEqual([]);
});
