import { setTimeout as sleep } from 'node:timers/promises';
import type { FigureRow, PgFigureStore } from './figure.store.js';

/** The age up to which figures are reused. This limits the cost of many readers, or of a frequent one. */
const freshMs = 5_000;
/** The longest wait for the figures. A scraper waits for ten seconds at most, and must still get the other metrics. */
const patienceMs = 2_000;

/**
 * Reads the figures on demand, at most once in five seconds and never twice at the same time. Returns undefined while
 * the database is away or slow.
 */
export class FigureReader {
  readonly #store: Pick<PgFigureStore, 'read'>;
  #reading: Promise<void> | undefined;
  #rows: readonly FigureRow[] | undefined;
  #readAtMs = -Infinity;

  constructor(store: Pick<PgFigureStore, 'read'>) {
    this.#store = store;
  }

  async rows(): Promise<readonly FigureRow[] | undefined> {
    if (performance.now() - this.#readAtMs < freshMs) return this.#rows;
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    const patience = new AbortController();
    const given = sleep(patienceMs, 'late' as const, { signal: patience.signal, ref: false });
    const first = await Promise.race([this.#reading, given]);
    patience.abort();
    given.catch(() => {});
    return first === 'late' ? undefined : this.#rows;
  }

  async #read(): Promise<void> {
    try {
      this.#rows = await this.#store.read();
    } catch {
      this.#rows = undefined;
    }
    this.#readAtMs = performance.now();
  }
}
