import type { CardAttemptStatus } from '../../domain/card-attempt-state.js';
import type { CheckoutStatus } from '../../domain/checkout-state.js';
import type { CardAnswer, CardCharge } from '../../domain/card-rail.port.js';
import type { StepResult } from '../checkouts/checkout-steps.port.js';
import type { Fact, FactCheckout } from '../../platform/temporal/fact-store.port.js';

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
  /** The same card is being charged already. */
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
  /** To send to Temporal; only with BEGUN. */
  readonly fact: Fact | null;
}

export interface CardStepResult extends StepResult {
  readonly status: CheckoutStatus;
  readonly attemptStatus: CardAttemptStatus;
}

/** The part of an answer that may be stored in a history. */
export type CardVerdict = Pick<CardAnswer, 'outcome' | 'code' | 'failure'>;

/** A charge as it is sent, and by which acquirer. */
export interface CardInstruction extends CardCharge {
  readonly provider: string;
}

/** Card attempts on PostgreSQL. Every step may be run again: a step that was done already answers with its result. */
export interface CardAttempts {
  begin(attempt: NewCardAttempt): Promise<BegunCardAttempt>;
  /** From here on the acquirer may have heard of it; CANCELLED when the checkout was paid otherwise before. */
  startCharge(attemptId: string): Promise<CardStepResult & { readonly provider: string }>;
  instruction(attemptId: string): Promise<CardInstruction>;
  /** Keeps the details that only the payer's side needs: the address of the action, and the name of the card. */
  keepDetails(attemptId: string, details: Pick<CardAnswer, 'action' | 'card'>): Promise<void>;
  /** `isFinal`: a charge that still waits is given up. */
  recordAnswer(attemptId: string, verdict: CardVerdict, isFinal: boolean): Promise<CardStepResult>;
  /** The workflow has ended without having sent it. */
  cancelUnsent(attemptId: string): Promise<StepResult>;
  /** Undefined when no attempt has this id at this acquirer. */
  checkoutOf(provider: string, attemptId: string): Promise<FactCheckout | undefined>;
}
