import type { SettlementSums } from '../settlement/settlement-requests.js';

/** The reasons that a merchant's money changed. */
export const lineTypes = [
  'COLLECTION',
  'REFUND',
  'CHARGEBACK',
  'SETTLEMENT',
  /** A payout that failed, was called off, or came back. */
  'SETTLEMENT_REVERSAL',
  'ADJUSTMENT',
] as const;
export type LineType = (typeof lineTypes)[number];

/** The subject of a statement: one settlement, or all that was booked in a period. */
export type StatementSubject =
  | {
      readonly kind: 'SETTLEMENT';
      readonly settlementId: string;
      readonly settlementReference: string;
      readonly status: string;
    }
  /** `since` is part of the period, `before` is not. */
  | { readonly kind: 'PERIOD'; readonly since: Date; readonly before: Date };

export interface StatementHead {
  readonly subject: StatementSubject;
  readonly merchantId: string;
  readonly merchantName: string;
  /** A settlement's number 1, 2, 3...; null for a period. */
  readonly number: number | null;
  readonly currency: string;
  readonly sums: SettlementSums;
  readonly lineCount: number;
  /** The statement has everything that was booked before this time. */
  readonly asOf: Date;
}

/** A change of a merchant's balance. Amounts are in minor units; money that comes in is positive. */
export interface StatementLine {
  readonly position: LinePosition;
  readonly bookedAt: Date;
  /** Lagos, YYYY-MM-DD: from then on it may be paid out. */
  readonly dueOn: string;
  readonly type: LineType;
  /** Transaction, refund, dispute or settlement. */
  readonly reference: string;
  /** The order that the payment was for; null when there was none. */
  readonly paymentReference: string | null;
  /**
   * The transaction that brought the money, also on the line of its refund or dispute; null for a line that no payer's
   * money caused.
   */
  readonly transactionReference: string | null;
  /** The session id of the transfer that brought or took the money, when there was one. */
  readonly sessionId: string | null;
  readonly grossMinor: bigint;
  readonly feeMinor: bigint;
  readonly vatMinor: bigint;
  readonly dutyMinor: bigint;
  readonly netMinor: bigint;
}

/**
 * The place of a line: the time at which it was booked, to the microsecond as the database writes it, and its number.
 */
export interface LinePosition {
  readonly bookedAt: string;
  readonly lineId: bigint;
}
