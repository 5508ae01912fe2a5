import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProofProgress } from '../../../../src/ledger/proof/books-proof.js';
import { PgBooksProof } from '../../../../src/ledger/proof/books-proof.store.js';
import { addMerchant, Shop } from '../../../support/shop.js';

let shop: Shop;
let proof: PgBooksProof;
let journals: string[];

/** As the owner of the tables, who alone can do what their triggers refuse. */
async function tamper(sql: string): Promise<void> {
  const client = await shop.pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(sql);
  } finally {
    await client.query('reset session_replication_role');
    client.release();
  }
}

/** The journals that come next are among those of a slice of their own. */
const nextSlice = () =>
  shop.pool.query(
    `select setval(pg_get_serial_sequence('journal', 'journal_id'), ((select max(journal_id) from journal) / 10000 + 1) * 10000 + 5000)`,
  );
const pay = async () => shop.payAndPost(await shop.order(), 1_000_000n);
const claimsOf = async (whole = false) =>
  (await proof.prove({ whole })).map(({ subject }) => subject).sort();
const run = async () =>
  (
    await shop.pool.query<{ part: number; position: string; months: number }>(
      'select part, position, cardinality(months) as months, ended_at is not null as is_over from proof_run',
    )
  ).rows[0];

beforeAll(async () => {
  shop = await Shop.open(4);
  proof = new PgBooksProof(shop.database.appUrl, 0);
  await pay();
  await nextSlice();
  await pay();
  // two months that are over, and slices of the one that is not
  await tamper(`update journal set posted_at = timestamptz '2026-08-15 12:00+01'`);
  await tamper(
    `update journal set posted_at = timestamptz '2026-07-15 12:00+01' where journal_id = (select min(journal_id) from journal)`,
  );
  for (let n = 0; n < 3; n += 1) {
    await nextSlice();
    await pay();
  }
  expect(await proof.prove()).toEqual([]);
  const { rows } = await shop.pool.query<{ id: string }>(
    'select journal_id::text as id from journal order by journal_id',
  );
  journals = rows.map(({ id }) => id);
});
afterAll(() => shop[Symbol.asyncDispose]());

it('has closed months that are over, and slices of journals after them', async () => {
  const { rows } = await shop.pool.query<{ month: string }>(
    'select month::text from period order by 1',
  );
  expect(rows.map(({ month }) => month).slice(0, 2)).toEqual(['2026-07-01', '2026-08-01']);
  const steps: ProofProgress[] = [];
  await proof.prove({ whole: true, onProgress: (step) => steps.push(step) });
  const read = (what: string) => steps.filter((step) => step.step === 1 && step.what === what);
  expect(steps.map(({ step }) => step)).toEqual(
    steps.map(({ step }) => step).sort((a, b) => a - b),
  );
  expect(read('journal').length).toBeGreaterThanOrEqual(3);
  expect(new Set(steps.map(({ step }) => step)).size).toBeGreaterThan(10);
});

