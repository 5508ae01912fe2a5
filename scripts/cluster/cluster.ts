import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationEnvironment, ProgramEnvironment } from '../stack/environment.ts';
import { stackLayout, type StackLayout } from '../stack/layout.ts';
import { startPgBouncer } from '../stack/pgbouncer.ts';
import { accountOfServer, postgresUser, startPostgres } from '../stack/postgres.ts';
import { Problem } from '../stack/problem.ts';
import { ProcessStarter, type RunningProcess } from '../stack/processes.ts';
import { startProgram } from '../stack/programs.ts';
import { loadSecrets, type Secrets } from '../stack/secrets.ts';
import { startTemporalUi, type Binaries } from '../stack/temporal.ts';
import type { TemporalSource } from '../stack/temporal-choice.ts';
import { environmentOf, namespace, primaryUrl } from './environment.ts';
import {
  databaseParts,
  type DatabasePart,
  type Databases,
  type DatabaseSettings,
} from './databases.ts';
import { replicas, requireProgram, startHaproxy } from './haproxy.ts';
import type { ClusterPorts } from './ports.ts';
import { TemporalCluster } from './temporal.ts';
import { temporalProcesses, type TemporalProcessName } from './temporal-config.ts';

type Replica = 1 | 2 | 3;

/** The parts that are started again when they end. The two PostgreSQLs are not among them: Patroni has them. */
export type ClusterPart =
  | 'postgres-temporal'
  | 'haproxy'
  | 'pgbouncer'
  | 'simulator'
  | 'temporal-ui'
  | 'desk'
  | 'portal'
  | DatabasePart
  | TemporalProcessName
  | `api-${Replica}`
  | `worker-${Replica}`;

const numbers = Array.from({ length: replicas }, (_, nth) => (nth + 1) as Replica);
export const apiParts = numbers.map((each) => `api-${each}` as const);
export const workerParts = numbers.map((each) => `worker-${each}` as const);
export const temporalParts = temporalProcesses.map(({ name }) => name);

export interface ClusterOptions {
  /** Holds the data, logs, secrets and the record of processes; made when missing. */
  readonly dataDir: string;
  readonly ports: ClusterPorts;
  readonly logLevel?: string | undefined;
  /** Laid over the environment of each of our programs. */
  readonly overrides?: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
  /** The keeper of the two PostgreSQLs. */
  readonly databases: (settings: DatabaseSettings) => Databases;
  /** Called when a process ends that nobody asked to. */
  readonly onUnexpectedEnd: (part: ClusterPart, how: string) => void;
}

/** Before each try to start a part again: others do its work meanwhile, or nobody does. */
export const restartPausesMs = [0, 250, 500, 1_000, 4_000] as const;

/** Programs stop before the parts that they need. */
const stopLast = [/^(haproxy|pgbouncer)/, /^temporal-/, /^(postgres|patroni)-/, /^etcd/];

/** The parts of a cluster on one machine, each a process of its own. */
export class Cluster {
  readonly layout: StackLayout;
  readonly starter: ProcessStarter;
  readonly ports: ClusterPorts;
  readonly databases: Databases;
  readonly #options: ClusterOptions;
  readonly #secrets: Secrets;
  #binaries: Binaries | undefined;
  #isStopping = false;

  constructor(options: ClusterOptions) {
    mkdirSync(options.dataDir, { recursive: true });
    this.layout = stackLayout(options.dataDir);
    this.starter = new ProcessStarter(this.layout.logs, this.layout.processes);
    this.ports = options.ports;
    this.#options = options;
    this.#secrets = loadSecrets(options.dataDir);
    this.databases = options.databases({
      ...{ starter: this.starter, ports: this.ports, say: options.say },
      dir: join(options.dataDir, 'postgres'),
      password: this.#secrets.POSTGRES_PASSWORD,
      keep: (part) => this.start(part),
    });
  }

  /** @throws Problem when HAProxy or PgBouncer is not installed */
  static requirePrograms(): void {
    requireProgram('haproxy', '-v');
    requireProgram('pgbouncer', '--version');
  }

  /** @throws Problem when the server is not one whose services can be processes of their own */
  useTemporal(source: TemporalSource): void {
    if (source.kind !== 'binaries') {
      throw new Problem(
        'The cluster runs each service of Temporal as a process of its own, which the temporal CLI cannot: install Go 1.26.8 or newer (https://go.dev/dl), by which the server is built once.',
      );
    }
    this.#binaries = source;
  }

  get urls(): Readonly<Record<'api' | 'ui' | 'simulator' | 'desk' | 'portal' | 'proxy', string>> {
    const at = (...place: Parameters<ClusterPorts['of']>): string =>
      `http://127.0.0.1:${this.ports.of(...place)}`;
    return {
      ...{ api: at('api'), ui: at('ui'), simulator: at('simulator') },
      ...{ desk: at('desk'), proxy: at('proxyStats') },
      portal: `http://localhost:${this.ports.of('portal')}`,
    };
  }

  get temporalPlace() {
    const temporalAddress = `127.0.0.1:${this.ports.of('temporal')}`;
    return { temporalAddress, temporalNamespace: namespace };
  }

