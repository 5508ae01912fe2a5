import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PgBooksProof } from '../../../src/ledger/proof/books-proof.store.js';
import { createPool } from '../../../src/platform/database/database.js';
import { releaseSchema, searchPath } from '../../../src/platform/database/release.js';
import { PgCheckoutSteps } from '../../../src/payments/checkouts/checkout-steps.store.js';
import { addMerchant, Shop } from '../../support/shop.js';
import { soakNumber } from '../../support/soak-random.js';

/**
 * The proof of large books beside payments. The journals are written by SQL: payments of a thousand merchants, each with five
 * entries. Printed: how long the proof takes, what memory it needs, and what postings take beside it. Asserted: it finds nothing, it
 * goes on after it was killed, and it finds one amount that is changed somewhere.
 */
const journals = soakNumber('JOURNALS', 200_000);
const quietMs = soakNumber('HELD_MS', 10_000);
const paymentsPerSecond = 20;
const legs = 5;

let shop: Shop;
let posting: pg.Pool;
const payers: string[] = [];

/** The tables without what would look at each row: the books are right, and what is wrong is planted later. */
const fill: readonly string[] = [
  `set session_replication_role = replica`,
  `set maintenance_work_mem = '512MB'`,
  `set max_parallel_maintenance_workers = 0`,
  `alter table entry drop constraint entry_pkey`,
  `drop index entry_of_account, balance_transaction_booked, balance_transaction_open, balance_transaction_settled`,
  `alter table journal drop constraint journal_source_type_source_id_purpose_key`,
  `alter table balance_transaction drop constraint balance_transaction_source_type_source_id_purpose_currency_key`,
  `insert into journal (source_type, source_id, purpose, entries, posted_at)
     select 'seed', 'txn_01KA' || lpad(n::text, 22, '0'), 'collection', ${legs}, now() from generate_series(1, ${journals}) n order by n`,
  `insert into entry (journal_id, leg, account_id, amount_minor)
     select j.journal_id, l.leg, l.account_id, l.minor
       from journal j
      cross join lateral (select account_of('2100', 'mch_01KA' || lpad((j.journal_id % 1000)::text, 22, '0'), 'NGN') as merchant) m
      cross join lateral (values
        ('pool', '1100:sandbox:NGN', 1000000::bigint), ('merchant', m.merchant, -1000000), ('fee-charged', m.merchant, 10750),
        ('fee-income', '4100:-:NGN', -10000), ('vat', '2400:-:NGN', -750)) l (leg, account_id, minor)
      where j.source_type = 'seed'`,
  `insert into balance_transaction (merchant_id, currency, type, source_type, source_id, purpose, gross_minor, fee_minor, vat_minor, net_minor, due_on)
     select 'mch_01KA' || lpad((j.journal_id % 1000)::text, 22, '0'), 'NGN', 'COLLECTION', j.source_type, j.source_id, j.purpose,
            1000000, 10000, 750, 989250, '2026-11-27' from journal j where j.source_type = 'seed'`,
  `alter table entry add primary key (journal_id, leg)`,
  `alter table journal add unique (source_type, source_id, purpose)`,
  `alter table balance_transaction add unique (source_type, source_id, purpose, currency)`,
  `create index balance_transaction_booked on balance_transaction (merchant_id, created_at, balance_transaction_id)`,
  `create index balance_transaction_open on balance_transaction (merchant_id, due_on) where settlement_id is null`,
  `create index balance_transaction_settled on balance_transaction (settlement_id, balance_transaction_id) where settlement_id is not null`,
  `create index entry_of_account on entry (account_id, journal_id) include (amount_minor, leg)`,
  `insert into ledger_account (code, owner, currency)
     select left(e.account_id, 4), substr(e.account_id, 6, length(e.account_id) - 9), right(e.account_id, 3)
       from (select distinct account_id from entry) e on conflict do nothing`,
  `update ledger_account a set balance_minor = e.total
     from (select account_id, sum(amount_minor) as total from entry group by account_id) e where e.account_id = a.account_id`,
  `reset session_replication_role`,
  `vacuum (analyze, parallel 0) entry`,
  `vacuum (analyze, parallel 0) journal`,
  `vacuum (analyze, parallel 0) balance_transaction`,
  `vacuum (analyze, parallel 0) ledger_account`,
];

const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

