import type { DisputeEvidence } from '../../domain/card-rail.port.js';
import type { DisputeAnswerKind, DisputeAnswerStatus } from '../../domain/dispute-state.js';

/** The state of an answer, as far as its workflow needs it. The state holds nothing personal. */
export interface AnswerStanding {
  readonly kind: DisputeAnswerKind;
  readonly status: DisputeAnswerStatus;
  readonly provider: string;
  /** The time it left for the first time; null before that. */
  readonly sentAt: Date | null;
}

/**
 * An answer as it is sent to the acquirer. Evidence may be personal: it is for activities only, never for a history.
 */
export interface AnswerInstruction {
  readonly provider: string;
  /** The acquirer's id of the chargeback. */
  readonly chargebackId: string;
  readonly kind: DisputeAnswerKind;
  readonly evidence: DisputeEvidence | null;
}

export interface AnswerVerdict {
  readonly status: 'DELIVERED' | 'REFUSED';
  readonly code: string | null;
  readonly failure: string | null;
}
