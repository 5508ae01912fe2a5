import { setTimeout as sleep } from 'node:timers/promises';
import { lagosDate, lagosDayOf } from '../../domain/lagos-day.js';
import type { PgSums, Sums } from '../sums/sums.store.js';
import type { BankHealth, InFlight, OpenDispute, PgHome } from './home.store.js';
import { Kept } from './kept.js';

const dayMs = 86_400_000;
export const shownDays = 30;
const shownDisputes = 10;
const currency = 'NGN';
/** Today's figures may be so old. */
const todayMs = 15_000;
/** A day that is over changes only by orders that are paid late: yesterday is added up anew after so long. */
const yesterdayMs = 600_000;
/** The page waits no longer for days that are not added up yet: a large installation takes seconds for the first time. */
const longestWaitMs = 300;

/** One day of Lagos. */
export interface Day {
  /** Such as `2026-11-20`. */
  readonly date: string;
  readonly payments: number;
  readonly grossMinor: bigint;
  readonly refundMinor: bigint;
  readonly disputeMinor: bigint;
  readonly initiated: number;
  readonly paid: number;
}

export interface Home {
  readonly today: Day;
  /** The same day a week ago, until the same time of the day. */
  readonly lastWeek: Day;
  readonly inFlight: readonly InFlight[];
  readonly disputes: readonly OpenDispute[];
  readonly banks: readonly BankHealth[];
  /** Without today, the oldest first. */
  readonly days: readonly Day[];
  /** How many of them are not added up yet, and stand as empty days. */
  readonly missing: number;
}

/** What the first page of the desk shows of all merchants together. */
export class HomeService {
  readonly #today: Kept<Pick<Home, 'today' | 'lastWeek'>>;
  readonly #days = new Map<string, { readonly day: Day; readonly at: number }>();
  #filling: Promise<void> | undefined;

  constructor(
    private readonly store: Pick<PgHome, 'inFlight' | 'disputes' | 'banks'>,
    private readonly sums: Pick<PgSums, 'of'>,
    private readonly now: () => number = Date.now,
  ) {
    this.#today = new Kept(() => this.#readToday(), todayMs, now);
  }

  async find(): Promise<Home> {
    const filled = this.#fill().catch(() => undefined);
    const [today, inFlight, disputes, banks] = await Promise.all([
      this.#today.get(),
      this.store.inFlight(),
      this.store.disputes(shownDisputes),
      this.store.banks(),
      Promise.race([filled, sleep(longestWaitMs, undefined, { ref: false })]),
    ]);
    const days = this.#past().map(({ date }) => this.#days.get(date)?.day ?? dayOf(date));
    const missing = this.#past().filter(({ date }) => !this.#days.has(date)).length;
    return { ...today, days, missing, inFlight, disputes, banks };
  }

  async #readToday(): Promise<Pick<Home, 'today' | 'lastWeek'>> {
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
  #past(): { readonly date: string; readonly since: Date; readonly before: Date }[] {
    const today = lagosDayOf(new Date(this.now())).since.getTime();
    return Array.from({ length: shownDays }, (_, at) => {
      const since = new Date(today - (shownDays - at) * dayMs);
      return { date: lagosDate(since), since, before: new Date(since.getTime() + dayMs) };
    });
  }

  /** One statement for each day, so that none is long, and no two at once: a person waits for other pages. */
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
    for (const { date, since, before } of past.toReversed()) {
      const known = this.#days.get(date);
      const isOld = date === yesterday && this.now() - (known?.at ?? 0) >= yesterdayMs;
      if (known !== undefined && !isOld) continue;
      const day = await this.#total(since, before);
      this.#days.set(date, { day, at: this.now() });
    }
  }

  async #total(since: Date, before: Date): Promise<Day> {
    const rows = await this.sums.of({ merchantId: null, since, before, by: 'day', currency });
    return dayOf(
      lagosDate(since),
      rows.find(({ isTotal }) => isTotal),
    );
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
