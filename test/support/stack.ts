import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { ProgramEnvironment as StackEnvironment } from '../../scripts/stack/environment.ts';
import { freePorts, type StackPorts } from '../../scripts/stack/ports.ts';
import { withClient } from '../../scripts/stack/postgres.ts';
import { ProcessStarter, type RunningProcess, signalGroup } from '../../scripts/stack/processes.ts';
import { startProgram, type SandboxMerchant } from '../../scripts/stack/programs.ts';
import { prepareNamespace } from '../../src/platform/temporal/namespace.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { keysOfProgram } from '../../src/platform/config/program-keys.js';
import { releaseSchema, searchPath } from '../../src/platform/database/release.js';
import { seedMerchant } from '../../src/programs/seed-merchant.js';
import { freshState, isAsMigrated } from './fresh-state.js';
import { madeOnce } from './made-once.js';
import { directOf, startPgBouncer } from './pgbouncer.js';
import './stack-context.js';

export type { SandboxMerchant };

/** What programs are started with; a test may load code of its own into them (crash-preload.ts). */
export interface ProgramEnvironment extends StackEnvironment {
  readonly NODE_OPTIONS?: string;
  readonly CRASH_POINTS_DIR?: string;
}

/** A database of a test's own, migrated and empty. */
export interface TestDatabase {
  /** As the owner. */
  readonly url: string;
  /** As the programs, which may not change everything. */
  readonly appUrl: string;
  /** One query on a connection of the test's own, for looking at what the programs wrote. */
  query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<Row[]>;
  /** Takes away all rows but those that `migrate` wrote: for the next test, at a tenth of what another database costs. */
  empty(): Promise<void>;
  /** Whether its objects, and the rows that `migrate` wrote, are as they were. */
  isAsMigrated(): Promise<boolean>;
  drop(): Promise<void>;
}

/** Clones the migrated template. */
export async function createDatabase(): Promise<TestDatabase> {
  const { adminUrl, templateDatabase, env } = inject('stack');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = adminUrl.replace(/\/postgres(?=\?|$)/, `/${name}`);
  const [quoted, template] = [name, templateDatabase].map((each) => pg.escapeIdentifier(each));
  // Copying its files costs a third of writing each of its pages to the log.
  await adminQuery(adminUrl, `CREATE DATABASE ${quoted} TEMPLATE ${template} STRATEGY FILE_COPY`);
  // A copy has no settings of its own.
  await adminQuery(
    adminUrl,
    `alter database ${quoted} set search_path = ${searchPath(releaseSchema())}`,
  );
  const pool = new pg.Pool({
    ...{ connectionString: url, max: 4, allowExitOnIdle: true },
    connectionTimeoutMillis: 60_000,
  });
  // A connection that a test cuts must fail the query that uses it, not the whole process.
  pool.on('error', () => {});
  const fresh = await freshState(pool);
  return {
    url,
    appUrl: env.DATABASE_URL.replace(/\/manilla(?=\?|$)/, `/${name}`),
    query: async <Row extends pg.QueryResultRow>(
      statement: string | pg.QueryConfig,
      values: unknown[] = [],
    ) => (await pool.query<Row>(statement, values)).rows,
    empty: async () => void (await pool.query(fresh.emptying)),
    isAsMigrated: () => isAsMigrated(pool, fresh),
    drop: async () => {
      await pool.end();
      await adminQuery(adminUrl, `DROP DATABASE IF EXISTS ${quoted} WITH (FORCE)`);
    },
  };
}

/** A database as `migrate` makes it for the live environment. */
export async function createLiveDatabase(): Promise<TestDatabase> {
  const database = await createDatabase();
  await database.query(`update setting set value = 'live' where name = 'environment'`);
  return database;
}

async function adminQuery(adminUrl: string, sql: string): Promise<void> {
  await withClient(adminUrl, (client) => client.query(sql));
}

