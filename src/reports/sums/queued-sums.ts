import { FairQueue } from '../../http/fair-queue.js';
import type { PgSums, Sums, SumsWish } from './sums.store.js';

/** The most sums that one merchant may have running or waiting: those that its page asks for at once, and some more. */
const ofOne = 8;
const waiting = 200;

/** Limits how many sums run at once, and serves merchants in turn. A merchant that asks for too many is refused. */
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
