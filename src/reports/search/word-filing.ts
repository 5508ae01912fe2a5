import type { Filing } from '../filer.js';
import type { PgWords } from './words.store.js';

/** The number of rows in a batch. It is small, so that no row is locked for long. */
const batch = 250;

/** Returns the filing of the words by which orders and payments are found. */
export function wordFiling(words: Pick<PgWords, 'file'>): Filing {
  return {
    file: async () => (await words.file(batch)) >= batch,
    pauseMs: 1_000,
    what: 'the words of a search',
  };
}
