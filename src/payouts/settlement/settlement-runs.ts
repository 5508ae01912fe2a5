import type { SettlementCycle } from '../../domain/settlement-cycle.js';

export interface CutOff {
  readonly cycle: SettlementCycle;
  /**
   * For DAILY: the Lagos midnight at which the day of the run begins. For INSTANT: the time at which the run was due.
   */
  readonly cutOff: Date;
}

/** The result of one page of merchants. */
export interface SettlementPage extends SettledMerchants {
  /** Continue after this merchant; null: that was the last page. */
  readonly next: string | null;
}

/** The result of some merchants. Amounts in minor units. */
export interface SettledMerchants {
  /**
   * Settlements with something to pay whose workflow has not reported yet, frozen now or by an earlier run of the same
   * cut-off.
   */
  readonly frozen: readonly FrozenSettlement[];
  readonly tally: SettlementTally;
  /** Merchants whose settlement failed for a reason that does not pass by itself. */
  readonly failed: readonly FailedMerchant[];
  /** The last merchant, when somebody else held its books for too long: it is not settled, and not in the tally. */
  readonly locked: string | null;
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
  /** Merchants whose due money is less than their minimum. */
  readonly belowMinimum: number;
  readonly onHold: number;
  /** Merchants that have due money but no account that can be used yet. */
  readonly withoutAccount: number;
  /** The number of merchants in `failed`. */
  readonly failed: number;
  /** Of a whole run: merchants that it left to the next run, because their books were locked. */
  readonly locked?: number;
}
