import type { Client } from '@temporalio/client';
import type { StackPart } from '../../../scripts/stack/stack.ts';
import { withClient } from '../../../scripts/stack/postgres.ts';
import { migrate } from '../../../scripts/stack/programs.ts';
import { Supervisor } from '../../../scripts/stack/supervisor.ts';
import { prepareNamespace } from '../../../src/platform/temporal/namespace.js';
import { createTemporalClient } from '../../../src/platform/temporal/connection.js';
import { prepareTestServers, type TestServers } from '../../../scripts/stack/test-servers.ts';
import { codecKeySet } from '../../support/key-sets.js';

export const victims = ['api', 'worker', 'temporal', 'postgres'] as const;
export type Victim = (typeof victims)[number];

const isVictim = (part: string): part is Victim => victims.includes(part as Victim);

/** A stack as `npm start` runs it, with the same supervisor, whose programs are killed. */
export class ChaosStack implements AsyncDisposable {
  /** Of each program, how long it took from each kill until it was ready again. */
  readonly backMs: Readonly<Record<Victim, number[]>> = {
    ...{ api: [], worker: [] },
    ...{ temporal: [], postgres: [] },
  };
  /** Why the supervisor gave up; it must not. */
  gaveUp: string | undefined;
  #isKept = false;
  readonly #killedAt = new Map<Victim, number>();
  readonly #supervisor = new Supervisor(
    (line) => this.#said(line),
    (sentence) => (this.gaveUp = sentence),
  );
  #servers: TestServers | undefined;

  private constructor() {}

  static async start(): Promise<ChaosStack> {
    const chaos = new ChaosStack();
    const servers = await prepareTestServers(() => {}, {
      logLevel: 'warn',
      postgresSettings: { fsync: 'off', full_page_writes: 'off', max_connections: '300' },
      onUnexpectedEnd: (part, how) => void chaos.#supervisor.onUnexpectedEnd(part, how),
    });
    chaos.#servers = servers;
    const { stack } = servers;
    await stack.start('postgres');
    await Promise.all([
      migrate(stack.migrationEnv),
      stack.start('temporal'),
      stack.start('simulator'),
    ]);
    await prepareNamespace(stack.temporalPlace);
    await Promise.all([stack.start('api'), stack.start('worker')]);
    chaos.#supervisor.watch(stack);
    return chaos;
  }

  get stack() {
    if (this.#servers === undefined) throw new Error('the stack has not been started');
    return this.#servers.stack;
  }

  /** SIGKILL, as a crash would. One that is down already, or still starting, is not there to be killed. */
  async kill(victim: Victim): Promise<void> {
    const running = this.stack.starter.running().find(({ name }) => name === victim);
    if (running === undefined || this.#killedAt.has(victim)) return;
    this.#killedAt.set(victim, performance.now());
    await running.kill();
  }

  /** Our database refuses everybody until `meanwhile` is over; Temporal's is another one. Answers what that answered. */
  async withoutDatabase<Result>(meanwhile: () => Promise<Result>): Promise<Result> {
    const allow = async (isAllowed: boolean): Promise<void> =>
      withClient(this.stack.databaseUrl('postgres'), async (client) => {
        await client.query(`alter database manilla allow_connections ${isAllowed}`);
        await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'manilla'`,
        );
      });
    await allow(false);
    try {
      return await meanwhile();
    } finally {
      await allow(true);
    }
  }

  temporalClient(): Client {
    const { env } = this.stack;
    return createTemporalClient({
      temporalAddress: env.TEMPORAL_ADDRESS,
      temporalNamespace: env.TEMPORAL_NAMESPACE,
      codecKeys: codecKeySet(env),
    });
  }

  get isWhole(): boolean {
    return this.#killedAt.size === 0;
  }

  /** Leaves the data and the logs for whoever looks for the reason of a failure. */
  keep(): void {
    this.#isKept = true;
  }

  #said(line: string): void {
    const [part, ...rest] = line.split(' ') as [StackPart, ...string[]];
    if (rest.join(' ') !== 'runs again' || !isVictim(part)) return;
    const killedAt = this.#killedAt.get(part);
    if (killedAt === undefined) return;
    this.#killedAt.delete(part);
    this.backMs[part].push(performance.now() - killedAt);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#supervisor.stop();
    await this.#servers?.stop();
    if (this.#isKept) console.log(`Data and logs are kept in ${this.#servers?.dataDir}.`);
    else this.#servers?.remove();
  }
}
