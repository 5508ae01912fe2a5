import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileAll } from '../../../support/filed-words.js';
import { patientPool } from '../../../support/patient-pool.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop[Symbol.asyncDispose]());

const named = (firstName: string) => ({
  overrides: {
    customer: { email: 'a@example.ng', phoneNumber: '+2348031112222', firstName, lastName: 'Obi' },
  },
});

async function wordsOf(id: string): Promise<readonly string[] | undefined> {
  const { rows } = await shop.pool.query<{ words: string[] }>(
    'select tsvector_to_array(words) as words from order_words where id = $1',
    [id],
  );
  return rows[0]?.words;
}

async function mark(): Promise<string> {
  const { rows } = await shop.pool.query<{ through: string }>(
    `select through from words_filed where kind = 'ORDER'`,
  );
  return rows[0]?.through ?? '';
}

/** Moves the ids of orders that nobody refers to into the past. */
async function age(ids: readonly string[], pause: string): Promise<string[]> {
  const { rows } = await shop.pool.query<{ id: string }>(
    `update checkout c set checkout_id = left(id_since('chk_', now() - $2::interval), 14) || right(c.checkout_id, 16)
      where c.checkout_id = any($1) returning checkout_id as id`,
    [ids, pause],
  );
  return rows.map(({ id }) => id);
}

const orders = async (count: number, firstName = 'Ada'): Promise<string[]> =>
  Promise.all(
    Array.from(
      { length: count },
      async () => (await shop.initiate(named(firstName))).checkoutId as string,
    ),
  );

describe('the words of orders', () => {
  it('are filed once, however many file them at the same time', async () => {
    const ids = await orders(30);
    await Promise.all(Array.from({ length: 8 }, () => fileAll(shop)));
    const filed = await Promise.all(ids.map(wordsOf));
    expect(filed.filter((words) => words?.includes('ADA'))).toHaveLength(30);
    expect(await fileAll(shop)).toBe(0);
  });

  it('are filed in small steps after an outage of the worker, without an order left out', async () => {
    await fileAll(shop);
    await shop.pool.query(`update words_filed set through = ''`);
    const old = await age(await orders(40, 'Old'), '1 hour');
    for (let left = old.length; left > 0; left -= 7) {
      const { rows } = await shop.pool.query<{ filed: number }>('select file_words(7) as filed');
      expect(rows[0]?.filed).toBe(Math.min(7, left));
    }
    for (const id of old) expect(await wordsOf(id)).toContain('OLD');
    expect((await mark()) >= (old.toSorted().at(-1) ?? '')).toBe(true);
  });

  it('of the newest orders are filed by a glance, which leaves the others to the next search', async () => {
    await fileAll(shop);
    const before = await mark();
    const [older = ''] = await age(await orders(1, 'Older'), '20 seconds');
    const [newest = ''] = await orders(1, 'Newest');
    await shop.pool.query('select file_words(250, true)');
    expect(await wordsOf(newest)).toContain('NEWEST');
    expect(await wordsOf(older)).toBeUndefined();
    expect(await mark()).toBe(before);
    await shop.pool.query('select file_words(250)');
    expect(await wordsOf(older)).toContain('OLDER');
  });

  it('wait for who changes the order, and no mark passes it', async () => {
    await shop.pool.query(`update words_filed set through = ''`);
    const [busy = '', other = ''] = await age(await orders(2, 'Busy'), '10 minutes');
    const client = await shop.pool.connect();
    try {
      await client.query('begin');
      await client.query('select forget_customer($1)', [busy]);
      await shop.pool.query('select file_words(250)');
      expect(await wordsOf(busy)).toBeUndefined();
      expect(await wordsOf(other)).toContain('BUSY');
      expect((await mark()) < busy).toBe(true);
      await client.query('commit');
    } finally {
      client.release();
    }
    await fileAll(shop);
    expect(await wordsOf(busy)).not.toContain('BUSY');
    expect((await mark()) > busy).toBe(true);
  });

  it('follow an erasure that comes while they are being filed', async () => {
    const [id = ''] = await orders(1, 'Racy');
    const client = await shop.pool.connect();
    // The erasure waits for as long as the test needs to see it.
    const pool = patientPool(shop.database.url, { max: 1, applicationName: 'test-erasure' });
    let erasure: Promise<unknown>;
    try {
      await client.query('begin');
      await client.query('select file_words(250)');
      erasure = pool.query('select forget_customer($1)', [id]);
      await expect
        .poll(async () => {
          const { rows } = await shop.pool.query<{ waits: number }>(
            `select count(*)::int as waits from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows[0]?.waits;
        })
        .toBe(1);
      await client.query('commit');
    } finally {
      client.release();
    }
    await erasure;
    await pool.end();
    expect(await wordsOf(id)).not.toContain('RACY');
  });

  it('are found once an hour for an order that came late', async () => {
    await fileAll(shop);
    const [late = ''] = await age(await orders(1, 'Late'), '1 day');
    await fileAll(shop);
    expect(await wordsOf(late)).toBeUndefined();
    await shop.pool.query(`update words_filed set looked_at = now() - interval '61 minutes'`);
    await fileAll(shop);
    expect(await wordsOf(late)).toContain('LATE');
    await shop.pool.query(
      'update checkout set amount_minor = 777700, expected_minor = 777700 where checkout_id = $1',
      [late],
    );
    expect(await wordsOf(late)).toContain('=777700');
  });
});

describe('the newest orders with words that many have', () => {
  /** Words of orders, the oldest first: so many of each name. Returns what is found of the first name, and how many rows were read. */
  async function found(
    counts: Readonly<Record<string, number>>,
    merchantId: string | null,
  ): Promise<{ ids: readonly string[]; read: number }> {
    const client = await shop.pool.connect();
    try {
      await client.query('begin');
      const names = Object.keys(counts);
      await client.query(
        `insert into order_words (id, merchant_id, words)
           select 'chk_~' || n.place || lpad(x::text, 6, '0'), 'mch_many', array_to_tsvector(array[n.name, '~mch_many'])
             from unnest($1::text[], $2::integer[]) with ordinality n (name, count, place), generate_series(1, n.count) x`,
        [names, Object.values(counts)],
      );
      const reads = async (): Promise<number> => {
        const { rows } = await client.query<{ read: number }>(
          `select idx_tup_fetch::integer as read from pg_stat_xact_user_tables where relname = 'order_words'`,
        );
        return rows[0]?.read ?? 0;
      };
      const before = await reads();
      const { rows } = await client.query<{ id: string }>(
        `select id from filed_by_words('ORDER', $1, $2, 6) id`,
        [merchantId, names[0]],
      );
      return { ids: rows.map(({ id }) => id), read: (await reads()) - before };
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  const newest = (count: number) =>
    Array.from({ length: 6 }, (_, at) => `chk_~1${String(count - at).padStart(6, '0')}`);

  it.each([null, 'mch_many'])(
    'are found though the newest thousand are of others, and not all of them are read (merchant %s)',
    async (merchantId) => {
      const { ids, read } = await found({ CHINEDU: 12_000, ADA: 1_500 }, merchantId);
      expect(ids).toEqual(newest(12_000));
      expect(read).toBeLessThan(5_000);
    },
  );

  it('are found though nobody of the newest fifty thousand has them', async () => {
    expect((await found({ CHINEDU: 2_500, ADA: 50_500 }, null)).ids).toEqual(newest(2_500));
  });
});
