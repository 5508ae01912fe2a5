/** The kinds of things that a search finds, in the order in which they are shown. */
export const merchantKinds = [
  'ORDER',
  'TRANSACTION',
  'REFUND',
  'DISPUTE',
  'SETTLEMENT',
  'ACCOUNT',
] as const;
export const allKinds = [
  ...merchantKinds,
  'CASE',
  'MERCHANT',
  'KEY',
  'JOURNAL',
  'DELIVERY',
] as const;
export type FoundKind = (typeof allKinds)[number];

export const matches = [
  'ID',
  'REFERENCE',
  'SESSION_ID',
  'NUMBER',
  'EMAIL',
  'PHONE',
  'ACCOUNT_NUMBER',
  'WORDS',
] as const;

export interface FoundThing {
  readonly kind: FoundKind;
  readonly subject: string;
  readonly reference: string;
  readonly merchantId: string | null;
  readonly merchantName: string | null;
  readonly name: string | null;
  readonly amountMinor: bigint | null;
  readonly currency: string | null;
  readonly status: string | null;
  readonly at: Date;
  /** The reference of the order that the thing belongs to. */
  readonly paymentReference: string | null;
  readonly matched: (typeof matches)[number];
}
