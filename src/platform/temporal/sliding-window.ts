export interface WindowLimits {
  /** The least width of the window. */
  readonly least: number;
  /** The width of the window while the work is prompt. */
  readonly size: number;
  readonly slowAfterMs: number;
  /** The most work that is under way at once, slow or not. */
  readonly most: number;
}

/** The window stays wide until more than a third of the work is slow or fails. */
const narrowsBy = 2;

/**
 * Counts work under way. Work that takes longer than `slowAfterMs` gives its place to other work, so that a few calls
 * that are not answered hold up nobody else.
 *
 * When most calls are slow or fail, the server does not keep up: then the window narrows, because calls that time out
 * would keep it busy with nothing. The window widens with each prompt answer.
 */
export class SlidingWindow {
  readonly #limits: WindowLimits;
  readonly #underWay = new Set<Promise<void>>();
  #size: number;
  #prompt = 0;
  #wake = (): void => {};

  constructor(limits: WindowLimits) {
    this.#limits = limits;
    this.#size = limits.size;
  }

  get room(): number {
    const { most } = this.#limits;
    return Math.max(0, Math.min(this.#size - this.#prompt, most - this.#underWay.size));
  }

  /** `work` answers whether it has succeeded, and must not reject. */
  add(work: Promise<boolean>): void {
    let isPrompt = true;
    this.#prompt += 1;
    const endPrompt = (hasSucceeded: boolean): void => {
      if (isPrompt) {
        this.#prompt -= 1;
        this.#resize(hasSucceeded);
      }
      isPrompt = false;
      this.#wake();
    };
    const slow = setTimeout(() => endPrompt(false), this.#limits.slowAfterMs);
    const done = work.then((hasSucceeded) => {
      clearTimeout(slow);
      this.#underWay.delete(done);
      endPrompt(hasSucceeded);
    });
    this.#underWay.add(done);
  }

  /** Waits until half of the window is free: less is not worth a claim. */
  async roomForHalf(): Promise<void> {
    while (this.room < this.#size / 2) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async drained(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #resize(isKeepingUp: boolean): void {
    const { least, size } = this.#limits;
    this.#size = isKeepingUp
      ? Math.min(size, this.#size + 1)
      : Math.max(least, this.#size - narrowsBy);
  }
}
