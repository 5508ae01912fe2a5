import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GivenServers } from '../../test/support/stack-context.ts';
import { endRecorded } from '../stack/test-runs.ts';
import { prepareTestServers, type TestServers } from '../stack/test-servers.ts';

/** PostgreSQL and Temporal for all mutants: each run makes its own databases anew. */
export interface RunningServers {
  readonly given: GivenServers;
  stop(): Promise<void>;
}

/** What a worker has of the servers that others use as well. */
export interface OwnPlace {
  /** The variables that announce the servers (test/support/given-servers.ts). */
  readonly env: Readonly<Record<string, string>>;
  /** Ends the programs that its last run has left behind, and nobody else's. */
  endPrograms(): Promise<void>;
  remove(): void;
}

/** Servers that run already, as MANILLA_TEST_SERVERS says, or new ones. */
export async function useServers(progress: (line: string) => void): Promise<RunningServers> {
  const file = process.env['MANILLA_TEST_SERVERS'];
  if (file !== undefined && file !== '') {
    const given = JSON.parse(readFileSync(file, 'utf8')) as GivenServers;
    return { given, stop: () => Promise.resolve() };
  }
  progress('starting PostgreSQL and Temporal');
  return startServers(progress);
}

async function startServers(progress: (line: string) => void): Promise<RunningServers> {
  const servers = await prepareTestServers(progress);
  const stop = async (): Promise<void> => {
    await servers.stop();
    servers.remove();
  };
  try {
    await servers.stack.start('postgres');
    await servers.stack.start('temporal');
  } catch (error) {
    await stop();
    throw error;
  }
  return { given: describe(servers), stop };
}

/** Programs are recorded in a folder of its own: the servers are shared. */
export function ownPlace({ given }: RunningServers): OwnPlace {
  const dataDir = mkdtempSync(join(tmpdir(), 'manilla-mutants-data-'));
  mkdirSync(join(dataDir, 'logs'));
  const file = join(dataDir, 'servers.json');
  writeFileSync(file, JSON.stringify({ ...given, dataDir }), { mode: 0o600 });
  return {
    env: { MANILLA_TEST_SERVERS: file },
    endPrograms: async () => void (await endRecorded(dataDir, () => true)),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

function describe({ dataDir, stack }: TestServers): GivenServers {
  return {
    dataDir,
    adminUrl: stack.databaseUrl('postgres'),
    temporalAddress: stack.temporalAddress,
    env: stack.env,
  };
}