/** A namespace of the test's own with the product's search attributes, usable at once; returns its name. */
export async function createNamespace(): Promise<string> {
  const namespace = `test-${randomBytes(6).toString('hex')}`;
  await prepareNamespace({
    temporalAddress: inject('stack').temporalAddress,
    temporalNamespace: namespace,
  });
  return namespace;
}

const testPrograms = ['api', 'worker', 'simulator'] as const;
type TestProgramName = (typeof testPrograms)[number];
type OtherProgramName = TestProgramName | 'desk' | 'portal';

/** One running program of a test. */
export interface TestProgram {
  readonly baseUrl: string;
  readonly env: ProgramEnvironment;
  readonly pid: number;
  readonly logFile: string;
  /** Resolves when it has ended, with a few words on how. */
  readonly ended: Promise<string>;
  /** Asks it to stop and waits. */
  stop(): Promise<void>;
  /** SIGKILL, as a crash would. */
  kill(): Promise<void>;
}

/** Starts the API on free ports; `env` names at least the DATABASE_URL it uses. */
export function startApi(env: Partial<ProgramEnvironment>): Promise<TestProgram> {
  return start('api', env);
}

/** Starts a worker on free ports; `env` names at least the DATABASE_URL it uses. */
export function startWorker(env: Partial<ProgramEnvironment>): Promise<TestProgram> {
  return start('worker', env);
}

/** Starts a simulator of a test's own on a free port; `MANILLA_SIMULATOR_API_URL` says whose hooks it tells. */
export function startSimulator(env: Partial<ProgramEnvironment> = {}): Promise<TestProgram> {
  return start('simulator', env);
}

/**
 * Starts the operators' desk beside the programs whose `env` it is given. The desk's ports are chosen now, because theirs were chosen
 * long before, and chosen anew when another program has taken one meanwhile. `settings` are the desk's own, and stay.
 */
export async function startDesk(
  env: Partial<ProgramEnvironment>,
  settings: Partial<ProgramEnvironment> = {},
  choosePorts: () => Promise<Partial<ProgramEnvironment>> = freeDeskPorts,
): Promise<TestProgram> {
  for (let attempt = 1; ; attempt += 1) {
    const ports = await choosePorts();
    try {
      return await start('desk', { ...env, ...ports, ...settings });
    } catch (error) {
      if (attempt === 5 || !String(error).includes('EADDRINUSE')) throw error;
    }
  }
}

/** Five processes may start three programs each at once. */
const readyWithinMs = 240_000;

async function start(
  name: OtherProgramName,
  overrides: Partial<ProgramEnvironment>,
): Promise<TestProgram> {
  const ports = await freeProgramPorts();
  const direct = directOf(overrides.DATABASE_URL);
  const env = { ...inject('stack').env, ...ports, ...direct, ...overrides };
  const port = name === 'desk' ? env.MANILLA_DESK_PORT : env.MANILLA_API_PORT;
  const ownEnv = withOwnKeys(name, env);
  const child = await startProgram(starter(), name, ownEnv, `${name}-${port}`, readyWithinMs);
  return toTestProgram(name, env, child);
}

/** Each program is given its own keys only, as in containers: one that needs another does not start. */
export function withOwnKeys(name: OtherProgramName, env: ProgramEnvironment): ProgramEnvironment {
  const others = keysOfProgram.api.filter((key) => !keysOfProgram[name].includes(key));
  return { ...env, ...(Object.fromEntries(others.map((key) => [key, ''])) as object) };
}

function toTestProgram(
  name: OtherProgramName,
  env: ProgramEnvironment,
  child: RunningProcess,
): TestProgram {
  const port = {
    api: env.MANILLA_API_PORT,
    worker: env.MANILLA_WORKER_METRICS_PORT,
    simulator: env.MANILLA_SIMULATOR_PORT,
    desk: env.MANILLA_DESK_PORT,
    portal: env.MANILLA_PORTAL_PORT,
  }[name];
  const { pid, logFile, ended } = child;
  const [stop, kill] = [() => child.stop(), () => child.kill()];
  return { baseUrl: `http://127.0.0.1:${port}`, env, pid, logFile, ended, stop, kill };
}

