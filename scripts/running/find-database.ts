import { StackProcesses } from './processes.ts';
import { findRunningStack, type RunningStack } from './running-stack.ts';
import { postgresUser } from '../stack/postgres.ts';
import { loadSecrets } from '../stack/secrets.ts';

export interface FoundDatabase {
  readonly databaseUrl: string;
  /** Of the bank's own books; undefined when nobody says where they are. */
  readonly simulatorUrl: string | undefined;
}

/** The running stack's database as its owner, who may vacuum what a bench has filled. */
export function ownerDatabaseUrl({ layout }: RunningStack): string {
  const url = new URL(new StackProcesses(layout.processes).apiVariable('DATABASE_URL'));
  url.username = postgresUser;
  url.password = loadSecrets(layout.dataDir).POSTGRES_PASSWORD;
  return url.href;
}

/** The database that DATABASE_URL names, or else the running stack's; a Problem when there is neither. */
export async function findDatabase(): Promise<FoundDatabase> {
  const { DATABASE_URL: databaseUrl, MANILLA_SIMULATOR_URL: simulatorUrl } = process.env;
  if (databaseUrl !== undefined) return { databaseUrl, simulatorUrl };
  const { sandbox, layout } = await findRunningStack();
  const processes = new StackProcesses(layout.processes);
  return {
    databaseUrl: processes.apiVariable('DATABASE_URL'),
    simulatorUrl: sandbox.simulatorUrl,
  };
}
