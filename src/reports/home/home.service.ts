import type { Day, Days } from '../../pages/parts/day.js';
import type { PgSums } from '../sums/sums.store.js';
import type { BankHealth, InFlight, OpenDispute, PgHome } from './home.store.js';
import { Kept } from './kept.js';
import { PastDays } from './past-days.js';

const shownDisputes = 10;
/** Today's figures may be so old. */
const todayMs = 15_000;
/** The page waits no longer for days that are not added up yet: a large installation takes seconds for the first time. */
const longestWaitMs = 300;

export interface Home extends Days {
  readonly today: Day;
  /** The same day a week ago, until the same time of the day. */
  readonly lastWeek: Day;
  readonly inFlight: readonly InFlight[];
  readonly disputes: readonly OpenDispute[];
  readonly banks: readonly BankHealth[];
}

/** What the first page of the desk shows of all merchants together. */
export class HomeService {
  readonly #today: Kept<Pick<Home, 'today' | 'lastWeek'>>;
  readonly #past: PastDays;

  constructor(
    private readonly store: Pick<PgHome, 'inFlight' | 'disputes' | 'banks'>,
    sums: Pick<PgSums, 'of'>,
    now: () => number = Date.now,
  ) {
    // One statement for each day, so that none is long.
    this.#past = new PastDays(sums, { merchantId: null, atOnce: 1 }, now);
    this.#today = new Kept(() => this.#past.today(), todayMs, now);
  }

  async find(): Promise<Home> {
    const [today, past, inFlight, disputes, banks] = await Promise.all([
      this.#today.get(),
      this.#past.last(longestWaitMs),
      this.store.inFlight(),
      this.store.disputes(shownDisputes),
      this.store.banks(),
    ]);
    return { ...today, ...past, inFlight, disputes, banks };
  }
}
