import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePorts } from '../../../scripts/stack/ports.js';
import { postgresUrl, startPostgres, withClient } from '../../../scripts/stack/postgres.js';
import { ProcessStarter, type RunningProcess } from '../../../scripts/stack/processes.js';
import { lightenVisibility } from '../../../scripts/stack/visibility-table.js';

let folder: string;
let running: RunningProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'manilla-list-'));
});
afterEach(async () => {
  await running?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** What the list's statements and indexes name; Temporal's own schema has more of each. */
const table = `create table executions_visibility (
  namespace_id text, run_id text primary key, workflow_id text, status integer, start_time timestamp, close_time timestamp,
  ${Array.from({ length: 9 }, (_, at) => `keyword0${at + 1} text, int0${at + 1} bigint, datetime0${at + 1} timestamp`).join(', ')},
  keyword10 text, parent_workflow_id text, TemporalNamespaceDivision text, TemporalScheduledById text, TemporalReportedProblems jsonb)`;

it('the end of a workflow that the list has taken is there after PostgreSQL is killed', async () => {
  const options = {
    ...{ dataDir: join(folder, 'data'), port: (await freePorts()).postgres, password: 'p' },
    databases: ['temporal_visibility'],
  };
  const starter = new ProcessStarter(join(folder, 'logs'), join(folder, 'processes.json'));
  const url = postgresUrl(options, 'temporal_visibility');
  running = await startPostgres(starter, options);
  await withClient(url, (client) => client.query(table));
  await lightenVisibility(url);
  const lost: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const runId = `run-${round}`;
    await withClient(url, async (client) => {
      await client.query(`insert into executions_visibility (run_id, status) values ($1, 1)`, [
        runId,
      ]);
      await client.query(`update executions_visibility set status = 2 where run_id = $1`, [runId]);
    });
    await running.kill();
    running = await startPostgres(starter, options);
    const { rows } = await withClient(url, (client) =>
      client.query(`select from executions_visibility where run_id = $1 and status = 2`, [runId]),
    );
    if (rows.length === 0) lost.push(runId);
  }
  expect(lost).toEqual([]);
}, 120_000);
