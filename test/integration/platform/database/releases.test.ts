import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgDatabaseHealth } from '../../../../src/programs/health/health.store.js';
import { createPool } from '../../../../src/platform/database/database.js';
import { migrate } from '../../../../src/platform/database/migrator.js';
import {
  functionTexts,
  releaseSchema,
  searchPath,
} from '../../../../src/platform/database/release.js';
import { dropOldReleases, makeRelease } from '../../../../src/platform/database/releases.js';
import { PgKeyHolders } from '../../../../src/platform/keys/key-holders.store.js';
import { createDatabase, type TestDatabase } from '../../../support/stack.js';

let database: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await database?.drop();
});

/** A release whose functions are those of this tree and one more, which says its number. */
async function makeOther(number: number): Promise<string> {
  const texts = [
    ...functionTexts(),
    `create function release_number() returns integer language sql as $$ select ${number} $$;`,
  ];
  await owner.query('begin');
  const { schema } = await makeRelease(owner, texts);
  await owner.query('commit');
  return schema;
}

/** As a program of the release. */
async function ask(schema: string, sql: string): Promise<unknown[]> {
  const options = `-c search_path=${searchPath(schema)}`;
  const client = new pg.Client({ connectionString: database.url, options });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const drop = () => dropOldReleases(owner, releaseSchema());

const madeOf = (schema: string) =>
  database.query(
    'select oid from pg_proc where pronamespace = to_regnamespace($1)::oid order by oid',
    [schema],
  );

describe('releases side by side', () => {
  it('each connection calls the functions of its own, and none touches those of another', async () => {
    const before = await madeOf(releaseSchema());
    const next = await makeOther(2);
    const afterNext = await makeOther(3);
    expect(before.length).toBeGreaterThan(100);
    expect(await madeOf(releaseSchema())).toEqual(before);
    expect(await ask(next, 'select release_number() as n')).toEqual([{ n: 2 }]);
    expect(await ask(afterNext, 'select release_number() as n')).toEqual([{ n: 3 }]);
    await expect(ask(releaseSchema(), 'select release_number()')).rejects.toMatchObject({
      code: '42883',
    });
  });

  it('a connection that names none sees the one that was migrated last', async () => {
    await makeOther(2);
    const seen = async () => {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      const { rows } = await client.query<{ search_path: string }>('show search_path');
      await client.end();
      return rows[0]?.search_path.replaceAll(' ', '');
    };
    expect(await seen()).not.toBe(searchPath(releaseSchema()));
    await migrate({ databaseUrl: database.url, environment: 'sandbox' });
    expect(await seen()).toBe(searchPath(releaseSchema()));
  });

  it('a prefix and its numbers belong to the tables, and outlive the release that made them', async () => {
    const next = await makeOther(4);
    await ask(next, `select add_prefix('777', 'simulator', '90001', 'Example MFB', '090001')`);
    expect(
      await database.query(`select to_regclass('public.serial_777') is not null as kept`),
    ).toEqual([{ kept: true }]);
  });

  it('old ones go when no program calls them, but the last two stay', async () => {
    const all = () =>
      database.query<{ name: string }>(
        `select nspname as name from pg_namespace where nspname like 'release\\_%'`,
      );
    const [called, forgotten, last] = [await makeOther(5), await makeOther(6), await makeOther(7)];
    const store = (schema: string): PgKeyHolders =>
      new PgKeyHolders({
        query: (statement: pg.QueryConfig) =>
          ask(schema, inlined(statement)).then((rows) => ({ rows })),
      } as unknown as pg.Pool);
    await store(called).beat('api@old:1', [{ purpose: 'tokens', kids: ['k1'], read: {} }]);
    const dropped = await drop();
    expect(dropped).toContain(forgotten);
    const left = (await all()).map(({ name }) => name);
    expect(left).toHaveLength(3);
    expect(left).toEqual(expect.arrayContaining([releaseSchema(), called, last]));
    await database.query(`update ring_holder set seen_at = now() - interval '11 minutes'`);
    expect(await drop()).toEqual([called]);
    expect(await drop()).toEqual([]);
  });

  it('a program without its functions is not ready', async () => {
    const pool = createPool(database.url, { max: 1, applicationName: 'test' });
    const health = new PgDatabaseHealth(pool, ['0001-schema']);
    expect(await health.isMigrated()).toBe(true);
    await database.query(`alter schema ${releaseSchema()} rename to hidden`);
    expect(await health.isMigrated()).toBe(false);
    await database.query(`alter schema hidden rename to ${releaseSchema()}`);
    await pool.end();
  });
});

function inlined({ text, values = [] }: pg.QueryConfig): string {
  return text.replaceAll(/\$(\d)/g, (_, at: string) =>
    pg.escapeLiteral(String(values[Number(at) - 1])),
  );
}

describe('a step that waits for a table in use', () => {
  it('is tried again until it has its lock, and stops nobody meanwhile', async () => {
    const other = await createDatabase();
    await other.query('drop index webhook_delivery_once');
    const holder = new pg.Client({ connectionString: other.url });
    await holder.connect();
    await holder.query('begin; lock table webhook_delivery in row exclusive mode');
    const migrated = migrate({ databaseUrl: other.url, environment: 'sandbox' });
    // The first try has failed when the session that runs it waits for no lock any more.
    const waits = (): Promise<{ n: bigint }[]> =>
      other.query(
        `select count(*) as n from pg_stat_activity
          where application_name = 'manilla-migrate' and datname = current_database() and wait_event_type = 'Lock'`,
      );
    const waiting = async () => Number((await waits())[0]?.n);
    await expect.poll(waiting).toBe(1);
    await expect.poll(waiting).toBe(0);
    await holder.query('rollback');
    expect(await migrated).toContain('webhook_delivery_once');
    await holder.end();
    await other.drop();
  });
});
