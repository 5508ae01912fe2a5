export interface BreakerSettings {
  /** The number of failures in a row that opens the circuit. */
  readonly failures: number;
  /** The time for which the breaker stays open. The time doubles, up to `maxOpenMs`, while each try after it fails too. */
  readonly minOpenMs: number;
  readonly maxOpenMs: number;
}

/**
 * Stops calls to a service that has failed several times in a row, and lets one call through now and then to see
 * whether the service is back.
 */
export class CircuitBreaker {
  readonly #settings: BreakerSettings;
  #failures = 0;
  /** 0 while closed. */
  #openMs = 0;
  #openUntilMs = 0;
  #probing = false;

  constructor(settings: BreakerSettings) {
    this.#settings = settings;
  }

  /**
   * Tells whether a call may be made now. After the open time one caller is let through; the others follow when its
   * call succeeds.
   */
  allows(nowMs = performance.now()): boolean {
    if (this.#openMs === 0) return true;
    if (nowMs < this.#openUntilMs) return false;
    this.#open(nowMs, this.#openMs);
    this.#probing = true;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#openMs = 0;
    this.#probing = false;
  }

  /** Returns whether this failure has opened the circuit. */
  failed(nowMs = performance.now()): boolean {
    this.#failures += 1;
    const closed = this.#openMs === 0;
    if (closed && this.#failures >= this.#settings.failures)
      this.#open(nowMs, this.#settings.minOpenMs);
    // While the breaker is open, only the probe's failure counts; the other calls were under way before it opened.
    else if (this.#probing) this.#open(nowMs, Math.min(this.#openMs * 2, this.#settings.maxOpenMs));
    return closed && this.#openMs > 0;
  }

  #open(nowMs: number, openMs: number): void {
    this.#openMs = openMs;
    this.#openUntilMs = nowMs + openMs;
    this.#probing = false;
  }
}
