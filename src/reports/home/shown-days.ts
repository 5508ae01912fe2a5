import { homeCurrency } from '../../domain/currency.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { lagosDate, lagosDayOf } from '../../domain/lagos-day.js';
import type { Day, Days } from '../../pages/parts/day.js';
import type { PgSums, Sums } from '../sums/sums.store.js';
import { Kept } from './kept.js';

const dayMs = 86_400_000;
export const shownDays = 30;
const currency = homeCurrency;
/**
 * The longest time that a page waits for sums. A large installation takes seconds to add them up for the first time.
 */
const longestWaitMs = 100;
/**
 * Today's figures are added up again after 15 seconds. While that takes too long, they are shown for up to a minute.
 */
const todayAges = { maxAgeMs: 15_000, oldestMs: 60_000 };
/** The age from which yesterday is added up again. A day that is over changes only when its orders are paid late. */
const yesterdayMs = 600_000;

interface DaysOf {
  /** Null: of all merchants together. */
  readonly merchantId: string | null;
  /**
   * The number of days that one statement adds up. For all merchants of a large installation, one day takes seconds.
   */
  readonly atOnce: number;
}

/** The figures of the day so far. Null while they are still being added up. */
export interface Today {
  readonly today: Day | null;
  /** The figures of the same day a week ago, until the same time of day. */
  readonly lastWeek: Day | null;
}

interface PastDay {
  readonly date: string;
  readonly since: Date;
  readonly before: Date;
}

/** Adds up today and the days before it. Each past day is added up on the first request and kept in memory. */
export class ShownDays {
  readonly #today: Kept<Today>;
  readonly #days = new Map<string, { readonly day: Day; readonly at: number }>();
  #filling: Promise<void> | undefined;

  constructor(
    private readonly sums: Pick<PgSums, 'of'>,
    private readonly of: DaysOf,
    private readonly now: () => number = Date.now,
  ) {
    this.#today = new Kept(() => this.#addUpToday(), todayAges, now);
  }

  /**
   * Returns the past days. It waits for at most `longestWaitMs`, and goes on adding up the missing days after it has
   * returned.
   */
  async last(): Promise<Days> {
    const filled = this.#fill().catch(() => undefined);
    await Promise.race([filled, sleep(longestWaitMs, undefined, { ref: false })]);
    const past = this.#past();
    return {
      days: past.map(({ date }) => this.#days.get(date)?.day ?? dayOf(date)),
      missing: past.filter(({ date }) => !this.#days.has(date)).length,
    };
  }

  async today(): Promise<Today> {
    return (await this.#today.within(longestWaitMs)) ?? { today: null, lastWeek: null };
  }

  async #addUpToday(): Promise<Today> {
    const now = this.now();
    const { since } = lagosDayOf(new Date(now));
    const week = 7 * dayMs;
    const [today, lastWeek] = await Promise.all([
      this.#total(since, new Date(now)),
      this.#total(new Date(since.getTime() - week), new Date(now - week)),
    ]);
    return { today, lastWeek };
  }

  /** Returns the days that the charts show, the oldest first. */
  #past(): PastDay[] {
    const today = lagosDayOf(new Date(this.now())).since.getTime();
    return Array.from({ length: shownDays }, (_, at) => {
      const since = new Date(today - (shownDays - at) * dayMs);
      return { date: lagosDate(since), since, before: new Date(since.getTime() + dayMs) };
    });
  }

  /** Adds up the missing days with one statement after the other, because people wait for other pages meanwhile. */
  #fill(): Promise<void> {
    this.#filling ??= this.#fillMissing().finally(() => (this.#filling = undefined));
    return this.#filling;
  }

  async #fillMissing(): Promise<void> {
    const past = this.#past();
    for (const date of this.#days.keys()) {
      if (!past.some((each) => each.date === date)) this.#days.delete(date);
    }
    const yesterday = past.at(-1)?.date;
    const wanted = past.filter(({ date }) => {
      const known = this.#days.get(date);
      const isOld = date === yesterday && this.now() - (known?.at ?? 0) >= yesterdayMs;
      return known === undefined || isOld;
    });
    while (wanted.length > 0) await this.#read(wanted.splice(-this.of.atOnce));
  }

  /**
   * Reads all days from the first to the last. Days between them that are known already are read again, which is rare.
   */
  async #read(some: readonly PastDay[]): Promise<void> {
    const [first, last] = [some[0], some.at(-1)];
    if (first === undefined || last === undefined) return;
    const rows = await this.#sums(first.since, last.before);
    for (const { date } of some) {
      const row = rows.find(({ key, isTotal }) => key === date && !isTotal);
      this.#days.set(date, { day: dayOf(date, row), at: this.now() });
    }
  }

  async #total(since: Date, before: Date): Promise<Day> {
    const rows = await this.#sums(since, before);
    return dayOf(
      lagosDate(since),
      rows.find(({ isTotal }) => isTotal),
    );
  }

  #sums(since: Date, before: Date): Promise<Sums[]> {
    return this.sums.of({ merchantId: this.of.merchantId, since, before, by: 'day', currency });
  }
}

function dayOf(date: string, row?: Sums): Day {
  return {
    date,
    payments: Number(row?.payments ?? 0n),
    grossMinor: row?.grossMinor ?? 0n,
    refundMinor: row?.refundMinor ?? 0n,
    disputeMinor: row?.disputeMinor ?? 0n,
    initiated: Number(row?.initiated ?? 0n),
    paid: Number(row?.paid ?? 0n),
  };
}
