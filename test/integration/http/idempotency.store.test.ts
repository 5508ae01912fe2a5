import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyedRequest } from '../../../src/http/idempotency.js';
import { PgIdempotencyStore } from '../../../src/http/idempotency.store.js';
import { patientPool } from '../../support/patient-pool.js';
import { createDatabase, type TestDatabase } from '../../support/stack.js';

let database: TestDatabase;
let pool: pg.Pool;
let store: PgIdempotencyStore;
beforeAll(async () => {
  database = await createDatabase();
  pool = patientPool(database.url, { max: 8, applicationName: 'test' });
  store = new PgIdempotencyStore(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const lease = 60_000;
const body = Buffer.from('sealed');
const aRequest = (changes: Partial<KeyedRequest> = {}): KeyedRequest => ({
  caller: 'mid_1',
  key: randomUUID(),
  fingerprint: randomBytes(32),
  attempt: randomUUID(),
  ...changes,
});
const anotherTry = (request: KeyedRequest): KeyedRequest => ({ ...request, attempt: randomUUID() });

describe('a key', () => {
  it('is taken by one of many who come at once', async () => {
    const request = aRequest();
    const tries = Array.from({ length: 16 }, () => store.begin(anotherTry(request), lease));
    const outcomes = (await Promise.all(tries)).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'BEGUN')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'IN_FLIGHT')).toHaveLength(15);
  });

  it('answers what was stored, and refuses another request', async () => {
    const request = aRequest();
    await store.begin(request, lease);
    await store.finish(request, 200, body);
    expect(await store.begin(anotherTry(request), lease)).toEqual({
      outcome: 'REPLAY',
      httpStatus: 200,
      bodySealed: body,
    });
    const other = { ...anotherTry(request), fingerprint: randomBytes(32) };
    expect(await store.begin(other, lease)).toEqual({ outcome: 'REUSED' });
  });

  it('goes to the next after its lease, and the first may store nothing then', async () => {
    const request = aRequest();
    await store.begin(request, 0);
    const next = anotherTry(request);
    expect(await store.begin(next, lease)).toEqual({ outcome: 'BEGUN' });
    await store.finish(request, 500, Buffer.from('late'));
    await store.release(request);
    expect(await store.begin(anotherTry(request), lease)).toEqual({ outcome: 'IN_FLIGHT' });
    await store.finish(next, 200, body);
    expect(await store.begin(anotherTry(request), lease)).toMatchObject({ bodySealed: body });
  });

  it('stays with a request that takes long, and with nobody whose lease another has taken over', async () => {
    const [long, lost] = [aRequest(), aRequest()];
    await store.begin(long, 0);
    await store.begin(lost, 0);
    const next = anotherTry(lost);
    await store.begin(next, 0);
    await store.renew([long, lost], lease);
    expect(await store.begin(anotherTry(long), lease)).toEqual({ outcome: 'IN_FLIGHT' });
    expect(await store.begin(anotherTry(lost), lease)).toEqual({ outcome: 'BEGUN' });
  });

  it('is free again when it was given back', async () => {
    const request = aRequest();
    await store.begin(request, lease);
    await store.release(request);
    expect(await store.begin(anotherTry(request), lease)).toEqual({ outcome: 'BEGUN' });
  });

  it('is forgotten after 30 days, with its answer', async () => {
    const [old, young] = [aRequest({ key: 'old' }), aRequest({ key: 'young' })];
    for (const request of [old, young]) {
      await store.begin(request, lease);
      await store.finish(request, 200, body);
    }
    const age = 'update idempotent_request set created_at = now() - $2::interval where key = $1';
    await database.query(age, ['old', '30 days 1 minute']);
    await database.query(age, ['young', '29 days 23 hours']);
    expect(await store.purge(1_000)).toBe(1);
    const kept = await database.query(
      `select key from idempotent_request where key in ('old', 'young')`,
    );
    expect(kept).toEqual([{ key: 'young' }]);
  });
});
