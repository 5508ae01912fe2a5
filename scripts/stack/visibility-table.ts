import pg from 'pg';
import { withClient } from './postgres.ts';
import { searchAttributes } from '../../src/platform/temporal/namespace.ts';

const table = 'executions_visibility';
/** The order in which the server lists workflows. */
const listed = `coalesce(close_time, '9999-12-31 23:59:59') desc, start_time desc, run_id`;

/** Every workflow has these, and the UI lists and filters by them. */
const ofEvery = ['default_idx', 'by_workflow_id', 'by_workflow_type', 'by_status'];

/** The server keeps our attributes in the first of the columns of their type. */
const columnsOfType = { Keyword: 'Keyword', Int: 'Int', Datetime: 'Datetime' } as const;

/** Only workflows that have the attribute need an entry: ours, and those that the UI's pages ask for. */
function indexedWhenPresent(): string[] {
  const used = new Map<string, number>();
  const ours = Object.values(searchAttributes).map((type) => {
    const number = (used.get(type) ?? 0) + 1;
    used.set(type, number);
    return `${columnsOfType[type]}${String(number).padStart(2, '0')}`;
  });
  const ofTheUi = ['parent_workflow_id', 'TemporalNamespaceDivision', 'TemporalScheduledById'];
  return [...ours, ...ofTheUi].map((column) => column.toLowerCase());
}

/** Makes the writing of the visibility table cheaper. For a local stack's own database only. */
export async function lightenVisibility(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await thinOutIndexes(client);
    await workOutWhenRead(client);
    await commitToDisk(client);
  });
}

/**
 * The server writes the end of a workflow into the list once, and never again when the list has taken it. An end that
 * is taken without waiting for the disk is lost with a PostgreSQL that is killed, and the workflow then runs for good
 * in the list.
 */
async function commitToDisk(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const database = pg.escapeIdentifier(rows[0]?.name ?? '');
  await client.query(`alter database ${database} set synchronous_commit = on`);
}

/**
 * Keeps only those of the table's 74 indexes that the UI's and our own filters use. Each start and each end of a
 * workflow writes all 74, which is more than the rest of a paid checkout writes into PostgreSQL. A filter without an
 * index still finds its workflows, by reading the list.
 */
async function thinOutIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = '${table}'::regclass and not i.indisprimary and c.relname <> all ($1)`,
    [ofEvery],
  );
  const dropped = rows.map(({ name }) => pg.escapeIdentifier(name));
  const made = indexedWhenPresent().map(
    (column) =>
      `create index of_${column} on ${table} (namespace_id, ${column}, ${listed}) where ${column} is not null`,
  );
  // A list of values, which no such index can hold; few workflows have it.
  made.push(
    `create index of_reported_problems on ${table} (namespace_id, ${listed}) where TemporalReportedProblems is not null`,
  );
  const statements = [...dropped.map((name) => `drop index ${name}`), ...made];
  await client.query(`begin; ${statements.join('; ')}; commit`);
}

/**
 * Makes those of the table's 59 search attribute columns that have no index virtual: PostgreSQL works them out when
 * they are read, and not at each write, because it reads the expression of a stored column anew in every statement. A
 * column stays stored where a function of Temporal's own works it out, because PostgreSQL asks for that.
 */
async function workOutWhenRead(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string; expression: string }>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
            pg_get_expr(d.adbin, d.adrelid) as expression
       from pg_attribute a join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = '${table}'::regclass and a.attgenerated = 's'
        and pg_get_expr(d.adbin, d.adrelid) not like '%convert_ts(%'
        and not exists (select from pg_index i join pg_depend p on p.objid = i.indexrelid
                         where p.refobjid = a.attrelid and p.refobjsubid = a.attnum)`,
  );
  const changes = rows.flatMap(({ name, type, expression }) => [
    `drop column ${pg.escapeIdentifier(name)}`,
    `add column ${pg.escapeIdentifier(name)} ${type} generated always as (${expression}) virtual`,
  ]);
  if (changes.length > 0) await client.query(`alter table ${table} ${changes.join(', ')}`);
}
