import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { checkoutTransitions } from '../domain/checkout-state.js';

/** Beside this file in src/ and in dist/ alike: the build copies the .sql files. */
const directory = fileURLToPath(new URL('./migrations', import.meta.url));
/** Any constant: processes that migrate one database at once take turns on it. */
const lockKey = 6_014_215_308;

export interface MigrationOptions {
  readonly databaseUrl: string;
  /** Written into every webhook body. */
  readonly environment: 'sandbox' | 'live';
  /** Told the name of each migration that was run. */
  readonly log?: (line: string) => void;
}

/**
 * Brings the database to the newest schema and copies the state table into it. May be run by many processes at once, and
 * again: then it changes nothing. All or nothing: a migration that fails leaves the database as it was.
 */
export async function migrate(options: MigrationOptions): Promise<readonly string[]> {
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    application_name: 'manilla-migrate',
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    const names = await runMigrations(client);
    await copySettings(client, options.environment);
    names.forEach((name) => options.log?.(`migrated ${name}`));
    return names;
  } finally {
    await client.end();
  }
}

async function runMigrations(client: pg.Client): Promise<readonly string[]> {
  const silent = (): void => {};
  const done = await runner({
    dbClient: client,
    dir: directory,
    direction: 'up',
    migrationsTable: 'migration',
    singleTransaction: true,
    noLock: true,
    logger: { debug: silent, info: silent, warn: silent, error: silent },
  });
  return done.map(({ name }) => name);
}

/** One statement, so that nobody ever reads half of the table. */
async function copySettings(client: pg.Client, environment: string): Promise<void> {
  await client.query(
    `with given as (
       select * from jsonb_to_recordset($1) as t ("from" text, event text, "to" text)
     ), gone as (
       delete from checkout_transition t
        where not exists (select from given g where g."from" = t.from_status and g.event = t.event)
     )
     insert into checkout_transition (from_status, event, to_status)
       select "from", event, "to" from given
     on conflict (from_status, event) do update set to_status = excluded.to_status
      where checkout_transition.to_status <> excluded.to_status`,
    [JSON.stringify(checkoutTransitions)],
  );
  await client.query(
    `insert into setting (name, value) values ('environment', $1)
     on conflict (name) do update set value = excluded.value where setting.value <> excluded.value`,
    [environment],
  );
}
