import type { CheckoutStatus } from '../../domain/checkout-state.js';
import type { CreditOutcome } from './checkout.js';
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
