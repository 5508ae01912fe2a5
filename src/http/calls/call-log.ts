import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A request of a merchant that was refused or slow. */
export interface NotedCall {
  readonly merchantId: string;
  readonly clientId: string;
  readonly requestId: string;
  /** The method and the route, such as `POST /api/v1/checkout/initiate`: callers write into the path. */
  readonly operation: string;
  readonly status: number;
  /** Null: it was slow only. */
  readonly reason: string | null;
  readonly durationMs: number;
  readonly happenedAt: Date;
}

export interface CallLogSettings {
  /** A request that takes this long counts as slow. */
  readonly slowMs: number;
  /** The longest time that a call waits to be written. */
  readonly gatherMs: number;
  /** Maximum number of calls of one key that are gathered. Further ones are dropped: they are the same fault again. */
  readonly perKey: number;
  /** Maximum number of calls of all keys together that are gathered. Further ones are dropped. */
  readonly inAll: number;
}

const defaults: CallLogSettings = { slowMs: 1_000, gatherMs: 5_000, perKey: 50, inAll: 2_000 };

/**
 * Gathers the requests that merchants are shown, and writes them in batches that no request waits for. A call that cannot
 * be written is dropped: nothing depends on it, and an attack must fill neither memory nor disk.
 */
export class CallLog {
  readonly #settings: CallLogSettings;
  #gathered: NotedCall[] = [];
  #ofKey = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: { write(calls: readonly NotedCall[]): Promise<void> },
    private readonly onFailure: (error: unknown) => void,
    settings: Partial<CallLogSettings> = {},
  ) {
    this.#settings = { ...defaults, ...settings };
  }

  /** Watches the requests of a program. Only those of a valid token count: nobody else can write here. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onResponse', (request, reply, done) => {
      const call = this.#callOf(request, reply);
      if (call !== undefined) this.note(call);
      done();
    });
  }

  note(call: NotedCall): void {
    const { perKey, inAll, gatherMs } = this.#settings;
    const count = this.#ofKey.get(call.clientId) ?? 0;
    if (count >= perKey || this.#gathered.length >= inAll) return;
    this.#ofKey.set(call.clientId, count + 1);
    this.#gathered.push(call);
    this.#timer ??= setTimeout(() => void this.flush(), gatherMs).unref();
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const calls = this.#gathered;
    this.#gathered = [];
    this.#ofKey = new Map();
    if (calls.length > 0) await this.store.write(calls).catch(this.onFailure);
  }

  /** Nest calls it when the program stops. */
  async onModuleDestroy(): Promise<void> {
    await this.flush();
  }

  #callOf(request: FastifyRequest, reply: FastifyReply): NotedCall | undefined {
    const { merchantId, clientId, reason = null, isFile } = request.note ?? {};
    if (merchantId === undefined || clientId === undefined) return undefined;
    const { isStream = false } = request.routeOptions.config;
    // A request with the header Prefer does not count as slow, because its caller has asked us to wait.
    const mayTakeLong = isStream || isFile === true || request.headers['prefer'] !== undefined;
    const isSlow = !mayTakeLong && reply.elapsedTime >= this.#settings.slowMs;
    if (reply.statusCode < 400 && !isSlow) return undefined;
    const durationMs = Math.round(reply.elapsedTime);
    return {
      ...{ merchantId, clientId, reason, durationMs },
      requestId: request.id,
      operation: `${request.method} ${routeOf(request)}`,
      status: reply.statusCode,
      happenedAt: new Date(Date.now() - durationMs),
    };
  }
}

/** The route as the document writes it. */
function routeOf({ routeOptions }: FastifyRequest): string {
  return (routeOptions.url ?? 'none').replaceAll(/:(\w+)/g, '{$1}');
}