async function freeProgramPorts() {
  const { api, apiMetrics, workerMetrics, simulator, ...others } = await freePorts();
  return {
    MANILLA_SIMULATOR_PORT: String(simulator),
    MANILLA_SIMULATOR_URL: `http://127.0.0.1:${simulator}`,
    MANILLA_SIMULATOR_DATA: newSimulatorFile(),
    MANILLA_API_PORT: String(api),
    MANILLA_BASE_URL: `http://127.0.0.1:${api}`,
    ...deskPortsOf(others),
    ...portalPortsOf(others),
    MANILLA_METRICS_PORT: String(apiMetrics),
    MANILLA_WORKER_METRICS_PORT: String(workerMetrics),
  };
}

/** Not named by its port: another bank has had that before, and what it booked would be this one's. */
function newSimulatorFile(): string {
  return join(inject('stack').dataDir, `simulator-${randomBytes(6).toString('hex')}.sqlite`);
}

/** For a desk beside programs that run. */
export async function freeDeskPorts() {
  return deskPortsOf(await freePorts());
}

function portalPortsOf({ portal, portalMetrics }: Pick<StackPorts, 'portal' | 'portalMetrics'>) {
  return {
    MANILLA_PORTAL_PORT: String(portal),
    MANILLA_PORTAL_METRICS_PORT: String(portalMetrics),
    MANILLA_PORTAL_URL: `http://localhost:${portal}`,
  };
}

function deskPortsOf({
  desk,
  deskMetrics,
  codec,
}: Pick<StackPorts, 'desk' | 'deskMetrics' | 'codec'>) {
  return {
    MANILLA_DESK_PORT: String(desk),
    MANILLA_DESK_METRICS_PORT: String(deskMetrics),
    MANILLA_DESK_URL: `http://127.0.0.1:${desk}`,
    MANILLA_CODEC_PORT: String(codec),
  };
}

let processStarter: ProcessStarter | undefined;

function starter(): ProcessStarter {
  const { dataDir } = inject('stack');
  const record = join(dataDir, `processes-${process.pid}.json`);
  return (processStarter ??= new ProcessStarter(join(dataDir, 'logs'), record));
}

