/**
 * Which amounts an account for one payment accepts besides what is due. `judge_payment` of the database has the same rule; a
 * test compares the two. The names are stored and never change.
 */
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

/** Whether so much fits without any policy being asked. Kobo. */
export function fitsAmountRule(rule: AmountRule, amountMinor: bigint, dueMinor: bigint): boolean {
  if (amountMinor < dueMinor) return rule === 'AT_MOST' || rule === 'ANY';
  if (amountMinor > dueMinor) return rule === 'AT_LEAST' || rule === 'ANY';
  return true;
}
