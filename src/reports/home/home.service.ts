import { lagosDate, lagosDayOf } from '../../domain/lagos-day.js';
import type { PgSums, Sums } from '../sums/sums.store.js';
import type { BankHealth, InFlight, OpenDispute, PgHome } from './home.store.js';
import { Kept } from './kept.js';

const dayMs = 86_400_000;
export const shownDays = 30;
const shownDisputes = 10;
const currency = 'NGN';
/** Today's figures may be so old; a day that is over changes only by orders that are paid late. */
const todayMs = 15_000;
const pastMs = 600_000;

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
}

/** What the first page of the desk shows of all merchants together. */
export class HomeService {
  readonly #today: Kept<Pick<Home, 'today' | 'lastWeek'>>;
  readonly #past: Kept<readonly Day[]>;

  constructor(
    private readonly store: Pick<PgHome, 'inFlight' | 'disputes' | 'banks'>,
    private readonly sums: Pick<PgSums, 'of'>,
    private readonly now: () => number = Date.now,
  ) {
    this.#today = new Kept(() => this.#readToday(), todayMs, now);
    this.#past = new Kept(() => this.#readPast(), pastMs, now);
  }

  async find(): Promise<Home> {
    const [today, days, inFlight, disputes, banks] = await Promise.all([
      this.#today.get(),
      this.#past.get(),
      this.store.inFlight(),
      this.store.disputes(shownDisputes),
      this.store.banks(),
    ]);
    return { ...today, days, inFlight, disputes, banks };
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

  async #total(since: Date, before: Date): Promise<Day> {
    const rows = await this.#read(since, before);
    return dayOf(
      lagosDate(since),
      rows.find(({ isTotal }) => isTotal),
    );
  }

  /** A day on which nothing happened is a day all the same. */
  async #readPast(): Promise<readonly Day[]> {
    const { since: before } = lagosDayOf(new Date(this.now()));
    const since = new Date(before.getTime() - shownDays * dayMs);
    const rows = new Map((await this.#read(since, before)).map((row) => [row.key, row]));
    return Array.from({ length: shownDays }, (_, day) => {
      const date = lagosDate(new Date(since.getTime() + day * dayMs));
      return dayOf(date, rows.get(date));
    });
  }

  #read(since: Date, before: Date): Promise<Sums[]> {
    return this.sums.of({ merchantId: null, since, before, by: 'day', currency });
  }
}

function dayOf(date: string, row: Sums | undefined): Day {
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
