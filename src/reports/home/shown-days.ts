import { homeCurrency } from '../../domain/currency.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { lagosDate, lagosDayOf } from '../../domain/lagos-day.js';
import type { Day, Days } from '../../pages/parts/day.js';
import type { PgSums, Sums } from '../sums/sums.store.js';
import { Kept } from './kept.js';

const dayMs = 86_400_000;
export const shownDays = 30;
const currency = homeCurrency;
/** A page waits no longer for what is not added up yet: a large installation takes seconds for the first time. */
const longestWaitMs = 100;
/** Today's figures may be some seconds old; what is older than a minute is not shown. */
const todayAges = { maxAgeMs: 15_000, oldestMs: 60_000 };
/** A day that is over changes only by orders that are paid late: yesterday is added up anew after so long. */
const yesterdayMs = 600_000;

interface DaysOf {
  /** Null: of all merchants together. */
  readonly merchantId: string | null;
  /** The number of days that one statement adds up: all merchants of a large installation take seconds for a day. */
  readonly atOnce: number;
}

/** The day so far. Null: it is still being added up. */
export interface Today {
  readonly today: Day | null;
  /** The day a week ago, until the present time of the day. */
  readonly lastWeek: Day | null;
}

interface PastDay {
  readonly date: string;
  readonly since: Date;
  readonly before: Date;
}

/** Today, and the days before it, each added up when it is first asked for and remembered. */
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

  /** Waits a moment for days that are not added up yet. They are added up behind the caller's back. */
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

  /** The days that the pictures show, the oldest first. */
  #past(): PastDay[] {
    const today = lagosDayOf(new Date(this.now())).since.getTime();
    return Array.from({ length: shownDays }, (_, at) => {
      const since = new Date(today - (shownDays - at) * dayMs);
      return { date: lagosDate(since), since, before: new Date(since.getTime() + dayMs) };
    });
  }

  /** Fills the days one statement after the other, because a person waits for other pages. */
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

  /** Days between these are known already, and read once more: rarely is there one. */
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
