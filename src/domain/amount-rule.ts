/** Which amounts an account for one payment accepts besides what is due. The names are stored and never change. */
export const amountRules = [
  /** What is due; anything else is short or too much, and the policies say what becomes of it. */
  'EXACT',
  /** More is the merchant's too. */
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

/** Whether so much fits without any policy being asked. Kobo. */
export function fitsAmountRule(rule: AmountRule, amountMinor: bigint, dueMinor: bigint): boolean {
  if (amountMinor < dueMinor) return takingLess.includes(rule);
  if (amountMinor > dueMinor) return takingMore.includes(rule);
  return true;
}
