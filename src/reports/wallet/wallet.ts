/**
 * A merchant's money in one currency, in minor units, divided by what it can be used for. All figures are of one
 * snapshot.
 */
export interface WalletBalance {
  readonly currency: string;
  /** The amount that is due and may be paid out. It is below zero when the merchant owes us money. */
  readonly availableMinor: bigint;
  /** The amount that was collected and is not due yet. */
  readonly pendingMinor: bigint;
  /** The amount that is held for disputes. */
  readonly reservedMinor: bigint;
  /** The amount on its way to the merchant's bank account. */
  readonly inTransitMinor: bigint;
  /** The sum of the four amounts above. */
  readonly totalMinor: bigint;
  /** The amount that the next run sends if nothing else happens. Null when no run will send any. */
  readonly nextSettlement: { readonly date: string; readonly amountMinor: bigint } | null;
}
