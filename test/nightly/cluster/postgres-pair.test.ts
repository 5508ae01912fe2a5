import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeIds } from '../../../scripts/cluster/databases.ts';
import { freePorts } from '../../../scripts/stack/ports.ts';
import { ProcessStarter } from '../../../scripts/stack/processes.ts';
import { testRunner, testRunPrefix } from '../../../scripts/stack/test-runs.ts';
import { PostgresNode } from '../../support/postgres-pair/postgres-node.js';
import { PostgresPair } from '../../support/postgres-pair/postgres-pair.js';

const dir = mkdtempSync(join(tmpdir(), testRunPrefix));
const said: string[] = [];
let starter: ProcessStarter;
let pair: PostgresPair;
beforeAll(async () => {
  // PostgreSQL runs under another account when root runs the tests, and must be able to enter.
  chmodSync(dir, 0o755);
  starter = new ProcessStarter(join(dir, 'logs'), join(dir, 'processes.json'));
  starter.recordSelf(testRunner);
  const { postgres, api } = await freePorts();
  const [a, b] = nodeIds.map(
    (id) =>
      new PostgresNode(starter, {
        name: `postgres-${id}`,
        dataDir: join(dir, id),
        port: { a: postgres, b: api }[id],
        password: 'secret',
      }),
  ) as [PostgresNode, PostgresNode];
  pair = new PostgresPair({
    ...{ nodes: { a, b }, dir, databases: [] },
    say: (line) => said.push(line),
  });
  await pair.start();
  await pair.primary.sql((client) => client.query('create table credit (n int primary key)'));
}, 60_000);
afterAll(async () => {
  pair.stop();
  await Promise.all(starter.running().map((each) => each.stop()));
  rmSync(dir, { recursive: true, force: true });
});

async function whole(): Promise<void> {
  await expect.poll(() => pair.isSynchronous, { timeout: 60_000 }).toBe(true);
}

/** Writes as fast as it can, by a connection of its own each time, until it is told to stop. */
function writing(from: number): { stop(): Promise<number[]> } {
  const acknowledged: number[] = [];
  let isOver = false;
  const work = (async () => {
    for (let n = from; !isOver; n += 1) {
      const write = pair.primary.sql((client) =>
        client.query('insert into credit values ($1)', [n]),
      );
      await write.then(
        () => acknowledged.push(n),
        () => undefined,
      );
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await work;
      return acknowledged;
    },
  };
}

const credits = async (node: PostgresNode): Promise<number[]> => {
  const { rows } = await node.sql((client) => client.query<{ n: number }>('select n from credit'));
  return rows.map(({ n }) => n);
};

it('a standby that dies holds up no commit, and follows again', async () => {
  const [standby, work] = [pair.standby.name, writing(0)];
  await pair.standby.kill();
  await expect.poll(() => pair.isSynchronous).toBe(false);
  await whole();
  const written = await work.stop();
  expect(pair.standby.name).toBe(standby);
  expect(await credits(pair.primary)).toEqual(expect.arrayContaining(written));
  await expect.poll(() => credits(pair.standby)).toHaveLength((await credits(pair.primary)).length);
}, 90_000);

it('a primary that dies is replaced by the standby, which has every commit that was acknowledged', async () => {
  const [old, next, work] = [pair.primary, pair.standby, writing(100_000)];
  await expect.poll(async () => (await credits(old)).at(-1) ?? 0).toBeGreaterThan(100_010);
  await old.kill();
  await expect.poll(() => pair.primaryId !== undefined && pair.primary === next).toBe(true);
  await whole();
  const written = await work.stop();
  expect(await credits(next)).toEqual(expect.arrayContaining(written));
  expect(pair.standby).toBe(old);
  const { rows } = await old.sql((client) => client.query('select pg_is_in_recovery() as follows'));
  expect(rows).toEqual([{ follows: true }]);
}, 90_000);

it('a primary that dies without a standby that has everything is started again, and nobody else', async () => {
  const [primary, work] = [pair.primary, writing(200_000)];
  await pair.standby.kill();
  await expect.poll(() => pair.isSynchronous).toBe(false);
  await primary.kill();
  await whole();
  const written = await work.stop();
  expect(pair.primary).toBe(primary);
  expect(await credits(primary)).toEqual(expect.arrayContaining(written));
}, 90_000);

it('a primary that is alive and does not answer is replaced too', async () => {
  const [old, next] = [pair.primary, pair.standby];
  const child = starter.running().find(({ name }) => name === old.name);
  process.kill(child?.pid ?? 0, 'SIGSTOP');
  await expect.poll(() => pair.primary === next, { timeout: 40_000 }).toBe(true);
  await whole();
}, 120_000);
