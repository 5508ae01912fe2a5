import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Databases, NodeId } from '../../../scripts/cluster/databases.ts';
import { sentenceFor } from '../../../scripts/stack/problem.ts';
import type { PostgresNode } from './postgres-node.ts';

export interface PairOptions {
  readonly nodes: Readonly<Record<NodeId, PostgresNode>>;
  /** Holds the record of which of them is the primary. */
  readonly dir: string;
  readonly databases: readonly string[];
  readonly say: (line: string) => void;
}

/** A server without an answer for so long is as good as dead. Longer than a busy machine keeps one waiting: a fail-over is work too. */
const silentAfterMs = 15_000;
const lookEveryMs = 1_000;

/**
 * A primary and a synchronous standby, and who is which: Patroni's place in tests, with the PostgreSQL that every machine has.
 * One standby that is down does not stop the primary: commits then wait for nobody until it is back. As long as they do, a primary that dies is started again where it was; else the standby,
 * which has every commit that was acknowledged, takes its place.
 */
export class PostgresPair implements Databases {
  readonly #options: PairOptions;
  #primary: NodeId;
  #isServing = false;
  #isSynchronous = false;
  #isStopping = false;
  /** What happens to the pair happens one after the other. */
  #turn: Promise<void> = Promise.resolve();

