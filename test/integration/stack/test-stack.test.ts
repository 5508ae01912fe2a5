import { describe, expect, inject, it } from 'vitest';
import { withClient } from '../../../scripts/stack/postgres.js';
import { createDatabase, createNamespace } from '../../support/stack.js';

function visibilityUrl(): string {
  const url = new URL(inject('stack').adminUrl);
  url.pathname = '/temporal_visibility';
  return url.href;
}

describe('the stack that tests share', () => {
  it('gives every test a database of its own', async () => {
    const [one, other] = await Promise.all([createDatabase(), createDatabase()]);
    await one.query('CREATE TABLE only_here ()');
    const tables = await other.query("SELECT FROM pg_tables WHERE tablename = 'only_here'");
    expect(tables).toHaveLength(0);
    await Promise.all([one.drop(), other.drop()]);
  });

  it('gives every test a Temporal namespace whose search attributes may be used at once', async () => {
    expect(await createNamespace()).toMatch(/^test-/);
    expect(inject('stack').env.TEMPORAL_ADDRESS).toMatch(/^127\.0\.0\.1:\d+$/);
  });

  it.each([
    ['one workflow', `workflow_id = 'checkout/m/o'`],
    ['those of one type', `workflow_type_name = 'checkoutWorkflow'`],
    ['those that run', 'status = 1'],
    // The server chooses which of our attributes is in which of these columns.
    ['the first keyword', `keyword01 = 'ORD-1'`],
    ['the last keyword', `keyword05 = 'ORD-1'`],
    ['a keyword’s beginning', `keyword01 like 'applyCredit%' escape '!'`],
    ['an amount', 'int01 >= 10000000'],
    ['a time', `datetime01 < '2026-11-20'`],
    ['workflow tasks that fail', 'TemporalReportedProblems is not null'],
  ])('finds %s by an index that holds no others', async (_name, filter) => {
    const plan = await withClient(visibilityUrl(), async (client) => {
      await client.query(
        'set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off',
      );
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select * from executions_visibility where namespace_id = 'n' and ${filter}`,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toMatch(/Index Scan using (?!default_idx|executions_visibility_pkey)/);
  });

  it('works out the attributes without an index when they are read, and still filters by them', async () => {
    await withClient(visibilityUrl(), async (client) => {
      const { rows } = await client.query<{ kind: string; columns: string[] }>(
        `select a.attgenerated as kind, array_agg(a.attname::text order by a.attname) as columns from pg_attribute a
          where a.attrelid = 'executions_visibility'::regclass and a.attgenerated <> '' group by 1`,
      );
      const of = Object.fromEntries(rows.map(({ kind, columns }) => [kind, columns]));
      expect(of['v']).toEqual(
        expect.arrayContaining(['temporalchangeversion', 'keyword10', 'bool01']),
      );
      expect(of['s']).toEqual(
        expect.arrayContaining(['keyword01', 'datetime01', 'temporalreportedproblems']),
      );
      expect([...(of['v'] ?? []), ...(of['s'] ?? [])]).toHaveLength(59);
      await client.query('begin');
      await client.query(
        `insert into executions_visibility (namespace_id, run_id, _version, start_time, execution_time, workflow_id,
                                            workflow_type_name, status, encoding, search_attributes)
         values ('n', 'r', 1, now(), now(), 'w', 't', 1, 'json', '{"Keyword10": "here", "Bool01": true}')`,
      );
      const found = await client.query(
        `select trim(run_id) as run_id from executions_visibility where namespace_id = 'n' and keyword10 = 'here' and bool01`,
      );
      expect(found.rows).toEqual([{ run_id: 'r' }]);
      await client.query('rollback');
    });
  });
});
