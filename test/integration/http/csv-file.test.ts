import { setTimeout as sleep } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedOrders } from '../../../scripts/bench/listing-seed.ts';
import { withClient } from '../../../scripts/stack/postgres.ts';
import { openCsv, type FileLimits } from '../../../src/http/csv-file.js';
import type { Pages } from '../../../src/http/steady-pages.js';
import { checkoutColumns } from '../../../src/payments/checkouts/checkout-list-file.js';
import type { CheckoutListItem } from '../../../src/payments/checkouts/checkout-list.dto.js';
import { PgCheckoutList } from '../../../src/payments/checkouts/checkout-list.store.js';
import { CheckoutListsService } from '../../../src/payments/checkouts/checkout-lists.service.js';
import { newId } from '../../../src/platform/database/new-id.js';
import { patientPool } from '../../support/patient-pool.js';
import { Shop } from '../../support/shop.js';

let shop: Shop;
let lists: CheckoutListsService;
/** As an operator of the database has it: locks tables, and ends other connections. */
let other: pg.Client;
/** Of all orders, the newest first. */
let ids: readonly string[];

beforeAll(async () => {
  shop = await Shop.open();
  lists = new CheckoutListsService(new PgCheckoutList(shop.pool));
  await withClient(shop.database.url, async (client) => {
    await client.query('begin');
    const { merchantId } = shop;
    await seedOrders(client, { merchantId, prefix: '502', mark: 'file', count: 500 });
    await client.query('commit');
    // Every second one was begun at the same moment as the one before: the id decides which is first.
    await client.query(
      `update checkout set created_at = date_trunc('hour', created_at) where payment_reference ~ '[05]$'`,
    );
  });
  const { rows } = await shop.pool.query<{ checkout_id: string }>(
    'select checkout_id from checkout order by created_at desc, checkout_id desc',
  );
  ids = rows.map(({ checkout_id: id }) => id);
  other = new pg.Client({ connectionString: shop.database.url });
  await other.connect();
});
afterAll(async () => {
  await other?.end();
  await shop?.[Symbol.asyncDispose]();
});

const limits: FileLimits = {
  ...{ rows: 100_000, longestMs: 60_000, stalledMs: 60_000 },
  pausesMs: [1, 1, 1],
};

interface Asked {
  readonly cursor: string | undefined;
  readonly size: number;
}

/** What happens to a page, by its number from 1, before and after it is read. */
interface Scene {
  readonly before?: (nth: number) => Promise<void>;
  readonly failed?: (nth: number) => Promise<void>;
}

const pageAfter: Pages<CheckoutListItem> = (asked) => pageOf(lists, asked);
const pageOf = (
  from: CheckoutListsService,
  { cursor, size }: Parameters<Pages<CheckoutListItem>>[0],
) =>
  from.list(
    shop.merchantId,
    { format: 'csv', size, ...(cursor !== undefined && { cursor }) },
    true,
  );

/** The list of all orders, played with. */
function played({ before, failed }: Scene = {}, page = pageAfter) {
  const asked: Asked[] = [];
  const pages: Pages<CheckoutListItem> = async ({ cursor, size }) => {
    const nth = asked.push({ cursor, size });
    await before?.(nth);
    try {
      return await page({ cursor, size });
    } catch (error) {
      await failed?.(nth);
      throw error;
    }
  };
  return { asked, pages };
}

async function opened(
  pages: Pages<CheckoutListItem>,
  changes: Partial<FileLimits> = {},
  caller: string = newId('pky'),
) {
  const failures: Error[] = [];
  const reader = {
    ...{ merchantId: caller, caller },
    onFailure: (error: Error) => void failures.push(error),
  };
  const csv = { name: 'checkouts', columns: checkoutColumns };
  return { failures, ...(await openCsv(csv, reader, pages, { ...limits, ...changes })) };
}

function read(whole: string): { ids: string[]; end: string[] } {
  const lines = whole.trimEnd().split('\r\n').slice(1);
  const first = (line = ''): string => line.slice(0, line.indexOf(','));
  return { ids: lines.slice(0, -1).map(first), end: (lines.at(-1) ?? '').split(',').slice(0, 4) };
}

async function fileOf(pages: Pages<CheckoutListItem>, changes: Partial<FileLimits> = {}) {
  const { body, failures } = await opened(pages, changes);
  return { ...read(await text(body)), failures };
}

const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;

async function lock(): Promise<void> {
  await other.query('begin; lock table checkout in access exclusive mode');
}
const unlock = async (): Promise<void> => void (await other.query('rollback'));

/** Does it to the connection that reads the page, as soon as the page waits for the lock. */
async function meanwhile(act: 'pg_terminate_backend' | 'pg_cancel_backend'): Promise<void> {
  for (;;) {
    const { rows } = await other.query<{ pid: number }>(waiting);
    const [{ pid } = { pid: 0 }] = rows;
    if (pid !== 0) return void (await other.query(`select ${act}($1)`, [pid]));
    await sleep(2);
  }
}

/** What happens to the second page while somebody holds the table. */
const mishaps: Readonly<Record<string, () => void>> = {
  'a lock is held for longer than a statement waits': () => undefined,
  'its connection is cut': () => void meanwhile('pg_terminate_backend'),
  'its statement is ended, as by the limit of its time': () => void meanwhile('pg_cancel_backend'),
};

