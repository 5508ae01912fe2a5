import type { Found } from './reconciliation-store.port.js';

/** The proof of the books: claims about all that was ever booked. */
export interface BooksProof {
  /** Looks at each claim, and writes down what came of it; answers those that do not hold. */
  prove(): Promise<readonly Found[]>;
}
