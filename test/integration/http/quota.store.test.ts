import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgIdempotencyStore } from '../../../src/http/idempotency.store.js';
import { PgQuotaStore } from '../../../src/http/quota.store.js';
import { patientPool } from '../../support/patient-pool.js';
import { createDatabase, type TestDatabase } from '../../support/stack.js';

let database: TestDatabase;
let pool: pg.Pool;
let store: PgQuotaStore;
beforeAll(async () => {
  database = await createDatabase();
  pool = patientPool(database.url, { max: 8, applicationName: 'test' });
  store = new PgQuotaStore(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const rule = { limit: 100, windowMs: 60_000 };
const endWindow = (name: string) =>
  database.query(`update quota_window set ends_at = now() where name = $1`, [name]);

describe('a quota', () => {
  it('grants blocks until nothing is left, and counts what was used before', async () => {
    const first = await store.draw('a', 30, 50, rule);
    expect(first).toMatchObject({ granted: 50, remaining: 20 });
    expect(first.endsInMs).toBeGreaterThan(59_000);
    expect(first.endsInMs).toBeLessThanOrEqual(60_000);
    expect(await store.draw('a', 0, 50, rule)).toMatchObject({ granted: 20, remaining: 0 });
    expect(await store.draw('a', 5, 50, rule)).toMatchObject({ granted: 0, remaining: 0 });
  });

  it('is granted once however many draw at once', async () => {
    const draws = Array.from({ length: 40 }, () => store.draw('b', 0, 7, rule));
    const granted = (await Promise.all(draws)).reduce((sum, draw) => sum + draw.granted, 0);
    expect(granted).toBe(100);
  });

  it('begins anew when its window is over, and when it is forgotten', async () => {
    await store.draw('c', 0, 100, rule);
    await endWindow('c');
    expect(await store.draw('c', 0, 10, rule)).toMatchObject({ granted: 10, remaining: 90 });
    await store.forget('c');
    expect(await store.draw('c', 0, 10, rule)).toMatchObject({ granted: 10, remaining: 90 });
  });

  it('is purged once its window is over', async () => {
    await store.draw('d', 0, 1, rule);
    await endWindow('d');
    await new PgIdempotencyStore(pool).purge(1_000);
    expect(await database.query(`select 1 from quota_window where name = 'd'`)).toEqual([]);
  });
});
