import { afterAll, beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import type { NotedCall } from '../../../../src/http/calls/call-log.js';
import { PgCallStore } from '../../../../src/http/calls/call.store.js';
import { PgIdempotencyStore } from '../../../../src/http/idempotency.store.js';
import { patientPool } from '../../../support/patient-pool.js';
import { createDatabase, type TestDatabase } from '../../../support/stack.js';

let database: TestDatabase;
let pool: pg.Pool;
let store: PgCallStore;
beforeAll(async () => {
  database = await createDatabase();
  pool = patientPool(database.url, { max: 3, applicationName: 'test' });
  store = new PgCallStore(pool);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const calls = (clientId: string, count: number, merchantId = 'mch_1'): NotedCall[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ merchantId, clientId, requestId: `${clientId}-${n}`, operation: 'GET /api/v1/banks' },
    ...{ status: 403, reason: 'SCOPE_MISSING', durationMs: 7, happenedAt: new Date() },
  }));
const all = { clientId: null, since: null, before: null };
const slice = (limit: number) => ({ limit, offset: 0, after: null });

test('a thousand of each key are kept, the newest, and another key loses none', async () => {
  await store.write(calls('quiet', 1));
  for (let batch = 0; batch < 5; batch += 1) await store.write(calls('loud', 300));
  const found = await store.list('mch_1', { ...all, clientId: 'loud' }, slice(2_000));
  expect(found).toHaveLength(1_000);
  expect(found[0]?.item.requestId).toBe('loud-299');
  expect(await store.list('mch_1', { ...all, clientId: 'quiet' }, slice(10))).toHaveLength(1);
});

test('a merchant sees its own only, by key and by time, page after page', async () => {
  await store.write([...calls('mine', 3, 'mch_2'), ...calls('theirs', 3, 'mch_3')]);
  const found = await store.list('mch_2', all, slice(10));
  expect(found.map(({ item }) => item.requestId)).toEqual(['mine-2', 'mine-1', 'mine-0']);
  expect(await store.list('mch_2', { ...all, clientId: 'theirs' }, slice(10))).toEqual([]);
  const before = { ...all, before: new Date(Date.now() - 60_000) };
  expect(await store.list('mch_2', before, slice(10))).toEqual([]);
  const [first] = await store.list('mch_2', all, slice(1));
  const rest = await store.list('mch_2', all, {
    ...{ limit: 10, offset: 0, after: first?.position ?? null },
  });
  expect(rest.map(({ item }) => item.requestId)).toEqual(['mine-1', 'mine-0']);
});

test('they go after seven days, and not before', async () => {
  await store.write(calls('aged', 2, 'mch_4'));
  await pool.query(
    `update noted_call set happened_at = now() - interval '7 days'
        + case request_id when 'aged-0' then interval '-1 minute' else interval '1 minute' end where client_id = 'aged'`,
  );
  await new PgIdempotencyStore(pool).purge(10_000);
  const left = await store.list('mch_4', all, slice(10));
  expect(left.map(({ item }) => item.requestId)).toEqual(['aged-1']);
});
