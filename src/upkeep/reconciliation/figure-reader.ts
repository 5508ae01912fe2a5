import { setTimeout as sleep } from 'node:timers/promises';
import type { FigureRow } from './figure.store.js';

/** The longest wait for the figures. A scraper waits for ten seconds at most, and must still get the other metrics. */
const patienceMs = 2_000;

/**
 * Reads figures on demand, never twice at the same time. Figures up to `freshMs` old are reused, which limits the cost
 * of many readers, or of a frequent one. Returns undefined while the database is away or slow.
 */
export class FigureReader {
  #reading: Promise<void> | undefined;
  #rows: readonly FigureRow[] | undefined;
  #readAtMs = -Infinity;

  constructor(
    private readonly read: () => Promise<readonly FigureRow[]>,
    private readonly freshMs: number,
  ) {}

  async rows(): Promise<readonly FigureRow[] | undefined> {
    if (performance.now() - this.#readAtMs < this.freshMs) return this.#rows;
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
      this.#rows = await this.read();
    } catch {
      this.#rows = undefined;
    }
    this.#readAtMs = performance.now();
  }
}