describe('a proof that is killed', () => {
  it('goes on where it was, and has not forgotten what it found', async () => {
    const first = journals[2] ?? '';
    const wrong = (by: number) =>
      tamper(
        `update entry set amount_minor = amount_minor + ${by} where journal_id = ${first} and leg = 'pool'`,
      );
    await wrong(1);
    let slices = 0;
    const killed = proof.prove({
      onProgress: ({ what }) => {
        if (what === 'journal') slices += 1;
        if (slices === 2) {
          void shop.pool.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
              where application_name = 'manilla-proof' and datname = current_database()`,
          );
          slices += 1;
        }
      },
    });
    await expect(killed).rejects.toThrow();
    const left = await run();
    expect(left).toMatchObject({ is_over: false });
    const seen: ProofProgress[] = [];
    await wrong(-1);
    const found = await proof.prove({ onProgress: (step) => seen.push(step) });
    // what it had read it did not read again
    const [next] = seen;
    expect(next?.step === 1 ? next.read : Infinity).toBeGreaterThan(Number(left?.position ?? 0));
    expect(found.map(({ subject }) => subject)).toContain('journals balance per currency');
    expect(await claimsOf()).toEqual([]);
  });
});

describe('one wrong thing is found', () => {
  const at = (index: number): string => journals.at(index) ?? '0';
  const cases: readonly (readonly [string, () => readonly [string, string], readonly string[]])[] =
    [
      [
        'an amount in the first slice',
        () => [
          `update entry set amount_minor = amount_minor + 7 where journal_id = ${at(2)} and leg = 'pool'`,
          `update entry set amount_minor = amount_minor - 7 where journal_id = ${at(2)} and leg = 'pool'`,
        ],
        [
          'all entries sum to zero',
          'balances equal the sum of entries',
          'journals balance per currency',
        ],
      ],
      [
        'an amount in the last journal',
        () => [
          `update entry set amount_minor = amount_minor + 7 where journal_id = ${at(-1)} and leg = 'merchant'`,
          `update entry set amount_minor = amount_minor - 7 where journal_id = ${at(-1)} and leg = 'merchant'`,
        ],
        [
          'all entries sum to zero',
          'balances equal the sum of entries',
          'journals balance per currency',
        ],
      ],
      [
        'two amounts that make up for each other',
        () => [
          `update entry set amount_minor = amount_minor + case leg when 'pool' then 7 else -7 end where journal_id = ${at(3)} and leg in ('pool', 'merchant')`,
          `update entry set amount_minor = amount_minor - case leg when 'pool' then 7 else -7 end where journal_id = ${at(3)} and leg in ('pool', 'merchant')`,
        ],
        ['balances equal the sum of entries'],
      ],
      [
        'a leg that is missing',
        () => [
          `create table taken_away as select journal_id, leg, account_id, amount_minor from entry where journal_id = ${at(3)} and leg = 'vat';
         delete from entry where journal_id = ${at(3)} and leg = 'vat'`,
          `insert into entry (journal_id, leg, account_id, amount_minor) select * from taken_away; drop table taken_away`,
        ],
        [
          'all entries sum to zero',
          'balances equal the sum of entries',
          'every journal has all its entries',
          'journals balance per currency',
        ],
      ],
      [
        'a leg in another currency',
        () => [
          `update entry set account_id = replace(account_id, ':NGN', ':USD') where journal_id = ${at(3)} and leg = 'vat'`,
          `update entry set account_id = replace(account_id, ':USD', ':NGN') where journal_id = ${at(3)} and leg = 'vat'`,
        ],
        [
          'all entries sum to zero',
          'balances equal the sum of entries',
          'journals balance per currency',
        ],
      ],
      [
        'a balance',
        () => [
          `update ledger_account set balance_minor = balance_minor + 1 where account_id = '2400:-:NGN'`,
          `update ledger_account set balance_minor = balance_minor - 1 where account_id = '2400:-:NGN'`,
        ],
        ['balances equal the sum of entries'],
      ],
      [
        'a balance transaction',
        () => [
          `update balance_transaction set net_minor = net_minor + 1, gross_minor = gross_minor + 1 where source_id = (select source_id from journal where journal_id = ${at(0)})`,
          `update balance_transaction set net_minor = net_minor - 1, gross_minor = gross_minor - 1 where source_id = (select source_id from journal where journal_id = ${at(0)})`,
        ],
        ['the balance transactions of a merchant add up to what it has'],
      ],
      [
        'money of an order that is nowhere',
        () => [
          `update checkout set accepted_minor = accepted_minor + 1 where checkout_id = (select min(checkout_id) from checkout)`,
          `update checkout set accepted_minor = accepted_minor - 1 where checkout_id = (select min(checkout_id) from checkout)`,
        ],
        ['what was received is accepted, kept, in suspense, going back, or taken back'],
      ],
      [
        'money that is kept for nothing',
        () => [
          `insert into ledger_account (code, owner, currency, balance_minor) values ('2230', 'txn_of_nobody', 'NGN', -5)`,
          `delete from ledger_account where owner = 'txn_of_nobody'`,
        ],
        [
          'balances equal the sum of entries',
          'every account that is kept for one thing has that thing',
        ],
      ],
    ];

  it.each(cases)('%s', async (_, plant, claims) => {
    const [wrong, right] = plant();
    await tamper(wrong);
    try {
      expect(await claimsOf()).toEqual(claims);
    } finally {
      await tamper(right);
    }
    expect(await claimsOf()).toEqual([]);
  });

  it.each([
    ['an amount', 0, 'amount_minor + 7', 'amount_minor - 7'],
    ['an amount of the last closed month', 1, 'amount_minor + 7', 'amount_minor - 7'],
  ])(
    '%s in a closed month, in as many proofs as there are months',
    async (_, index, wrong, right) => {
      const set = (to: string) =>
        tamper(
          `update entry set amount_minor = ${to} where journal_id = ${at(index)} and leg = 'pool'`,
        );
      const { rows } = await shop.pool.query('select from period');
      const found = new Set<string>();
      await set(wrong);
      for (let n = 0; n < rows.length; n += 1)
        for (const claim of await claimsOf()) found.add(claim);
      expect([...found].sort()).toEqual([
        'balances at the end of closed months are the sum of their entries',
        'closed months are as they were closed',
        'journals balance per currency',
      ]);
      // the month is the next one to be proven until it is right
      expect(await claimsOf()).toHaveLength(3);
      expect(await claimsOf(true)).toHaveLength(3);
      await set(right);
      expect(await claimsOf()).toEqual([]);
      expect(await claimsOf(true)).toEqual([]);
    },
  );
});

it('stays right while payments go on', async () => {
  const slow = new PgBooksProof(shop.database.appUrl, 3);
  let over = false;
  const paying = (async () => {
    let paid = 0;
    // On a fast machine payments without end would outrun slices of three.
    for (; !over && paid < 100; paid += 1) await pay();
    return paid;
  })();
  const merchants = await Promise.all([addMerchant(shop.pool), addMerchant(shop.pool)]);
  expect(merchants).toHaveLength(2);
  for (let n = 0; n < 3; n += 1) expect(await slow.prove({ whole: n === 1 })).toEqual([]);
  over = true;
  expect(await paying).toBeGreaterThan(5);
});

it('two that prove at once share the slices of one proof', async () => {
  const [one, other] = await Promise.all([proof.prove(), proof.prove()]);
  expect([one, other]).toEqual([[], []]);
});
