/** A merchant's money in one currency, in minor units, by its possible uses. All figures are of one snapshot. */
export interface WalletBalance {
  readonly currency: string;
  /** Due: may be paid out. Less than nothing when the merchant owes us. */
  readonly availableMinor: bigint;
  /** Collected, not due yet. */
  readonly pendingMinor: bigint;
  /** Held for disputes. */
  readonly reservedMinor: bigint;
  /** The amount on its way to the merchant's bank account. */
  readonly inTransitMinor: bigint;
  /** The sum of the four. */
  readonly totalMinor: bigint;
  /** The amount that the next run sends if nothing else happens; null when no run will send any. */
  readonly nextSettlement: { readonly date: string; readonly amountMinor: bigint } | null;
}
