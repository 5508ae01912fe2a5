/**
 * `node scripts/bench-look-ups.ts URL --orders 1000000 --merchants 100`: how long the database takes for what people look up, among so
 * many orders. URL: an empty database, migrated, as its owner. `--seeded`: an earlier run has filled it. On PostgreSQL's machine the processor time
 * of its process is told, which a busy machine changes little.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { projectRoot } from './stack/layout.ts';
import { percentiles, row } from './bench/figures.ts';
import { seedLookUps } from './bench/look-up-seed.ts';

interface Terms {
  readonly searchTerms: (
    text: string,
    rights: { seesAccounts: boolean; phoneOf: (text: string) => string | undefined },
  ) => object;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    orders: { type: 'string', default: '1000000' },
    merchants: { type: 'string', default: '100' },
    seeded: { type: 'boolean', default: false },
  },
});
const built = join(projectRoot, 'dist/src/domain/search-terms.js');
const { searchTerms } = (await import(pathToFileURL(built).href)) as Terms;

const client = new pg.Client({ connectionString: positionals[0] });
await client.connect();
const { rows: releases } = await client.query<{ name: string }>(
  'select name from release order by made_at desc limit 1',
);
await client.query(`set search_path = public, ${releases[0]?.name ?? 'public'}`);
await client.query('set jit = off; set plan_cache_mode = force_generic_plan');
if (!values.seeded) {
  const wanted = { orders: Number(values.orders), merchants: Number(values.merchants) };
  await seedLookUps(client, wanted, console.log);
}

/** So many of each question, of orders that chance picks. */
const each = 25;

async function picked<Row extends pg.QueryResultRow>(columns: string): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `select ${columns} from checkout c tablesample bernoulli (0.05) order by random() limit ${each}`,
  );
  return rows;
}

const { rows: backends } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
const usage = `/proc/${backends[0]?.pid ?? 0}/schedstat`;
const knowsProcessor = existsSync(usage);
const processorMs = (): number => Number(readFileSync(usage, 'utf8').split(' ')[0]) / 1e6;

/** The time that PostgreSQL's process was on a processor; on another machine, the time that the statement took. */
async function timeOf(text: string, given: readonly unknown[]): Promise<number> {
  const before = knowsProcessor ? processorMs() : 0;
  const { rows } = await client.query<Record<string, [{ 'Execution Time': number }]>>(
    `explain (analyze, timing off, format json) ${text}`,
    [...given],
  );
  if (knowsProcessor) return processorMs() - before;
  return rows[0]?.['QUERY PLAN']?.[0]['Execution Time'] ?? Number.NaN;
}

const kinds = [
  ...['ORDER', 'TRANSACTION', 'REFUND', 'DISPUTE', 'SETTLEMENT', 'ACCOUNT'],
  ...['CASE', 'MERCHANT', 'KEY', 'JOURNAL', 'DELIVERY'],
];

async function search(words: string, merchantId: string | null): Promise<number> {
  const phoneOf = (text: string) => (/^\+?234\d{10}$/.test(text) ? text : undefined);
  const terms = JSON.stringify(searchTerms(words, { seesAccounts: true, phoneOf }));
  const of = merchantId === null ? kinds : kinds.slice(0, 6);
  return timeOf('select * from search_things($1, $2, $3, 6)', [merchantId, terms, of]);
}

interface Picked {
  readonly merchant_id: string;
  readonly checkout_id: string;
  readonly payment_reference: string;
  readonly customer: Readonly<Record<'email' | 'phoneNumber' | 'firstName' | 'lastName', string>>;
  readonly amount_minor: string;
}

const questions: Readonly<Record<string, (order: Picked) => string>> = {
  'first name': ({ customer }) => customer.firstName,
  'last name': ({ customer }) => customer.lastName,
  'both names': ({ customer }) => `${customer.firstName} ${customer.lastName}`,
  'beginning of a name': ({ customer }) => customer.lastName.slice(0, 4),
  'name and amount': ({ customer, amount_minor: minor }) =>
    `${customer.lastName} ${Number(minor) / 100}`,
  amount: ({ amount_minor: minor }) => String(Number(minor) / 100),
  reference: ({ payment_reference: reference }) => reference.toLowerCase(),
  'part of a reference': ({ payment_reference: reference }) => reference.split('-')[1] ?? '',
  'e-mail address': ({ customer }) => customer.email,
  'phone number': ({ customer }) => customer.phoneNumber,
  id: ({ checkout_id: id }) => id,
  'name of nobody': ({ checkout_id: id }) => `Zz${id.slice(-5).replaceAll(/\d/g, 'q')}`,
};

const all: Record<'one' | 'everywhere', number[]> = { one: [], everywhere: [] };
console.log(knowsProcessor ? 'processor time' : 'execution time');
console.log(row(['one merchant, all', 'p50 ms', 'p95 ms', 'p50 ms', 'p95 ms']));
for (const [name, words] of Object.entries(questions)) {
  const orders = await picked<Picked>(
    'c.merchant_id, c.checkout_id, c.payment_reference, c.customer, c.amount_minor',
  );
  const [one, everywhere]: [number[], number[]] = [[], []];
  for (const order of orders) {
    one.push(await search(words(order), order.merchant_id));
    everywhere.push(await search(words(order), null));
  }
  all.one.push(...one);
  all.everywhere.push(...everywhere);
  print(name, one, everywhere);
}
print('all of these', all.one, all.everywhere);

const { rows: merchants } = await client.query<{ id: string }>(
  'select merchant_id as id from merchant order by merchant_id',
);
const [largest = '', ...others] = merchants.map(({ id }) => id);
const middle = others[Math.floor(others.length / 2)] ?? largest;
const orders = await picked<Picked>('c.merchant_id, c.checkout_id');
const looks: Readonly<Record<string, readonly (readonly [string, readonly unknown[]])[]>> = {
  'one order': orders.map(({ checkout_id: id }) => ['select order_parts($1)', [id]] as const),
  'a merchant (middle, largest)': [
    ...Array.from({ length: 5 }, () => ['select merchant_parts($1)', [middle]] as const),
    ...Array.from({ length: 5 }, () => ['select merchant_parts($1)', [largest]] as const),
  ],
};
for (const [name, calls] of Object.entries(looks)) {
  const times = [];
  for (const [text, given] of calls) times.push(await timeOf(text, given));
  print(name, times);
}
for (const [who, merchantId] of [
  ['middle merchant', middle],
  ['largest merchant', largest],
  ['all merchants', null],
] as const) {
  for (const by of ['day', 'channel', 'status']) {
    for (const days of [1, 7, 30]) {
      const times = [];
      for (let nth = 0; nth < 5; nth += 1) {
        times.push(
          await timeOf(
            `select * from sums_of($1, now() - make_interval(days => $2), now(), $3, 'NGN')`,
            [merchantId, days, by],
          ),
        );
      }
      print(`${who}, ${days} d by ${by}`, times);
    }
  }
}
await client.end();

function print(name: string, ...times: readonly number[][]): void {
  const cells = times.flatMap((some) => {
    const { p50, p95 } = percentiles(some);
    return [p50.toFixed(1), p95.toFixed(1)];
  });
  console.log(row([name, ...cells]));
}
