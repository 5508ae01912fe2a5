/**
 * When is a credit late? The SQL function `record_credit` judges it in the transaction that records the credit. Tests hold
 * it against this rule and these figures.
 */

/** How much a sender bank's clock may be ahead of ours. */
export const clockSkewMs = 60 * 1_000;
/** Without a believable sender's time: how long after expiry an arrival still counts as sent in time. */
export const arrivalGraceMs = 5 * 60 * 1_000;

export interface CreditTimes {
  /** The sender's time (`senderTime` of nip-session.ts); null when there is none to believe. */
  readonly sentAt: Date | null;
  readonly receivedAt: Date;
  /** The end of the account's validity. */
  readonly expiresAt: Date;
}

/** Judged by when the payer sent, not by when we heard of it. The last instant of the allowance is still in time. */
export function isLate({ sentAt, receivedAt, expiresAt }: CreditTimes): boolean {
  return sentAt === null
    ? receivedAt.getTime() > expiresAt.getTime() + arrivalGraceMs
    : sentAt.getTime() > expiresAt.getTime() + clockSkewMs;
}
