import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Shop } from '../../../support/shop.js';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open(16);
});
afterAll(() => shop[Symbol.asyncDispose]());

describe('finding checkouts', () => {
  it('gives everybody who asks at once their own, by one statement', async () => {
    const [one, other] = [await shop.initiate(), (await shop.order()).checkout];
    const asked = vi.spyOn(shop.pool, 'query');
    const found = await Promise.all([
      shop.checkouts.find(shop.merchantId, other.paymentReference),
      shop.checkouts.find(shop.merchantId, 'no-such-reference'),
      shop.checkouts.find('mch_other', one.paymentReference),
      shop.checkouts.find(shop.merchantId, one.paymentReference),
      shop.checkouts.find(shop.merchantId, other.paymentReference),
    ]);
    expect(asked).toHaveBeenCalledTimes(1);
    asked.mockRestore();
    expect(found.map((checkout) => checkout?.checkoutId)).toEqual(
      [other, undefined, undefined, one, other].map((checkout) => checkout?.checkoutId),
    );
    expect(found[0]?.accounts).toHaveLength(1);
    expect(found[3]?.accounts).toHaveLength(0);
  });

  it('tells what was so when it was asked', async () => {
    const { checkout } = await shop.order();
    const key = [shop.merchantId, checkout.paymentReference] as const;
    expect((await shop.checkouts.find(...key))?.status).toBe('AWAITING_PAYMENT');
    await shop.checkouts.cancel(...key);
    const { rows } = await shop.pool.query<{ now: Date }>('select clock_timestamp() as now');
    const found = await shop.checkouts.find(...key);
    expect(found?.version).toBeGreaterThanOrEqual(checkout.version);
    expect(found?.now.getTime()).toBeGreaterThanOrEqual(rows[0]?.now.getTime() ?? Infinity);
  });

  it('uses the index for many as for one', async () => {
    const asked = vi.spyOn(shop.pool, 'query');
    await shop.checkouts.find('mch_any', 'any');
    const [{ text }] = asked.mock.calls[0] as unknown as [{ text: string }];
    asked.mockRestore();
    const { rows } = await shop.pool.query<{ 'QUERY PLAN': string }>(
      `explain ${text.replace('$1', "'{a,b}'").replace('$2', "'{c,d}'")}`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(
      /Index Cond: \(\(merchant_id = asked\.merchant_id\) AND \(payment_reference = asked\.payment_reference\)\)/,
    );
    expect(plan).not.toMatch(/Seq Scan/);
  });
});
