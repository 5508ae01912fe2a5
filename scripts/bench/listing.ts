import { Pool } from 'undici';
import type { RunningStack } from '../running/running-stack.ts';
import { ownerDatabaseUrl } from '../running/owner-database.ts';
import { Problem } from '../stack/problem.ts';
import { withClient } from '../stack/postgres.ts';
import type { Sandbox } from '../stack/sandbox.ts';
import { exchange, tokenOf } from './calls.ts';
import { atFullRate, type Call } from './load.ts';
import { seedSteps } from './listing-seed.ts';
import { sample, sampleTable, type SampleFigures } from './sample.ts';

export interface ListingOptions {
  /** Transactions of the merchant. */
  readonly transactions: number;
  readonly clients: number;
  /** Of each kind of page. */
  readonly seconds: number;
}

/** The last line of `npm run bench -- --listing N`, as JSON. Milliseconds. */
export interface ListingFigures extends ListingOptions {
  readonly pages: Readonly<Record<string, SampleFigures>>;
  /** Tables that were read from end to end meanwhile, of those that are not small. */
  readonly sequentialScans: readonly string[];
  /** No page has its 95th percentile at `boundMs` or above, and no table was scanned. */
  readonly ok: boolean;
}

export const boundMs = 50;
/** Of each kind of page, so that the programs are compiled before the first is measured. */
const warmUpSeconds = 2;
/** Of tables below this a scan says nothing. */
const notSmallRows = 1_000;
const list = '/api/v1/transactions';
const checkouts = '/api/v1/checkouts';
/** Nobody's, so that no number of the history is ever given to a payer as well. */
const historyPrefix = '999';

interface ListReply {
  readonly data: {
    readonly items: readonly Readonly<Record<string, unknown>>[];
    readonly page: { readonly nextCursor: string | null };
  };
}

/** Lists of a merchant with a long history, of what it has received and of its checkouts: first pages, filtered ones and deep ones. */
export async function benchListing(
  stack: RunningStack,
  options: ListingOptions,
): Promise<ListingFigures> {
  const { sandbox } = stack;
  const databaseUrl = ownerDatabaseUrl(stack);
  console.log(`filling up to ${options.transactions} transactions ...`);
  await fill(databaseUrl, sandbox.merchantId, options.transactions);
  const pool = new Pool(sandbox.baseUrl, { connections: options.clients });
  try {
    const getBytes = await loggedIn(pool, sandbox);
    const get = async (path: string): Promise<ListReply> =>
      JSON.parse((await getBytes(path)).toString()) as ListReply;
    const rows = Math.floor((options.transactions * 9) / 10);
    const paths = {
      ...pathsOf(await someOrder(get), await cursorAt(get, list, rows)),
      ...checkoutPaths(await cursorAt(get, checkouts, rows)),
    };
    console.log('warming up ...');
    const readers: [name: string, read: Call][] = [];
    for (const [name, path] of Object.entries(paths)) {
      const read = await readerOf(getBytes, path);
      readers.push([name, read]);
      await atFullRate(read, options.clients, warmUpSeconds);
    }
    const before = await scanCounts(databaseUrl);
    const pages: Record<string, SampleFigures> = {};
    for (const [name, read] of readers) {
      console.log(`measuring ${name} ...`);
      pages[name] = await sample(name, () => atFullRate(read, options.clients, options.seconds));
    }
    const after = await scanCounts(databaseUrl);
    const sequentialScans = Object.keys(before).filter((table) => after[table] !== before[table]);
    const isFast = Object.values(pages).every(({ p95 }) => p95 < boundMs);
    return { ...options, pages, sequentialScans, ok: isFast && sequentialScans.length === 0 };
  } finally {
    await pool.close();
  }
}

function pathsOf(order: string, deepCursor: string): Record<string, string> {
  const lastWeek = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
  return {
    'first page': list,
    'by status': `${list}?status=SUCCESSFUL`,
    'by exception': `${list}?exception=OVERPAID`,
    'held money': `${list}?status=HELD`,
    'by channel': `${list}?paymentChannel=Card`,
    'by day': `${list}?from=${lastWeek}&to=${lastWeek}`,
    'by order': `${list}?paymentReference=${order}`,
    'deep cursor': `${list}?cursor=${deepCursor}`,
  };
}

