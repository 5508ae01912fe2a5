import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { versionKey } from './temporal-binaries.ts';
import type { TemporalSource } from './temporal-choice.ts';
import {
  dynamicConfig,
  sqliteFile,
  writeServerConfig,
  writeUiConfig,
  type PostgresStore,
  type TemporalConfig,
} from './temporal-config.ts';
import { temporalPortOffsets } from './ports.ts';
import { keepShards, shardsOfStore } from './temporal-shards.ts';
import { searchAttributes } from '../../src/platform/temporal/namespace.ts';
import { withClient } from './postgres.ts';
import { Problem } from './problem.ts';
import type { ProcessStarter, RunningProcess } from './processes.ts';
import { lightenVisibility } from './visibility-table.ts';
import { accepts, answers, waitUntilReady } from './readiness.ts';

const run = promisify(execFile);
/** A server asked to stop while it still starts takes 10 s; ending it is safe, its stores survive any kill. */
const stopTimeoutMs = 4_000;
/**
 * Collecting garbage less often saves a fifth of the server's CPU; near the limit it is collected more often, and the server raises
 * the limit when it needs more (tools/temporal/stand-ins/main.go).
 */
const garbage = { GOGC: '400', GOMEMLIMIT: '360MiB' };

export type Binaries = Extract<TemporalSource, { kind: 'binaries' }>;

/** Starts the server from its binaries and returns once its frontend serves, within `readyWithinMs`. */
export async function startTemporalServer(
  starter: ProcessStarter,
  binaries: Binaries,
  config: TemporalConfig,
  readyWithinMs = 60_000,
): Promise<RunningProcess> {
  mkdirSync(config.dir, { recursive: true });
  const shards = shardsOfStore(config.dir, config.historyShards);
  const schemaKnown = readMarker(config.dir) === versionKey();
  if (!schemaKnown) await setUpSchemas(binaries, config);
  const file = writeServerConfig(config);
  const child = starter.start({
    name: 'temporal',
    command: binaries.server,
    args: binaries.isStock ? ['--config-file', file, 'start'] : [file],
    env: { ...process.env, ...(binaries.isStock ? {} : garbage) },
    stopTimeoutMs,
  });
  const url = `http://127.0.0.1:${config.port + temporalPortOffsets.http}/api/v1/cluster-info`;
  await waitUntilReady(child, () => answers(url), readyWithinMs);
  if (!schemaKnown) writeFileSync(markerFile(config.dir), versionKey());
  keepShards(config.dir, shards);
  return child;
}

/** Written after the first good start: without it a half-made schema is thrown away and made again. */
function markerFile(dir: string): string {
  return join(dir, 'schema-version');
}

function readMarker(dir: string): string | undefined {
  try {
    return readFileSync(markerFile(dir), 'utf8');
  } catch {
    return undefined;
  }
}

async function setUpSchemas(binaries: Binaries, config: TemporalConfig): Promise<void> {
  const fresh = readMarker(config.dir) === undefined;
  if (config.mainStore === 'sqlite') {
    const file = sqliteFile(config.dir);
    if (fresh)
      [file, `${file}-wal`, `${file}-shm`].forEach((path) => rmSync(path, { force: true }));
  } else {
    if (fresh) await empty(config.mainStore);
    await setUpPostgresSchema(binaries, config.mainStore, 'temporal');
  }
  if (fresh) await empty(config.visibilityStore);
  await setUpPostgresSchema(binaries, config.visibilityStore, 'visibility');
  if (!binaries.isStock) await lightenVisibility(urlOf(config.visibilityStore));
}

function urlOf({ user, password, port, database }: PostgresStore): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
}

/** Removes the leftovers of a store before this one: its folder was moved away, or its schema was half made. */
async function empty(store: PostgresStore): Promise<void> {
  await withClient(urlOf(store), (client) =>
    client.query('drop schema public cascade; create schema public'),
  );
}

/** Makes or updates the tables of a store. */
export async function setUpPostgresSchema(
  binaries: Binaries,
  store: PostgresStore,
  schema: 'temporal' | 'visibility',
): Promise<void> {
  const connection = ['--plugin', 'postgres12_pgx', '--ep', '127.0.0.1', '-p', String(store.port)];
  const database = ['-u', store.user, '--db', store.database];
  const env = { ...process.env, SQL_PASSWORD: store.password };
  const sqlTool = async (...command: string[]): Promise<void> => {
    try {
      await run(binaries.sqlTool, [...connection, ...database, ...command], { env });
    } catch (error) {
      throw schemaProblem(schema, error as { stdout?: string; message: string });
    }
  };
  await sqlTool('setup-schema', '-v', '0.0');
  await sqlTool('update-schema', '--schema-name', `postgresql/v12/${schema}`);
}

function schemaProblem(schema: string, failure: { stdout?: string; message: string }): Problem {
  const reason = /"error": "(.*?)",? "logging/.exec(failure.stdout ?? '')?.[1];
  return new Problem(
    `Temporal's ${schema} schema could not be set up (${reason ?? failure.message.split('\n')[0]}); ` +
      'run npm run reset to start with empty data.',
  );
}

/** Starts the web UI that belongs to the server's binaries. */
export async function startTemporalUi(
  starter: ProcessStarter,
  binaries: Binaries,
  options: { dir: string; port: number; temporalPort: number; codecUrl: string; deskUrl: string },
): Promise<RunningProcess> {
  writeUiConfig(options.dir, options);
  const child = starter.start({
    name: 'temporal-ui',
    command: binaries.ui,
    args: ['--root', options.dir, 'start'],
    env: process.env,
  });
  await waitUntilReady(child, () => accepts(options.port), 20_000);
  return child;
}

/** Starts `temporal server start-dev`, which holds server and UI in one process and SQLite for all its data. */
export async function startTemporalCli(
  starter: ProcessStarter,
  program: string,
  options: { dir: string; port: number; uiPort: number; codecUrl: string; servesMetrics: boolean },
): Promise<RunningProcess> {
  mkdirSync(options.dir, { recursive: true });
  const pairs = (flag: string, values: object): string[] =>
    Object.entries(values).flatMap(([name, value]) => [flag, `${name}=${value}`]);
  const child = starter.start({
    name: 'temporal',
    command: program,
    args: [
      ...['server', 'start-dev', '--ip', '127.0.0.1', '--log-level', 'warn'],
      ...['--port', String(options.port), '--ui-port', String(options.uiPort)],
      ...['--ui-codec-endpoint', options.codecUrl, '--ui-disable-news-fetch'],
      ...(options.servesMetrics
        ? ['--metrics-port', String(options.port + temporalPortOffsets.metrics)]
        : []),
      ...['--db-filename', sqliteFile(options.dir)],
      ...pairs('--sqlite-pragma', { journal_mode: 'wal', synchronous: 'normal' }),
      ...pairs('--search-attribute', searchAttributes),
      ...pairs('--dynamic-config-value', dynamicConfig()),
    ],
    env: { ...process.env, ...garbage },
    stopTimeoutMs,
  });
  await waitUntilReady(child, () => accepts(options.port), 60_000);
  return child;
}
