import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PgBooksProof } from '../../../../src/ledger/proof/books-proof.store.js';
import { assertBooks } from '../../../support/books.js';
import { manilla } from '../../../support/manilla-cli.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
let proof: PgBooksProof;
beforeAll(async () => {
  shop = await Shop.open(4);
  proof = new PgBooksProof(shop.database.appUrl);
});
afterAll(() => shop[Symbol.asyncDispose]());

const months = () =>
  shop.database.query<{ month: string; journals: number }>(
    `select to_char(month, 'YYYY-MM') as month, journals::int from period order by month`,
  );
const faults = () =>
  shop.database.query(
    `select claim, faults::int from (select * from books_proof union all select * from books_proof_whole) p where faults <> 0`,
  );
const newest = async (): Promise<string> => {
  const [row] = await shop.database.query<{ id: string }>(
    'select coalesce(max(journal_id), 0)::text as id from journal',
  );
  return row?.id ?? '0';
};
const pay = async () => shop.payAndPost(await shop.order(), 1_000_000n);

/** As the owner of the tables, who alone can do what their triggers refuse. */
async function tamper(table: string, sql: string): Promise<void> {
  await shop.pool.query(`alter table ${table} disable trigger user`);
  await shop.pool.query(sql);
  await shop.pool.query(`alter table ${table} enable trigger user`);
}

/** Books some payments as if it were then, Lagos time. Answers how many journals they are. */
async function bookedAt(time: string, payments: number): Promise<number> {
  const before = await newest();
  for (let n = 0; n < payments; n += 1) await pay();
  await tamper(
    'journal',
    `update journal set posted_at = timestamp '${time}' at time zone 'Africa/Lagos' where journal_id > ${before}`,
  );
  const [row] = await shop.database.query<{ count: number }>(
    `select count(*)::int as count from journal where journal_id > ${before}`,
  );
  return row?.count ?? 0;
}

it('a month that is over is closed by the proof of the books, once, at midnight in Lagos', async () => {
  expect(await proof.prove()).toEqual([]);
  expect(await months()).toEqual([]);
  const july = await bookedAt('2026-07-15 12:00', 1);
  const lastOfJuly = await bookedAt('2026-07-31 23:59:59.999', 2);
  const firstOfAugust = await bookedAt('2026-08-01 00:00', 1);
  // Of this month, which is not over.
  await pay();

  expect(await proof.prove()).toEqual([]);
  const closed = await months();
  expect(closed.slice(0, 2)).toEqual([
    { month: '2026-07', journals: july + lastOfJuly },
    { month: '2026-08', journals: firstOfAugust },
  ]);
  const [{ open } = { open: 0 }] = await shop.database.query<{ open: number }>(
    'select count(*)::int as open from journal where journal_id > closed_through()',
  );
  expect(open).toBeGreaterThan(0);
  const before = await shop.database.query('select month::text, digest, closed_at from period');
  expect(await proof.prove()).toEqual([]);
  expect(await shop.database.query('select month::text, digest, closed_at from period')).toEqual(
    before,
  );
  expect(await faults()).toEqual([]);
  await assertBooks(shop.database);
});

it('npm run books -- --whole shows it, and proves it once more', async () => {
  const books = async (...args: string[]): Promise<string> => {
    const env = { DATABASE_URL: shop.database.appUrl };
    const { code, stdout } = await manilla(['books', ...args], env);
    return `${stdout}${code === 0 ? 'all hold' : 'not all hold'}`;
  };
  const whole = await books('--whole');
  expect(whole).toMatch(/2026-07 +\d+ journals/);
  expect(whole).toContain('✓ closed months are as they were closed');
  expect(whole).toContain('all hold');
  const usual = await books();
  expect(usual).toContain('✓ balances equal the sum of entries');
  expect(usual).toContain('all hold');
});

it('its balances are those of its end', async () => {
  expect(
    await shop.database.query(`
      select p.month::text, x.account_id, x.total from period p cross join lateral (
        select e.account_id, sum(e.amount_minor) as total from entry e
         where e.journal_id <= p.closed_through group by 1 having sum(e.amount_minor) <> 0
        except select b.account_id, b.balance_minor from period_balance b where b.month = p.month) x`),
  ).toEqual([]);
  const [sum] = await shop.database.query(
    `select sum(balance_minor)::int as sum, count(*) > 2 as some from period_balance where month = '2026-07-01'`,
  );
  expect(sum).toEqual({ sum: 0, some: true });
});

