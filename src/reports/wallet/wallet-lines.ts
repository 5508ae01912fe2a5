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

/** A change of a merchant's balance, due or not, less what the merchant owes. */
export interface WalletLine {
  /** The number of the journal; `line` is the line in it. */
  readonly journalId: bigint;
  readonly line: number;
  readonly type: WalletLineType;
  /** Money that comes in is positive. */
  readonly amountMinor: bigint;
  readonly beforeMinor: bigint;
  readonly afterMinor: bigint;
  /** The source of the journal: what happened, and to what. */
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
