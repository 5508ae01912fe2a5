import pg from 'pg';
import { functionTexts, schemaOf, searchPath } from './release.js';

/** A program may still be running for this time after its last sign of life. */
const silence = '10 minutes';

/**
 * Makes the functions of this release beside the functions of others, which stay as they are. Returns the schema, and
 * whether it was made now. Call it in a transaction.
 */
export async function makeRelease(
  client: pg.Client,
  texts = functionTexts(),
): Promise<{ readonly schema: string; readonly isNew: boolean }> {
  const schema = schemaOf(texts);
  const known = await client.query('update release set migrated_at = now() where name = $1', [
    schema,
  ]);
  const isNew = known.rowCount === 0;
  if (isNew) {
    const name = pg.escapeIdentifier(schema);
    await client.query(`drop schema if exists ${name} cascade; create schema ${name}`);
    await client.query(`set local search_path = ${name}, public`);
    for (const text of texts) await client.query(text);
    await client.query(giveTriggersToTables(schema));
    await client.query('insert into release (name) values ($1)', [schema]);
  }
  await makeDefault(client, schema);
  return { schema, isNew };
}

/**
 * Connections that name no release, such as psql, see the newest. Only the owner of the database may set this for everybody;
 * another sets it for itself.
 */
async function makeDefault(client: pg.Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ name: string; is_owner: boolean }>(
    `select datname as name, pg_has_role(datdba, 'usage') as is_owner from pg_database where datname = current_database()`,
  );
  const { name = '', is_owner: isOwner = false } = rows[0] ?? {};
  const database = `database ${pg.escapeIdentifier(name)}`;
  const whose = isOwner ? database : `role current_user in ${database}`;
  await client.query(`alter ${whose} set search_path = ${searchPath(schema)}`);
}

/**
 * Drops the functions of releases that no running program calls. The release migrated last always stays, beside the
 * release of the calling program, so that there is a way back. Returns the schemas that were dropped.
 */
export async function dropOldReleases(client: pg.Client, own: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from (select * from release where name <> $1 order by migrated_at desc offset 1) r
      where not exists (select from ring_holder h
                         where h.release = r.name and h.seen_at > now() - interval '${silence}')`,
    [own],
  );
  const names = rows.map(({ name }) => name);
  for (const name of names) {
    await client.query(`drop schema if exists ${pg.escapeIdentifier(name)} cascade`);
    await client.query('delete from release where name = $1', [name]);
  }
  return names;
}

/** A trigger belongs to its table, and so does its function, which all releases share. The function is written only when its text differs. */
const giveTriggersToTables = (schema: string): string => `do $$
declare
  f record;
begin
  for f in
    select p.oid, p.proname, shared.prosrc is distinct from p.prosrc as differs
      from pg_proc p
      left join pg_proc shared on shared.pronamespace = 'public'::regnamespace and shared.proname = p.proname
     where p.pronamespace = '${schema}'::regnamespace and p.prorettype = 'trigger'::regtype
  loop
    if f.differs then
      execute replace(pg_get_functiondef(f.oid), 'FUNCTION ${schema}.', 'FUNCTION public.');
    end if;
    execute format('drop function %s', f.oid::regprocedure);
  end loop;
end $$`;