it('no journal gets into it, not even under a number that is free', async () => {
  const into = `insert into journal (journal_id, source_type, source_id, purpose, entries)
                overriding system value values (-1, 'test', 'late', 'late', 2)`;
  await expect(shop.pool.query(into)).rejects.toMatchObject({ constraint: 'period_closed' });
  await pay();
  expect(await proof.prove()).toEqual([]);
});

it('nobody changes it, and the programs cannot take it away', async () => {
  for (const sql of [
    `update period set journals = 0`,
    `delete from period_balance`,
    `truncate period cascade`,
  ]) {
    await expect(shop.pool.query(sql)).rejects.toMatchObject({ code: '23001' });
  }
  const client = new pg.Client({ connectionString: shop.database.appUrl });
  await client.connect();
  await expect(client.query('delete from public.period')).rejects.toMatchObject({ code: '42501' });
  await client.end();
});

it('the proof reads one of them each time, the one that was proven longest ago', async () => {
  const [july] = await shop.database.query<{ id: string }>(
    'select min(journal_id)::text as id from journal',
  );
  const change = (by: number) =>
    tamper(
      'entry',
      `update entry set amount_minor = amount_minor + ${by}
        where journal_id = ${july?.id} and leg = (select min(leg) from entry where journal_id = ${july?.id})`,
    );
  await change(1);
  const found = new Set<string>();
  for (const _ of await months()) for (const each of await proof.prove()) found.add(each.subject);
  expect([...found].sort()).toEqual([
    'balances at the end of closed months are the sum of their entries',
    'closed months are as they were closed',
    'journals balance per currency',
  ]);
  expect((await faults()).map((row) => row['claim'])).toEqual([
    'journals balance per currency, from the first on',
    'balances equal the sum of all entries',
    'closed months are as they were closed',
    'balances at the end of closed months are the sum of their entries',
  ]);
  await change(-1);
  expect(await faults()).toEqual([]);
  expect(await proof.prove()).toEqual([]);
});

it.each([
  [
    'of whom it was for',
    'journal',
    `update journal set source_id = source_id || 'x' where journal_id = 1`,
  ],
  [
    'of when it was booked',
    'journal',
    `update journal set posted_at = posted_at + interval '1 microsecond' where journal_id = 1`,
  ],
])('the digest finds a change %s', async (_, table, sql) => {
  const { rows } = await shop.pool.query(
    'select source_id, posted_at::text from journal where journal_id = 1',
  );
  expect(rows).toHaveLength(1);
  await tamper(table, sql);
  // The month itself alone: the ones after it rest on the digest that was written down.
  expect(await faults()).toEqual([{ claim: 'closed months are as they were closed', faults: 1 }]);
  await tamper(
    'journal',
    `update journal set source_id = '${rows[0].source_id}', posted_at = '${rows[0].posted_at}' where journal_id = 1`,
  );
  expect(await faults()).toEqual([]);
});

it('a month is not closed while the books do not hold', async () => {
  const other = await Shop.open(4);
  try {
    await other.payAndPost(await other.order(), 1_000_000n);
    await other.pool.query('alter table journal disable trigger user');
    await other.pool.query(`update journal set posted_at = posted_at - interval '70 days'`);
    await other.pool.query('alter table journal enable trigger user');
    const differ = (minor: number) =>
      other.pool.query(
        `update ledger_account set balance_minor = balance_minor + ${minor} where code = '4100'`,
      );
    const closed = async () => (await other.pool.query('select from period')).rowCount;
    const its = new PgBooksProof(other.database.appUrl);
    await differ(1);
    expect(await its.prove()).toHaveLength(1);
    expect(await closed()).toBe(0);
    await differ(-1);
    expect(await its.prove()).toEqual([]);
    expect(await closed()).toBeGreaterThan(0);
  } finally {
    await other[Symbol.asyncDispose]();
  }
});
