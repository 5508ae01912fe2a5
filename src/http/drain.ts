import { Server as HttpServer } from 'node:http';
import { Server } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/** Requests under way may take at most this long, counted from when no more connections are taken. */
const longestMs = 20_000;
/** Idle connections stay open this long, because a request may already be on its way. */
const silentMs = 1_000;
const lookEveryMs = 20;
/** Turns of the event loop without a new connection, after which none waits to be accepted. */
const quietTurns = 10;
/** Lets requests under way end before the server closes, so that a restart loses none. */
export class Drain {
  readonly #shutdown = new AbortController();

  /** @param longestAcceptMs the longest time for which new connections are accepted while they keep coming */
  constructor(private readonly longestAcceptMs = 250) {}

  /** Aborts when the process must stop: requests that wait are woken, and every reply closes its connection. */
  get signal(): AbortSignal {
    return this.#shutdown.signal;
  }

  /**
   * Takes no more connections and returns when every one has had its last reply: at once when there is none, after
   * a second when the rest are silent, after 20 s in any case.
   */
  async begin(server: HttpServer): Promise<void> {
    this.#shutdown.abort();
    await acceptWaiting(server, this.longestAcceptMs);
    // The HTTP server's own close would cut silent connections on which a request may be arriving.
    Server.prototype.close.call(server);
    const endsAt = performance.now() + longestMs;
    // Looks are counted, and not the time: while the machine stands still, no request can arrive.
    for (let looks = 0; (await connectionsOf(server)) > 0; looks += 1) {
      if (performance.now() > endsAt) return;
      if (looks * lookEveryMs > silentMs) server.closeIdleConnections();
      await pause(lookEveryMs);
    }
  }
}

/**
 * In each turn of the loop, one connection that the kernel has made is accepted. Closing the server before that resets
 * the others.
 */
async function acceptWaiting(server: Server, longestAcceptMs: number): Promise<void> {
  const began = performance.now();
  let quiet = 0;
  const accepted = (): void => void (quiet = 0);
  server.on('connection', accepted);
  while (quiet < quietTurns && performance.now() - began < longestAcceptMs) {
    quiet += 1;
    await nextTurn();
  }
  server.off('connection', accepted);
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
