import type { Days } from '../../pages/parts/day.js';
import type { PgSums } from '../sums/sums.store.js';
import { QueuedSums } from '../sums/queued-sums.js';
import type { BankHealth, InFlight, OpenDispute, PgHome } from './home.store.js';
import { ShownDays, type Today } from './shown-days.js';

const shownDisputes = 10;

export interface Home extends Days, Today {
  readonly inFlight: readonly InFlight[];
  readonly disputes: readonly OpenDispute[];
  readonly banks: readonly BankHealth[];
}

/** Reads the first page of the desk: figures of all merchants together. */
export class HomeService {
  readonly #days: ShownDays;

  constructor(
    private readonly store: Pick<PgHome, 'inFlight' | 'disputes' | 'banks'>,
    sums: Pick<PgSums, 'of'>,
    now: () => number = Date.now,
  ) {
    // Each day is a statement of its own, so that no statement takes long. Only one runs at a time: while no sums are
    // stored, each takes as long as a statement may, and the page needs the desk's few connections for its other
    // queries.
    const queued = new QueuedSums(sums, 1);
    this.#days = new ShownDays(queued, { merchantId: null, atOnce: 1 }, now);
  }

  async find(): Promise<Home> {
    const [today, past, inFlight, disputes, banks] = await Promise.all([
      this.#days.today(),
      this.#days.last(),
      this.store.inFlight(),
      this.store.disputes(shownDisputes),
      this.store.banks(),
    ]);
    return { ...today, ...past, inFlight, disputes, banks };
  }
}
