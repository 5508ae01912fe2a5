/** A merchant's price for a collection. Rates are in basis points (1 % = 100), amounts in minor units. */
export interface FeePlan {
  readonly rateBps: number;
  /** Added to the rate's part for amounts of at least `flatWaivedBelowMinor`. */
  readonly flatMinor: bigint;
  readonly flatWaivedBelowMinor: bigint;
  /** The fee without VAT is never more than this. */
  readonly capMinor: bigint;
  readonly vatBps: number;
}

export interface Fee {
  readonly feeMinor: bigint;
  /** VAT is taken on the rounded, capped fee. */
  readonly vatMinor: bigint;
}

/** The fee on an amount that was applied. Each part is rounded half up to the kobo by itself. */
export function feeOn(plan: FeePlan, amountMinor: bigint): Fee {
  const flat = amountMinor >= plan.flatWaivedBelowMinor ? plan.flatMinor : 0n;
  const uncapped = partOf(amountMinor, plan.rateBps) + flat;
  const feeMinor = uncapped < plan.capMinor ? uncapped : plan.capMinor;
  return { feeMinor, vatMinor: partOf(feeMinor, plan.vatBps) };
}

/**
 * The amount the customer pays when the customer bears the fee: the least P with P - fee(P) - vat(P) >= amount. Fees
 * never fall as P grows, so climbing from the amount reaches the least such P first, and the cap ends the climb.
 */
export function grossUp(plan: FeePlan, amountMinor: bigint): bigint {
  let payable = amountMinor;
  for (;;) {
    const { feeMinor, vatMinor } = feeOn(plan, payable);
    const next = amountMinor + feeMinor + vatMinor;
    if (next === payable) return payable;
    payable = next;
  }
}

function partOf(amountMinor: bigint, bps: number): bigint {
  return (amountMinor * BigInt(bps) + 5_000n) / 10_000n;
}
