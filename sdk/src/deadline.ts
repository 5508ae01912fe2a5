import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { TimeoutError } from './errors.js';

/** The time of one call, through all its attempts, and the caller's own signal. */
export class Deadline {
  /** Aborted when the time is over, or when the caller gives up. */
  readonly signal: AbortSignal;
  readonly #caller: AbortSignal | undefined;
  readonly #timeoutMs: number;
  readonly #endsAtMs: number;

  constructor(timeoutMs: number, caller?: AbortSignal) {
    const limit = AbortSignal.timeout(timeoutMs);
    this.signal = caller === undefined ? limit : AbortSignal.any([caller, limit]);
    this.#caller = caller;
    this.#timeoutMs = timeoutMs;
    this.#endsAtMs = Date.now() + timeoutMs;
  }

  get leftMs(): number {
    return this.#endsAtMs - Date.now();
  }

  /** @throws the caller's reason, or TimeoutError */
  throwIfOver(cause?: unknown): void {
    this.#caller?.throwIfAborted();
    if (!this.signal.aborted) return;
    throw new TimeoutError({
      ...{ reason: 'DEADLINE_EXCEEDED', retryable: true, cause },
      message: `no reply within ${this.#timeoutMs} ms`,
    });
  }

  /** Waits for what other calls wait for too, as long as this call may. */
  async within<Value>(promise: Promise<Value>): Promise<Value> {
    const settled = new AbortController();
    try {
      await Promise.race([promise, once(this.signal, 'abort', { signal: settled.signal })]);
    } finally {
      settled.abort();
    }
    this.throwIfOver();
    return promise;
  }

  async sleep(delayMs: number): Promise<void> {
    await sleep(delayMs, undefined, { signal: this.signal }).catch((error: unknown) => {
      this.throwIfOver(error);
    });
  }
}
