import type { DisputeEvidence, EvidenceFile } from '../../domain/card-rail.port.js';
import type { DisputeAnswerKind } from '../../domain/dispute-state.js';

/**
 * An answer as it is sent to the acquirer. Evidence may be personal: it is for activities only, never for a history.
 */
export interface AnswerInstruction {
  readonly provider: string;
  /** The acquirer's id of the chargeback. */
  readonly chargebackId: string;
  readonly kind: DisputeAnswerKind;
  readonly evidence: DisputeEvidence | null;
  /** The files that the evidence names. */
  readonly files: readonly EvidenceFile[];
}

export interface AnswerVerdict {
  readonly status: 'DELIVERED' | 'REFUSED';
  readonly code: string | null;
  readonly failure: string | null;
}
