import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PgBooks } from '../../../../src/ledger/books.store.js';
import { createPool } from '../../../../src/platform/database/database.js';
import { PgPayerErasure } from '../../../../src/upkeep/erasure/payer-erasure.store.js';
import { PgStatementFiles } from '../../../../src/upkeep/statements/statement-file.store.js';
import { operator } from '../../../support/actors.js';
import { createDatabase, type TestDatabase } from '../../../support/stack.js';

/** Calls whose statements have a longer limit than the pool's: the connection may be silent for as long. */
let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createDatabase();
  // No statement of the three answers within a millisecond.
  const limits = { max: 1, answerTimeoutMs: 1 };
  pool = createPool(database.url, { ...limits, applicationName: 'long-calls' });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const statement = { provider: 'paperbank', account: '9900000001', lines: [], by: operator() };

it.each([
  ['the books', () => new PgBooks(pool).read(), { pools: [] }],
  ['a payer', () => new PgPayerErasure(pool).find({ email: 'zainab@example.ng' }), []],
  ['a statement', () => new PgStatementFiles(pool).take(statement), { fresh: 0, matched: 0 }],
])('%s may take its time', async (_what, call, answer) => {
  expect(await call()).toMatchObject(answer);
});
