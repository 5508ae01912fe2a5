import { homeCurrency } from '../../domain/currency.js';
import { lagosDate, lagosDay } from '../../domain/lagos-day.js';
import { toJsonAmount } from '../../domain/money.js';
import { ApiError } from '../../http/api-error.js';
import { isStatementTimeout } from '../../platform/database/outage.js';
import { periodOf } from '../../http/query-fields.js';
import { defaultSplit, type Split } from './split.js';
import type { SumsData, SumsQuery, SumsTotal } from './sums.dto.js';
import type { PgSums, Sums, SumsWish } from './sums.store.js';

const dayMs = 86_400_000;
/** The longest period of each split, in days. It is limited because sums are made on request. */
const longestDays: Readonly<Record<Split, number>> = {
  ...{ day: 366, hour: 31, channel: 366, provider: 366, status: 366 },
};
const usualDays = 7;
const currency = homeCurrency;

/** Adds up what was booked for one merchant or for all. */
export class SumsService {
  constructor(
    private readonly store: Pick<PgSums, 'of'>,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Adds up one merchant, or all merchants when `merchantId` is null. @throws ApiError VALIDATION_FAILED when the
   * period is too long
   */
  async of(merchantId: string | null, asked: SumsQuery): Promise<SumsData> {
    const by = asked.by ?? defaultSplit;
    const { since, before } = this.#period(asked, by);
    const sums = await this.#added({ merchantId, since, before, by, currency });
    const rows = sums
      .filter(({ isTotal }) => !isTotal)
      .map((row) => ({ key: row.key === '' ? null : row.key, ...viewOf(row) }));
    const total = sums.find(({ isTotal }) => isTotal);
    return {
      ...{ by, from: since.toISOString(), before: before.toISOString(), currency },
      rows,
      total: total === undefined ? nothing : viewOf(total),
    };
  }

  /** Returns the period of the query. By default it is the last seven days of Lagos, including today. */
  #period(asked: SumsQuery, by: Split): { since: Date; before: Date } {
    const { since, before } = periodOf(asked);
    const end = before ?? this.#endOfToday();
    const start = since ?? new Date(end.getTime() - usualDays * dayMs);
    if (end.getTime() - start.getTime() > longestDays[by] * dayMs) {
      throw tooLong(`must not be longer than ${longestDays[by]} days`);
    }
    return { since: start, before: end };
  }

  async #added(wish: SumsWish): Promise<Sums[]> {
    try {
      return await this.store.of(wish);
    } catch (error) {
      if (!isStatementTimeout(error)) throw error;
      const other = wish.merchantId === null ? ', or ask for one merchant' : '';
      throw tooLong(
        `has more in it than can be added up at once by ${wish.by}: make it shorter${other}`,
      );
    }
  }

  #endOfToday(): Date {
    return lagosDay(lagosDate(new Date(this.now())))?.before ?? new Date(this.now());
  }
}

function tooLong(rest: string): ApiError {
  const message = `to: the period ${rest}`;
  return new ApiError('VALIDATION_FAILED', {
    message,
    errors: [{ field: 'to', rule: 'max', message }],
  });
}

function viewOf(row: Sums): SumsTotal {
  return {
    payments: Number(row.payments),
    grossAmount: toJsonAmount(row.grossMinor),
    feeAmount: toJsonAmount(row.feeMinor),
    refunds: Number(row.refunds),
    refundAmount: toJsonAmount(row.refundMinor),
    disputeAmount: toJsonAmount(row.disputeMinor),
    adjustmentAmount: toJsonAmount(row.adjustmentMinor),
    netAmount: toJsonAmount(row.netMinor),
    settledAmount: toJsonAmount(row.settledMinor),
    balanceChange: toJsonAmount(row.changeMinor),
    exceptions: Number(row.exceptions),
    initiated: Number(row.initiated),
    paid: Number(row.paid),
    medianSecondsToPay: row.medianSeconds === null ? null : Math.round(row.medianSeconds),
  };
}

const nothing: SumsTotal = viewOf({
  ...{ key: '', isTotal: true, payments: 0n, grossMinor: 0n, feeMinor: 0n, refunds: 0n },
  ...{ refundMinor: 0n, disputeMinor: 0n, adjustmentMinor: 0n, netMinor: 0n, settledMinor: 0n },
  ...{ changeMinor: 0n, exceptions: 0n, initiated: 0n, paid: 0n, medianSeconds: null },
});
