import type {
  CancelReason,
  CheckoutActivities,
  CreditApplied,
  StepDone,
} from '../activities/contract.js';
import { carryOutStep, type Outcome } from './patient-step.js';

/** One thing to do on the checkout, with all it needs. */
export type Step =
  | { readonly name: 'applyCredit'; readonly creditId: string }
  | { readonly name: 'endAccountWindow'; readonly virtualAccountId: string; readonly at: string }
  | { readonly name: 'expireCheckout'; readonly checkoutId: string; readonly at: string }
  | {
      readonly name: 'cancelCheckout';
      readonly checkoutId: string;
      readonly statusReason: CancelReason;
    };

export type StepName = Step['name'];

/** Where the checkout stands now, or what the step failed of. */
export type CheckoutOutcome = Outcome<StepDone | CreditApplied>;

/** Tries at once and cheaply, then patiently where operators see it; the answer is never an exception. */
export function carryOut(step: Step, parkAfterMs: number): Promise<CheckoutOutcome> {
  return carryOutStep<CheckoutActivities, StepDone | CreditApplied>({
    call: (activities) => call(activities, step),
    summary: summaries[step.name],
    parkAfterMs,
  });
}

function call(activities: CheckoutActivities, step: Step): Promise<StepDone | CreditApplied> {
  switch (step.name) {
    case 'applyCredit':
      return activities.applyCredit({ creditId: step.creditId });
    case 'endAccountWindow':
      return activities.endAccountWindow({
        virtualAccountId: step.virtualAccountId,
        at: step.at,
      });
    case 'expireCheckout':
      return activities.expireCheckout({ checkoutId: step.checkoutId, at: step.at });
    case 'cancelCheckout':
      return activities.cancelCheckout({
        checkoutId: step.checkoutId,
        statusReason: step.statusReason,
      });
  }
}

const summaries: Readonly<Record<StepName, string>> = {
  applyCredit: 'Post the received transfer',
  endAccountWindow: 'Close the account whose time is over',
  expireCheckout: 'End the checkout at its deadline',
  cancelCheckout: 'Call the checkout off',
};
