import type { CheckoutStatus } from '../../src/domain/checkout-state.js';
import type { CardAttemptStatus } from '../../src/domain/card-attempt-state.js';
import type { CardVerdict } from '../../src/payments/cards/card-attempts.js';
import type { PartPaid } from '../../src/domain/part-paid.js';
import type { CreditOutcome } from '../../src/payments/checkouts/checkout.js';
import type { CreditDecision, CreditResolution } from '../../src/payments/credits/credit-steps.js';
import type { AnswerVerdict } from '../../src/payments/disputes/dispute-answers.js';
import type { DisputeAnswerKind, DisputeAnswerStatus } from '../../src/domain/dispute-state.js';
import type { Id } from '../../src/domain/ids.js';
import type { ByRail, RailVerdict } from '../contract.js';

/** The checkout's state after a step. */
export interface StepDone {
  readonly status: CheckoutStatus;
  /** Set when the step came too early and has changed nothing: the time at which to take it again. ISO 8601. */
  readonly openUntil?: string;
}

export interface CreditApplied extends StepDone {
  readonly outcome: CreditOutcome;
  /** Set when the checkout is paid in part. */
  readonly part?: PartPaid;
}

/** Each step is one transaction and safe to run again: a step that was done already answers with its result. */
export interface CheckoutActivities {
  applyCredit(step: { readonly creditId: string }): Promise<CreditApplied>;
  /** `at`: the workflow's clock. */
  endAccountWindow(step: {
    readonly virtualAccountId: Id<'va'>;
    readonly at: string;
  }): Promise<StepDone>;
  /** A checkout with money on its way into the books is answered as PROCESSING and left open. */
  expireCheckout(step: { readonly checkoutId: Id<'chk'>; readonly at: string }): Promise<StepDone>;
  /**
   * Accepts the amount that a part-paid checkout has received as its whole payment; one that is not part-paid any more
   * stays as it is.
   */
  acceptPart(step: { readonly checkoutId: Id<'chk'> }): Promise<StepDone>;
  cancelCheckout(step: {
    readonly checkoutId: Id<'chk'>;
    readonly statusReason: CancelReason;
  }): Promise<StepDone>;
}

export type CancelReason = 'MERCHANT_CANCELLED' | 'OPERATOR_CANCELLED';

/** The state of a held credit. */
export interface CreditStanding {
  readonly outcome: 'LATE' | 'DUPLICATE' | 'UNMATCHED';
  readonly resolution: CreditResolution;
  readonly amountMinor: string;
  /** The time at which the money is sent back unless somebody decides before; null: it waits for ever. ISO 8601. */
  readonly returnAt: string | null;
  /** False: the number belongs to no merchant, so nobody can accept the money. */
  readonly hasMerchant: boolean;
  /** True: the order was cancelled, so nobody can accept the money. */
  readonly isCalledOff: boolean;
}

/** The decision that resolves a held credit: its checkout's policy, or somebody's choice. */
export type CreditRuling =
  | { readonly by: 'POLICY' }
  | { readonly by: 'OPERATOR' | 'CLOCK'; readonly decision: CreditDecision };

/**
 * The step is one transaction and safe to run again: for a credit that is resolved it answers with the credit as it
 * stands.
 */
export interface CreditActivities {
  resolveCredit(step: {
    readonly creditId: string;
    readonly ruling: CreditRuling;
  }): Promise<CreditStanding>;
}

/** The state of a checkout after a step of one of its card attempts, with the state of the attempt. */
export interface CardStepDone extends StepDone {
  readonly attemptStatus: CardAttemptStatus;
}

/** The state after a step of a card attempt, with the queue of the acquirer that is to be called. */
export interface CardStarted extends CardStepDone, ByRail {}

export type { CardVerdict };

/** Each step is one transaction and safe to run again. */
export interface CardStepActivities {
  /** After this step the acquirer may have heard of the charge. CANCELLED: there is nothing to charge any more. */
  startCardCharge(step: { readonly attemptId: string }): Promise<CardStarted>;
  /** `isFinal`: a charge that still waits is given up. */
  recordCardAnswer(step: {
    readonly attemptId: string;
    readonly verdict: CardVerdict;
    readonly isFinal: boolean;
  }): Promise<CardStepDone>;
}

/** Calls to an acquirer. None throws for an acquirer's misbehaviour, which makes the outcome UNKNOWN. */
export interface CardRailActivities {
  /**
   * Charges a card. NOT safe to run again: the outcome is asked for instead. ABSENT with NOT_SENT: the acquirer was not
   * called.
   */
  chargeCard(call: { readonly attemptId: string }): Promise<CardVerdict>;
  askCharge(call: { readonly attemptId: string }): Promise<CardVerdict>;
}

/** The state of a merchant's answer to a chargeback. */
export interface DisputeAnswerView extends ByRail {
  readonly kind: DisputeAnswerKind;
  readonly status: DisputeAnswerStatus;
  readonly provider: string;
  /** The time at which the answer left for the first time; null before that. ISO 8601. */
  readonly sentAt: string | null;
}

/**
 * Safe to run again: the acquirer takes an answer once for its id. None throws for an acquirer's misbehaviour, which
 * makes the outcome UNKNOWN.
 */
export interface DisputeActivities {
  findDisputeAnswer(step: { readonly answerId: string }): Promise<DisputeAnswerView>;
  /** Writes down that the answer leaves. */
  startDisputeAnswer(step: { readonly answerId: string }): Promise<DisputeAnswerView>;
  concludeDisputeAnswer(step: {
    readonly answerId: string;
    readonly verdict: AnswerVerdict;
  }): Promise<DisputeAnswerView>;
  sendDisputeAnswer(call: { readonly answerId: string }): Promise<RailVerdict>;
  askDisputeAnswer(call: {
    readonly answerId: string;
    readonly provider: string;
  }): Promise<RailVerdict>;
}
