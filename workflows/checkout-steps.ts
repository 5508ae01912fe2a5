import {
  ApplicationFailure,
  proxyActivities,
  proxyLocalActivities,
  TemporalFailure,
} from '@temporalio/workflow';
import type {
  CancelReason,
  CheckoutActivities,
  CreditApplied,
  FailureType,
  StepDone,
} from '../activities/contract.js';
import { ledgerLocal, ledgerPatient } from './activity-options.js';

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

/** Either where the checkout stands now, or what the step failed of. */
export type Outcome =
  | { readonly done: StepDone | CreditApplied }
  | { readonly failure: FailureType };

const local = proxyLocalActivities<CheckoutActivities>(ledgerLocal);

/** Tries at once and cheaply, then patiently where operators see it; the answer is never an exception. */
export async function carryOut(step: Step, parkAfterMs: number): Promise<Outcome> {
  try {
    return { done: await call(local, step) };
  } catch (error) {
    return carryOutPatiently(step, parkAfterMs, failureType(error));
  }
}

async function carryOutPatiently(
  step: Step,
  parkAfterMs: number,
  failure: FailureType,
): Promise<Outcome> {
  const patient = proxyActivities<CheckoutActivities>({
    ...ledgerPatient(parkAfterMs, failure),
    summary: `${summaries[step.name]}, tried again after ${failure}`,
  });
  try {
    return { done: await call(patient, step) };
  } catch (error) {
    return { failure: failureType(error, failure) };
  }
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

/** The type that activities/failures.ts gave the innermost failure; `otherwise` for a bare timeout. */
function failureType(error: unknown, otherwise: FailureType = 'LEDGER_UNAVAILABLE'): FailureType {
  // What the call reports is the step's failure. Anything else is a defect of this code: it fails the workflow task,
  // which is tried again until the code is corrected, and not the workflow.
  if (!(error instanceof TemporalFailure)) throw error;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ApplicationFailure && isFailureType(cause.type)) return cause.type;
  }
  return otherwise;
}

const failureTypes: ReadonlySet<string> = new Set<FailureType>([
  'LEDGER_UNAVAILABLE',
  'LEDGER_MISMATCH',
  'LEDGER_REFUSED',
  'INTERNAL',
]);

function isFailureType(type: string | undefined | null): type is FailureType {
  return typeof type === 'string' && failureTypes.has(type);
}
