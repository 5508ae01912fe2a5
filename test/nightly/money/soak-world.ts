import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { SimulatorControl } from '../../../src/providers/simulator/control-client.js';
import type { ProgramEnvironment, SandboxMerchant, TestManilla } from '../../support/stack.js';
import { fastForward } from '../../support/time.js';
import { triggerSchedule } from '../../support/schedules.js';
import { ApiClient, type ApiReply } from '../../support/api-client.js';
import { ApiWorld } from '../../support/api-world.js';
import { Operator } from '../../support/temporal-operator.js';

/** A line of the bank's own statement. */
export interface BankLine {
  readonly lineId: number;
  readonly kind: string;
  readonly sessionId: string | null;
  readonly amount: number;
  /** Ours, of what came in. */
  readonly accountNumber: string | null;
  readonly counterpart: { readonly accountNumber?: string };
  readonly balance: number;
}

export interface Shop extends SandboxMerchant {
  readonly client: ApiClient;
}

export interface SoakOptions {
  readonly shops?: number;
  readonly env?: Partial<ProgramEnvironment>;
}

/** A whole Manilla with some merchants, in which many cases run at once and programs may die at any moment. */
export class SoakWorld implements AsyncDisposable {
  readonly bank: SimulatorControl;
  readonly temporal: Client;
  readonly #operator: Operator;

  private constructor(
    readonly api: ApiWorld,
    readonly shops: Shop[],
  ) {
    this.bank = new SimulatorControl(api.manilla.simulatorUrl);
    this.#operator = new Operator(api.manilla);
    this.temporal = this.#operator.client;
  }

  static async start({ shops = 2, env = {} }: SoakOptions = {}): Promise<SoakWorld> {
    const granted = ['refunds:destination'] as const;
    const api = await ApiWorld.start({ MANILLA_LOG_LEVEL: 'warn', ...env }, granted);
    const { merchant } = api.manilla;
    const opened: Shop[] = [{ client: api.merchant, ...merchant }];
    for (let i = 1; i < shops; i += 1) {
      const client = await api.otherMerchant(`Soak Shop ${i}`, granted);
      opened.push({ client, ...client.merchant });
    }
    return new SoakWorld(api, opened);
  }

  get manilla(): TestManilla {
    return this.api.manilla;
  }

  shop(n: number): Shop {
    const shop = this.shops[n % this.shops.length];
    if (shop === undefined) throw new RangeError('there is no shop');
    return shop;
  }

  /** For runs that outlast a token. */
  async renewTokens(): Promise<void> {
    for (const [n, shop] of this.shops.entries()) {
      const { baseUrl } = this.manilla;
      this.shops[n] = { ...shop, client: await ApiClient.authenticated(baseUrl, shop) };
    }
  }

  query<Row extends Record<string, unknown>>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return this.api.query<Row>(sql, values);
  }

  /** What Temporal's UI finds. */
  find(filter: string): Promise<string[]> {
    return this.#operator.find(filter);
  }

  /** Moves a workflow ahead; one that does not run (not yet, or not any more) is left alone. */
  async ahead(workflowId: string, durationMs: number): Promise<void> {
    for (let tries = 0; tries < 20; tries += 1) {
      try {
        return await fastForward(this.temporal, workflowId, durationMs);
      } catch (error) {
        if (/complet|already|clos/i.test(String(error))) return;
        await sleep(300);
      }
    }
  }

  /** The whole of the bank's statement, oldest first. */
  async statement(): Promise<BankLine[]> {
    const lines: BankLine[] = [];
    for (;;) {
      const after = lines.at(-1)?.lineId ?? 0;
      const url = `${this.manilla.simulatorUrl}/control/statement?after=${after}&limit=1000`;
      const { page } = (await (await fetch(url)).json()) as { page: BankLine[] };
      lines.push(...page);
      if (page.length < 1000) return lines;
    }
  }

  /** Has the bank's statement read now instead of within the minute. */
  async reconcile(): Promise<void> {
    await triggerSchedule(this.temporal, 'reconcile-simulator');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#operator[Symbol.asyncDispose]();
    await this.api.stop();
  }
}

/** What a merchant's own program does: the same request again until there is an answer. */
export async function insisting(call: () => Promise<ApiReply>): Promise<ApiReply> {
  let last = '';
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      const reply = await call();
      if (reply.status < 500) return reply;
      last = reply.text;
    } catch (error) {
      last = String(error instanceof Error ? (error.cause ?? error) : error);
    }
    await sleep(200);
  }
  throw new Error(`there was no answer for too long: ${last}`);
}

/** Runs the jobs, so many at once. */
export async function together<Job>(
  jobs: readonly Job[],
  atOnce: number,
  run: (job: Job) => Promise<void>,
): Promise<void> {
  const queue = [...jobs].toReversed();
  const work = async (): Promise<void> => {
    for (let job = queue.pop(); job !== undefined; job = queue.pop()) await run(job);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Polls until it is so; throws the last answer when it takes too long. */
export async function until<Answer>(
  ask: () => Promise<Answer>,
  isEnough: (answer: Answer) => boolean,
  {
    what,
    timeoutMs = 60_000,
    everyMs = 300,
  }: { what: string; timeoutMs?: number; everyMs?: number },
): Promise<Answer> {
  const started = Date.now();
  for (;;) {
    const answer = await ask();
    if (isEnough(answer)) return answer;
    if (Date.now() - started > timeoutMs) {
      throw new Error(`${what}, not within ${timeoutMs} ms: ${JSON.stringify(answer)}`);
    }
    await sleep(everyMs);
  }
}
