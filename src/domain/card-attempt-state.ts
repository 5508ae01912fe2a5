import type { CardOutcome } from './card-rail.port.js';

/** The state of one attempt to pay by card. Only the acquirer's word moves an attempt that was sent. */
export const cardAttemptStatuses = [
  /** The charge was not sent yet. */
  'PENDING',
  /** The payer must act: 3-D Secure or a one-time password. */
  'REQUIRES_ACTION',
  /** The charge was sent and has no answer yet. */
  'PROCESSING',
  'SUCCEEDED',
  'FAILED',
  /** The payer did not act in time. */
  'EXPIRED',
  /** The charge was never sent: the checkout was paid otherwise. */
  'CANCELLED',
  /** The acquirer's answer cannot be trusted: only asking the acquirer moves this attempt. */
  'UNKNOWN',
] as const;
export type CardAttemptStatus = (typeof cardAttemptStatuses)[number];

/** The statuses of attempts that may still reach an outcome by themselves. */
export const openAttemptStatuses: readonly CardAttemptStatus[] = [
  'PENDING',
  'REQUIRES_ACTION',
  'PROCESSING',
  'UNKNOWN',
];
const open: ReadonlySet<CardAttemptStatus> = new Set(openAttemptStatuses);

export function isOpenAttempt(status: CardAttemptStatus): boolean {
  return open.has(status);
}

/** Tells whether the acquirer has said what became of a charge. */
export function isConclusive({ outcome }: { readonly outcome: CardOutcome }): boolean {
  return outcome === 'APPROVED' || outcome === 'DECLINED';
}
