import type { Deadline } from './deadline.js';
import { ConnectionError, errorOf, ManillaError } from './errors.js';

export interface TransportOptions {
  /** The address of the API, without `/api/v1`. */
  readonly baseUrl: string;
  /** How long one attempt of a call may take; 35 seconds unless told: longer than the longest `waitSeconds`. */
  readonly attemptTimeoutMs?: number | undefined;
  /** The longest pause before an attempt; a `Retry-After` beyond it ends the call. 20 seconds unless told. */
  readonly maxDelayMs?: number | undefined;
  /** Sends requests in place of Node's `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

export interface HttpRequest {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The data of the envelope; undefined for a file and for 304. */
  readonly data: object | undefined;
}

/** Sends requests that may be sent again: reads, and what carries an Idempotency-Key. */
export class Transport {
  readonly #baseUrl: string;
  readonly #fetch: typeof fetch;
  readonly #attemptTimeoutMs: number;
  readonly #maxDelayMs: number;

  constructor(options: TransportOptions) {
    this.#baseUrl = options.baseUrl.replace(/\/+$/, '');
    this.#fetch = options.fetch ?? fetch;
    this.#attemptTimeoutMs = options.attemptTimeoutMs ?? 35_000;
    this.#maxDelayMs = options.maxDelayMs ?? 20_000;
  }

  /** @throws ManillaError when the API refuses or, after all retries, cannot be reached */
  async send(request: HttpRequest, retries: number, deadline: Deadline): Promise<HttpReply> {
    for (let retry = 0; ; retry += 1) {
      const outcome = await this.#attempt(request, deadline);
      if (!(outcome instanceof ManillaError)) return outcome;
      const delayMs = this.#delayMs(outcome, retry);
      // A pause that outlasts the call would only hide what went wrong.
      if (retry >= retries || delayMs === undefined || delayMs >= deadline.leftMs) throw outcome;
      await deadline.sleep(delayMs);
    }
  }

  async #attempt({ path, ...init }: HttpRequest, deadline: Deadline) {
    const limit = AbortSignal.timeout(this.#attemptTimeoutMs);
    const signal = AbortSignal.any([deadline.signal, limit]);
    deadline.throwIfOver();
    try {
      const { body, ...rest } = init;
      const sent = body === undefined ? rest : { ...rest, body };
      const response = await this.#fetch(`${this.#baseUrl}${path}`, { ...sent, signal });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return replyOf(response, bytes);
    } catch (cause) {
      deadline.throwIfOver(cause);
      return new ConnectionError({
        ...{ reason: 'UNREACHABLE', retryable: true, cause },
        message: `${init.method} ${path} had no reply`,
      });
    }
  }

  /** How long to wait before the next attempt; undefined when there is to be none. */
  #delayMs(failure: ManillaError, retries: number): number | undefined {
    if (!mayPass(failure)) return undefined;
    const askedMs = (failure.retryAfterSeconds ?? 0) * 1_000;
    if (askedMs > this.#maxDelayMs) return undefined;
    // Half of the wait is random, so that many clients do not come back at once.
    const ownMs = Math.min(200 * 2 ** retries, this.#maxDelayMs) * (0.5 + Math.random() / 2);
    return Math.max(askedMs, ownMs);
  }
}

/** The media types of the engine's answers besides JSON. */
const fileMedia = /^(application\/pdf|text\/csv|image\/(jpeg|png))\b/;

function replyOf({ status, headers, ok }: Response, bytes: Uint8Array): HttpReply | ManillaError {
  const text = new TextDecoder().decode(bytes);
  const reply = { status, headers, bytes, text };
  const isFile = ok && fileMedia.test(headers.get('content-type') ?? '');
  if (status === 304 || isFile) return { ...reply, data: undefined };
  const data = ok ? dataIn(text) : undefined;
  return data === undefined ? errorOf(status, text, headers) : { ...reply, data };
}

/** Undefined when it is not an envelope of the engine's, but a proxy's page. */
function dataIn(text: string): object | undefined {
  try {
    const { data } = Object(JSON.parse(text)) as { data?: unknown };
    return typeof data === 'object' && data !== null ? data : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Tells whether a failure may pass by itself. Not every `retryable` failure does: the caller waits for a payment that
 * has not arrived yet.
 */
function mayPass({ httpStatus, reason, retryable }: ManillaError): boolean {
  if (reason === 'REQUEST_IN_FLIGHT' || reason === 'UNREACHABLE') return retryable;
  return httpStatus === 408 || httpStatus === 429 || (httpStatus >= 500 && retryable);
}
