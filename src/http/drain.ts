import type { FastifyInstance } from 'fastify';

const longestMs = 20_000;

/** Lets requests under way end before the server closes, and keeps connections from carrying new ones. */
export class Drain {
  readonly #shutdown = new AbortController();
  #underWay = 0;
  #idle: (() => void) | undefined;

  /** Aborts when the process has been told to stop. */
  get signal(): AbortSignal {
    return this.#shutdown.signal;
  }

  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (_request, reply, done) => {
      this.#underWay += 1;
      // Also told when the caller goes away before the reply.
      reply.raw.once('close', () => this.#ended());
      if (this.signal.aborted) reply.header('connection', 'close');
      done();
    });
  }

  /** Wakes those who wait, and returns when no request is under way, or after 20 s. */
  async begin(): Promise<void> {
    this.#shutdown.abort();
    if (this.#underWay === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, longestMs);
      this.#idle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #ended(): void {
    this.#underWay -= 1;
    if (this.#underWay === 0) this.#idle?.();
  }
}