describe('a file, when a page in its midst cannot be read', () => {
  it.each(Object.entries(mishaps))(
    '%s: the page is read again by fewer rows, and no row is lost or twice',
    async (_name, begin) => {
      const { asked, pages } = played({
        before: async (nth) => {
          if (nth !== 2) return;
          await lock();
          begin();
        },
        failed: unlock,
      });
      const { ids: found, end, failures } = await fileOf(pages);
      expect(found).toEqual(ids);
      expect(end).toEqual(['END', String(ids.length), 'COMPLETE', '']);
      expect(failures).toEqual([]);
      expect(asked.map(({ size }) => size)).toEqual([250, 250, 100, 100, 100]);
      expect(asked[2]?.cursor).toBe(asked[1]?.cursor);
    },
  );

  it('ends by telling so when the database stays away, and the next file begins where it ended', async () => {
    const fails = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    const { asked, pages } = played({
      before: async (nth) => {
        if (nth > 1) throw fails;
      },
    });
    const first = await fileOf(pages);
    expect(first.failures).toEqual([fails]);
    expect(asked).toHaveLength(2 + limits.pausesMs.length);
    const [word, count, how, cursor] = first.end;
    expect([word, count, how]).toEqual(['END', '250', 'INCOMPLETE']);
    const rest: Pages<CheckoutListItem> = ({ cursor: after = cursor, size }) =>
      pageAfter({ cursor: after, size });
    const second = await fileOf(rest);
    expect(second.end[2]).toBe('COMPLETE');
    expect([...first.ids, ...second.ids]).toEqual(ids);
  });

  it('tries nothing again that would fail again', async () => {
    const fault = new TypeError('a fault of ours');
    const { asked, pages } = played({
      before: async (nth) => {
        if (nth > 1) throw fault;
      },
    });
    const { end, failures } = await fileOf(pages);
    expect([end[1], end[2], failures]).toEqual(['250', 'INCOMPLETE', [fault]]);
    expect(asked).toHaveLength(2);
  });

  it('is refused like any request when its first page cannot be read', async () => {
    const { asked, pages } = played({ before: lock, failed: unlock });
    await expect(fileOf(pages)).rejects.toMatchObject({ code: '55P03' });
    expect(asked).toHaveLength(1);
    expect((await fileOf(played().pages)).ids).toEqual(ids);
  });
});

async function hasAPlace(caller: string): Promise<void> {
  const place = async () => {
    const { body } = await opened(played().pages, {}, caller);
    return read(await text(body)).ids.length;
  };
  await expect.poll(() => place().catch(() => 0)).toBe(ids.length);
}

describe('a file whose reader goes away', () => {
  it('has its place until the database is done with it, and reads nothing more', async () => {
    // It waits for the lock for as long as the test needs to see it.
    const pool = patientPool(shop.database.url, { max: 1, applicationName: 'test-file' });
    const patient = new CheckoutListsService(new PgCheckoutList(pool));
    const { asked, pages } = played(
      { before: async (nth) => (nth === 2 ? lock() : undefined) },
      (page) => pageOf(patient, page),
    );
    const { body } = await opened(pages, {}, 'left');
    body.resume();
    await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
    body.destroy();
    // Whatever the end of the stream sets off has been set off.
    for (let turns = 0; turns < 5; turns += 1) await new Promise(setImmediate);
    const again = () => opened(pages, {}, 'left');
    await expect(again()).rejects.toMatchObject({ reason: 'TOO_MUCH_AT_ONCE' });
    await unlock();
    await hasAPlace('left');
    expect(asked).toHaveLength(2);
    await pool.end();
  });

  it('waits for no other try', async () => {
    const { asked, pages } = played({
      before: async (nth) => {
        if (nth > 1) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
      },
    });
    const { body } = await opened(pages, { pausesMs: [600_000] }, 'paused');
    body.resume();
    await expect.poll(() => asked.length).toBe(2);
    body.destroy();
    await hasAPlace('paused');
    expect(asked).toHaveLength(2);
  });
});

describe('a file that would be too long', () => {
  it.each([
    ['rows', { rows: 251 }, 500],
    ['rows, at the end of a page', { rows: 250 }, 250],
    ['time', { longestMs: -1 }, 250],
  ] as const)('%s: ends after a page with the cursor of the next', async (_what, changes, rows) => {
    const { ids: found, end } = await fileOf(played().pages, changes);
    expect(found).toEqual(ids.slice(0, rows));
    expect(end).toEqual(['END', String(rows), 'MORE', expect.stringMatching(/./)]);
  });

  it('of exactly as many rows as it may have is complete', async () => {
    const { end } = await fileOf(played().pages, { rows: ids.length });
    expect(end).toEqual(['END', String(ids.length), 'COMPLETE', '']);
  });

  it('is cut off, without a last line, when nobody takes it', async () => {
    const { body } = await opened(played().pages, { longestMs: 0, stalledMs: 1 }, 'slow');
    await expect.poll(() => body.destroyed).toBe(true);
    expect(body.errored?.message).toBe('a file was read too slowly');
    await hasAPlace('slow');
  });
});
