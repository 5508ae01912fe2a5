/**
 * The kinds of thing that a case can be about. A `FINDING` is a difference in the bank's statement or in a search,
 * which no program resolves by itself.
 */
export const caseKinds = [
  'CHECKOUT',
  'CREDIT',
  'REFUND',
  'PAYOUT',
  'CHARGE',
  'DISPUTE',
  'SETTLEMENT',
  'FINDING',
  'ENDPOINT',
  'PREFIX',
] as const;

export type CaseKind = (typeof caseKinds)[number];
