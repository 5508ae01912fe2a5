import type { CheckoutStatus } from '../../domain/checkout-state.js';
import type { CreditOutcome } from './checkout-store.port.js';
import type { Id } from '../../domain/ids.js';
import type { PartPaid } from '../../domain/part-paid.js';

/** A checkout's state after a step. */
export interface StepResult {
  readonly status: CheckoutStatus;
  readonly version: number;
}

export interface EndingResult extends StepResult {
  /** The step came too early, because the end was put off meanwhile, and has changed nothing: the end that holds now. */
  readonly openUntil: Date | null;
}

export interface CreditResult extends StepResult {
  readonly creditId: string;
  readonly outcome: CreditOutcome;
  /** Set when the checkout is paid in part. */
  readonly part?: PartPaid;
}

/**
 * The steps a workflow takes, each one SQL transaction that posts, changes the status, marks facts applied and writes
 * the events. Every step may be run again: a step that was done already answers with its result.
 */
export interface CheckoutSteps {
  /** Posts the credit where it belongs. Batched: many callers share one round trip. */
  applyCredit(creditId: string): Promise<CreditResult>;
  /** Ends an account's window; `at` is the workflow's clock. */
  endAccountWindow(virtualAccountId: Id<'va'>, at: Date): Promise<EndingResult>;
  /** Ends the session at its deadline; a checkout with money on its way into the books stays PROCESSING. */
  expireCheckout(checkoutId: Id<'chk'>, at: Date): Promise<EndingResult>;
  /**
   * Accepts the amount that a part-paid checkout has received as the whole payment; one that is not part-paid any more
   * stays as it is.
   */
  acceptPart(checkoutId: Id<'chk'>): Promise<StepResult>;
  cancelCheckout(
    checkoutId: Id<'chk'>,
    statusReason: 'MERCHANT_CANCELLED' | 'OPERATOR_CANCELLED',
  ): Promise<StepResult>;
}
