import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { RefusesToStart } from '../config/refuses-to-start.js';
import { channels } from '../../domain/channels.js';
import { checkoutTransitions } from '../../domain/checkout-state.js';
import { payoutTransitions } from '../../domain/payout-state.js';
import { refundTransitions } from '../../domain/refund-state.js';
import { makeIndexes } from './concurrent-indexes.js';
import { refuseOtherEnvironment } from './environment.js';
import { giveSettings } from './program-settings.js';
import { dropOldReleases, makeRelease } from './releases.js';
import { splitRights, type AppLogin } from './roles.js';

/** The folder is beside this file in src/ and in dist/ alike: the build copies the .sql files. */
const directory = fileURLToPath(new URL('./migrations', import.meta.url));
/** The key may be any constant: processes that migrate one database at once wait for each other by it. */
const lockKey = 6_014_215_308;
/**
 * While we wait for a lock, the programs wait behind us, and their statements wait a second at most. So we give up
 * sooner.
 */
const lockTimeoutMs = 800;
const lockAttempts = 20;
/**
 * The pause before the second try. The pause before the third is twice as long, and so on: three minutes of pauses in
 * all.
 */
const lockPauseMs = 1_000;
const lockNotAvailable = '55P03';

export interface MigrationOptions {
  /** The login must be the owner of the tables. */
  readonly databaseUrl: string;
  /** The login of the programs; undefined: they log in as the owner. */
  readonly app?: AppLogin | undefined;
  /** Written into every webhook body. */
  readonly environment: 'sandbox' | 'live';
  /** Called with the name of each migration that was run. */
  readonly log?: (line: string) => void;
}

/**
 * Brings the database to the newest schema, puts the functions of this release beside those of others, and copies the
 * state tables and the channels into it. Many processes may run it at once. Run again, it changes nothing. A migration
 * that fails leaves nothing behind; the migrations before it stay.
 */
export async function migrate(options: MigrationOptions): Promise<readonly string[]> {
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    application_name: 'manilla-migrate',
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  try {
    await acquireLock(client);
    await refuseOtherEnvironment(client, options.environment);
    await client.query(`set lock_timeout = '${lockTimeoutMs}ms'; set search_path = public`);
    const names = await patiently(client, () => runMigrations(client));
    names.push(...(await patiently(client, () => makeIndexes(client))));
    const release = await patiently(client, () => inTransaction(client, () => makeRelease(client)));
    if (release.isNew) names.push(release.schema);
    await client.query(`set search_path = public, ${release.schema}`);
    await copySettings(client, options.environment);
    if (options.app !== undefined) {
      await splitRights(client, options.app, release.schema);
      const isGiven = await giveSettings(client, options.app.user);
      if (!isGiven)
        options.log?.(
          `The settings of ${options.app.user} belong to another: a pooler needs them.`,
        );
    }
    const old = await patiently(client, () =>
      inTransaction(client, () => dropOldReleases(client, release.schema)),
    );
    old.forEach((name) => options.log?.(`dropped ${name}, which no running program calls`));
    names.forEach((name) => options.log?.(`migrated ${name}`));
    return names;
  } finally {
    await client.end();
  }
}

/**
 * Tries to get the lock again and again. A statement that waited for the lock would keep a snapshot, and an index that is
 * made concurrently would wait for that snapshot.
 */
async function acquireLock(client: pg.Client): Promise<void> {
  const isMine = async (): Promise<boolean> => {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [lockKey],
    );
    return rows[0]?.taken === true;
  };
  while (!(await isMine())) await sleep(100);
}

/** Tries a step again whose lock was not free in time, so that the programs that wait behind it can go on meanwhile. */
async function patiently<T>(client: pg.Client, step: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await step();
    } catch (error) {
      if ((error as pg.DatabaseError).code !== lockNotAvailable) throw error;
      // The transaction is rolled back here, because the runner of migrations leaves that of a failed migration open.
      await client.query('rollback');
      if (attempt === lockAttempts) {
        throw new RefusesToStart(
          `A table was in use at each of ${lockAttempts} tries, so that it could not be changed. Nothing is half done. End long transactions, then run migrate again.`,
          { cause: error },
        );
      }
      await sleep(attempt * lockPauseMs);
    }
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

/** Refuses a database from before the first release, whose tables were made by files that are gone. */
async function refuseOlderTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_older: boolean }>(
    `select to_regclass('migration') is not null and to_regclass('checkout') is not null as is_older`,
  );
  if (rows[0]?.is_older !== true) return;
  const known = await client.query("select from migration where name = '0001-schema'");
  if (known.rowCount !== 0) return;
  throw new RefusesToStart(
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
    // Each file commits by itself, so that no lock of one outlasts it.
    singleTransaction: false,
    noLock: true,
    logger: { debug: silent, info: silent, warn: silent, error: silent },
  });
  return done.map(({ name }) => name);
}

/** Copies each table of settings in one statement, so that nobody ever reads half of a table. */
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

/**
 * Copies the channels into the database. A channel that the product no longer has stays there, because there may be
 * money that came by it.
 */
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
