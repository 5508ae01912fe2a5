import { ApiError } from './api-error.js';

/**
 * The numbers of requests that may wait for each database connection. A request holds a connection for a millisecond or
 * two, so a wait takes that time for each request before it.
 */
const longQueue = 32;
const fullQueue = 64;
const windowMs = 1_000;

/** The figures of a connection pool that show its load. */
export interface Queue {
  readonly waitingCount: number;
  readonly options: { readonly max: number };
}

/**
 * Refuses requests that would only wait: a queue that grows serves nobody in time. While the queue is long, a caller that
 * has had its share of the second is refused and the others are served; when it is full, everybody is refused.
 */
export class LoadShedding {
  /** Requests of each caller that were let through. */
  readonly #admitted = new Map<string, number>();
  #total = 0;
  #windowEndsAt = 0;

  /** @param now tells the milliseconds of a clock that nobody sets back */
  constructor(
    private readonly queue: Queue,
    private readonly now = () => performance.now(),
  ) {}

  /** Counts a caller's request. @throws ApiError MAINTENANCE when it is not to be served now. */
  admit(caller: string): void {
    const now = this.now();
    if (now >= this.#windowEndsAt) this.#beginWindow(now);
    const mine = this.#admitted.get(caller) ?? 0;
    const { waitingCount, options } = this.queue;
    if (waitingCount >= options.max * longQueue) {
      // A refused caller is counted too, which makes the share of each caller smaller.
      this.#admitted.set(caller, mine);
      const hadItsShare = mine > 0 && mine >= this.#total / this.#admitted.size;
      if (hadItsShare || waitingCount >= options.max * fullQueue) throw tooBusy();
    }
    this.#admitted.set(caller, mine + 1);
    this.#total += 1;
  }

  #beginWindow(now: number): void {
    this.#admitted.clear();
    this.#total = 0;
    this.#windowEndsAt = now + windowMs;
  }
}

function tooBusy(): ApiError {
  const headers = { 'retry-after': '1' };
  return new ApiError('MAINTENANCE', { message: 'Too busy. Try again shortly.', headers });
}
