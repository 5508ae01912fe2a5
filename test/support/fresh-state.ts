import type pg from 'pg';
import { madeOnce } from './made-once.js';

/** What a database is before anybody has used it. */
export interface FreshState {
  /** Takes all else away. */
  readonly emptying: string;
  readonly seeded: readonly string[];
  readonly standing: string;
  readonly bytes: number;
}

/** Rows that were taken away still have their places, and a search reads over them. */
const mayGrowBytes = 8 * 1_024 * 1_024;

/** @param pool of a database that nobody has used yet; all are alike, so that the first of a process is looked at */
export const freshState = madeOnce(look);

export async function isAsMigrated(pool: pg.Pool, fresh: FreshState): Promise<boolean> {
  return (
    (await bytesOf(pool)) < fresh.bytes + mayGrowBytes &&
    (await standingOf(pool, fresh.seeded)) === fresh.standing
  );
}

async function look(pool: pg.Pool): Promise<FreshState> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const { rows: filled } = await pool.query<{ name: string; filled: boolean }>(
    tables
      .map(({ name }) => `select '${name}' as name, exists (select from ${name}) as filled`)
      .join(' union all '),
  );
  const { rows: sequences } = await pool.query<{ set: string }>(
    `select format('select setval(%L, %s, %L);', format('%I.%I', schemaname, sequencename),
                   coalesce(last_value, start_value), last_value is not null) as set
       from pg_sequences where schemaname = 'public'`,
  );
  const namesOf = (wanted: boolean) =>
    filled.filter((table) => table.filled === wanted).map(({ name }) => name);
  const deletes = namesOf(false).map((name) => `delete from ${name};`);
  const seeded = namesOf(true);
  return {
    emptying: [
      // Neither foreign keys nor the triggers that protect the books have a say.
      'set session_replication_role = replica;',
      ...[...deletes, 'reset session_replication_role;', ...sequences.map(({ set }) => set)],
    ].join(' '),
    seeded,
    standing: await standingOf(pool, seeded),
    bytes: await bytesOf(pool),
  };
}

async function bytesOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    'select pg_database_size(current_database())::text as bytes',
  );
  return Number(rows[0]?.bytes);
}

/** What the planner knows of its tables is a part of it: a plan that is looked at must not depend on the file before. */
async function standingOf(pool: pg.Pool, seeded: readonly string[]): Promise<string> {
  const ours = `not in ('pg_catalog', 'information_schema', 'pg_toast')`;
  const parts = [
    ...seeded.map((name) => `select '${name}', t::text from ${name} t`),
    `select 'relation', concat_ws(' ', relname, relkind, relacl, reltuples) from pg_class where relnamespace::regnamespace::text ${ours}`,
    `select 'column', concat_ws(' ', attrelid::regclass, attname, atttypid, attnotnull, attisdropped) from pg_attribute
      where attrelid in (select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace)`,
    `select 'function', concat_ws(' ', oid, proname, xmin) from pg_proc where pronamespace::regnamespace::text ${ours}`,
    `select 'trigger', concat_ws(' ', tgrelid::regclass, tgname, tgenabled) from pg_trigger`,
    `select 'constraint', concat_ws(' ', conrelid::regclass, conname, convalidated) from pg_constraint`,
  ];
  const { rows } = await pool.query<{ standing: string }>(
    `select md5(string_agg(p, e'\\n' order by p)) as standing
       from (select concat_ws(' ', what, is_so) as p from (${parts.join(' union all ')}) u (what, is_so)) x`,
  );
  return rows[0]?.standing ?? '';
}
