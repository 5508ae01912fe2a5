/** What a case is about. `FINDING`: what the bank's statement or a search shows, and nothing puts right by itself. */
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
