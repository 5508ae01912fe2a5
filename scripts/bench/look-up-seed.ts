import type pg from 'pg';
import { seedOrders } from './listing-seed.ts';

/**
 * Merchants with the histories of so many paid orders: the first has a fifth of all, and the last a few. The indexes of words are made
 * afterwards, as in a database that is restored.
 */
export async function seedLookUps(
  client: pg.Client,
  wanted: {
    readonly orders: number;
    readonly merchants: number;
    /** Merchants that are there, by their place; the others are made. */
    readonly given?: Readonly<Record<number, string>>;
  },
  log: (line: string) => void,
): Promise<readonly string[]> {
  const { rows: indexes } = await client.query<{ name: string; text: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text
       from pg_index where indexrelid::regclass::text like '%\\_searched'`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(`select add_prefix('999', 'simulator', '50547', 'Simulator MFB', '090547')`);
  await client.query(
    `insert into fee_plan (fee_plan_id, rate_bps, cap_minor, vat_bps) values ('transfer', 100, 30000, 750)
     on conflict do nothing`,
  );
  const places = Array.from({ length: wanted.merchants }, (_, at) => at + 1);
  const whole = places.reduce((sum, place) => sum + 1 / place, 0);
  const merchants: string[] = [];
  for (const place of places) {
    const count = Math.max(1, Math.round(wanted.orders / place / whole));
    await client.query('begin');
    const merchantId = wanted.given?.[place] ?? (await newMerchant(client, place));
    await seedOrders(client, { merchantId, prefix: '999', mark: `S${place}`, count });
    // Booked when the money came.
    await client.query(
      `update balance_transaction b set created_at = s.at from seeded s where b.source_type = 'credit' and b.source_id = s.credit_id`,
    );
    await client.query('commit');
    merchants.push(merchantId);
    log(`merchant ${place}: ${count} orders`);
  }
  for (const { text } of indexes) await client.query(text);
  await client.query('vacuum analyze');
  return merchants;
}

async function newMerchant(client: pg.Client, place: number): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `with made as (insert into merchant (merchant_id, name, trade_name) values (new_id('mch_'), $1 || ' Limited', $1) returning merchant_id)
     insert into merchant_channel (merchant_id, channel, fee_plan_id, place) select merchant_id, 'Bank', 'transfer', 1 from made
     returning merchant_id as id`,
    [`Shop ${place}`],
  );
  return rows[0]?.id ?? '';
}
