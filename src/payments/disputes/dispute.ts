import type { ChangePeriod } from '../../domain/slice.js';
import type { Actor } from '../../domain/actor.js';
import type { DisputeEvidence, EvidenceMediaType } from '../../domain/card-rail.port.js';
import type {
  DisputeAnswerKind,
  DisputeAnswerStatus,
  DisputeKind,
  DisputeStatus,
} from '../../domain/dispute-state.js';
import type { Fact } from '../../platform/temporal/fact.js';
import type { Id } from '../../domain/ids.js';

/** Money of a payment that the payer, the payer's bank or the card's issuer wants back or has taken back. */
export interface Dispute {
  readonly disputeId: string;
  readonly kind: DisputeKind;
  readonly status: DisputeStatus;
  /** The reason in the acquirer's words. */
  readonly reason: string | null;
  readonly creditId: string;
  readonly checkoutId: Id<'chk'> | null;
  readonly paymentReference: string | null;
  readonly amountMinor: bigint;
  readonly currency: string;
  /** Null: the acquirer has named no deadline. */
  readonly evidenceDueAt: Date | null;
  readonly openedAt: Date;
  /** Null while the dispute is open. */
  readonly closedAt: Date | null;
  /** Whether the acquirer may still take an answer. */
  readonly isAnswerable: boolean;
  /** The files that the merchant has uploaded, the oldest first. */
  readonly files: readonly {
    readonly fileId: string;
    readonly mediaType: EvidenceMediaType;
    readonly size: number;
    readonly uploadedAt: string;
  }[];
  /** The merchant's last answer. */
  readonly answer: {
    readonly kind: DisputeAnswerKind;
    readonly status: DisputeAnswerStatus;
    /** The acquirer's reason for refusing the answer. */
    readonly failure: string | null;
  } | null;
}

/** A merchant's answer to a chargeback. */
export interface NewDisputeAnswer {
  readonly answerId: string;
  readonly merchantId: string;
  readonly disputeId: string;
  readonly kind: DisputeAnswerKind;
  readonly evidence: DisputeEvidence | null;
  /** The hash of kind and evidence: the same answer again returns the existing one. */
  readonly requestHash: Buffer;
  readonly by: Actor;
}

export interface DisputeAnswerResult {
  readonly outcome:
    | 'ANSWERED'
    | 'EXISTING'
    | 'RESOURCE_NOT_FOUND'
    | 'DISPUTE_NOT_OPEN'
    | 'DISPUTE_DEADLINE_PASSED'
    | 'DISPUTE_ALREADY_ANSWERED'
    | 'UNKNOWN_FILE';
  /** Set with ANSWERED and EXISTING. */
  readonly dispute: Dispute | null;
  readonly fact: Fact | null;
}

/** The filters of a list of disputes; a dispute must match all of them. */
export interface DisputeFilter extends Partial<ChangePeriod> {
  readonly status?: DisputeStatus | undefined;
  readonly kind?: DisputeKind | undefined;
  /** A transaction's id, or the reference of its order. */
  readonly reference?: string | undefined;
  /** Bounds of the time at which the dispute was opened. */
  readonly since: Date | null;
  readonly before: Date | null;
}
