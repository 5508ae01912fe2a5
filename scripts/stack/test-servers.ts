import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from './ports.ts';
import { Stack, type StackOptions } from './stack.ts';
import { resolveTemporal } from './temporal-binaries.ts';
import { endRecorded, sweepDeadTestRuns, testRunner, testRunPrefix } from './test-runs.ts';

/** PostgreSQL and Temporal for tests: in a folder of their own, fast, and forgotten when they stop. */
export interface TestServers {
  readonly dataDir: string;
  /** Nothing of it runs yet: start `postgres` and `temporal`. */
  readonly stack: Stack;
  /** Ends the programs that tests have started and left behind. */
  endPrograms(): Promise<void>;
  /** Stops everything, and leaves the logs. */
  stop(): Promise<void>;
  remove(): void;
}

/** Finds the Temporal server and free ports; ends the processes that a killed run has left behind. */
export async function prepareTestServers(
  progress: (line: string) => void,
  options: Partial<StackOptions> = {},
): Promise<TestServers> {
  await sweepDeadTestRuns();
  const dataDir = mkdtempSync(join(tmpdir(), testRunPrefix));
  // PostgreSQL runs under another account when root runs the tests, and must be able to enter.
  chmodSync(dataDir, 0o755);
  const stack = new Stack({
    dataDir,
    ports: await freePorts(),
    postgresSettings: {
      ...{ fsync: 'off', full_page_writes: 'off', max_connections: '300' },
      // A plan that is looked at must not change while it is; a test that needs statistics makes them.
      autovacuum: 'off',
      // Each database that is dropped waits for a checkpoint, which has less to write this way.
      ...{ wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '8GB' },
    },
    temporalDynamic: {
      // Each test that starts everything makes a namespace of its own and uses it at once.
      'system.forceSearchAttributesCacheRefreshOnRead': true,
      // A timer that is due waits up to this long; a clock that is moved past twenty timers waits twenty times.
      'history.timerProcessorMaxTimeShift': '10ms',
    },
    ...options,
  });
  const endPrograms = async (): Promise<void> => {
    await endRecorded(dataDir, (file) => file !== 'processes.json');
  };
  const stop = async (): Promise<void> => {
    await endPrograms();
    await stack.stop();
  };
  const remove = (): void => rmSync(dataDir, { recursive: true, force: true });
  stack.starter.recordSelf(testRunner);
  try {
    stack.useTemporal(await resolveTemporal(process.env, stack.starter, progress));
  } catch (error) {
    await stop();
    remove();
    throw error;
  }
  return { dataDir, stack, endPrograms, stop, remove };
}
