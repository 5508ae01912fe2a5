export interface WindowLimits {
  /** Work at once, as long as it is prompt. */
  readonly size: number;
  readonly slowAfterMs: number;
  /** Work at once, slow or not. */
  readonly most: number;
}

/**
 * Counts work under way. Work that takes longer than `slowAfterMs` gives its place to other work, so that a few calls
 * that are not answered hold up nobody else.
 */
export class SlidingWindow {
  readonly #limits: WindowLimits;
  readonly #underWay = new Set<Promise<void>>();
  #prompt = 0;
  #wake = (): void => {};

  constructor(limits: WindowLimits) {
    this.#limits = limits;
  }

  get room(): number {
    const { size, most } = this.#limits;
    return Math.max(0, Math.min(size - this.#prompt, most - this.#underWay.size));
  }

  /** `work` must not reject. */
  add(work: Promise<void>): void {
    let isPrompt = true;
    this.#prompt += 1;
    const endPrompt = (): void => {
      if (isPrompt) this.#prompt -= 1;
      isPrompt = false;
      this.#wake();
    };
    const slow = setTimeout(endPrompt, this.#limits.slowAfterMs);
    const done = work.finally(() => {
      clearTimeout(slow);
      this.#underWay.delete(done);
      endPrompt();
    });
    this.#underWay.add(done);
  }

  async roomFor(count: number): Promise<void> {
    while (this.room < count) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async drained(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}