  constructor(options: PairOptions) {
    this.#options = options;
    mkdirSync(options.dir, { recursive: true });
    this.#primary =
      existsSync(this.#record) && readFileSync(this.#record, 'utf8') === 'b' ? 'b' : 'a';
  }

  /** Undefined while nobody takes writes. */
  get primaryId(): NodeId | undefined {
    return this.#isServing ? this.#primary : undefined;
  }

  /** Whether each acknowledged commit is on both servers. */
  get isSynchronous(): boolean {
    return this.#isSynchronous;
  }

  get primary(): PostgresNode {
    return this.#options.nodes[this.#primary];
  }

  get standby(): PostgresNode {
    return this.#options.nodes[this.#primary === 'a' ? 'b' : 'a'];
  }

  /** Returns once there are a primary and a standby that has all of it. */
  async start(): Promise<void> {
    await this.#startPrimary();
    await this.#attachStandby();
    void this.#watch();
  }

  /** From now on an end is meant. */
  stop(): void {
    this.#isStopping = true;
  }

  get #record(): string {
    return join(this.#options.dir, 'primary');
  }

  async #startPrimary(): Promise<void> {
    const { primary } = this;
    await primary.becomePrimary();
    await primary.start(this.#options.databases, (how) => this.#onEnd(primary, how));
    this.#isServing = true;
  }

  #onEnd(node: PostgresNode, how: string): void {
    if (this.#isStopping) return;
    if (node === this.primary) this.#isServing = false;
    this.#options.say(`${node.name} ended (${how})`);
    this.#turn = this.#turn
      .then(() => this.#repair())
      .catch((error: unknown) => {
        if (!this.#isStopping) this.#options.say(`the pair of databases: ${sentenceFor(error)}`);
      });
  }

  /** Brings back what is gone, however often it takes. */
  async #repair(): Promise<void> {
    while (!this.#isStopping) {
      try {
        if (!this.#isServing || !this.primary.isRunning) await this.#replacePrimary();
        if (!this.#isSynchronous || !this.standby.isRunning) await this.#attachStandby();
        return;
      } catch (error) {
        if (this.#isStopping) return;
        this.#options.say(`${sentenceFor(error)}; once more`);
        await sleep(500);
      }
    }
  }

  async #replacePrimary(): Promise<void> {
    this.#isServing = false;
    if (this.#isSynchronous && this.standby.isRunning) return this.#failOver();
    this.#isSynchronous = false;
    this.#options.say(`${this.primary.name} is started again: only it has every commit`);
    // One that could not be promoted still runs, as a standby.
    await this.primary.kill();
    await this.#startPrimary();
  }

  async #failOver(): Promise<void> {
    const [old, next] = [this.primary, this.standby];
    const beganAt = performance.now();
    // Whatever is left of it: two primaries must never be.
    await old.kill();
    this.#isSynchronous = false;
    this.#remember(this.#primary === 'a' ? 'b' : 'a');
    await next.promote();
    this.#isServing = true;
    const ms = Math.round(performance.now() - beganAt);
    this.#options.say(
      `${next.name} is the primary now, after ${ms} ms; ${old.name} will follow it`,
    );
  }

  #remember(id: NodeId): void {
    this.#primary = id;
    writeFileSync(`${this.#record}.new`, id);
    renameSync(`${this.#record}.new`, this.#record);
  }

  /** The old data of the node first, where they are those of a standby; a fresh copy where they are not, or do not do. */
  async #attachStandby(): Promise<void> {
    const { primary, standby } = this;
    if (this.#isSynchronous) {
      // Before anything else: whoever commits waits for it.
      this.#isSynchronous = false;
      await primary.waitFor(undefined);
    }
    if (!standby.canFollow || !(await this.#tryToFollow())) {
      await standby.kill();
      await standby.copyOf(primary);
      if (!(await this.#tryToFollow())) throw new Error(`${standby.name} does not follow`);
    }
    await this.#makeSynchronous();
    this.#options.say(`${standby.name} follows ${primary.name}, and commits wait for it`);
  }

  async #tryToFollow(): Promise<boolean> {
    const { primary, standby } = this;
    try {
      if (!standby.isRunning) await standby.start([], (how) => this.#onEnd(standby, how));
    } catch (error) {
      this.#options.say(sentenceFor(error));
      return false;
    }
    return this.#soon(async () => (await primary.standing(standby))?.state === 'streaming');
  }

  /** Returns when every commit that was acknowledged, and every one that will be, is on both. */
  async #makeSynchronous(): Promise<void> {
    const { primary, standby } = this;
    try {
      await primary.waitFor(standby);
      const isOne = await this.#soon(
        async () => (await primary.standing(standby))?.sync === 'sync',
      );
      if (!isOne) throw new Error(`${standby.name} does not keep up`);
      // Sessions learn of the setting by a signal; a commit that did not wait yet lies before this position.
      await sleep(300);
      const written = (await primary.standing(standby))?.written ?? '0/0';
      if (!(await this.#soon(() => primary.hasFlushed(standby, written)))) {
        throw new Error(`${standby.name} does not keep up`);
      }
      this.#isSynchronous = true;
    } catch (error) {
      await primary.waitFor(undefined).catch(() => undefined);
      throw error;
    }
  }

  /** False when it is not so within 20 s, or when one of the two has ended. */
  async #soon(isSo: () => Promise<boolean>): Promise<boolean> {
    const end = performance.now() + 20_000;
    while (performance.now() < end && this.primary.isRunning && this.standby.isRunning) {
      if (await isSo().catch(() => false)) return true;
      await sleep(50);
    }
    return false;
  }

  /** A server that lives and does not answer is ended, and replaced as any other. */
  async #watch(): Promise<void> {
    let [heardAt, followedAt] = [performance.now(), performance.now()];
    while (!this.#isStopping) {
      await sleep(lookEveryMs, undefined, { ref: false });
      const { primary, standby } = this;
      const asked = primary.standing(standby);
      const heard = await Promise.race([
        asked.then(
          (found) => ({ found }),
          () => undefined,
        ),
        sleep(2_000, undefined, { ref: false }),
      ]);
      const now = performance.now();
      if (heard !== undefined || !primary.isRunning) heardAt = now;
      if (heard?.found !== undefined || !this.#isSynchronous) followedAt = now;
      if (this.#isStopping) return;
      if (now - heardAt > silentAfterMs) await primary.kill();
      else if (now - followedAt > silentAfterMs) await standby.kill();
    }
  }
}
