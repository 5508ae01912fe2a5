import type { SettlementCycle } from '../../domain/settlement-cycle.js';

export interface CutOff {
  readonly cycle: SettlementCycle;
  /**
   * For DAILY: the Lagos midnight at which the day of the run begins. For INSTANT: the time at which the run was due.
   */
  readonly cutOff: Date;
}

/** The result of one page of merchants. Amounts in minor units. */
export interface SettlementPage {
  /** Continue after this merchant; null: that was the last page. */
  readonly next: string | null;
  /** Settlements with something to pay, frozen now or by an earlier run of the same cut-off, whose workflow has not told yet. */
  readonly frozen: readonly FrozenSettlement[];
  readonly tally: SettlementTally;
  /** Merchants whose settlement could not be made, for a reason that does not pass by itself; all others are done. */
  readonly failed: readonly FailedMerchant[];
}

export interface FailedMerchant {
  readonly merchantId: string;
  /** The database's error message. The message holds nothing personal. */
  readonly reason: string;
}

export interface FrozenSettlement {
  readonly settlementId: string;
  readonly merchantId: string;
  readonly currency: string;
  readonly factId: bigint;
}

export interface SettlementTally {
  readonly merchants: number;
  /** Settlements with a payout, made now or before. */
  readonly settled: number;
  readonly amountMinor: bigint;
  /** Due, and less than the merchant's minimum. */
  readonly belowMinimum: number;
  readonly onHold: number;
  /** Due, and no account to pay that can be used yet. */
  readonly withoutAccount: number;
  /** The number of merchants in `failed`. */
  readonly failed: number;
}
