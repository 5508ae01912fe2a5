import type { Filing } from '../filer.js';
import type { PgWords } from './words.store.js';

/** The number of rows in a batch. It is small, so that no row is locked for long. */
const batch = 250;

/** Rows that were committed long after their ids were made are looked for so often. */
const sweepEveryMs = 15_000;

/** Returns the filing of the words by which orders and payments are found. */
export function wordFiling(words: Pick<PgWords, 'file'>): Filing {
  let sweptAtMs = -Infinity;
  return {
    file: async () => {
      const isSweep = performance.now() - sweptAtMs >= sweepEveryMs;
      const hasMore = (await words.file(batch, !isSweep)) >= batch;
      if (isSweep && !hasMore) sweptAtMs = performance.now();
      return hasMore;
    },
    pauseMs: 1_000,
    what: 'the words of a search',
  };
}
