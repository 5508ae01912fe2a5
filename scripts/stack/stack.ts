import { mkdirSync } from 'node:fs';
import type { TemporalProfile } from '../../src/platform/config/temporal-profile.ts';
import type { TemporalPlace } from '../../src/platform/temporal/connection.ts';
import {
  programEnvironment,
  type LocalEnvironment,
  type MigrationEnvironment,
  type ProgramEnvironment,
} from './environment.ts';
import { stackLayout, type StackLayout } from './layout.ts';
import { requireFreePorts, type PortName, type StackPorts } from './ports.ts';
import { appUser, postgresUrl, postgresUser, startPostgres } from './postgres.ts';
import { Problem } from './problem.ts';
import { ProcessStarter, type RunningProcess } from './processes.ts';
import { startProgram, type ProgramName } from './programs.ts';
import { keepKeyFiles, loadSecrets, type Secrets } from './secrets.ts';
import { startTemporalCli, startTemporalServer, startTemporalUi } from './temporal.ts';
import { describeChoice, profileOf, type TemporalSource } from './temporal-choice.ts';
import type { TemporalConfig } from './temporal-config.ts';

export interface StackOptions {
  /** Holds the data, logs, secrets and the record of processes; made when missing. */
  readonly dataDir: string;
  readonly ports: StackPorts;
  readonly environment?: LocalEnvironment;
  /** The Temporal namespace the programs use. */
  readonly namespace?: string;
  readonly logLevel?: string | undefined;
  /** Whether the keys that are rotated lie in files of their own. */
  readonly keyFiles?: boolean;
  /** The kind of store in which Temporal keeps executions; a SQLite file unless the caller says otherwise. */
  readonly temporalStore?: 'sqlite' | 'postgres';
  /** The number of shards of a store that is made now. */
  readonly temporalShards?: number | undefined;
  /** Whether Temporal serves its own metrics, on the last of its ports. */
  readonly temporalMetrics?: boolean;
  /** Extra PostgreSQL settings and Temporal dynamic configuration, for tests. */
  readonly postgresSettings?: Readonly<Record<string, string>>;
  readonly temporalDynamic?: NonNullable<TemporalConfig['dynamic']>;
  /** Called when a process ends that nobody asked to. */
  readonly onUnexpectedEnd?: (part: StackPart, how: string) => void;
}

type SeedSecret = 'MANILLA_SANDBOX_CLIENT_SECRET' | 'MANILLA_SANDBOX_OPERATOR_TOKEN';

export type StackPart = 'postgres' | 'temporal' | 'ui' | ProgramName;

/** Programs inherit this process's variables: variables about another Temporal must not reach ours. */
export function noTemporalOfOthers(): Readonly<Record<string, string>> {
  const names = Object.keys(process.env).filter((name) => name.startsWith('TEMPORAL_'));
  return Object.fromEntries(names.map((name) => [name, '']));
}

/** The number of shards that the server's published image makes. */
const stockShards = 4;

/** Parts that nothing else needs stop first; the stores they write to stop last. */
const stopLast: readonly string[] = ['temporal', 'postgres'];

/** One local stack: starts its parts one by one and stops the running ones in the right order. */
export class Stack {
  readonly layout: StackLayout;
  readonly starter: ProcessStarter;
  readonly ports: StackPorts;
  readonly #options: StackOptions;
  readonly #secrets: Secrets;
  readonly #keyFiles: Partial<ProgramEnvironment>;
  #source: TemporalSource | undefined;
  #stopping = false;

  constructor(options: StackOptions) {
    mkdirSync(options.dataDir, { recursive: true });
    this.layout = stackLayout(options.dataDir);
    this.starter = new ProcessStarter(this.layout.logs, this.layout.processes);
    this.ports = options.ports;
    this.#options = options;
    this.#secrets = loadSecrets(options.dataDir);
    this.#keyFiles = options.keyFiles ? keepKeyFiles(this.layout.keys, this.#secrets) : {};
  }

  /** Decides which Temporal server is used; needed before `start('temporal')` and `env`. */
  useTemporal(source: TemporalSource): void {
    this.#source = source;
  }

