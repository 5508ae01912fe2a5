import type { DisputeEvidence } from '../../domain/card-rail.port.js';
import type { DisputeAnswerKind, DisputeAnswerStatus } from '../../domain/dispute-state.js';

/** Where an answer stands: what its workflow needs to go on. Nothing personal. */
export interface AnswerStanding {
  readonly kind: DisputeAnswerKind;
  readonly status: DisputeAnswerStatus;
  readonly provider: string;
  /** When it left for the first time; null before that. */
  readonly sentAt: Date | null;
}

/** What the acquirer is asked with. Evidence may be personal: for activities only, never for a history. */
export interface AnswerInstruction {
  readonly provider: string;
  /** What the acquirer calls the chargeback. */
  readonly chargebackId: string;
  readonly kind: DisputeAnswerKind;
  readonly evidence: DisputeEvidence | null;
}

export interface AnswerVerdict {
  readonly status: 'DELIVERED' | 'REFUSED';
  readonly code: string | null;
  readonly failure: string | null;
}

/** Answers on PostgreSQL, as their workflow uses them. Each call is one transaction and may be made again. */
export interface DisputeAnswers {
  find(answerId: string): Promise<AnswerStanding>;
  /** Writes down that it leaves now. */
  start(answerId: string): Promise<AnswerStanding>;
  instruction(answerId: string): Promise<AnswerInstruction>;
  /** What the acquirer said: the dispute's status, books and the merchant's event. */
  conclude(answerId: string, verdict: AnswerVerdict): Promise<AnswerStanding>;
}