/** A whole Manilla of a test's own. */
export interface TestManilla {
  readonly baseUrl: string;
  /** The simulator's books are in a file, so that a restart keeps them. */
  readonly simulatorUrl: string;
  readonly merchant: SandboxMerchant;
  readonly database: TestDatabase;
  readonly temporal: { readonly address: string; readonly namespace: string };
  readonly env: ProgramEnvironment;
  /** The program as it runs now (another process after a restart). */
  program(name: TestProgramName): TestProgram;
  /** SIGKILL, as a crash would. */
  kill(name: TestProgramName): Promise<void>;
  /** Starts it again on the same ports, ending it first when it still runs. */
  restart(name: TestProgramName): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A merchant of this name with a prefix of its own, made as the program `seed` makes it; a known name gets another secret.
 * `ownerUrl` is for a database that is not on the servers of the test run.
 */
export function seedShop(
  env: ProgramEnvironment,
  name: string,
  ownerUrl = ownerUrlOf(env),
): Promise<SandboxMerchant> {
  return withClient(ownerUrl, (client) => seedMerchant(client, loadConfig({ ...env }), name));
}

function ownerUrlOf(env: ProgramEnvironment): string {
  const { adminUrl } = inject('stack');
  return adminUrl.replace(/\/postgres(?=\?|$)/, new URL(env.DATABASE_URL).pathname);
}

/** Nothing happens by itself: a test asks for what it wants. */
const quietly = {
  // Databases of tests are copies of one: a file that they shared would call each a restored one.
  MANILLA_MARK_FILE: '',
  MANILLA_RECONCILE_EVERY_MS: 'off',
  MANILLA_SETTLE_DAILY: 'off',
  MANILLA_PROVE_BOOKS: 'off',
  MANILLA_SETTLE_INSTANT_EVERY_MS: 'off',
  MANILLA_SETTLEMENTS_PER_SECOND: '1000',
};

/** The environment of programs of a test's own beside no Temporal: what it would be told waits in the database. */
export async function edgeEnvironment(
  database: TestDatabase,
  overrides: Partial<ProgramEnvironment>,
): Promise<ProgramEnvironment> {
  const { api: nobodyListens } = await freePorts();
  const own = {
    DATABASE_URL: database.appUrl,
    TEMPORAL_ADDRESS: `127.0.0.1:${nobodyListens}`,
    MANILLA_LOG_LEVEL: 'silent',
  };
  return {
    ...inject('stack').env,
    ...(await freeProgramPorts()),
    ...quietly,
    ...own,
    ...overrides,
  };
}

/**
 * The Manilla that the test files of this process use one after the other; each brings merchants of its own. That Manilla ends
 * with the process, so that it takes nothing from the tests of others. Whoever kills a program starts it again. A test that asks
 * for other settings starts a Manilla of its own.
 */
export const sharedManilla = madeOnce(startShared);

async function startShared(): Promise<TestManilla> {
  const { apiMetrics } = await freePorts();
  const manilla = await startEverything({
    // Every line and every metric that there can be, for those who look for what must not be in them.
    MANILLA_LOG_LEVEL: 'trace',
    MANILLA_SDK_METRICS_PORT: String(apiMetrics),
    // Of rails whose silence a test waits for.
    MANILLA_RAIL_TIMEOUT_MS: '3000',
  });
  // How vitest ends a process that has no more files to run.
  process.once('SIGTERM', () => {
    for (const name of testPrograms) signalGroup(manilla.program(name).pid, 'SIGKILL');
    process.exit();
  });
  return manilla;
}

/** Fresh database, fresh namespace, API, worker, simulator and a seeded merchant; `overrides` go to every program. `isPooled`: behind a PgBouncer. */
export async function startEverything(
  overrides: Partial<ProgramEnvironment> = {},
  isPooled = process.env['MANILLA_TEST_PGBOUNCER'] === 'on',
): Promise<TestManilla> {
  const [database, namespace, ports] = await Promise.all([
    createDatabase(),
    createNamespace(),
    freeProgramPorts(),
  ]);
  const pooler = isPooled
    ? await startPgBouncer(database, starter(), inject('stack').dataDir)
    : undefined;
  const own = {
    ...quietly,
    DATABASE_URL: database.appUrl,
    ...(pooler && { DATABASE_URL: pooler.url, MANILLA_DIRECT_DATABASE_URL: database.appUrl }),
    TEMPORAL_NAMESPACE: namespace,
  };
  const env = { ...inject('stack').env, ...ports, ...own, ...overrides };
  const merchant = await seedShop(env, 'Sandbox Shop');
  const [api, worker, simulator] = await Promise.all([
    start('api', env),
    start('worker', env),
    start('simulator', env),
  ]);
  const programs = { api, worker, simulator };
  return {
    baseUrl: api.baseUrl,
    simulatorUrl: simulator.baseUrl,
    merchant,
    database,
    temporal: { address: env.TEMPORAL_ADDRESS, namespace },
    env,
    program: (name) => programs[name],
    kill: (name) => programs[name].kill(),
    restart: async (name) => {
      await programs[name].stop();
      programs[name] = await start(name, env);
    },
    stop: async () => {
      await Promise.all(Object.values(programs).map((program) => program.stop()));
      await pooler?.stop();
      await database.drop();
    },
  };
}
