import type { CaseKind } from './case-kind.js';
import type { Decision } from './decisions.js';

/**
 * The decisions that one operator proposes and another confirms, because one person alone could take money with them.
 */

/** A payout above this amount takes two operators to release, whatever it was held for; in kobo. */
export const fourEyesAboveMinor = 500_000_000n;

export interface AskedDecision {
  /** The kind of the case. */
  readonly kind: string;
  /** The reason that the case waits, `WHAT: WHY`. */
  readonly reason: string;
  readonly decision: string;
  /** Null when the case is about no amount. */
  readonly amountMinor: bigint | null;
}

const rules: readonly {
  readonly kinds: readonly CaseKind[];
  readonly decisions: readonly Decision[];
  readonly when?: (asked: AskedDecision) => boolean;
}[] = [
  {
    kinds: ['PAYOUT'],
    decisions: ['release'],
    when: ({ reason, amountMinor }) =>
      reason === 'HELD: NAME_CHANGED' || (amountMinor ?? 0n) > fourEyesAboveMinor,
  },
  // Accepting gives somebody money whose owner is unknown.
  { kinds: ['CREDIT'], decisions: ['accept'], when: ({ reason }) => reason === 'HELD: UNMATCHED' },
  // The operator reports the bank's answer by telephone.
  { kinds: ['REFUND', 'PAYOUT'], decisions: ['sent', 'not_sent'] },
  // Entering a code of the bank lets money leave.
  { kinds: ['REFUND', 'PAYOUT'], decisions: ['enter_code'] },
  { kinds: ['REFUND'], decisions: ['redirect'] },
  // A journal is posted by hand.
  { kinds: ['FINDING'], decisions: ['adjust'] },
];

/** Tells whether a second operator must confirm the decision. */
export function asksForPartner(asked: AskedDecision): boolean {
  return rules.some(
    ({ kinds, decisions, when }) =>
      kinds.some((kind) => kind === asked.kind) &&
      decisions.some((decision) => decision === asked.decision) &&
      (when === undefined || when(asked)),
  );
}
