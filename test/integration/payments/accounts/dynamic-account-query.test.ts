import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withClient } from '../../../../scripts/stack/postgres.ts';
import { listedAccounts } from '../../../../src/payments/accounts/dynamic-account-query.js';
import { rowsOf, scansOf } from '../../../support/query-plan.js';
import { addMerchant, Shop } from '../../../support/shop.js';

const page = { limit: 21, offset: 0, after: null } as const;
const everything = { since: null, before: null, status: null, paymentReference: null };

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
  await withClient(shop.database.url, addMany);
});
afterAll(() => shop[Symbol.asyncDispose]());

/** 3,000 older accounts of this merchant, and as many of another. */
async function addMany(client: pg.ClientBase): Promise<void> {
  const { checkout } = await shop.order();
  const other = await addMerchant(shop.pool);
  await client.query(
    `insert into checkout
       select (json_populate_record(c, json_build_object('checkout_id', 'chk_bulk' || n, 'payment_reference', 'bulk-' || n,
          'merchant_id', case n % 2 when 0 then c.merchant_id else $2 end, 'status', 'EXPIRED'))).*
         from checkout c, generate_series(1, 6000) n where c.checkout_id = $1`,
    [checkout.checkoutId, other],
  );
  await client.query(
    `insert into virtual_account
       select (json_populate_record(v, json_build_object('virtual_account_id', 'va_bulk' || n, 'checkout_id', 'chk_bulk' || n,
          'account_number', '502' || lpad(n::text, 7, '0'), 'merchant_id', case n % 2 when 0 then v.merchant_id else $2 end,
          'status', 'EXPIRED', 'created_at', v.created_at - interval '4 days' - n * interval '1 minute',
          'expires_at', v.expires_at - interval '4 days' - n * interval '1 minute'))).*
         from virtual_account v, generate_series(1, 6000) n where v.checkout_id = $1`,
    [checkout.checkoutId, other],
  );
  // Once and for all: what is rolled back leaves pages behind, which the planner counts until they are swept some time.
  await client.query('vacuum analyze checkout, virtual_account');
}

it.each([
  ['first', {}, {}],
  ['open', { status: 'ACTIVE' }, {}],
  ['over', { status: 'EXPIRED' }, {}],
  ['of a time', { since: new Date(0), before: new Date() }, {}],
  ['deep', {}, { offset: 100 }],
] as const)('reads as many rows as the %s page has', async (_name, filter, place) => {
  const [asked, slice] = [
    { ...everything, ...filter },
    { ...page, ...place },
  ];
  const scans = await scansOf(shop.pool, listedAccounts(shop.merchantId, asked, slice));
  expect(rowsOf(scans, ['virtual_account'])).toBeGreaterThan(0);
  const mayRead = 5 * slice.limit + slice.offset;
  expect(rowsOf(scans, ['virtual_account', 'checkout'])).toBeLessThanOrEqual(mayRead);
});
