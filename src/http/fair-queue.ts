import { ApiError } from './api-error.js';

/** The limits on one kind of work in a process. */
export interface FairQueueLimits {
  /** Maximum number of requests that run at the same time, of all callers together. */
  readonly atOnce: number;
  /** Maximum number of one caller's requests, running and waiting together. */
  readonly ofOne: number;
  /** Maximum number of requests that wait, of all callers together. */
  readonly waiting: number;
}

const retryAfterSeconds = 5;

/**
 * Lets only so much heavy work of a process be under way at once. The callers take turns, and whoever asks for more than
 * a few is refused before anything is done: nobody's queue keeps others waiting for long.
 */
export class FairQueue {
  /** The callers that wait, in the order of their turns; each with the functions that begin the work. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #ofCaller = new Map<string, number>();
  #underWay = 0;
  #waitingCount = 0;

  constructor(private readonly limits: FairQueueLimits) {}

  /** Does the work when it is the caller's turn. @throws ApiError TOO_MUCH_AT_ONCE before anything is done */
  async take<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
    const { atOnce, ofOne, waiting } = this.limits;
    const mine = this.#ofCaller.get(caller) ?? 0;
    const mustWait = this.#underWay >= atOnce;
    if (mine >= ofOne || (mustWait && this.#waitingCount >= waiting)) throw tooMuch();
    this.#ofCaller.set(caller, mine + 1);
    if (mustWait) await this.#wait(caller);
    else this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#leave(caller);
    }
  }

  #wait(caller: string): Promise<void> {
    this.#waitingCount += 1;
    return new Promise((begin) => {
      const queue = this.#waiting.get(caller) ?? [];
      queue.push(begin);
      this.#waiting.set(caller, queue);
    });
  }

  /** The next caller takes the place of the one who leaves, and goes to the end of the row. */
  #leave(caller: string): void {
    const left = (this.#ofCaller.get(caller) ?? 1) - 1;
    if (left > 0) this.#ofCaller.set(caller, left);
    else this.#ofCaller.delete(caller);
    for (const [next, [begin, ...others]] of this.#waiting) {
      this.#waiting.delete(next);
      if (others.length > 0) this.#waiting.set(next, others);
      this.#waitingCount -= 1;
      return begin?.();
    }
    this.#underWay -= 1;
  }
}

function tooMuch(): ApiError {
  return new ApiError('TOO_MUCH_AT_ONCE', {
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}
