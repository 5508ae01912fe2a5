import { setTimeout as sleep } from 'node:timers/promises';

interface Bounds {
  /** A value that is older is made anew before it is given away, as far as the patience goes. */
  readonly maxAgeMs: number;
  /** A value that is older is given to nobody. */
  readonly oldestMs: number;
}

/** A value that is dear to make and may be some seconds old. While it is made, it is not made once more. */
export class Kept<Value> {
  #value: { readonly made: Value; readonly at: number } | undefined;
  #making: Promise<Value> | undefined;

  constructor(
    private readonly make: () => Promise<Value>,
    private readonly bounds: Bounds,
    private readonly now: () => number = Date.now,
  ) {}

  /** Waits no longer than so many milliseconds. Null: it is not made yet, and goes on being made. */
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
