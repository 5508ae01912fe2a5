import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '../../../../scripts/stack/postgres.ts';
import { plannerSettings } from '../../../../src/platform/database/program-settings.js';
import { addMerchant, Shop } from '../../../support/shop.js';

let shop: Shop;
const [merchants, orders] = [4, 1_500];
/** Two of each merchant. */
const ofTheLastHour = 2 * merchants;

beforeAll(async () => {
  shop = await Shop.open();
  const { checkout } = await shop.order();
  for (let nth = 0; nth < merchants; nth += 1) {
    await addMany(await addMerchant(shop.pool), checkout.checkoutId);
  }
  await withClient(shop.database.url, (client) =>
    client.query('vacuum analyze checkout, balance_transaction, merchant'),
  );
});
afterAll(() => shop[Symbol.asyncDispose]());

/** Orders of fifty days and their payments, one each 48 minutes. */
async function addMany(merchantId: string, like: string): Promise<void> {
  await withClient(shop.database.url, async (client) => {
    await client.query(
      `insert into checkout
         select (json_populate_record(c, json_build_object('checkout_id', $2 || n, 'payment_reference', 'bulk-' || n, 'merchant_id', $2,
            'status', 'EXPIRED', 'created_at', now() - n * interval '48 minutes' + interval '40 minutes', 'updated_at', now() - n * interval '48 minutes'))).*
           from checkout c, generate_series(1, $3::integer) n where c.checkout_id = $1`,
      [like, merchantId, orders],
    );
    await client.query(
      `insert into balance_transaction (merchant_id, currency, type, source_type, source_id, purpose, gross_minor, net_minor, due_on, created_at)
         select $1, 'NGN', 'COLLECTION', 'credit', $1 || n, 'bulk', 100, 100, current_date, now() - n * interval '48 minutes' + interval '40 minutes'
           from generate_series(1, $2::integer) n`,
      [merchantId, orders],
    );
  });
}

/** Rows of a table and entries of its indexes that one statement reads. */
async function readOf(tables: readonly string[], text: string): Promise<number> {
  return withClient(shop.database.url, async (client) => {
    for (const [name, value] of Object.entries(plannerSettings)) {
      await client.query(`set ${name} = ${value}`);
    }
    await client.query(`set search_path = ${await pathOf(shop.pool)}`);
    await client.query('begin');
    await client.query(text);
    const { rows } = await client.query<{ read: string }>(
      `select sum(pg_stat_get_xact_tuples_returned(o.oid))::text as read
         from (select t::regclass::oid as oid from unnest($1::text[]) t
               union all select i.indexrelid from unnest($1::text[]) t join pg_index i on i.indrelid = t::regclass) o`,
      [tables],
    );
    await client.query('rollback');
    return Number(rows[0]?.read);
  });
}

async function pathOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ search_path: string }>('show search_path');
  return rows[0]?.search_path ?? '';
}

describe('sums of the last hour among orders of fifty days', () => {
  it.each(['day', 'channel', 'status'])('read no other hours, by %s', async (by) => {
    const text = `select * from sums_of(null, now() - interval '1 hour', now(), '${by}', 'NGN')`;
    const read = await readOf(['balance_transaction', 'checkout'], text);
    expect(read).toBeGreaterThanOrEqual(2 * ofTheLastHour);
    expect(read).toBeLessThan(10 * ofTheLastHour);
  });

  it('are kept without reading others', async () => {
    const text = `select keep_hours(array_agg(merchant_id), array_agg(date_trunc('hour', now() - interval '3 hours'))) from merchant`;
    const read = await readOf(['balance_transaction', 'checkout'], text);
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(10 * ofTheLastHour);
  });

  it('are looked through for changes hour by hour, without reading others', async () => {
    const text = `select merchants_changed(date_trunc('hour', now() - interval '3 hours'), now() - interval '2 minutes')`;
    const read = await readOf(['checkout'], text);
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(10 * ofTheLastHour);
  });
});
