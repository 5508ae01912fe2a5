export const timelineKinds = [
  'CHECKOUT',
  'ACCOUNT',
  'CREDIT',
  'CARD_ATTEMPT',
  'REFUND',
  'CHARGEBACK',
  'RECALL',
  /** We have sent the merchant an event. */
  'EVENT',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** One thing that happened to a checkout. */
export interface TimelineEntry {
  readonly at: Date;
  readonly kind: TimelineKind;
  /** The result of the entry; for an event, its type. */
  readonly status: string;
  /** The id or reference that other operations know it by. */
  readonly subject: string;
  readonly amountMinor: bigint | null;
  /** A policy, a cause, or the acquirer's code. */
  readonly reason: string | null;
}
