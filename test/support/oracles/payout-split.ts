/** What bounds the transfers of a payout. Amounts in minor units. */
export interface PayoutTerms {
  /** The most that one transfer may be. */
  readonly limitMinor: bigint;
  /** Per transfer, with its VAT. */
  readonly feeMinor: bigint;
  /** Transfers of so much and more cost the duty. */
  readonly thresholdMinor: bigint;
  readonly dutyMinor: bigint;
}

export interface PayoutPart {
  readonly amountMinor: bigint;
  readonly dutyMinor: bigint;
}

/**
 * The transfers that pay out a gross amount, duty and fee included: each the most that fits in what is left and in the
 * limit. Nothing is split but for the limit, so that a remainder too small to be sent stays with the merchant.
 */
export function splitPayout(grossMinor: bigint, terms: PayoutTerms): readonly PayoutPart[] {
  const parts: PayoutPart[] = [];
  let rest = grossMinor - terms.feeMinor;
  while (rest > 0n) {
    const part = largestPart(rest, terms);
    if (part.amountMinor <= 0n) break;
    parts.push(part);
    if (part.amountMinor < terms.limitMinor) break;
    rest -= part.amountMinor + part.dutyMinor + terms.feeMinor;
  }
  return parts;
}

function largestPart(
  rest: bigint,
  { limitMinor, thresholdMinor, dutyMinor }: PayoutTerms,
): PayoutPart {
  const free = least(rest, limitMinor);
  if (free < thresholdMinor) return { amountMinor: free, dutyMinor: 0n };
  const dutiable = least(rest - dutyMinor, limitMinor);
  if (dutiable >= thresholdMinor) return { amountMinor: dutiable, dutyMinor };
  return { amountMinor: least(thresholdMinor - 1n, limitMinor), dutyMinor: 0n };
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
