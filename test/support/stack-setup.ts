import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../scripts/stack/build.ts';
import { withClient } from '../../scripts/stack/postgres.ts';
import { migrate } from '../../scripts/stack/programs.ts';
import type { Stack } from '../../scripts/stack/stack.ts';
import { prepareTestServers } from '../../scripts/stack/test-servers.ts';
import { givenServersFile, useGivenServers } from './given-servers.ts';
import type { TestStackContext } from './stack-context.js';

const templateDatabase = 'manilla_template';

interface SharedStack {
  readonly context: Promise<TestStackContext>;
  users: number;
  stop: () => Promise<void>;
}

/** Each project loads this file anew; only the process's global scope lets them share one stack. */
const shared = globalThis as { manillaTestStack?: SharedStack };

/** Starts the servers for the first project that needs them and stops them after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = givenServersFile();
  if (given !== undefined) {
    project.provide('stack', await useGivenServers(given, project.name));
    return async () => {};
  }
  const stack = (shared.manillaTestStack ??= startShared());
  stack.users += 1;
  project.provide('stack', await stack.context);
  return async () => {
    stack.users -= 1;
    if (stack.users > 0) return;
    const failed = project.vitest.state.getCountOfFailedTests() > 0;
    const { dataDir } = await stack.context;
    await stack.stop();
    if (failed)
      console.log(`The logs of the servers and programs are in ${join(dataDir, 'logs')}.`);
    else rmSync(dataDir, { recursive: true, force: true });
  };
}

function startShared(): SharedStack {
  const started = startServers();
  const stop = async (): Promise<void> => (await started).stop();
  return { context: started.then(({ context }) => context), users: 0, stop };
}

async function startServers(): Promise<{ context: TestStackContext; stop: () => Promise<void> }> {
  const servers = await prepareTestServers(report());
  const { stack } = servers;
  // Node reads such certificates at each start of a program, for a quarter of a second; no test calls another machine.
  delete process.env['NODE_EXTRA_CA_CERTS'];
  const stop = (): Promise<void> => servers.stop();
  try {
    await Promise.all([ensureBuilt(), stack.start('postgres')]);
    await Promise.all([stack.start('temporal'), makeTemplate(stack)]);
    return { context: contextOf(stack, servers.dataDir), stop };
  } catch (error) {
    await stop();
    servers.remove();
    throw error;
  }
}

function contextOf(stack: Stack, dataDir: string): TestStackContext {
  return {
    dataDir,
    adminUrl: stack.databaseUrl('postgres'),
    templateDatabase,
    temporalAddress: stack.temporalAddress,
    env: stack.env,
  };
}

async function makeTemplate(stack: Stack): Promise<void> {
  await withClient(stack.databaseUrl('postgres'), (client) =>
    client.query(`CREATE DATABASE ${pg.escapeIdentifier(templateDatabase)}`),
  );
  await migrate({
    ...stack.env,
    DATABASE_URL: stack.appDatabaseUrl(templateDatabase),
    MANILLA_OWNER_DATABASE_URL: stack.databaseUrl(templateDatabase),
  });
}

/** Says what happens while a server is built, at most every ten seconds. */
function report(): (line: string) => void {
  let last = performance.now() - 8_000;
  return (line) => {
    if (performance.now() - last < 10_000) return;
    last = performance.now();
    console.log(line);
  };
}