  get temporalAddress(): string {
    return this.#source?.kind === 'running'
      ? this.#source.address
      : `127.0.0.1:${this.ports.temporal}`;
  }

  /** Says how the Temporal server was chosen, and how to choose another. */
  get temporalChoice(): string {
    return describeChoice(this.#requireSource());
  }

  /** The addresses at which people and programs reach the stack. */
  get urls(): Readonly<Record<'api' | 'ui' | 'simulator' | 'desk' | 'portal', string>> {
    const { api, ui, simulator, desk, portal } = this.ports;
    const at = (port: number): string => `http://127.0.0.1:${port}`;
    return {
      ...{ api: at(api), ui: at(ui), simulator: at(simulator), desk: at(desk) },
      portal: `http://localhost:${portal}`,
    };
  }

  get namespace(): string {
    return this.#options.namespace ?? this.#profile?.namespace ?? 'manilla';
  }

  get temporalPlace(): TemporalPlace {
    return {
      temporalAddress: this.temporalAddress,
      temporalNamespace: this.namespace,
      temporalSecurity: this.#profile?.security ?? {},
    };
  }

  /**
   * The profile of a server that runs already: the TLS, keys and namespace that the variables and the file of
   * Temporal's own tools name.
   */
  get #profile(): TemporalProfile | undefined {
    return this.#source?.kind === 'running' ? profileOf(process.env) : undefined;
  }

  /** The environment of this stack's programs. */
  get env(): ProgramEnvironment {
    const isOurs = this.#source?.kind !== 'running';
    return { ...(isOurs && noTemporalOfOthers()), ...this.#plainEnv, ...this.#keyFiles };
  }

  get #plainEnv(): ProgramEnvironment {
    return programEnvironment({
      environment: this.#options.environment,
      ports: this.ports,
      secrets: this.#secrets,
      databaseUrl: this.appDatabaseUrl('manilla'),
      temporalAddress: this.temporalAddress,
      namespace: this.namespace,
      simulatorData: this.layout.simulator,
      markFile: this.layout.mark,
      logLevel: this.#options.logLevel,
    });
  }

  /** The environment of the seed; nobody else needs to know the secrets of the sandbox's merchant and operator. */
  get seedEnv(): MigrationEnvironment & Record<SeedSecret, string> {
    const { MANILLA_SANDBOX_CLIENT_SECRET, MANILLA_SANDBOX_OPERATOR_TOKEN } = this.#secrets;
    return { ...this.migrationEnv, MANILLA_SANDBOX_CLIENT_SECRET, MANILLA_SANDBOX_OPERATOR_TOKEN };
  }

  /** The token of the sandbox's operator. */
  get operatorToken(): string {
    return this.#secrets.MANILLA_SANDBOX_OPERATOR_TOKEN;
  }

  /** The environment of `migrate` and `seed`, which work as the owner. */
  get migrationEnv(): MigrationEnvironment {
    return { ...this.env, MANILLA_OWNER_DATABASE_URL: this.databaseUrl('manilla') };
  }

