import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../scripts/stack/build.ts';
import { freePorts } from '../../scripts/stack/ports.ts';
import { withClient } from '../../scripts/stack/postgres.ts';
import { migrate } from '../../scripts/stack/programs.ts';
import { Stack } from '../../scripts/stack/stack.ts';
import { resolveTemporal } from '../../scripts/stack/temporal-binaries.ts';
import {
  endRecorded,
  sweepDeadTestRuns,
  testRunner,
  testRunPrefix,
} from '../../scripts/stack/test-runs.ts';
import { noteTiming, timed } from '../../scripts/test/phases.ts';
import { treeProcessorMs } from '../../scripts/test/processor-time.ts';
import type { TestStackContext } from './stack-context.js';

const templateDatabase = 'manilla_template';
const startedAtMs = Date.now();

interface SharedStack {
  readonly context: Promise<TestStackContext>;
  users: number;
  stop: () => Promise<void>;
}

/** Each project loads this file anew; only the process's global scope lets them share one stack. */
const shared = globalThis as { manillaTestStack?: SharedStack };

/** Starts the servers for the first project that needs them and stops them after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stack = (shared.manillaTestStack ??= startShared());
  stack.users += 1;
  project.provide('stack', await stack.context);
  return async () => {
    stack.users -= 1;
    if (stack.users > 0) return;
    const failed = project.vitest.state.getCountOfFailedTests() > 0;
    const { dataDir } = await stack.context;
    await timed('servers stop', stack.stop);
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
  await sweepDeadTestRuns();
  const dataDir = mkdtempSync(join(tmpdir(), testRunPrefix));
  // PostgreSQL runs under another account when root runs the tests, and must be able to enter.
  chmodSync(dataDir, 0o755);
  const stack = new Stack({
    dataDir,
    ports: await freePorts(),
    postgresSettings: { fsync: 'off', full_page_writes: 'off', max_connections: '300' },
    temporalDynamic: {
      // Each test that starts everything makes a namespace of its own and uses it at once.
      'system.forceSearchAttributesCacheRefreshOnRead': true,
      // A timer that is due waits up to this long; a clock that is moved past twenty timers waits twenty times.
      'history.timerProcessorMaxTimeShift': '10ms',
    },
  });
  const stop = async (): Promise<void> => {
    noteServerTimes(stack);
    await endRecorded(dataDir, (file) => file !== 'processes.json');
    await stack.stop();
  };
  stack.starter.recordSelf(testRunner);
  try {
    stack.useTemporal(await resolveTemporal(process.env, stack.starter, report()));
    await Promise.all([ensureBuilt(), timed('PostgreSQL starts', () => stack.start('postgres'))]);
    await Promise.all([
      timed('Temporal starts', () => stack.start('temporal')),
      timed('template database', () => makeTemplate(stack)),
    ]);
    return { context: contextOf(stack, dataDir), stop };
  } catch (error) {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/** What the servers that all tests share have computed. */
function noteServerTimes({ starter }: Stack): void {
  for (const { name, pid } of starter.running()) {
    const cpuMs = treeProcessorMs(pid);
    if (cpuMs === undefined) continue;
    noteTiming({
      phase: `${name}: all of its work`,
      beganAtMs: startedAtMs,
      wallMs: Date.now() - startedAtMs,
      cpuMs,
    });
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
  await migrate({ ...stack.env, DATABASE_URL: stack.databaseUrl(templateDatabase) });
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
