import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRegistry } from '../../../../src/platform/observability/metrics.js';
import { PgBooksProof } from '../../../../src/ledger/proof/books-proof.store.js';
import { PgFigureStore } from '../../../../src/upkeep/reconciliation/figure.store.js';
import { registerFigures } from '../../../../src/upkeep/reconciliation/reconciliation-metrics.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
let proof: PgBooksProof;
beforeAll(async () => {
  shop = await Shop.open();
  await shop.payAndPost(await shop.order(), 1_000_000n);
  proof = new PgBooksProof(shop.database.appUrl);
});
afterAll(() => shop[Symbol.asyncDispose]());

const balances = 'balances equal the sum of entries';
const differ = (minor: number) =>
  shop.pool.query(
    `update ledger_account set balance_minor = balance_minor + $1 where code = '4100'`,
    [minor],
  );
const findings = async () =>
  (await shop.pool.query(`select subject, action, detail from finding order by subject`)).rows;
const metrics = () => {
  const registry = createRegistry();
  registerFigures(registry, new PgFigureStore(shop.pool));
  return registry.metrics();
};

it('looks at every claim, as the programs’ login, and finds nothing while they hold', async () => {
  expect(await proof.prove()).toEqual([]);
  const { rows } = await shop.pool.query(
    `select count(*)::int as claims, sum(p.faults)::int as faults from books_proof b join proven_claim p using (claim)`,
  );
  expect(rows).toEqual([{ claims: 15, faults: 0 }]);
  expect(await metrics()).toContain(`manilla_books_faults{claim="${balances}"} 0`);
});

it('forgets a claim that an earlier release has proven, and what was found of it', async () => {
  await shop.pool.query(`select from note_claim('a rule in other words', 3, 1)`);
  expect(await proof.prove()).toEqual([]);
  const { rows } = await shop.pool.query(
    `select claim from proven_claim where claim = 'a rule in other words'`,
  );
  expect(rows).toEqual([]);
  expect(await findings()).toMatchObject([{ action: 'RESOLVED' }]);
  await shop.pool.query('delete from finding');
});

it('finds a claim that does not hold, until it holds again', async () => {
  await differ(1);
  expect(await proof.prove()).toEqual([
    {
      kind: 'BOOKS_DISAGREE',
      subject: balances,
      action: 'ATTENTION',
      about: null,
      sessionId: null,
    },
  ]);
  expect(await findings()).toEqual([
    { subject: balances, action: 'ATTENTION', detail: { faults: '1' } },
  ]);
  const text = await metrics();
  expect(text).toContain(`manilla_books_faults{claim="${balances}"} 1`);
  expect(text).toContain('manilla_findings_open{kind="BOOKS_DISAGREE"} 1');
  await differ(-1);
  expect(await proof.prove()).toEqual([]);
  expect(await findings()).toMatchObject([{ subject: balances, action: 'RESOLVED' }]);
});

it('reads for one claim only what that claim is about', async () => {
  const { rows } = await shop.pool.query<Record<string, string>>(
    `explain (analyze, costs off, timing off) select faults from books_proof where claim = '${balances}'`,
  );
  const scans = rows
    .map((row) => row['QUERY PLAN'] ?? '')
    .filter((line) => / Scan .*actual/.test(line));
  expect(scans.join('\n')).toMatch(/ledger_account/);
  expect(scans.join('\n')).not.toMatch(/settlement|inward_credit|balance_transaction|checkout/);
});
