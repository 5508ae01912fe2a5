import type { CheckoutStatus } from '../../domain/checkout-state.js';
import type { Id } from '../../domain/ids.js';
import type { PartPaid } from '../../domain/part-paid.js';

export type FactKind =
  | 'INITIATED'
  | 'ACCOUNT_ISSUED'
  | 'CREDIT_RECEIVED'
  | 'CANCEL_REQUESTED'
  /** A credit that does not fit is in suspense: its own workflow decides about it. */
  | 'CREDIT_HELD'
  /** Money is owed back: the refund's own workflow sends it. */
  | 'REFUND_REQUESTED'
  /** A card is to be charged. */
  | 'CARD_ATTEMPTED'
  /** A settlement is frozen: the workflow of its payouts sends the amount to the merchant. */
  | 'SETTLEMENT_FROZEN'
  /** In the sandbox: the deadlines of the checkout were moved nearer. */
  | 'CLOCK_MOVED'
  /** A merchant has answered a chargeback: a workflow of its own carries the answer to the acquirer. */
  | 'DISPUTE_ANSWERED'
  /** Two operators have ordered something of a Schedule. The relay itself carries it out. */
  | 'ERRAND_CONFIRMED';

/** The facts that start a checkout's workflow, so that any fact can start a missing one. */
export interface FactCheckout {
  readonly checkoutId: Id<'chk'>;
  readonly merchantId: string;
  readonly paymentReference: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly expiresAt: Date;
  /**
   * Set by the relay for a checkout that is paid in part, because a workflow that is started anew does not know it
   * otherwise.
   */
  readonly part?: PartPaid;
}

/**
 * Something that happened and was committed in PostgreSQL, and that a workflow must learn. A fact holds ids and times
 * only.
 */
export interface Fact {
  readonly factId: string;
  readonly kind: FactKind;
  /**
   * The virtual account, credit, refund, card attempt, settlement, answer to a dispute or errand that the fact is about;
   * null for CANCEL_REQUESTED. INITIATED: the account that is open from the start and ends with the session, or null.
   * CLOCK_MOVED: the account that is open.
   */
  readonly subjectId: string | null;
  /**
   * ACCOUNT_ISSUED: the end of the window. CLOCK_MOVED: the end of the open account's window or of the session,
   * whichever is first.
   */
  readonly deadline: Date | null;
  /** Null only for a credit that belongs to no checkout, for its refund and dispute, for a settlement, and for an errand. */
  readonly checkout: FactCheckout | null;
  /**
   * CREDIT_RECEIVED: the status of the checkout whose credit was posted when it was recorded. Left out: the workflow posts
   * the credit, or the relay sends the fact.
   */
  readonly posted?: CheckoutStatus;
  /** INITIATED: the account's fact that the same call carries, because it came at once. */
  readonly issued?: Fact;
  /** W3C traceparent of the request that made the fact, in the process that took the request; only while traces are on. */
  readonly traceparent?: string;
}
