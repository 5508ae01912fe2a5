import type { CheckoutStatus } from '../src/domain/checkout-state.js';
import type { CreditOutcome } from '../src/domain/ports/checkout-store.port.js';
import type { AttemptReport } from '../src/domain/ports/delivery-attempts.port.js';

/**
 * What a workflow may ask of the outside: types only, and the single file of activities/ that workflows import.
 * Inputs and results are stored in histories: ids, enums, ISO 8601 times; money as decimal strings.
 */

/** Where the checkout stands after a step. */
export interface StepDone {
  readonly status: CheckoutStatus;
}

export interface CreditApplied extends StepDone {
  readonly outcome: CreditOutcome;
}

/** Each is one transaction, and safe to run again: what is done already is answered, not repeated. */
export interface CheckoutActivities {
  applyCredit(step: { readonly creditId: string }): Promise<CreditApplied>;
  /** `at`: the workflow's clock, not before the window's end. */
  endAccountWindow(step: {
    readonly virtualAccountId: string;
    readonly at: string;
  }): Promise<StepDone>;
  /** A checkout with money on its way into the books is answered as PROCESSING and left open. */
  expireCheckout(step: { readonly checkoutId: string; readonly at: string }): Promise<StepDone>;
  cancelCheckout(step: {
    readonly checkoutId: string;
    readonly statusReason: CancelReason;
  }): Promise<StepDone>;
}

export type CancelReason = 'MERCHANT_CANCELLED' | 'OPERATOR_CANCELLED';

/** What a failed step is called, in failures, search attributes and the operator's page. */
export type FailureType =
  /** The database cannot be reached, or is too busy: it heals when the database does. */
  | 'LEDGER_UNAVAILABLE'
  /** The database answers, but not with what this version of the code needs (schema, permissions). */
  | 'LEDGER_MISMATCH'
  /** The database refuses this very step; asking again will not help. */
  | 'LEDGER_REFUSED'
  /** The code failed. */
  | 'INTERNAL';

export interface NotificationActivities {
  /** Makes one attempt, 2 being the first of the schedule; one that was made already is answered, not repeated. */
  attemptDelivery(step: {
    readonly deliveryId: string;
    readonly attempt: number;
  }): Promise<AttemptReport>;
}
