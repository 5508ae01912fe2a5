/**
 * The amounts that an account for one payment accepts besides the amount due. The names of the rules are stored and never change.
 */
export const amountRules = [
  /** Exactly the amount due. Anything else is underpaid or overpaid, and the policies decide what happens to it. */
  'EXACT',
  /** At least the amount due. The merchant keeps what is paid beyond it. */
  'AT_LEAST',
  /** At most the amount due. A smaller amount completes the payment. */
  'AT_MOST',
  /** Any amount completes the payment. */
  'ANY',
] as const;
export type AmountRule = (typeof amountRules)[number];

/** The rules under which an amount below the amount due fits. */
export const takingLess: readonly AmountRule[] = ['AT_MOST', 'ANY'];
/** The rules under which an amount above the amount due fits. */
export const takingMore: readonly AmountRule[] = ['AT_LEAST', 'ANY'];

/** Tells whether the amount fits by the rule alone, without a policy. Both amounts are in kobo. */
export function fitsAmountRule(rule: AmountRule, amountMinor: bigint, dueMinor: bigint): boolean {
  if (amountMinor < dueMinor) return takingLess.includes(rule);
  if (amountMinor > dueMinor) return takingMore.includes(rule);
  return true;
}
