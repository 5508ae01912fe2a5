import { LRUCache } from 'lru-cache';

const windowMs = 15 * 60 * 1_000;
/** More than this many names at once is a flood; the oldest are forgotten first. */
const maxNames = 100_000;

interface Failures {
  count: number;
  readonly endsAt: number;
}

/** Counts failures per name in a window of 15 minutes that begins with the first one. In memory, so per process. */
export class FailureLimiter {
  readonly #failures = new LRUCache<string, Failures>({ max: maxNames });
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** Seconds until the name may try again; undefined when it may now. */
  blockedFor(name: string, now: number): number | undefined {
    const failures = this.#failures.get(name);
    if (failures === undefined || failures.count < this.#max || failures.endsAt <= now) {
      return undefined;
    }
    return Math.ceil((failures.endsAt - now) / 1_000);
  }

  fail(name: string, now: number): void {
    const failures = this.#failures.get(name);
    if (failures === undefined || failures.endsAt <= now) {
      this.#failures.set(name, { count: 1, endsAt: now + windowMs });
    } else {
      failures.count += 1;
    }
  }

  succeed(name: string): void {
    this.#failures.delete(name);
  }
}
