/** The state of money that a merchant has received: a transaction is money, a checkout is an order. */
export const transactionStatuses = [
  /** A part payment that waits for the rest of its order. */
  'PENDING',
  /** The money was received, and is not in the books yet. */
  'PROCESSING',
  'SUCCESSFUL',
  /** The transaction brought no money; none is listed today. */
  'FAILED',
  /** The money came late, twice, or for no order. It is in suspense until somebody decides. */
  'HELD',
  'REFUND_PENDING',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  /** The payer's bank or the card's issuer has taken the money back. */
  'REVERSED',
  'DISPUTED',
] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** The statuses of the money as the rail knows it: one row per session id. */
export const creditStatuses = [
  'RECEIVED',
  'UNMATCHED',
  'APPLIED',
  'HELD',
  'RETURN_PENDING',
  'RETURNED',
  'RETURN_FAILED',
  'RECALLED',
] as const;
export type CreditStatus = (typeof creditStatuses)[number];

/** The ways in which a credit can differ from the amount due. */
export const transactionExceptions = [
  'UNDERPAID',
  'OVERPAID',
  'LATE',
  'DUPLICATE',
  'UNMATCHED',
] as const;
export type TransactionException = (typeof transactionExceptions)[number];

/** The result of a decision about a held payment. */
export const resolutions = ['ACCEPTED', 'RETURNED', 'KEPT'] as const;
export type Resolution = (typeof resolutions)[number];

/** Names the exception of a payment; null for a payment that fits, and while it is not judged. */
export function exceptionOf<Outcome extends string>(
  outcome: Outcome | null,
): Exclude<Outcome, 'EXACT'> | null {
  return outcome === 'EXACT' ? null : (outcome as Exclude<Outcome, 'EXACT'> | null);
}
