import { Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** A request under way is given this long. */
const longestMs = 20_000;
/** A connection that carries no request is given this long to carry its last one. */
const idleMs = 1_000;
const lookEveryMs = 20;

/** Lets requests under way end before the server closes, so that a restart loses none. */
export class Drain {
  readonly #shutdown = new AbortController();
  #server: Server | undefined;
  #underWay = 0;

  /** Aborts when the process has been told to stop. */
  get signal(): AbortSignal {
    return this.#shutdown.signal;
  }

  watch(fastify: FastifyInstance): void {
    this.#server = fastify.server;
    fastify.addHook('onRequest', (_request, reply, done) => {
      this.#underWay += 1;
      // Also told when the caller goes away before the reply.
      reply.raw.once('close', () => (this.#underWay -= 1));
      if (this.signal.aborted) reply.header('connection', 'close');
      done();
    });
  }

  /**
   * Takes no more connections, wakes those who wait, and returns when every connection has had its last reply: at
   * once when there is none, after a second when the rest are silent, after 20 s in any case.
   */
  async begin(): Promise<void> {
    this.#shutdown.abort();
    const server = this.#server;
    if (server === undefined) return;
    // Not http.Server's own close: it would cut silent connections on which a request may be arriving.
    Server.prototype.close.call(server);
    const began = performance.now();
    while ((await connectionsOf(server)) > 0) {
      const elapsedMs = performance.now() - began;
      if (elapsedMs > longestMs || (this.#underWay === 0 && elapsedMs > idleMs)) return;
      await pause(lookEveryMs);
    }
  }
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
