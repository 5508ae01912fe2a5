/**
 * A value that is dear to make and may be some seconds old. Who asks gets the last one, and it is made anew behind their back; only the
 * first who asks waits. While it is made, it is not made once more.
 */
export class Kept<Value> {
  #value: { readonly made: Value; readonly at: number } | undefined;
  #making: Promise<Value> | undefined;

  constructor(
    private readonly make: () => Promise<Value>,
    private readonly maxAgeMs: number,
    private readonly now: () => number = Date.now,
  ) {}

  async get(): Promise<Value> {
    const kept = this.#value;
    if (kept === undefined) return this.#anew();
    if (this.now() - kept.at >= this.maxAgeMs) this.#anew().catch(() => undefined);
    return kept.made;
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
