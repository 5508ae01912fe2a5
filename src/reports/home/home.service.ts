import { setTimeout as sleep } from 'node:timers/promises';
import type { Day, Days } from '../../pages/parts/day.js';
import type { PgSums } from '../sums/sums.store.js';
import type { BankHealth, InFlight, OpenDispute, PgHome } from './home.store.js';
import { Kept } from './kept.js';
import { PastDays } from './past-days.js';

const shownDisputes = 10;
/** Today's figures may be so old. */
const todayMs = 15_000;
/** The page waits no longer for what is not added up yet: a large installation takes seconds for the first time. */
const longestWaitMs = 100;

export interface Home extends Days {
  /** Null: it is still being added up. */
  readonly today: Day | null;
  /** The same day a week ago, until the same time of the day. */
  readonly lastWeek: Day | null;
  readonly inFlight: readonly InFlight[];
  readonly disputes: readonly OpenDispute[];
  readonly banks: readonly BankHealth[];
}

/** What the first page of the desk shows of all merchants together. */
export class HomeService {
  readonly #today: Kept<{ readonly today: Day; readonly lastWeek: Day }>;
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
      Promise.race([
        this.#today.get().catch(() => null),
        sleep(longestWaitMs, null, { ref: false }),
      ]),
      this.#past.last(longestWaitMs),
      this.store.inFlight(),
      this.store.disputes(shownDisputes),
      this.store.banks(),
    ]);
    return { today: null, lastWeek: null, ...today, ...past, inFlight, disputes, banks };
  }
}
