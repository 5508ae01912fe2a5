import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Our programs keep Node's compiled code here: the next start takes a fifth less processor time. */
export const compileCache = {
  NODE_COMPILE_CACHE: join(projectRoot, 'node_modules', '.cache', 'manilla-compiled'),
} as const;

/** Files and folders of one stack below its data folder (`.manilla` for `npm start`). */
export function stackLayout(dataDir: string) {
  return {
    dataDir,
    logs: join(dataDir, 'logs'),
    processes: join(dataDir, 'processes.json'),
    postgres: join(dataDir, 'postgres'),
    /** Keys that are rotated while the programs run, one file each. */
    keys: join(dataDir, 'keys'),
    temporal: join(dataDir, 'temporal'),
    temporalUi: join(dataDir, 'temporal-ui'),
    simulator: join(dataDir, 'simulator', 'books.sqlite'),
    /** Apart from the database's own files: whoever puts an old copy of those back leaves it as it is. */
    mark: join(dataDir, 'mark', 'database.json'),
    sandbox: join(dataDir, 'sandbox.json'),
    /** The operator's token and the desk's address, for `npx manilla`. */
    operator: join(dataDir, 'operator.json'),
  } as const;
}

export type StackLayout = ReturnType<typeof stackLayout>;

/** The data folder of `npm start`, another one in `live`; MANILLA_DATA_DIR moves it. `localOperator` of src/programs/cli/settings.ts reads it as well. */
export function dataDirFromEnvironment(env: NodeJS.ProcessEnv): string {
  const name = env['MANILLA_ENVIRONMENT'] === 'live' ? '.manilla-live' : '.manilla';
  return env['MANILLA_DATA_DIR'] || join(projectRoot, name);
}

/** The data folder of `npm run cluster`. */
export const clusterDataDir = join(projectRoot, '.manilla-cluster');

/**
 * Returns the folder for built or downloaded programs. The folder is outside the repository, so that every clone shares them.
 */
export function cacheDir(env: NodeJS.ProcessEnv): string {
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'manilla');
}
