import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { projectRoot } from './layout.ts';
import { temporalPortOffsets } from './ports.ts';
import { shardsOfStore } from './temporal-shards.ts';

export interface PostgresStore {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export interface TemporalConfig {
  /** Holds the configuration files and the SQLite file. */
  readonly dir: string;
  /** First of the ports in a row that the server's services listen on; the first is the frontend. */
  readonly port: number;
  /** Executions: a SQLite file in `dir`, or a PostgreSQL database. */
  readonly mainStore: 'sqlite' | PostgresStore;
  readonly visibilityStore: PostgresStore;
  /** Whether the server keeps metrics for Prometheus: they cost processor time, and 2 MB at each scrape. */
  readonly servesMetrics?: boolean;
  /**
   * The number of shards of a new store, 16 unless the caller says otherwise; an existing store keeps its own number.
   */
  readonly historyShards?: number | undefined;
  /** Whether the server keeps its own settings: neither `dynamicConfig` nor `dynamic`. */
  readonly ownSettings?: boolean;
  /** Laid over `dynamicConfig`. */
  readonly dynamic?: Readonly<Record<string, DynamicValue>>;
}

type DynamicValue = boolean | number | string;

/** Only for stacks on one machine, where tests skip time and make namespaces by the dozen. */
const localOnly: Readonly<Record<string, DynamicValue>> = {
  // The key was renamed after 1.32.0; the server ignores the one it does not know.
  'frontend.WorkflowTimeSkippingEnabled': true,
  'system.workflowTimeSkippingEnabled': true,
  'frontend.namespaceRPS.visibility': 1_000,
  'frontend.namespaceRPS.namespaceReplicationInducingAPIs': 1_000,
  'frontend.rps.namespaceReplicationInducingAPIs': 1_000,
};

/**
 * The dynamic configuration of a local stack: the settings that all deployments share, and those that only local ones
 * need.
 */
export function dynamicConfig(): Readonly<Record<string, DynamicValue>> {
  const file = join(projectRoot, 'tools', 'temporal', 'dynamic-config.yaml');
  const shared = parse(readFileSync(file, 'utf8')) as Record<string, [{ value: DynamicValue }]>;
  const values = Object.entries(shared).map(([key, [{ value }]]) => [key, value] as const);
  return { ...Object.fromEntries(values), ...localOnly };
}

/** Writes server.yaml and dynamic.yaml and returns the path of server.yaml. */
export function writeServerConfig(config: TemporalConfig): string {
  const dynamicFile = config.ownSettings
    ? writeValues(config.dir, {})
    : writeDynamicConfig(config.dir, config.dynamic);
  const serverFile = join(config.dir, 'server.yaml');
  writeFileSync(serverFile, stringify(serverConfig(config, dynamicFile)), { mode: 0o600 });
  return serverFile;
}

/** Writes dynamic.yaml below `dir` and returns its path; `laidOver` overrides `dynamicConfig`. */
export function writeDynamicConfig(
  dir: string,
  laidOver: Readonly<Record<string, DynamicValue>> = {},
): string {
  return writeValues(dir, { ...dynamicConfig(), ...laidOver });
}

function writeValues(dir: string, values: Readonly<Record<string, DynamicValue>>): string {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, 'dynamic.yaml');
  const constrained = Object.entries(values).map(([key, value]) => [key, [{ value }]]);
  writeFileSync(file, stringify(Object.fromEntries(constrained)));
  return file;
}

/** From the port of a service of the stock server to the one by which its processes know each other. */
const membershipPortOffset = 20;

function serverConfig(config: TemporalConfig, dynamicFile: string) {
  const at = (listener: keyof typeof temporalPortOffsets) =>
    config.port + temporalPortOffsets[listener];
  const address = `127.0.0.1:${at('frontend')}`;
  const service = (name: 'frontend' | 'history' | 'matching' | 'worker', httpPort?: number) => {
    // PostgreSQL keeps the port in a smallint: one that the server chooses by itself is often too high for it.
    const membershipPort = config.ownSettings ? at(name) + membershipPortOffset : undefined;
    return { rpc: { grpcPort: at(name), bindOnLocalHost: true, httpPort, membershipPort } };
  };
  return {
    log: { stdout: true, level: 'warn' },
    ...(config.servesMetrics === true
      ? { global: { metrics: { prometheus: { listenAddress: `127.0.0.1:${at('metrics')}` } } } }
      : {}),
    persistence: {
      defaultStore: 'main',
      visibilityStore: 'visibility',
      numHistoryShards: shardsOfStore(config.dir, config.historyShards),
      datastores: {
        main: { sql: mainStore(config) },
        visibility: { sql: postgresStore(config.visibilityStore, 10) },
      },
    },
    services: {
      frontend: service('frontend', at('http')),
      history: service('history'),
      matching: service('matching'),
      worker: service('worker'),
    },
    clusterMetadata: clusterMetadata(address),
    dcRedirectionPolicy: { policy: 'noop' },
    dynamicConfigClient: { filepath: dynamicFile, pollInterval: '60s' },
  };
}

