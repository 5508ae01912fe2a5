import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { functionTexts } from '../../src/platform/database/release.ts';
import { freePorts } from '../stack/ports.ts';
import { postgresUrl, startPostgres, withClient } from '../stack/postgres.ts';
import { ProcessStarter } from '../stack/processes.ts';

const source = join(import.meta.dirname, '..', '..', 'src');
const migrations = join(source, 'platform', 'database', 'migrations');

/** A function as the catalogue has it: names without the `p_` that all arguments begin with, types by name. */
interface CatalogueFunction {
  readonly name: string;
  readonly args: Columns;
  readonly row: Columns;
}
type Columns = readonly (readonly [name: string, type: string])[];

/** src/platform/database/generated/sql-functions.ts: the functions that TypeScript calls, from the catalogue of a new database. */
export async function sqlFunctionsFile(): Promise<string> {
  const called = calledFunctions();
  const { functions, records } = await withDatabase((client) => readCatalogue(client, called));
  const missing = called.filter((name) => !functions.some((found) => found.name === name));
  if (missing.length > 0) throw new Error(`no SQL file makes ${missing.join(', ')}`);
  const given = (of: Columns): Columns => of.map(([name, type]) => [withoutPrefix(name), type]);
  return `// Made from the catalogue of a migrated database by scripts/generate-docs.ts ("npm run fix"). Do not edit.

/** By name: the types of the arguments, in order (\`?\`: it has a default), and of the columns of a row. */
export const sqlFunctions = {
${functions.map(({ name, args, row }) => `  ${name}: { args: { ${columns(given(args))} }, row: { ${columns(row)} } },`).join('\n')}
} as const;

/** The rows that the functions take and answer: the types of their columns. */
export const sqlRecords = {
${records.map(({ name, row }) => `  ${name}: { ${columns(row)} },`).join('\n')}
} as const;
`;
}

/** The helpers put it before each name, so that no argument is called as a column is. */
function withoutPrefix(argument: string): string {
  if (!argument.startsWith('p_')) throw new Error(`the argument ${argument} has no p_ before it`);
  return argument.slice(2);
}

function columns(of: Columns): string {
  return of.map(([name, type]) => `${name}: '${type}'`).join(', ');
}

/** By the helpers of src/platform/database/sql-call.ts. */
function calledFunctions(): string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const names = files.flatMap((name) => {
    const text = readFileSync(join(source, name), 'utf8');
    return [...text.matchAll(/\bcall(?:Named|Spreading|Within)?\(\s*'([a-z]\w*)'/g)].map(
      ([, called = '']) => called,
    );
  });
  return [...new Set(names)].sort();
}

/** Made as the migrator makes it, but from the texts: the build need not be there. */
async function withDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'manilla-catalogue-'));
  // PostgreSQL runs under another account when root runs this, and must be able to enter.
  chmodSync(folder, 0o755);
  const starter = new ProcessStarter(join(folder, 'logs'), join(folder, 'processes.json'));
  const options = {
    dataDir: join(folder, 'postgres'),
    port: (await freePorts()).postgres,
    password: randomBytes(12).toString('hex'),
    databases: ['catalogue'],
    settings: { fsync: 'off', full_page_writes: 'off' },
  };
  const server = await startPostgres(starter, options);
  try {
    return await withClient(postgresUrl(options, 'catalogue'), async (client) => {
      for (const name of readdirSync(migrations).sort())
        await client.query(readFileSync(join(migrations, name), 'utf8'));
      await client.query('create schema release; set search_path = release, public');
      for (const text of functionTexts()) await client.query(text);
      return work(client);
    });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readCatalogue(client: pg.Client, called: readonly string[]) {
  const { rows: functions } = await client.query<CatalogueFunction>(functionsStatement, [called]);
  const { rows: records } = await client.query<Omit<CatalogueFunction, 'args'>>(recordsStatement, [
    functions.flatMap(({ args, row }) =>
      [...args, ...row].map(([, type]) => type.replace('?', '')),
    ),
  ]);
  return { functions, records };
}

const typeName = (oid: string): string =>
  `(select case when t.typcategory = 'A' then e.typname || '[]' else t.typname end
      from pg_type t left join pg_type e on e.oid = t.typelem where t.oid = ${oid})`;

/** A set of rows, and one row without names of its own, has the columns of its type; a plain result is called as the function is. */
const functionsStatement = `
  select p.proname as name,
         (select coalesce(json_agg(json_build_array(a.name,
                   ${typeName('a.type')} || case when a.place > a.inputs - p.pronargdefaults then '?' else '' end) order by a.place), '[]')
            from (select x.name, x.type, row_number() over (order by x.place) as place, count(*) over () as inputs
                    from unnest(p.proargnames, coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargmodes)
                      with ordinality x (name, type, mode, place)
                   where coalesce(x.mode, 'i') = 'i' and x.type is not null) a) as args,
         coalesce(
           (select json_agg(json_build_array(x.name, ${typeName('x.type')}) order by x.place)
              from unnest(p.proargnames, p.proallargtypes, p.proargmodes) with ordinality x (name, type, mode, place)
             where x.mode in ('o', 't')),
           (select json_agg(json_build_array(c.attname, ${typeName('c.atttypid')}) order by c.attnum)
              from pg_type r join pg_attribute c on c.attrelid = r.typrelid and c.attnum > 0 and not c.attisdropped
             where r.oid = p.prorettype),
           json_build_array(json_build_array(p.proname, ${typeName('p.prorettype')}))) as row
    from pg_proc p where p.pronamespace = 'release'::regnamespace and p.proname = any ($1)
   order by p.proname`;

const recordsStatement = `
  select r.typname as name,
         (select json_agg(json_build_array(c.attname, ${typeName('c.atttypid')}) order by c.attnum)
            from pg_attribute c where c.attrelid = r.typrelid and c.attnum > 0 and not c.attisdropped) as row
    from pg_type r
   where r.typtype = 'c' and r.typname = any ($1) and r.typnamespace in ('release'::regnamespace, 'public'::regnamespace)
   order by r.typname`;
