/** A merchant's money in one currency, in minor units, by what may become of it. All of one snapshot. */
export interface WalletBalance {
  readonly currency: string;
  /** Due: may be paid out. Less than nothing when the merchant owes us. */
  readonly availableMinor: bigint;
  /** Collected, not due yet. */
  readonly pendingMinor: bigint;
  /** Held for disputes. */
  readonly reservedMinor: bigint;
  /** On its way to the merchant's bank account. */
  readonly inTransitMinor: bigint;
  /** Of the four. */
  readonly totalMinor: bigint;
  /** What the next run sends if nothing else happens; null when none will. */
  readonly nextSettlement: { readonly date: string; readonly amountMinor: bigint } | null;
}

export interface WalletStore {
  balance(merchantId: string): Promise<{ readonly asOf: Date; readonly balance: WalletBalance }>;
}