function checkoutPaths(deepCursor: string): Record<string, string> {
  return {
    checkouts: checkouts,
    'paid checkouts': `${checkouts}?status=SUCCESSFUL`,
    'open checkouts': `${checkouts}?status=AWAITING_PAYMENT`,
    'abandoned checkouts': `${checkouts}?statusReason=ABANDONED`,
    'by card': `${checkouts}?paymentChannel=Card`,
    'by e-mail': `${checkouts}?email=ada7@example.ng`,
    'by phone': `${checkouts}?phoneNumber=08030000007`,
    'deep checkouts': `${checkouts}?cursor=${deepCursor}`,
  };
}

export function describeListing(figures: ListingFigures): string {
  const { pages, clients, transactions, sequentialScans, ok } = figures;
  const slowest = Math.max(...Object.values(pages).map(({ p95 }) => p95));
  return [
    `${transactions} transactions, ${clients} clients:`,
    ...sampleTable(pages),
    `check${ok ? '' : ' FAILED'}: the slowest p95 is ${slowest} ms (below ${boundMs} is asked for), tables scanned: ${sequentialScans.join(', ') || 'none'}`,
  ].join('\n');
}

async function fill(databaseUrl: string, merchantId: string, wanted: number) {
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: string }>(
      'select count(*) from inward_credit where merchant_id = $1',
      [merchantId],
    );
    const missing = wanted - Number(rows[0]?.count ?? 0);
    if (missing <= 0) return;
    const [make = '', ...steps] = seedSteps;
    await client.query('begin');
    await client.query(`select add_prefix($1, 'simulator', '50547', 'Simulator MFB', '090547')`, [
      historyPrefix,
    ]);
    await client.query(make, [
      merchantId,
      missing,
      historyPrefix,
      `bulk${Date.now().toString(36)}`,
    ]);
    for (const step of steps) await client.query(step);
    await client.query('commit');
    await client.query('vacuum analyze');
  });
}

/** How often PostgreSQL has read each table from end to end, by its own count; the small ones are read so by right. */
async function scanCounts(databaseUrl: string): Promise<Record<string, string>> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ table: string; count: string }>(
      `select relname as table, seq_scan as count from pg_stat_user_tables where n_live_tup >= $1`,
      [notSmallRows],
    );
    return Object.fromEntries(rows.map(({ table, count }) => [table, count]));
  });
}

type Get = (path: string) => Promise<ListReply>;
type GetBytes = (path: string) => Promise<Buffer>;

async function loggedIn(pool: Pool, sandbox: Sandbox): Promise<GetBytes> {
  const authorization = `Bearer ${await tokenOf(pool, sandbox)}`;
  return async (path) => {
    const { status, bytes } = await exchange(pool, path, undefined, authorization);
    if (status !== 200) throw new Problem(`${path} answered HTTP ${status}: ${bytes.toString()}`);
    return bytes;
  };
}

/** Reads so many rows, page after page, and returns the cursor that goes on behind them. */
async function cursorAt(get: Get, path: string, rows: number): Promise<string> {
  let cursor: string | null = null;
  for (let read = 0; read < rows; read += 100) {
    const next: string = cursor === null ? '' : `&cursor=${cursor}`;
    cursor = (await get(`${path}?size=100${next}`)).data.page.nextCursor;
    if (cursor === null) throw new Problem('The list is shorter than it should be.');
  }
  return cursor ?? '';
}

async function someOrder(get: Get): Promise<string> {
  const { items } = (await get(`${list}?size=50`)).data;
  return String(items.at(-1)?.['paymentReference']);
}

/**
 * Reads a page over and over. Nothing changes meanwhile, so each reply must be the first one again: that costs less than to
 * parse it, on processors that are shared with what is measured.
 */
async function readerOf(getBytes: GetBytes, path: string): Promise<Call> {
  const first = await getBytes(path);
  return async () => {
    const bytes = await getBytes(path);
    if (!bytes.equals(first)) throw new Problem(`${path} answered otherwise than before.`);
  };
}
