import type { HoldReason, SettlementStatus } from '../../domain/payout-state.js';

/** A merchant's request to be paid now. Amounts in minor units. */
export interface SettlementRequest {
  readonly merchantId: string;
  readonly settlementReference: string;
  /** The hash of the whole request: the same request again is a replay. */
  readonly requestHash: Buffer;
  /** The amount that is taken from the balance, with duty and fees; null: all that is due. */
  readonly amountMinor: bigint | null;
  /** Null: the account that a run would pay. */
  readonly settlementAccountId: string | null;
  readonly narration: string | null;
}

export type SettlementRequestOutcome =
  | 'REQUESTED'
  /** The same request was made before. */
  | 'EXISTING'
  | 'DUPLICATE_REFERENCE'
  | 'MERCHANT_INACTIVE'
  | 'SETTLEMENT_IN_PROGRESS'
  | 'INSUFFICIENT_AVAILABLE_BALANCE'
  /** The amount exceeds the rest of the merchant's limit for settlements on demand in a day of Lagos. */
  | 'LIMIT_EXCEEDED'
  /** Duty and fees leave nothing to send. */
  | 'AMOUNT_TOO_SMALL'
  /** The account does not exist, is not the merchant's, was removed, or cannot be used yet. */
  | 'ACCOUNT_NOT_USABLE';

export interface SettlementRequestResult {
  readonly outcome: SettlementRequestOutcome;
  /** Set only with REQUESTED and EXISTING; otherwise null. */
  readonly settlement: Settlement | null;
  /** The amount that could have been asked for; null when the reference is used already. */
  readonly payableMinor: bigint | null;
  /** The fact for the settlement's workflow; null when nothing new was made. */
  readonly factId: bigint | null;
}

/** A settlement as its merchant reads it. Amounts in minor units; `docs/ledger.md` has how they add up. */
export interface Settlement {
  readonly settlementId: string;
  readonly merchantId: string;
  /** 1, 2, 3... per merchant. */
  readonly number: number;
  readonly settlementReference: string;
  readonly type: 'SCHEDULED' | 'ON_DEMAND';
  readonly cycle: 'DAILY' | 'INSTANT' | null;
  readonly cutOff: Date;
  /** Lagos, YYYY-MM-DD. */
  readonly runOn: string;
  readonly currency: string;
  readonly status: SettlementStatus;
  readonly holdReason: HoldReason | null;
  readonly failure: string | null;
  readonly narration: string | null;
  /** The amount that is taken from the balance: net, with the duty and the fees of its transfers. */
  readonly amountMinor: bigint;
  readonly transferFeeMinor: bigint;
  readonly transferVatMinor: bigint;
  readonly transfers: number;
  readonly paidMinor: bigint;
  readonly sums: SettlementSums;
  readonly transactionCount: number;
  /** Null when nothing is paid. Whole, not masked. */
  readonly destination: SettlementDestination | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly completedAt: Date | null;
}

export interface SettlementDestination {
  readonly accountNumber: string;
  readonly accountName: string;
  readonly bankCode: string;
  readonly bankName: string | null;
}

/** opening + gross - fee - vat - refund - chargeback + reversal - duty + adjustment - payoutFee - payoutDuty = net + closing. */
export interface SettlementSums {
  readonly openingMinor: bigint;
  readonly grossMinor: bigint;
  readonly feeMinor: bigint;
  readonly vatMinor: bigint;
  readonly refundMinor: bigint;
  readonly chargebackMinor: bigint;
  readonly reversalMinor: bigint;
  readonly dutyMinor: bigint;
  readonly adjustmentMinor: bigint;
  readonly payoutFeeMinor: bigint;
  readonly payoutDutyMinor: bigint;
  readonly netMinor: bigint;
  readonly closingMinor: bigint;
}
