import type { CardAttemptStatus } from '../../domain/card-attempt-state.js';
import type { CheckoutStatus } from '../../domain/checkout-state.js';
import type { CardAnswer, CardCharge } from '../../domain/card-rail.port.js';
import type { Fact } from '../../platform/temporal/fact.js';

export interface NewCardAttempt {
  readonly merchantId: string;
  readonly paymentReference: string;
  readonly provider: string;
  /** `card_...` */
  readonly token: string;
  readonly amountMinor: bigint;
  /** The address that the payer returns to after a confirmation. */
  readonly returnUrl?: string | undefined;
}

export type CardAttemptOutcome =
  | 'BEGUN'
  /** An attempt with the same card is under way. */
  | 'OPEN'
  | 'ALREADY_PAID'
  | 'RESOURCE_NOT_FOUND'
  | 'CHECKOUT_FAILED'
  | 'CHECKOUT_CANCELLED'
  | 'CHECKOUT_EXPIRED'
  | 'CHECKOUT_NOT_OPEN'
  | 'CHANNEL_NOT_ENABLED'
  | 'ATTEMPT_IN_PROGRESS'
  | 'AMOUNT_MISMATCH';

export interface BegunCardAttempt {
  readonly outcome: CardAttemptOutcome;
  /** Set with BEGUN and OPEN. */
  readonly attemptId: string | null;
  /** The fact to send to Temporal. Set only with BEGUN. */
  readonly fact: Fact | null;
}

/** The state of a checkout, and of one of its attempts, after a step. */
export interface CardStepResult {
  readonly status: CheckoutStatus;
  readonly version: number;
  readonly attemptStatus: CardAttemptStatus;
}

/** The part of an answer that may be stored in a history. */
export type CardVerdict = Pick<CardAnswer, 'outcome' | 'code' | 'failure'>;

/** A charge as it is sent, with the acquirer that gets it. */
export interface CardInstruction extends CardCharge {
  readonly provider: string;
  /** Null: the charge was not written down as sent, or its outcome was judged. */
  readonly sendingStatus: 'SENT' | null;
  /** Whether the charge was written down as sent more than ten minutes ago, so that its payer has gone. */
  readonly isLate: boolean;
}
