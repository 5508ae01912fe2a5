import { setTimeout as sleep } from 'node:timers/promises';

/** The longest time for which we wait because a provider asks us to. Then it is asked again all the same. */
const longestHoldMs = 60_000;

/** Spreads the calls to one system of a provider over the second, and keeps to what it asks us to wait (`Retry-After`). */
export class CallsLimit {
  readonly #everyMs: number;
  #nextMs = 0;
  #heldUntilMs = 0;

  constructor(callsPerSecond: number) {
    this.#everyMs = 1_000 / callsPerSecond;
  }

  /**
   * Resolves when the call may be made. False: that would be later than `longestMs` from now, so the call is not to be
   * made.
   */
  async acquire(longestMs: number): Promise<boolean> {
    const nowMs = performance.now();
    const atMs = Math.max(nowMs, this.#nextMs, this.#heldUntilMs);
    if (atMs - nowMs > longestMs) return false;
    this.#nextMs = atMs + this.#everyMs;
    if (atMs > nowMs) await sleep(atMs - nowMs);
    return true;
  }

  /** The milliseconds for which the provider still wants no call; 0: it takes calls. */
  get heldForMs(): number {
    return Math.max(this.#heldUntilMs - performance.now(), 0);
  }

  hold(forMs: number): void {
    const untilMs = performance.now() + Math.min(forMs, longestHoldMs);
    this.#heldUntilMs = Math.max(this.#heldUntilMs, untilMs);
  }
}
