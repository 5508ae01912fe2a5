import type { FailureType } from '../../activities/contract.js';
import type {
  CancelReason,
  CardStarted,
  CardStepActivities,
  CardStepDone,
  CardVerdict,
  CheckoutActivities,
  CreditApplied,
  StepDone,
} from '../../activities/payments/contract.js';
import { carryOutStep, carryOutWhileParked, type Outcome } from '../platform/patient-step.js';
import { Healing } from '../platform/self-healing.js';
import type { Id } from '../../src/domain/ids.js';

/** A step of the checkout, with all it needs. */
export type Step =
  | { readonly name: 'applyCredit'; readonly creditId: string }
  | { readonly name: 'startCardCharge'; readonly attemptId: string }
  | {
      readonly name: 'recordCardAnswer';
      readonly attemptId: string;
      readonly verdict: CardVerdict;
      readonly isFinal: boolean;
    }
  | { readonly name: 'endAccountWindow'; readonly virtualAccountId: Id<'va'>; readonly at: string }
  | { readonly name: 'expireCheckout'; readonly checkoutId: Id<'chk'>; readonly at: string }
  | { readonly name: 'acceptPart'; readonly checkoutId: Id<'chk'> }
  | {
      readonly name: 'cancelCheckout';
      readonly checkoutId: Id<'chk'>;
      readonly statusReason: CancelReason;
    };

export type StepName = Step['name'];

type Done = StepDone | CreditApplied | CardStepDone | CardStarted;
type Activities = CheckoutActivities & CardStepActivities;

/** The checkout's state after the step, or the failure of the step. */
export type CheckoutOutcome = Outcome<Done>;

export type StepAnswer = Extract<CheckoutOutcome, { done: unknown }>['done'];

/**
 * Returns the failure of an outcome that is no success: a step that was taken and did not reach its purpose is a fault
 * of ours.
 */
export function failureOf(outcome: CheckoutOutcome): FailureType {
  return 'failure' in outcome ? outcome.failure : 'INTERNAL';
}

/** Tries a step at once and cheaply, then patiently where operators see it. The result is never an exception. */
export function carryOut(step: Step, parkAfterMs: number): Promise<CheckoutOutcome> {
  return carryOutStep<Activities, Done>({
    call: (activities) => call(activities, step),
    summary: summaries[step.name],
    parkAfterMs,
  });
}

/** Tries a parked step until it succeeds, or fails for a reason that lasts. */
export function carryOutParked(step: Step): Promise<CheckoutOutcome> {
  return carryOutWhileParked<Activities, Done>({
    call: (activities) => call(activities, step),
    summary: summaries[step.name],
  });
}

/**
 * Runs a step beside one that is parked. Undefined: the step failed for a reason that lasts, or did not succeed before
 * `over`.
 */
export async function carryOutBeside(
  step: Step,
  over: Promise<void>,
): Promise<StepAnswer | undefined> {
  const healing = new Healing(() => carryOutParked(step));
  void over.then(() => healing.callOff());
  const outcome = await healing.run();
  return outcome !== undefined && 'done' in outcome ? outcome.done : undefined;
}

function call(activities: Activities, step: Step): Promise<Done> {
  switch (step.name) {
    case 'applyCredit':
      return activities.applyCredit({ creditId: step.creditId });
    case 'startCardCharge':
      return activities.startCardCharge({ attemptId: step.attemptId });
    case 'recordCardAnswer': {
      const { attemptId, verdict, isFinal } = step;
      return activities.recordCardAnswer({ attemptId, verdict, isFinal });
    }
    case 'endAccountWindow':
      return activities.endAccountWindow({
        virtualAccountId: step.virtualAccountId,
        at: step.at,
      });
    case 'expireCheckout':
      return activities.expireCheckout({ checkoutId: step.checkoutId, at: step.at });
    case 'acceptPart':
      return activities.acceptPart({ checkoutId: step.checkoutId });
    case 'cancelCheckout':
      return activities.cancelCheckout({
        checkoutId: step.checkoutId,
        statusReason: step.statusReason,
      });
  }
}

const summaries: Readonly<Record<StepName, string>> = {
  applyCredit: 'Post the received transfer',
  startCardCharge: 'Begin the charge of the card',
  recordCardAnswer: 'Book what the acquirer said',
  endAccountWindow: 'Close the account whose time is over',
  expireCheckout: 'End the checkout at its deadline',
  acceptPart: 'Take the part that was paid for the whole',
  cancelCheckout: 'Call the checkout off',
};
