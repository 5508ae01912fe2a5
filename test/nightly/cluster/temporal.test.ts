import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ClusterPorts } from '../../../scripts/cluster/ports.ts';
import { TemporalCluster } from '../../../scripts/cluster/temporal.ts';
import { temporalProcesses } from '../../../scripts/cluster/temporal-config.ts';
import { withClient } from '../../../scripts/stack/postgres.ts';
import { ProcessStarter } from '../../../scripts/stack/processes.ts';
import { resolveTemporal } from '../../../scripts/stack/temporal-binaries.ts';
import { prepareNamespace } from '../../../src/platform/temporal/namespace.js';
import '../../support/stack-context.js';

const { dataDir, adminUrl } = inject('stack');
const admin = new URL(adminUrl);
const databases = ['main', 'visibility'].map((each) => `${each}_${randomBytes(4).toString('hex')}`);
const starter = new ProcessStarter(
  join(dataDir, 'logs'),
  join(dataDir, `processes-${process.pid}-temporal.json`),
);
const binaries = await resolveTemporal(process.env, starter, () => {});
const isBuilt = binaries.kind === 'binaries';
if (!isBuilt) console.log('Temporal is one process here: the test of several is skipped.');

let ports: ClusterPorts;
let temporal: TemporalCluster;
beforeAll(async () => {
  if (!isBuilt) return;
  for (const name of databases) {
    await withClient(adminUrl, (client) => client.query(`create database ${name}`));
  }
  const [main, visibility] = databases.map((database) => ({
    ...{ port: Number(admin.port), user: admin.username, password: admin.password, database },
  })) as [never, never];
  ports = await ClusterPorts.free();
  const dir = join(dataDir, `temporal-${ports.first}`);
  temporal = new TemporalCluster(starter, binaries, dir, ports, { main, visibility });
  await temporal.prepare();
  const [first, ...others] = temporalProcesses.map(({ name }) => name);
  await temporal.start(first as 'temporal-frontend-1');
  await Promise.all(others.map((name) => temporal.start(name)));
}, 120_000);
afterAll(async () => {
  if (!isBuilt) return;
  await Promise.all(starter.running().map((each) => each.kill()));
  for (const name of databases) {
    await withClient(adminUrl, (client) => client.query(`drop database ${name} with (force)`));
  }
});

const frontend = (nth: 0 | 1): string => `127.0.0.1:${ports.of('temporalRpc', nth)}`;

it.skipIf(!isBuilt)(
  'processes of one server find each other, and a history that was killed serves again',
  async () => {
    await prepareNamespace({ temporalAddress: frontend(0), temporalNamespace: 'manilla' });
    const connection = await Connection.connect({ address: frontend(1) });
    const client = new Client({ connection, namespace: 'manilla' });
    // So many that each history has some of their shards.
    const ids = Array.from({ length: 24 }, (_, n) => `workflow-${n}`);
    const start = (workflowId: string) =>
      client.workflow.start('anything', { taskQueue: 'nobody', workflowId });
    await Promise.all(ids.map(start));
    const history = starter.running().find(({ name }) => name === 'temporal-history-1');
    await history?.kill();
    await temporal.start('temporal-history-1');
    const isThere = async (id: string): Promise<boolean> =>
      (await client.workflow.getHandle(id).describe()).status.name === 'RUNNING';
    const found = () => Promise.all(ids.map((id) => isThere(id).catch(() => false)));
    await expect.poll(found, { timeout: 30_000, interval: 200 }).toEqual(ids.map(() => true));
    await connection.close();
  },
  90_000,
);
