/**
 * `node scripts/bench-lists.ts --orders 1000000 --merchants 100`: what pages of lists take for the largest and the smallest of so many merchants,
 * through the running stack's API: each list, by each value of its filters, at its beginning, in its midst and at its end. It fills the stack's
 * database first; `--seeded` uses what an earlier run has made. Start the stack without rate limits.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { percentiles, row } from './bench/figures.ts';
import { seedLookUps } from './bench/look-up-seed.ts';
import { merchantOfCheck } from './clients/merchant.ts';
import { checkedInDocuments, operationsOf } from './docs/contract-document.ts';
import { ownerDatabaseUrl } from './running/owner-database.ts';
import { findRunningStack } from './running/running-stack.ts';
import { withClient } from './stack/postgres.ts';
import type { SandboxMerchant } from './stack/programs.ts';

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    merchants: { type: 'string', default: '100' },
    requests: { type: 'string', default: '12' },
    only: { type: 'string', default: '' },
    seeded: { type: 'boolean', default: false },
  },
});
const stack = await findRunningStack();
const { baseUrl } = stack.sandbox;
const kept = join(stack.layout.dataDir, 'bench-lists.json');

interface Merchants {
  readonly largest: SandboxMerchant;
  readonly smallest: SandboxMerchant;
}

async function seeded(): Promise<Merchants> {
  if (values.seeded && existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as Merchants;
  const largest = await merchantOfCheck(stack, 'Largest Shop');
  const smallest = await merchantOfCheck(stack, 'Smallest Shop');
  const merchants = Number(values.merchants);
  await withClient(ownerDatabaseUrl(stack), async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select name from release order by made_at desc limit 1',
    );
    await client.query(`set search_path = public, ${rows[0]?.name ?? 'public'}; set jit = off`);
    const given = { 1: largest.merchantId, [merchants]: smallest.merchantId };
    await seedLookUps(client, { orders: Number(values.orders), merchants, given }, console.log);
  });
  writeFileSync(kept, JSON.stringify({ largest, smallest }));
  return { largest, smallest };
}

async function tokenOf({ clientId, clientSecret }: SandboxMerchant): Promise<string> {
  const reply = await fetch(`${baseUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
    }),
  });
  return ((await reply.json()) as { access_token: string }).access_token;
}

interface Ask {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

interface Reply {
  readonly data: {
    readonly items: readonly Readonly<Record<string, string>>[];
    readonly page: { readonly nextCursor: string | null };
  };
}

/** Undefined: the database did not answer in time. */
async function ask(token: string, { path, query }: Ask): Promise<Reply | undefined> {
  const reply = await fetch(`${baseUrl}${path}?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const body = await reply.text();
  if (reply.status === 503) return undefined;
  if (reply.status !== 200) throw new Error(`${path} ${JSON.stringify(query)}: ${body}`);
  return JSON.parse(body) as Reply;
}

/** In milliseconds, of so many requests after the first; none: it is not answered in time. */
async function timesOf(token: string, asked: Ask): Promise<readonly number[]> {
  if ((await ask(token, asked)) === undefined) return [];
  const times: number[] = [];
  for (let nth = 0; nth < Number(values.requests); nth += 1) {
    const begun = performance.now();
    await ask(token, asked);
    times.push(performance.now() - begun);
  }
  return times;
}

/** The cursor of the first page, moved to a time: most lists stand by time and id. Undefined: the list is of another kind, or short. */
function cursorAt(first: Reply | undefined, at: Date): string | undefined {
  const nextCursor = first?.data.page.nextCursor ?? null;
  if (nextCursor === null) return undefined;
  const [list = '', time = '', id = '', ...more] = Buffer.from(nextCursor, 'base64url')
    .toString()
    .split('\n');
  if (more.length > 0 || !/^\d{16}$/.test(time)) return undefined;
  const moved = [list, String(at.getTime() * 1_000), id.replace(/_.*/, `_${'0'.repeat(26)}`)];
  return Buffer.from(moved.join('\n')).toString('base64url');
}

/** Filters whose values no document names, by their names. */
const given: Readonly<Record<string, string>> = {
  email: 'ada7@example.ng',
  phoneNumber: '08030000007',
  paymentReference: 'S1-0000007',
  q: 'S1-0000007',
  minAmount: '1049000',
  maxAmount: '1000500',
};

const [document] = checkedInDocuments();
const lists = operationsOf(document).filter(
  ({ method, path, parameters = [] }) =>
    method === 'GET' && !path.includes('{') && parameters.some(({ name }) => name === 'cursor'),
);

/** The values that a filter has, which may stand among the document's own schemas. */
function valuesOf(schema: object): readonly string[] {
  const { $ref, enum: values } = schema as { $ref?: string; enum?: readonly unknown[] };
  if ($ref === undefined) return (values ?? []).map(String);
  return valuesOf(document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {});
}

const merchants = await seeded();
const spans = await withClient(ownerDatabaseUrl(stack), async (client) => {
  const { rows } = await client.query<{ merchant_id: string; first: Date; middle: Date }>(
    `select merchant_id, min(created_at) + interval '30 minutes' as first, min(created_at) + (max(created_at) - min(created_at)) / 2 as middle
       from checkout where merchant_id = any ($1) group by 1`,
    [[merchants.largest.merchantId, merchants.smallest.merchantId]],
  );
  return new Map(rows.map((each) => [each.merchant_id, each]));
});

const day = (at: Date): string => at.toISOString().slice(0, 10);
console.log(row(['list', 'first', 'page 100', 'midst', 'end', 'of one day'], 60));
for (const [who, merchant] of Object.entries(merchants)) {
  const token = await tokenOf(merchant as SandboxMerchant);
  const { first, middle } = spans.get((merchant as SandboxMerchant).merchantId) ?? {};
  if (first === undefined || middle === undefined) throw new Error(`${who} has no orders`);
  for (const { path, parameters = [] } of lists) {
    if (!new RegExp(values.only).test(path)) continue;
    const filters: Record<string, string>[] = [{}];
    for (const { name, schema } of parameters) {
      const all = name === 'format' ? [] : valuesOf(schema);
      for (const value of all) filters.push({ [name]: value });
      if (all.length === 0 && given[name] !== undefined) filters.push({ [name]: given[name] });
    }
    const names = parameters.map(({ name }) => name);
    if (names.includes('updatedFrom')) {
      filters.push({ updatedFrom: day(middle) }, { updatedTo: day(middle) });
    }
    for (const filter of filters) {
      const begun = await ask(token, { path, query: filter });
      const [atMiddle, atEnd] = [cursorAt(begun, middle), cursorAt(begun, first)];
      const queries: (Record<string, string> | undefined)[] = [
        filter,
        names.includes('page') ? { ...filter, page: '100' } : undefined,
        atMiddle === undefined ? undefined : { ...filter, cursor: atMiddle },
        atEnd === undefined ? undefined : { ...filter, cursor: atEnd },
        names.includes('from') ? { ...filter, from: day(middle), to: day(middle) } : undefined,
      ];
      const cells: string[] = [];
      for (const query of queries) {
        if (query === undefined) cells.push('–');
        else {
          const times = await timesOf(token, { path, query });
          const { p50, p95 } = percentiles(times);
          cells.push(times.length === 0 ? '503' : `${p50.toFixed(0)}, ${p95.toFixed(0)}`);
        }
      }
      const shown = Object.entries(filter).map(([name, value]) => `${name}=${value}`);
      console.log(row([`${who} ${path.slice(8)} ${shown.join(' ')}`, ...cells], 60));
    }
  }
}
