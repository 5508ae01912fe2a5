/**
 * The amounts that an account for one payment accepts besides the amount due. The names of the rules are stored and never change.
 */
export const amountRules = [
  /** Exactly the amount due. Anything else is underpaid or overpaid, and the policies decide what happens to it. */
  'EXACT',
  /** More than is due is the merchant's too. */
  'AT_LEAST',
  /** Less completes the payment. */
  'AT_MOST',
  /** Whatever comes completes the payment. */
  'ANY',
] as const;
export type AmountRule = (typeof amountRules)[number];

/** The rules by which less than is due fits. */
export const takingLess: readonly AmountRule[] = ['AT_MOST', 'ANY'];
/** The rules by which more than is due fits. */
export const takingMore: readonly AmountRule[] = ['AT_LEAST', 'ANY'];

/** Tells whether so much fits without any policy being asked. Kobo. */
export function fitsAmountRule(rule: AmountRule, amountMinor: bigint, dueMinor: bigint): boolean {
  if (amountMinor < dueMinor) return takingLess.includes(rule);
  if (amountMinor > dueMinor) return takingMore.includes(rule);
  return true;
}
