import pg from 'pg';
import { isOutage, isStatementTimeout } from '../../platform/database/outage.js';

/** One of the things that a call deals with, and the caller who waits for its result. */
export interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

const mostAtOnce = 200;

/** The size is halved after a batch that took too long, and doubled after a full batch that did not. */
export class BatchSize {
  #size = mostAtOnce;

  get limit(): number {
    return this.#size;
  }

  succeeded(count: number): void {
    if (count === this.#size) this.#size = Math.min(2 * count, mostAtOnce);
  }

  tookTooLong(count: number): void {
    this.#size = Math.ceil(count / 2);
  }
}

/**
 * Lets many callers share one transaction without waiting for company. A thing that comes while a call may start goes at
 * once; things that come while calls are running go together with the next call.
 */
export class BatchQueue<Item, Result> {
  readonly #waiting: Waiting<Item, Result>[] = [];
  #running = 0;

  /** @param call resolves or rejects each of the batch; it throws when it has done neither */
  constructor(
    private readonly callsInFlight: number,
    private readonly size: BatchSize,
    private readonly call: (batch: readonly Waiting<Item, Result>[]) => Promise<void>,
  ) {}

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Rejects with the error of the thing itself, never with an error of a neighbour's data. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => this.push({ item, resolve, reject }));
  }

  push(waiting: Waiting<Item, Result>): void {
    this.#waiting.push(waiting);
    this.#next();
  }

  #next(): void {
    if (this.#running >= this.callsInFlight || this.isEmpty) return;
    const batch = this.#waiting.splice(0, this.size.limit);
    this.#running += 1;
    void this.#run(batch).finally(() => {
      this.#running -= 1;
      this.#next();
    });
  }

  /** A batch that fails because of its data is halved until the faulty thing is alone; the others are done on the way. */
  async #run(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      await this.call(batch);
      this.size.succeeded(batch.length);
    } catch (error) {
      if (isStatementTimeout(error)) this.size.tookTooLong(batch.length);
      if (batch.length === 1 || !isAboutTheData(error)) {
        batch.forEach(({ reject }) => reject(error));
        return;
      }
      const middle = Math.ceil(batch.length / 2);
      await this.#run(batch.slice(0, middle));
      await this.#run(batch.slice(middle));
    }
  }
}

/**
 * Errors of other kinds (the database is away or full, a lock or a statement took too long) would fail every half
 * alike, so no half is tried.
 */
export function isAboutTheData(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !isOutage(error);
}
