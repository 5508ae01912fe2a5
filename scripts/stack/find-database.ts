import { StackProcesses } from '../bench/processes.ts';
import { findRunningStack } from '../demo/running-stack.ts';

export interface FoundDatabase {
  readonly databaseUrl: string;
  /** Of the bank's own books; undefined when nobody says where they are. */
  readonly simulatorUrl: string | undefined;
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