  /** Returns the URL for the owner. */
  databaseUrl(database: string): string {
    return postgresUrl(this.#postgres, database);
  }

  /** Returns the URL for the programs. */
  appDatabaseUrl(database: string): string {
    const password = this.#secrets.POSTGRES_APP_PASSWORD;
    return postgresUrl({ ...this.#postgres, password }, database, appUser);
  }

  get #postgres() {
    const { POSTGRES_PASSWORD: password } = this.#secrets;
    return { dataDir: this.layout.postgres, port: this.ports.postgres, password };
  }

  /** Throws a Problem when another program listens on a port that one of the parts needs. */
  async requireFreePorts(parts: readonly StackPart[]): Promise<void> {
    const names = parts.flatMap((part) => portsOf[part]);
    const external = this.#source?.kind === 'running' ? ['temporal', 'ui'] : [];
    await requireFreePorts(
      this.ports,
      names.filter((name) => !external.includes(name)),
    );
  }

  /** Starts one part and returns once it is ready; nothing is started for parts someone else runs. */
  async start(part: StackPart): Promise<void> {
    if (this.#stopping) throw new Problem('The stack is being stopped.');
    const child = await this.#starters[part]();
    if (child === undefined) return;
    void child.ended.then((how) => {
      if (!this.#stopping) this.#options.onUnexpectedEnd?.(part, how);
    });
    // Stopping may have begun while the part was getting ready.
    if (this.#stopping) await child.stop();
  }

  /** Stops everything that runs, in order; waits for it. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const running = this.starter.running();
    const stageOf = ({ name }: RunningProcess): number => stopLast.indexOf(name);
    for (const stage of [-1, ...stopLast.keys()]) {
      await Promise.all(
        running.filter((each) => stageOf(each) === stage).map((each) => each.stop()),
      );
    }
  }

  get #starters(): Record<StackPart, () => Promise<RunningProcess | undefined>> {
    return {
      postgres: () => this.#startPostgres(),
      temporal: () => this.#startTemporal(),
      ui: () => this.#startUi(),
      api: () => startProgram(this.starter, 'api', this.env),
      worker: () => startProgram(this.starter, 'worker', this.env),
      desk: () => startProgram(this.starter, 'desk', this.env),
      portal: () => startProgram(this.starter, 'portal', this.env),
      simulator: () => startProgram(this.starter, 'simulator', this.env),
    };
  }

  #startPostgres(): Promise<RunningProcess> {
    const { main, visibility } = this.#temporalStores;
    return startPostgres(this.starter, {
      ...this.#postgres,
      databases: ['manilla', visibility, ...(main === 'sqlite' ? [] : [main])],
      settings: this.#options.postgresSettings ?? {},
    });
  }

  get #isStock(): boolean {
    return this.#source?.kind === 'binaries' && this.#source.isStock;
  }

  /** The databases of Temporal; a server as it is released has some of its own, because no other's schema fits it. */
  get #temporalStores() {
    if (this.#isStock) return { main: 'temporal_stock', visibility: 'temporal_stock_visibility' };
    const main = this.#options.temporalStore === 'postgres' ? 'temporal' : 'sqlite';
    return { main, visibility: 'temporal_visibility' };
  }

  async #startTemporal(): Promise<RunningProcess | undefined> {
    const source = this.#requireSource();
    if (source.kind === 'running') return undefined;
    const isStock = this.#isStock;
    const dir = isStock ? `${this.layout.temporal}-stock` : this.layout.temporal;
    const { temporal: port, ui: uiPort } = this.ports;
    const servesMetrics = this.#options.temporalMetrics ?? false;
    if (source.kind === 'cli') {
      const options = { dir, port, uiPort, codecUrl: this.#codecUrl, servesMetrics };
      return startTemporalCli(this.starter, source.program, options);
    }
    const store = (database: string) => ({
      port: this.ports.postgres,
      user: postgresUser,
      password: this.#secrets.POSTGRES_PASSWORD,
      database,
    });
    const { main, visibility } = this.#temporalStores;
    return startTemporalServer(this.starter, source, {
      dir,
      port,
      mainStore: main === 'sqlite' ? main : store(main),
      visibilityStore: store(visibility),
      servesMetrics,
      ownSettings: isStock,
      historyShards: this.#options.temporalShards ?? (isStock ? stockShards : undefined),
      dynamic: this.#options.temporalDynamic ?? {},
    });
  }

  async #startUi(): Promise<RunningProcess | undefined> {
    const source = this.#requireSource();
    if (source.kind !== 'binaries') return undefined;
    return startTemporalUi(this.starter, source, {
      dir: this.layout.temporalUi,
      port: this.ports.ui,
      temporalPort: this.ports.temporal,
      codecUrl: this.#codecUrl,
      deskUrl: this.urls.desk,
    });
  }

  get #codecUrl(): string {
    return `http://127.0.0.1:${this.ports.codec}`;
  }

  #requireSource(): TemporalSource {
    if (this.#source === undefined) throw new Error('useTemporal must come before start');
    return this.#source;
  }
}

const portsOf: Record<StackPart, readonly PortName[]> = {
  postgres: ['postgres'],
  temporal: ['temporal'],
  ui: ['ui'],
  api: ['api', 'apiMetrics'],
  worker: ['workerMetrics'],
  desk: ['desk', 'deskMetrics', 'codec'],
  portal: ['portal', 'portalMetrics'],
  simulator: ['simulator'],
};
