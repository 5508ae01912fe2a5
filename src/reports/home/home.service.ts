import type { Days } from '../../pages/parts/day.js';
import type { PgSums } from '../sums/sums.store.js';
import { QueuedSums } from '../sums/queued-sums.js';
import type { BankHealth, InFlight, OpenDispute, PgHome } from './home.store.js';
import { Kept } from './kept.js';
import { ShownDays, type Today } from './shown-days.js';

const shownDisputes = 10;
/** The suspense of the last ten minutes is shown when adding it up takes longer than this. */
const suspensePatienceMs = 500;
const suspenseBounds = { maxAgeMs: 10_000, oldestMs: 600_000 };

export interface Home extends Days, Today {
  readonly inFlight: readonly InFlight[];
  readonly disputes: readonly OpenDispute[];
  readonly banks: readonly BankHealth[];
}

/** Reads the first page of the desk: figures of all merchants together. */
export class HomeService {
  readonly #days: ShownDays;
  readonly #suspense: Kept<InFlight>;

  constructor(
    private readonly store: Pick<PgHome, 'inFlight' | 'inSuspense' | 'disputes' | 'banks'>,
    sums: Pick<PgSums, 'of'>,
    now: () => number = Date.now,
  ) {
    // Each day is a statement of its own, so that no statement takes long. Only one runs at a time: while no sums are
    // stored, each takes as long as a statement may, and the page needs the desk's few connections for its other
    // queries.
    const queued = new QueuedSums(sums, 1);
    this.#days = new ShownDays(queued, { merchantId: null, atOnce: 1 }, now);
    this.#suspense = new Kept(() => store.inSuspense(), suspenseBounds, now);
  }

  async find(): Promise<Home> {
    const [today, past, onItsWay, suspense, disputes, banks] = await Promise.all([
      this.#days.today(),
      this.#days.last(),
      this.store.inFlight(),
      this.#suspense.within(suspensePatienceMs),
      this.store.disputes(shownDisputes),
      this.store.banks(),
    ]);
    const inFlight = suspense === null ? onItsWay : [...onItsWay, suspense];
    return { ...today, ...past, inFlight, disputes, banks };
  }
}
