import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { channels } from '../domain/channels.js';
import { checkoutTransitions } from '../domain/checkout-state.js';
import { payoutTransitions } from '../domain/payout-state.js';
import { refundTransitions } from '../domain/refund-state.js';
import { refuseOtherEnvironment } from './environment.js';
import { functionFiles } from './function-files.js';
import { splitRights, type AppLogin } from './roles.js';

/** Beside this file in src/ and in dist/ alike: the build copies the .sql files. */
const directory = fileURLToPath(new URL('./migrations', import.meta.url));
const functionsDirectory = fileURLToPath(new URL('./functions', import.meta.url));
/** Any constant: processes that migrate one database at once take turns on it. */
const lockKey = 6_014_215_308;

export interface MigrationOptions {
  /** As the owner of the tables. */
  readonly databaseUrl: string;
  /** Whom the programs log in as; undefined: as the owner. */
  readonly app?: AppLogin | undefined;
  /** Written into every webhook body. */
  readonly environment: 'sandbox' | 'live';
  /** Told the name of each migration that was run. */
  readonly log?: (line: string) => void;
}

/**
 * Brings the database to the newest schema, gives it the functions of this version, and copies the state tables and the channels into it. May be run by many processes at once, and
 * again: then it changes nothing. Migrations that fail leave the schema as it was, and so do functions.
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
    await refuseOtherEnvironment(client, options.environment);
    const names = await runMigrations(client);
    names.push(...(await inTransaction(client, () => replaceFunctions(client))));
    await copySettings(client, options.environment);
    if (options.app !== undefined) await splitRights(client, options.app);
    names.forEach((name) => options.log?.(`migrated ${name}`));
    return names;
  } finally {
    await client.end();
  }
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Before the first release the tables were made by files that are gone. */
async function refuseOlderTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_older: boolean }>(
    `select to_regclass('migration') is not null and to_regclass('checkout') is not null as is_older`,
  );
  if (rows[0]?.is_older !== true) return;
  const known = await client.query("select from migration where name = '0001-schema'");
  if (known.rowCount !== 0) return;
  throw new Error(
    'This database was made by a version from before the first release: make a new one (npm run reset for the local stack).',
  );
}

async function runMigrations(client: pg.Client): Promise<string[]> {
  await refuseOlderTables(client);
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

/** Functions are code: when their text changes, all of them are made anew, in the order of their files. */
async function replaceFunctions(client: pg.Client): Promise<readonly string[]> {
  const texts = await Promise.all(
    functionFiles.map((name) => readFile(join(functionsDirectory, name), 'utf8')),
  );
  const digest = createHash('sha256').update(texts.join('\n')).digest('hex');
  const known = await client.query("select from setting where name = 'functions' and value = $1", [
    digest,
  ]);
  if (known.rowCount !== 0) return [];
  await client.query(dropFunctions);
  for (const text of texts) await client.query(text);
  await client.query(
    `insert into setting (name, value) values ('functions', $1)
     on conflict (name) do update set value = excluded.value`,
    [digest],
  );
  return [`functions ${digest.slice(0, 8)}`];
}

/** Views, free-standing types and all functions but those of triggers, which belong to the tables. */
const dropFunctions = `do $$
declare
  statement text;
  -- Collected before the first is dropped: a view takes functions with it, and what is gone has no name any more.
  statements constant text[] := array(
    select format('drop view if exists %s cascade', c.oid::regclass) from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
    union all
    select format('drop function if exists %s cascade', p.oid::regprocedure) from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select format('drop type if exists %s cascade', c.oid::regclass) from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'c');
begin
  foreach statement in array statements loop
    execute statement;
  end loop;
end $$`;

/** One statement, so that nobody ever reads half of the table. */
async function copySettings(client: pg.Client, environment: string): Promise<void> {
  await copyTransitions(client, 'checkout_transition', checkoutTransitions);
  await copyTransitions(client, 'refund_transition', refundTransitions);
  await copyTransitions(client, 'payout_transition', payoutTransitions);
  await copyChannels(client);
  await client.query(
    `insert into setting (name, value) values ('environment', $1)
     on conflict (name) do nothing`,
    [environment],
  );
}

/** A channel that is gone stays: there may be money that came by it. */
async function copyChannels(client: pg.Client): Promise<void> {
  await client.query(
    `insert into channel (name, kind, pool_account, income_account, refund_account, earliest_due, is_marked)
       select name, kind, "poolAccount", "incomeAccount", "refundAccount", "earliestDue", "isMarked"
         from jsonb_to_recordset($1) as c (name text, kind text, "poolAccount" text, "incomeAccount" text,
                                           "refundAccount" text, "earliestDue" text, "isMarked" boolean)
     on conflict (name) do update
       set kind = excluded.kind, pool_account = excluded.pool_account, income_account = excluded.income_account,
           refund_account = excluded.refund_account, earliest_due = excluded.earliest_due, is_marked = excluded.is_marked
       where channel is distinct from excluded`,
    [JSON.stringify(channels)],
  );
}

async function copyTransitions(
  client: pg.Client,
  table: 'checkout_transition' | 'refund_transition' | 'payout_transition',
  transitions: readonly { readonly from: string; readonly event: string; readonly to: string }[],
): Promise<void> {
  await client.query(
    `with given as (
       select * from jsonb_to_recordset($1) as t ("from" text, event text, "to" text)
     ), gone as (
       delete from ${table} t
        where not exists (select from given g where g."from" = t.from_status and g.event = t.event)
     )
     insert into ${table} (from_status, event, to_status)
       select "from", event, "to" from given
     on conflict (from_status, event) do update set to_status = excluded.to_status
      where ${table}.to_status <> excluded.to_status`,
    [JSON.stringify(transitions)],
  );
}
