import pg from 'pg';
import { withClient } from './postgres.ts';
import { searchAttributes } from './temporal-namespace.ts';

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

/**
 * Of the visibility table's 74 indexes keeps what the UI's and our own filters use. Each start and each end of a workflow
 * writes all of them, which is more than the rest of a paid checkout writes into PostgreSQL. What has no index is still
 * found, by reading the list. For a local stack's own database only.
 */
export async function thinOutVisibilityIndexes(url: string): Promise<void> {
  await withClient(url, async (client) => {
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
  });
}
