import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareTestServers, type TestServers } from '../stack/test-servers.ts';

/** The servers that tests use, by the variables that announce them (test/support/given-servers.ts). */
export interface RunningServers {
  readonly env: Readonly<Record<string, string>>;
  endPrograms(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one set of servers for all mutants: each run makes its own databases anew. */
export async function startServers(progress: (line: string) => void): Promise<RunningServers> {
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
  const file = join(servers.dataDir, 'servers.json');
  writeFileSync(file, JSON.stringify(describe(servers)), { mode: 0o600 });
  return { env: { MANILLA_TEST_SERVERS: file }, endPrograms: () => servers.endPrograms(), stop };
}

function describe({ dataDir, stack }: TestServers) {
  return {
    dataDir,
    adminUrl: stack.databaseUrl('postgres'),
    temporalAddress: stack.temporalAddress,
    env: stack.env,
  };
}