  /** Logs in as the owner, through HAProxy. */
  get ownerUrl(): string {
    return primaryUrl(this.#settings, 'owner');
  }

  /** Returns the environment of the program of this name. */
  environment(name: string, nth = 0): ProgramEnvironment {
    return { ...environmentOf(this.#settings, name, nth), ...this.#options.overrides };
  }

  /**
   * Returns the environment of `migrate` and `seed`. The owner of the tables has a URL of its own, because PgBouncer has no
   * password of the owner's.
   */
  get migrationEnv(): MigrationEnvironment {
    const { MANILLA_SANDBOX_CLIENT_SECRET, MANILLA_SANDBOX_OPERATOR_TOKEN } = this.#secrets;
    const own = { MANILLA_SANDBOX_CLIENT_SECRET, MANILLA_SANDBOX_OPERATOR_TOKEN };
    return { ...this.environment('migrate'), ...own, MANILLA_OWNER_DATABASE_URL: this.ownerUrl };
  }

  /** Starts Temporal: one process first, which the others find. */
  async startTemporal(): Promise<void> {
    await this.#temporal.prepare();
    const [first, ...others] = temporalParts as [TemporalProcessName, ...TemporalProcessName[]];
    await this.start(first);
    await Promise.all(others.map((each) => this.start(each)));
  }

  /** Starts one part and returns once it is ready. */
  async start(part: ClusterPart): Promise<void> {
    if (this.#isStopping) throw new Problem('The cluster is being stopped.');
    const child = await this.#startPart(part);
    void child.ended.then((how) => {
      if (!this.#isStopping) this.#options.onUnexpectedEnd(part, how);
    });
    // Stopping may have begun while the part was getting ready.
    if (this.#isStopping) await child.stop();
  }

  /** The running process of this name, the two PostgreSQLs included. */
  process(name: string): RunningProcess | undefined {
    return this.starter.running().find((each) => each.name === name);
  }

  /** Stops everything that runs, in order; waits for it. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.databases.stop?.();
    const running = this.starter.running();
    const stageOf = ({ name }: RunningProcess): number =>
      stopLast.findIndex((kind) => kind.test(name));
    for (const stage of [-1, ...stopLast.keys()]) {
      await Promise.all(
        running.filter((each) => stageOf(each) === stage).map((each) => each.stop()),
      );
    }
  }

  #startPart(part: ClusterPart): Promise<RunningProcess> {
    const { starter, layout, ports } = this;
    const temporal = temporalParts.find((each) => each === part);
    if (temporal !== undefined) return this.#temporal.start(temporal);
    const ofDatabases = databaseParts.find((each) => each === part);
    if (ofDatabases !== undefined) {
      const started = this.databases.startPart?.(ofDatabases);
      if (started === undefined) throw new Error(`nobody starts ${part}`);
      return started;
    }
    switch (part) {
      case 'postgres-temporal':
        return this.#startTemporalDatabase();
      case 'haproxy':
        return startHaproxy(starter, join(layout.dataDir, 'haproxy'), ports);
      case 'pgbouncer':
        return this.#startPgBouncer();
      case 'temporal-ui':
        return this.#startUi();
      case 'simulator':
      case 'desk':
      case 'portal':
        return startProgram(starter, part, this.environment(part));
      default: {
        const [program, number] = part.split('-') as ['api' | 'worker', string];
        return startProgram(starter, program, this.environment(part, Number(number) - 1), part);
      }
    }
  }

  async #startPgBouncer(): Promise<RunningProcess> {
    const { DATABASE_URL, MANILLA_DIRECT_DATABASE_URL = '' } = this.environment('pgbouncer');
    const { owner } = await accountOfServer(this.layout.dataDir);
    return startPgBouncer(this.starter, join(this.layout.dataDir, 'pgbouncer'), {
      port: this.ports.of('pgbouncer'),
      name: new URL(DATABASE_URL).pathname.slice(1),
      url: MANILLA_DIRECT_DATABASE_URL,
      owner,
    });
  }

  #startTemporalDatabase(): Promise<RunningProcess> {
    return startPostgres(this.starter, {
      name: 'postgres-temporal',
      dataDir: join(this.layout.dataDir, 'postgres', 'temporal'),
      port: this.ports.of('temporalDatabase'),
      password: this.#secrets.POSTGRES_PASSWORD,
      databases: ['temporal', 'temporal_visibility'],
      // Frequent checkpoints leave less to be written after a crash, because no other server takes its place meanwhile.
      settings: { shared_buffers: '128MB', checkpoint_timeout: '30s' },
    });
  }

  #startUi(): Promise<RunningProcess> {
    return startTemporalUi(this.starter, this.#requireBinaries(), {
      dir: this.layout.temporalUi,
      port: this.ports.of('ui'),
      temporalPort: this.ports.of('temporal'),
      codecUrl: `http://127.0.0.1:${this.ports.of('codec')}`,
      deskUrl: this.urls.desk,
    });
  }

  get #temporal(): TemporalCluster {
    const store = (database: string) => ({
      port: this.ports.of('temporalDatabase'),
      user: postgresUser,
      password: this.#secrets.POSTGRES_PASSWORD,
      database,
    });
    const dir = join(this.layout.dataDir, 'temporal');
    const stores = { main: store('temporal'), visibility: store('temporal_visibility') };
    return new TemporalCluster(this.starter, this.#requireBinaries(), dir, this.ports, stores);
  }

  #requireBinaries(): Binaries {
    if (this.#binaries === undefined) throw new Error('useTemporal must come before start');
    return this.#binaries;
  }

  get #settings() {
    const { ports, layout } = this;
    return { ports, layout, secrets: this.#secrets, logLevel: this.#options.logLevel };
  }
}
