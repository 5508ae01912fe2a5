import { StackProcesses } from './processes.ts';
import type { RunningStack } from './running-stack.ts';
import { postgresUser } from '../stack/postgres.ts';
import { loadSecrets } from '../stack/secrets.ts';

/** The running stack's database as its owner, who may vacuum tables that a bench has filled. */
export function ownerDatabaseUrl({ layout }: RunningStack): string {
  const url = new URL(new StackProcesses(layout.processes).apiVariable('DATABASE_URL'));
  url.username = postgresUser;
  url.password = loadSecrets(layout.dataDir).POSTGRES_PASSWORD;
  return url.href;
}
