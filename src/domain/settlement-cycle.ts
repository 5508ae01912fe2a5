/** The hour at which the daily settlement begins, in Lagos. */
export const dailyRunHour = 6;

/** DAILY: every business day at that hour. INSTANT: every few minutes, for merchants on T0_INSTANT. */
export type SettlementCycle = 'DAILY' | 'INSTANT';

/** Part of the merchants of a run, by a hash of their ids: slice `number` (from 1) of `of`. */
export interface MerchantSlice {
  readonly number: number;
  readonly of: number;
}