/** The metadata of a server that is alone. */
export function clusterMetadata(rpcAddress: string) {
  const active = { enabled: true, initialFailoverVersion: 1, rpcName: 'frontend', rpcAddress };
  return {
    enableGlobalNamespace: false,
    failoverVersionIncrement: 10,
    masterClusterName: 'active',
    currentClusterName: 'active',
    clusterInformation: { active },
  };
}

function mainStore({ mainStore: store, dir }: TemporalConfig) {
  if (store !== 'sqlite') return postgresStore(store, 20);
  return {
    pluginName: 'sqlite',
    databaseName: sqliteFile(dir),
    connectAddr: 'localhost',
    connectProtocol: 'tcp',
    connectAttributes: {
      mode: 'rwc',
      cache: 'private',
      setup: 'true',
      journal_mode: 'wal',
      // NORMAL survives any kill of the process; only a power cut may cost the last milliseconds.
      synchronous: 'normal',
    },
    maxConns: 1,
    maxIdleConns: 1,
  };
}

/** The SQLite file of the main store. */
export function sqliteFile(dir: string): string {
  return join(dir, 'temporal.db');
}

export function postgresStore(store: PostgresStore, maxConns: number) {
  return {
    pluginName: 'postgres12_pgx',
    databaseName: store.database,
    connectAddr: `127.0.0.1:${store.port}`,
    connectProtocol: 'tcp',
    user: store.user,
    password: store.password,
    maxConns,
    maxIdleConns: maxConns,
    maxConnLifetime: '1h',
  };
}

/**
 * Buttons that the UI leaves out, because each harms a workflow that Manilla looks after. Update, Signal, Cancel and Reset
 * stay. docker-compose.yml sets the same.
 */
export const uiSwitchedOff = [
  'workflowTerminateDisabled',
  'workflowPauseDisabled',
  'batchActionsDisabled',
  'startWorkflowDisabled',
  'activityCommandsDisabled',
] as const;

/**
 * The UI does not know who somebody is, so it changes nothing unless an engineer has asked for it: MANILLA_UI_WRITES=on opens updates,
 * signals, cancellation and reset of workflows, and pause, trigger and backfill of Schedules. The same in docker-compose.yml.
 */
export function uiIsReadOnly(env: Readonly<Record<string, string | undefined>>): boolean {
  return env['MANILLA_UI_WRITES'] !== 'on';
}

/** Writes the UI's configuration below `dir`, which is then its `--root`. */
export function writeUiConfig(
  dir: string,
  ui: { port: number; temporalPort: number; codecUrl: string; deskUrl: string },
): void {
  mkdirSync(join(dir, 'config'), { recursive: true });
  const config = {
    temporalGrpcAddress: `127.0.0.1:${ui.temporalPort}`,
    host: '127.0.0.1',
    port: ui.port,
    enableUi: true,
    defaultNamespace: 'manilla',
    disableNewsFetch: true,
    hideLogs: true,
    disableWriteActions: uiIsReadOnly(process.env),
    cors: { allowOrigins: [`http://127.0.0.1:${ui.port}`, `http://localhost:${ui.port}`] },
    codec: {
      endpoint: ui.codecUrl,
      // The desk's cookie says who reads: cookies know no port.
      includeCredentials: true,
      defaultErrorMessage: 'Sign in at the desk to read payloads, then load this page again.',
      defaultErrorLink: `${ui.deskUrl}/desk`,
    },
    ...Object.fromEntries(uiSwitchedOff.map((name) => [name, true])),
  };
  writeFileSync(join(dir, 'config', 'development.yaml'), stringify(config));
}
