import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster, restartPausesMs, type ClusterPart } from '../../../scripts/cluster/cluster.ts';
import { ClusterPorts } from '../../../scripts/cluster/ports.ts';
import { startSteps } from '../../../scripts/cluster/start.ts';
import { withClient } from '../../../scripts/stack/postgres.ts';
import { Supervisor } from '../../../scripts/stack/supervisor.ts';
import { treeProcessorMs } from '../../support/processor-time.js';
import { testRunner, testRunPrefix } from '../../../scripts/stack/test-runs.ts';
import { ClusterPair } from '../../support/postgres-pair/cluster-pair.js';

/** Each kind of process, and those of it that may be killed. */
export const kinds = {
  API: ['api-1', 'api-2', 'api-3'],
  worker: ['worker-1', 'worker-2', 'worker-3'],
  'Temporal frontend': ['temporal-frontend-1', 'temporal-frontend-2'],
  'Temporal history': ['temporal-history-1', 'temporal-history-2'],
  'Temporal matching': ['temporal-matching'],
  'Temporal worker': ['temporal-worker'],
  HAProxy: ['haproxy'],
  PgBouncer: ['pgbouncer'],
  'PostgreSQL of Temporal': ['postgres-temporal'],
  'PostgreSQL standby': [],
  'PostgreSQL primary': [],
} as const satisfies Record<string, readonly ClusterPart[]>;

export type Kind = keyof typeof kinds;

/** What came of a kill. Milliseconds since then. */
export interface Back {
  readonly name: string;
  /** Until there was a primary that takes writes; of the primary only. */
  readonly servedMs?: number;
  /** Until everything was as before. */
  readonly wholeMs: number;
}

/**
 * A cluster as `npm run cluster` runs it, with the same supervisor, whose processes are killed. Only its two PostgreSQLs are
 * kept by the tests' own pair: Patroni needs programs that few machines have.
 */
export class ClusterWorld implements AsyncDisposable {
  readonly cluster: Cluster;
  databases!: ClusterPair;
  /** Why the supervisor gave up; it must not. */
  gaveUp: string | undefined;
  readonly said: string[] = [];
  #isKept = false;
  readonly #beganAt = performance.now();
  readonly #dataDir = mkdtempSync(join(tmpdir(), testRunPrefix));
  readonly #waiting = new Map<string, () => void>();
  readonly #supervisor = new Supervisor<ClusterPart>(
    (line) => this.#say(line),
    (sentence) => (this.gaveUp = sentence),
    restartPausesMs,
  );

  private constructor(ports: ClusterPorts) {
    // PostgreSQL runs under another account when root runs the tests, and must be able to enter.
    chmodSync(this.#dataDir, 0o755);
    this.cluster = new Cluster({
      dataDir: this.#dataDir,
      ports,
      logLevel: 'warn',
      say: (line) => this.#say(line),
      databases: (settings) => (this.databases = new ClusterPair(settings)),
      onUnexpectedEnd: (part, how) => void this.#supervisor.onUnexpectedEnd(part, how),
    });
    this.cluster.starter.recordSelf(testRunner);
  }

  static async start(): Promise<ClusterWorld> {
    Cluster.requirePrograms();
    const world = new ClusterWorld(await ClusterPorts.free());
    for (const stage of startSteps(world.cluster, () => {}, false)) {
      await Promise.all(stage.map(({ run }) => run(() => {})));
    }
    world.#supervisor.watch(world.cluster);
    return world;
  }

  /** As the owner, at the primary of the moment. */
  async query<Row extends Record<string, unknown>>(
    sql: string | { readonly text: string },
    values: unknown[] = [],
  ): Promise<Row[]> {
    return withClient(
      this.databases.primary.url('manilla'),
      async (client) => (await client.query<Row>(sql, values)).rows,
    );
  }

  /** SIGKILL to the nth of a kind; returns when it is back. */
  async kill(kind: Kind, nth: number): Promise<Back> {
    const { databases } = this;
    const killedAt = performance.now();
    const since = (): number => Math.round(performance.now() - killedAt);
    if (kind === 'PostgreSQL standby' || kind === 'PostgreSQL primary') {
      const node = kind === 'PostgreSQL primary' ? databases.primary : databases.standby;
      await this.#end(node.name);
      await within(120_000, () => databases.primaryId !== undefined, kind);
      const servedMs = since();
      await within(120_000, () => databases.isSynchronous, kind);
      return { name: node.name, servedMs, wholeMs: since() };
    }
    const names: readonly ClusterPart[] = kinds[kind];
    const name = names[nth % names.length] as ClusterPart;
    const isBack = new Promise<void>((resolve) => this.#waiting.set(name, resolve));
    await this.#end(name);
    await isBack;
    return { name, wholeMs: since() };
  }

  /** Processor time that all processes of the cluster have used. */
  processorMs(): number {
    return this.cluster.starter
      .running()
      .reduce((sum, { pid }) => sum + (treeProcessorMs(pid) ?? 0), 0);
  }

  /** Leaves the data and the logs for whoever looks for the reason of a failure. */
  keep(): void {
    this.#isKept = true;
  }

  async #end(name: string): Promise<void> {
    const running = this.cluster.process(name);
    if (running === undefined) throw new Error(`${name} does not run`);
    await running.kill();
    // What it means for others is known as soon as its end is.
    await sleep(20);
  }

  #say(line: string): void {
    this.said.push(`${((performance.now() - this.#beganAt) / 1_000).toFixed(1)} s ${line}`);
    const [name = '', ...rest] = line.split(' ');
    if (rest.join(' ') !== 'runs again') return;
    this.#waiting.get(name)?.();
    this.#waiting.delete(name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#supervisor.stop();
    await this.cluster.stop();
    if (this.#isKept) console.log(`Data and logs are kept in ${this.#dataDir}.`);
    else rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

async function within(ms: number, isSo: () => boolean, what: string): Promise<void> {
  const end = performance.now() + ms;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`${what} is not back after ${ms / 1_000} s`);
    await sleep(10);
  }
}
