import pg from 'pg';

export interface Scan {
  readonly kind: string;
  readonly table: string;
  /** Shown or looked at in vain. */
  readonly rows: number;
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

type Value = string | number | bigint | Date | null | undefined;

/**
 * What a statement reads, found by running it as a prepared one, with the plan that it keeps. Rows are what counts: a pool
 * of ours forbids sequential scans, and a plan that reads everything then does so by way of an index.
 */
export async function scansOf(
  database: Pick<pg.ClientBase, 'query'>,
  { text, values }: { readonly text: string; readonly values: readonly unknown[] },
): Promise<readonly Scan[]> {
  const given =
    values.length === 0 ? '' : `(${(values as readonly Value[]).map(literal).join(', ')})`;
  // One message, so that a pool runs all of it on one connection. EXPLAIN with parameters of its own would plan for their values.
  const results = (await database.query(
    `set plan_cache_mode = force_generic_plan; prepare listed as ${text};
     explain (analyze, timing off, format json) execute listed ${given}; deallocate listed`,
  )) as unknown as readonly pg.QueryResult<{ 'QUERY PLAN': [{ Plan: Plan }] }>[];
  return scans(results[2]?.rows[0]?.['QUERY PLAN'][0].Plan);
}

/** Rows read of these tables. */
export function rowsOf(all: readonly Scan[], tables: readonly string[]): number {
  return all
    .filter(({ table }) => tables.includes(table))
    .reduce((total, { rows }) => total + rows, 0);
}

/** For the message of a test that fails. */
export function printed(all: readonly Scan[]): string {
  return all.map(({ kind, table, rows }) => `${kind} of ${table}: ${rows} rows`).join(', ');
}

function scans(plan: Plan | undefined): Scan[] {
  if (plan === undefined) return [];
  const table = plan['Relation Name'];
  const looked = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0);
  const scan = { kind: plan['Node Type'], rows: looked * plan['Actual Loops'] };
  const own = table === undefined ? [] : [{ ...scan, table }];
  return [...own, ...(plan.Plans ?? []).flatMap(scans)];
}

function literal(value: Value): string {
  if (value === null || value === undefined) return 'null';
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
}
