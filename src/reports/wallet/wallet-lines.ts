export const walletLineTypes = [
  'COLLECTION',
  'FEE',
  'VAT',
  'SETTLEMENT',
  'SETTLEMENT_REVERSAL',
  'REFUND',
  'CHARGEBACK',
  'ADJUSTMENT',
] as const;
export type WalletLineType = (typeof walletLineTypes)[number];

/**
 * A change of a merchant's balance. The balance is all money of the merchant, due or not, less what the merchant owes.
 */
export interface WalletLine {
  /** The number of the journal. `line` is the number of the line in the journal. */
  readonly journalId: bigint;
  readonly line: number;
  readonly type: WalletLineType;
  /** The amount is positive for money that comes in. */
  readonly amountMinor: bigint;
  readonly beforeMinor: bigint;
  readonly afterMinor: bigint;
  /** The source of the journal: the kind and the id of the thing for which it was posted. */
  readonly sourceType: string;
  readonly sourceId: string;
  readonly purpose: string;
  /** The reference of the order that the line is about, if it is about one. */
  readonly paymentReference: string | null;
  readonly postedAt: Date;
}

export interface WalletLineFilter {
  readonly since: Date;
  readonly before: Date;
  readonly type?: WalletLineType | undefined;
  readonly direction?: 'CREDIT' | 'DEBIT' | undefined;
}
