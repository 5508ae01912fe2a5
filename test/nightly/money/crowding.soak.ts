import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PgCheckoutSteps } from '../../../src/payments/checkouts/checkout-steps.store.js';
import { createPool } from '../../../src/platform/database/database.js';
import { PgSettlementRuns } from '../../../src/payouts/settlement/settlement-runs.store.js';
import { midnight, SettlementWorld } from '../../support/settlement-world.js';
import { addMerchant } from '../../support/shop.js';
import { soakNumber } from '../../support/soak-random.js';

/**
 * One merchant's account is held, and then a large settlement of that merchant is made, while ten merchants are paid. What
 * the postings of the nine others take is printed; that every payment is posted once is asserted.
 */
const heldMs = soakNumber('HELD_MS', 1_000);
const dueTransactions = soakNumber('DUE', 6_000);
const paymentsPerSecond = 40;
const quietMs = Math.min(heldMs, 4_000);

let world: SettlementWorld;
/** As many connections as a worker has. */
let posting: pg.Pool;
let crowder: string;
const others: string[] = [];

beforeAll(async () => {
  world = await SettlementWorld.open();
  posting = createPool(world.shop.database.url, { max: 6, applicationName: 'soak-posting' });
  crowder = await world.merchant();
  for (let n = 0; n < 9; n += 1) others.push(await addMerchant(world.shop.pool));
  for (const merchantId of [crowder, ...others]) {
    await world.shop.steps.applyCredit({ creditId: await payment(merchantId) });
  }
  await seedDue();
}, 600_000);
afterAll(async () => {
  await posting.end();
  await world[Symbol.asyncDispose]();
});

async function payment(merchantId: string): Promise<string> {
  const checkout = await world.shop.initiate({ overrides: { merchantId } });
  const { accountNumber } = await world.shop.issue(checkout);
  return (await world.shop.pay(accountNumber, 1_000_000n)).creditId;
}

/** Transactions that are due, by SQL; one journal stands for all of theirs. */
async function seedDue(): Promise<void> {
  const { pool } = world.shop;
  await pool.query(
    `select post_journals(array[('seed', 'crowd', 'due', 'pool', '1100', 'sandbox', 'NGN', $2::bigint),
                                ('seed', 'crowd', 'due', 'merchant', '2100', $1, 'NGN', -$2::bigint)]::leg[])`,
    [crowder, dueTransactions * 1_000],
  );
  await pool.query(`delete from balance_transaction where source_id = 'crowd'`);
  for (let from = 1; from <= dueTransactions; from += 10_000) {
    await pool.query(
      `insert into balance_transaction (merchant_id, currency, type, source_type, source_id, purpose, gross_minor, net_minor, due_on)
         select $1, 'NGN', 'COLLECTION', 'seed', 'crowd' || n, 'due', 1000, 1000, '2026-11-20' from generate_series($2::int, $3::int) n`,
      [crowder, from, Math.min(from + 9_999, dueTransactions)],
    );
  }
  await pool.query('analyze balance_transaction');
}

/** Milliseconds that postings have taken, from the moment when they were due. */
type Times = Record<'crowder' | 'others', number[]>;

/** Pays the merchants in turn at a steady pace until `until` is over, whether the payments before are posted or not. */
async function payWhile(until: Promise<unknown>): Promise<Times> {
  const steps = new PgCheckoutSteps(posting);
  const times: Times = { crowder: [], others: [] };
  const open: Promise<void>[] = [];
  let isOver = false;
  void until.finally(() => (isOver = true)).catch(() => undefined);
  for (let n = 0, due = performance.now(); !isOver; n += 1, due += 1_000 / paymentsPerSecond) {
    const merchantId = [crowder, ...others][n % 10] ?? crowder;
    const creditId = await payment(merchantId);
    await sleep(Math.max(0, due - performance.now()));
    const began = performance.now();
    const post = async (): Promise<void> => {
      // As often as a workflow tries.
      while (!(await steps.applyCredit({ creditId }).then(Boolean, () => false))) await sleep(200);
      times[merchantId === crowder ? 'crowder' : 'others'].push(performance.now() - began);
    };
    open.push(post());
  }
  await until;
  await Promise.all(open);
  return times;
}

function show(what: string, times: Times): string {
  const part = (name: keyof Times): string => {
    const sorted = times[name].toSorted((a, b) => a - b);
    const at = (share: number) =>
      Math.round(sorted[Math.floor(share * sorted.length)] ?? Number.NaN);
    return `${name} ${sorted.length} postings, p50 ${at(0.5)} p99 ${at(0.99)} max ${at(0.999999)} ms`;
  };
  return `${what.padEnd(28)} ${part('others')}; ${part('crowder')}`;
}

async function holdAccount(): Promise<void> {
  // Not of a pool: a pool's connection may not be silent for so long.
  const holder = new pg.Client({ connectionString: world.shop.database.url });
  await holder.connect();
  try {
    await holder.query('begin');
    const account = [`2100:${crowder}:NGN`];
    await holder.query('select from ledger_account where account_id = $1 for update', account);
    await sleep(heldMs);
  } finally {
    await holder.end();
  }
}

test(`postings beside an account that is held for ${heldMs} ms, and a settlement of ${dueTransactions} transactions`, async () => {
  const quiet = await payWhile(sleep(quietMs));
  const held = await payWhile(holdAccount());
  const runs = new PgSettlementRuns(world.shop.pool);
  const began = performance.now();
  const run = { cycle: 'DAILY', cutOff: midnight('2026-11-23') } as const;
  const settled = runs
    .settlePage(run, null, 10_000)
    .finally(() => (settledMs = performance.now() - began));
  let settledMs = 0;
  const settling = await payWhile(settled);
  const { transaction_count: frozen } = await world.lastOf(crowder);
  console.log(
    [
      show('nothing else', quiet),
      show(`account held ${heldMs} ms`, held),
      show(`settlement, ${Math.round(settledMs)} ms`, settling),
    ].join('\n'),
  );
  expect(frozen).toBeGreaterThanOrEqual(dueTransactions);
  const { rows } = await world.shop.pool.query<{ open: number }>(
    'select count(*)::int as open from inward_credit where outcome is null',
  );
  expect(rows).toEqual([{ open: 0 }]);
  const faults = await world.shop.pool.query(
    'select claim, faults from books_proof where faults <> 0',
  );
  expect(faults.rows).toEqual([]);
}, 600_000);
