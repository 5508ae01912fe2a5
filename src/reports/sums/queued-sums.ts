import { FairQueue } from '../../http/fair-queue.js';
import type { PgSums, Sums, SumsWish } from './sums.store.js';

/** Of one merchant: what its page asks for at once, and some more. */
const ofOne = 8;
const waiting = 200;

/** Lets only so many sums be under way at once, and merchants take turns. Whoever asks for too many is refused. */
export class QueuedSums implements Pick<PgSums, 'of'> {
  readonly #queue: FairQueue;

  constructor(
    private readonly sums: Pick<PgSums, 'of'>,
    atOnce: number,
  ) {
    this.#queue = new FairQueue({ atOnce, ofOne, waiting });
  }

  of(wish: SumsWish): Promise<Sums[]> {
    return this.#queue.take(wish.merchantId ?? '', () => this.sums.of(wish));
  }
}
