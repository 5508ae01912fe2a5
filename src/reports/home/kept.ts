import { setTimeout as sleep } from 'node:timers/promises';

interface Bounds {
  /** The age from which a value is made again before it is returned, unless that takes longer than the caller waits. */
  readonly maxAgeMs: number;
  /** The age from which a value is never returned. */
  readonly oldestMs: number;
}

/** Keeps a value that is expensive to make and may be some seconds old. It is never made twice at the same time. */
export class Kept<Value> {
  #value: { readonly made: Value; readonly at: number } | undefined;
  #making: Promise<Value> | undefined;

  constructor(
    private readonly make: () => Promise<Value>,
    private readonly bounds: Bounds,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Returns a value after at most `patienceMs` milliseconds. If a new one is not made by then, making it goes on, and
   * the former value is returned, or null when that is older than `oldestMs`.
   */
  async within(patienceMs: number): Promise<Value | null> {
    const { maxAgeMs, oldestMs } = this.bounds;
    const young = this.#ifYounger(maxAgeMs);
    if (young !== null) return young;
    const anew = this.#anew().catch(() => null);
    const made = await Promise.race([anew, sleep(patienceMs, null, { ref: false })]);
    return made ?? this.#ifYounger(oldestMs);
  }

  #ifYounger(ageMs: number): Value | null {
    const kept = this.#value;
    return kept !== undefined && this.now() - kept.at < ageMs ? kept.made : null;
  }

  #anew(): Promise<Value> {
    this.#making ??= this.#run();
    return this.#making;
  }

  async #run(): Promise<Value> {
    try {
      const at = this.now();
      const made = await this.make();
      this.#value = { made, at };
      return made;
    } finally {
      this.#making = undefined;
    }
  }
}