beforeAll(async () => {
  shop = await Shop.open();
  posting = createPool(shop.database.url, { max: 6, applicationName: 'soak-posting' });
  for (let n = 0; n < 10; n += 1) payers.push(await addMerchant(shop.pool));
  const client = new pg.Client({ connectionString: shop.database.url });
  await client.connect();
  await client.query(`set search_path = ${searchPath(releaseSchema())}`);
  for (const sql of fill) {
    const began = performance.now();
    await client.query(sql);
    console.log(`${seconds(began)}  ${sql.slice(0, 60).replaceAll('\n', ' ')}`);
  }
  await client.end();
  const { rows } = await shop.pool.query<{ size: string }>(
    `select pg_size_pretty(pg_database_size(current_database())) as size`,
  );
  console.log(`the database has ${rows[0]?.size}`);
}, 3_600_000);
afterAll(async () => {
  await posting.end();
  await shop[Symbol.asyncDispose]();
});

/** What postings take at a steady pace until `until` is over, from the moment when each was due, in ms. */
async function payWhile(until: Promise<unknown>): Promise<string> {
  const steps = new PgCheckoutSteps(posting);
  const times: number[] = [];
  const open: Promise<void>[] = [];
  let isOver = false;
  void until.finally(() => (isOver = true)).catch(() => undefined);
  for (let n = 0, due = performance.now(); !isOver; n += 1, due += 1_000 / paymentsPerSecond) {
    const merchantId = payers[n % 10] ?? '';
    const checkout = await shop.initiate({ overrides: { merchantId } });
    const { accountNumber } = await shop.issue(checkout);
    const { creditId } = await shop.pay(accountNumber, 1_000_000n);
    await sleep(Math.max(0, due - performance.now()));
    const began = performance.now();
    open.push(
      steps.applyCredit({ creditId }).then(() => void times.push(performance.now() - began)),
    );
  }
  await until;
  await Promise.all(open);
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(share * times.length)] ?? Number.NaN).toFixed(1);
  return `${times.length} postings, p50 ${at(0.5)} p99 ${at(0.99)} max ${at(0.999999)} ms`;
}

/** The most memory that the proof's server process and this one have had, in MB, while `until` runs. */
async function memoryWhile(until: Promise<unknown>): Promise<string> {
  let isOver = false;
  let [server, program] = [0, 0];
  void until.finally(() => (isOver = true)).catch(() => undefined);
  while (!isOver) {
    const { rows } = await shop.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'manilla-proof' and datname = current_database()`,
    );
    if (rows[0] !== undefined) server = Math.max(server, await privateMegabytes(rows[0].pid));
    program = Math.max(program, process.memoryUsage().rss / 2 ** 20);
    await sleep(1_000);
  }
  return `server process ${Math.round(server)} MB of its own, this program ${Math.round(program)} MB in all`;
}

/** Memory of a process that it shares with no other; 0 where the system does not tell. */
async function privateMegabytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1_024;
}

test(`the proof of ${journals} journals beside ${paymentsPerSecond} payments a second`, async () => {
  const proof = new PgBooksProof(shop.database.url);
  console.log(`nothing else: ${await payWhile(sleep(quietMs))}`);

  // killed once on its way
  let position = 0;
  const killed = proof.prove({
    onProgress: ({ step, read }) => {
      position = step === 1 ? read : position;
      if (step === 1 && read > journals / 10) {
        void shop.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'manilla-proof' and datname = current_database()`,
        );
      }
    },
  });
  await expect(killed).rejects.toThrow();

  const began = performance.now();
  let from: number | undefined;
  const steps = new Map<string, number>();
  const proving = proof.prove({
    onProgress: ({ step, what, read }) => {
      from ??= read;
      steps.set(`${step} ${what}`, performance.now() - began);
    },
  });
  const [beside, memory] = await Promise.all([payWhile(proving), memoryWhile(proving)]);
  console.log(
    `the proof took ${seconds(began)} after the kill at journal ${position}: ${beside}\n${memory}`,
  );
  for (const [step, at] of steps) console.log(`  until ${(at / 1_000).toFixed(1)} s: ${step}`);
  expect(await proving).toEqual([]);
  expect(from).toBeGreaterThanOrEqual(position);
}, 7_200_000);

test('finds one amount that was changed', async () => {
  const id = Math.ceil(journals * 0.37);
  const client = new pg.Client({ connectionString: shop.database.url });
  await client.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    `update entry set amount_minor = amount_minor + 1 where journal_id = $1 and leg = 'vat'`,
    [id],
  );
  await client.end();
  const began = performance.now();
  const found = await new PgBooksProof(shop.database.url, 0).prove();
  console.log(
    `found in ${seconds(began)} without rests: ${found.map(({ subject }) => subject).join('; ')}`,
  );
  expect(found.map(({ subject }) => subject)).toEqual([
    'all entries sum to zero',
    'balances equal the sum of entries',
    'journals balance per currency',
  ]);
}, 7_200_000);
