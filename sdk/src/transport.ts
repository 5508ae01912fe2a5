import { setTimeout as sleep } from 'node:timers/promises';
import { ManillaError } from './manilla-error.ts';

export interface TransportOptions {
  /** Where the API is, without `/api/v1`. */
  readonly baseUrl: string;
  /** How often a call is made again after a failure that may pass; 4 unless told. */
  readonly maxRetries?: number;
  /** Of one attempt; 35 seconds unless told: longer than the longest `Prefer: wait`. */
  readonly timeoutMs?: number;
  /** The longest wait before an attempt; a `Retry-After` beyond it is given to the caller. 20 seconds unless told. */
  readonly maxDelayMs?: number;
  readonly fetch?: typeof fetch;
}

export interface HttpRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** What the engine answers with; anything else is a proxy's page. */
const ownMedia = /^(application\/json|application\/pdf|text\/csv)\b/;

/** Sends requests that may be sent again: reads, and what carries an Idempotency-Key or a key of its own. */
export class Transport {
  readonly #baseUrl: string;
  readonly #fetch: typeof fetch;
  readonly #maxRetries: number;
  readonly #timeoutMs: number;
  readonly #maxDelayMs: number;

  constructor(options: TransportOptions) {
    this.#baseUrl = options.baseUrl.replace(/\/+$/, '');
    this.#fetch = options.fetch ?? fetch;
    this.#maxRetries = options.maxRetries ?? 4;
    this.#timeoutMs = options.timeoutMs ?? 35_000;
    this.#maxDelayMs = options.maxDelayMs ?? 20_000;
  }

  /** @throws ManillaError when the API refuses or, after all retries, could not be reached. */
  async send(request: HttpRequest): Promise<HttpReply> {
    for (let retries = 0; ; retries += 1) {
      const outcome = await this.#attempt(request);
      if (!(outcome instanceof ManillaError)) return outcome;
      const delayMs = this.#delayMs(outcome, retries);
      if (delayMs === undefined) throw outcome;
      await sleep(delayMs, undefined, request.signal ? { signal: request.signal } : {});
    }
  }

  async #attempt({ method, path, headers, body, signal }: HttpRequest) {
    signal?.throwIfAborted();
    const limit = AbortSignal.timeout(this.#timeoutMs);
    try {
      const response = await this.#fetch(`${this.#baseUrl}${path}`, {
        method,
        headers,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        ...(body === undefined ? {} : { body }),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const text = new TextDecoder().decode(bytes);
      const isOurs = ownMedia.test(response.headers.get('content-type') ?? '');
      const isFine = response.status === 304 || (response.ok && isOurs);
      if (isFine) return { status: response.status, headers: response.headers, bytes, text };
      return Object.assign(ManillaError.of(response.status, text, response.headers), {
        retryAfter: response.headers.get('retry-after'),
      });
    } catch (cause) {
      signal?.throwIfAborted();
      return new ManillaError({
        reason: 'UNREACHABLE',
        code: '',
        httpStatus: 0,
        retryable: true,
        message: `${method} ${path} had no reply`,
        cause,
      });
    }
  }

  /** How long to wait before the next attempt; undefined when there is to be none. */
  #delayMs(failure: ManillaError & { retryAfter?: string | null }, retries: number) {
    if (retries >= this.#maxRetries || !mayPass(failure)) return undefined;
    const askedMs = Number(failure.retryAfter ?? Number.NaN) * 1_000;
    if (askedMs > this.#maxDelayMs) return undefined;
    // Half of it by chance, so that many clients do not come back at once.
    const ownMs = Math.min(200 * 2 ** retries, this.#maxDelayMs) * (0.5 + Math.random() / 2);
    return Number.isNaN(askedMs) ? ownMs : Math.max(askedMs, ownMs);
  }
}

/** Not every `retryable` failure: a payment that has not arrived yet is the caller's to wait for. */
function mayPass({ httpStatus, reason, retryable }: ManillaError): boolean {
  if (reason === 'REQUEST_IN_FLIGHT' || reason === 'UNREACHABLE') return retryable;
  return httpStatus === 408 || httpStatus === 429 || (httpStatus >= 500 && retryable);
}
