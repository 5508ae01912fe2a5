import { Pool } from 'undici';
import { boundedText } from '../platform/bounded-text.js';
import { type BreakerSettings, CircuitBreaker } from '../platform/temporal/circuit-breaker.js';
import { CallsLimit } from './calls-limit.js';
import { ProviderFigures } from './http-metrics.js';
import type { PostFailure } from './signed-post.js';

export interface HttpAsk {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** The JSON body. Without it and without `form`, the call has no body. */
  readonly json?: object;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the call moves money. Such a call is made even when the provider has left other calls without an answer. */
  readonly movesMoney?: boolean;
}

/** An answer of any status: a body of 400 or 422 may say "definitely no". Without an answer, `failure` says why. */
export type HttpAnswer =
  | {
      readonly failure: null;
      readonly status: number;
      readonly text: string;
      /** The wait that the provider asks for; null: none. */
      readonly retryAfterMs: number | null;
    }
  | { readonly failure: PostFailure };

/** Signs requests that need a token, which may end at any time. */
export interface Bearer {
  /** Returns headers with a token that should still be valid, or else with a new one. Undefined: no token is to be had. */
  headers(): Promise<Readonly<Record<string, string>> | undefined>;
  /** Forgets a token that was refused: the next headers have a new one. */
  forget(): void;
}

export interface HttpCallerOptions {
  /** The provider's name in metrics. */
  readonly provider: string;
  /** The name of the provider's system at this address, in metrics. Left out: the provider has one. */
  readonly system?: string;
  /** Maximum number of calls in a second that the system at this address gets from this process. */
  readonly callsPerSecond: number;
  /** The address, with or without a path; the paths of calls follow it. */
  readonly url: string;
  readonly timeoutMs: number;
  readonly connections: number;
  readonly bearer?: Bearer;
}

const maxAnswerBytes = 4 * 1024 * 1024;
/**
 * After this many calls without an answer in a row, questions fail at once for a while; calls that move money are made
 * all the same. Then one question finds out whether the provider is back.
 */
const breaking: BreakerSettings = { failures: 5, minOpenMs: 10_000, maxOpenMs: 60_000 };

/**
 * Calls a provider over HTTP, one try each: the caller, who knows the question, decides whether to ask again. A call that
 * a 401 refused was not carried out, so it is made once more with another token. After several calls without an answer, a
 * breaker refuses questions for a while, but no call that moves money.
 */
export class HttpCaller {
  readonly #pool: Pool;
  readonly #base: string;
  readonly #options: HttpCallerOptions;
  readonly #breaker = new CircuitBreaker(breaking);
  readonly #limit: CallsLimit;
  readonly #figures: ProviderFigures;
  #skewMs: number | null = null;

  constructor(options: HttpCallerOptions) {
    const { origin, pathname } = new URL(options.url);
    this.#pool = new Pool(origin, { connections: options.connections });
    this.#base = pathname.replace(/\/+$/, '');
    this.#options = options;
    this.#limit = new CallsLimit(options.callsPerSecond);
    this.#figures = new ProviderFigures(options);
  }

  /** The time by which the provider's clock was ahead of ours at its last answer; null: it did not say. */
  get skewMs(): number | null {
    return this.#skewMs;
  }

  /** The milliseconds for which the provider has asked for no more calls (429 with `Retry-After`); 0: it takes calls. */
  get heldForMs(): number {
    return this.#limit.heldForMs;
  }

  /** Never throws. */
  async call(ask: HttpAsk): Promise<HttpAnswer> {
    const { bearer } = this.#options;
    const first = await this.#once(ask, await bearer?.headers());
    if (bearer === undefined || first.failure !== null || first.status !== 401) return first;
    bearer.forget();
    return this.#once(ask, await bearer.headers());
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #once(ask: HttpAsk, signed: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
    const { timeoutMs } = this.#options;
    const sinceMs = performance.now();
    // While the breaker is open, a question is not asked, which costs nothing. A call that moves money is made all the
    // same, since nobody could tell later whether it was made.
    if (!ask.movesMoney && !this.#breaker.allows()) return this.#notMade('BROKEN', sinceMs);
    if (!(await this.#limit.acquire(timeoutMs))) return this.#notMade('LIMITED', sinceMs);
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await this.#request(ask, signed, signal);
      this.#breaker.succeeded();
      this.#figures.isBroken(false);
      this.#figures.ended(String(answer.status), sinceMs);
      if (answer.status === 429) this.#limit.hold(answer.retryAfterMs ?? 1_000);
      return answer;
    } catch {
      if (this.#breaker.failed()) this.#figures.isBroken(true);
      const failure = signal.aborted ? 'TIMEOUT' : 'UNREACHABLE';
      this.#figures.ended(failure, sinceMs);
      return { failure };
    }
  }

  async #request(
    ask: HttpAsk,
    signed: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Extract<HttpAnswer, { failure: null }>> {
    const { headers, body } = contentOf(ask);
    const reply = await this.#pool.request({
      method: ask.method,
      path: this.#base + ask.path + queryOf(ask),
      headers: { ...headers, ...ask.headers, ...signed },
      body,
      signal,
    });
    const text = await boundedText(reply.body, maxAnswerBytes);
    const { date, 'retry-after': retryAfter } = reply.headers;
    const saidAtMs = typeof date === 'string' ? Date.parse(date) : Number.NaN;
    this.#skewMs = Number.isNaN(saidAtMs) ? null : saidAtMs - Date.now();
    const retryAfterMs = waitIn(retryAfter);
    return { failure: null, status: reply.statusCode, text, retryAfterMs };
  }

  #notMade(why: 'BROKEN' | 'LIMITED', sinceMs: number): HttpAnswer {
    this.#figures.ended(why, sinceMs);
    return { failure: 'UNREACHABLE' };
  }
}

function contentOf({ json, form }: HttpAsk) {
  if (json !== undefined) {
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) };
  }
  if (form === undefined) return { headers: {}, body: null };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return { headers, body: new URLSearchParams(form).toString() };
}

function queryOf({ query }: HttpAsk): string {
  return query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
}

/** Reads a wait in seconds, or up to a date, as milliseconds. */
function waitIn(header: string | string[] | undefined): number | null {
  if (typeof header !== 'string') return null;
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(at - Date.now(), 0);
}
