import type { FailureType } from '../../activities/contract.js';
import { OperatorDesk } from '../platform/attention.js';
import { type Standing, standingRows, stepPage } from './checkout-details.js';
import { carryOutParked, failureOf, type Step, type StepAnswer } from './checkout-steps.js';
import { type CheckoutDecision, stepDecisions } from '../../src/domain/decisions.js';
import { park, type Parking } from '../platform/parked-step.js';

type ParkedDecision = (typeof stepDecisions)[number];

/** The end of a parked step: it succeeded, an operator decided, or both at once. */
export interface Parked {
  done?: StepAnswer;
  decision?: ParkedDecision;
}

/** Parks a checkout when a step of it does not succeed. */
export class CheckoutParking {
  readonly desk: OperatorDesk<CheckoutDecision>;
  #dismiss = (): void => {};

  constructor(
    subject: string,
    private readonly standing: () => Standing,
  ) {
    this.desk = new OperatorDesk({ kind: 'CHECKOUT', subject, update: 'resolve' });
  }

  /** Ends the wait of the step that is parked, because there is nothing left to do for it. */
  dismiss(): void {
    this.#dismiss();
  }

  /** Shows anew why the checkout needs attention, if it does. */
  showAgain(): boolean {
    return this.desk.show();
  }

  /** Waits for an operator, or for a step whose failure passes by itself to succeed after all. */
  async park(
    step: Step,
    failure: FailureType,
    isConclusive: (done: StepAnswer) => boolean,
  ): Promise<Readonly<Parked>> {
    const dismissed = new Promise<'dismissed'>((end) => (this.#dismiss = () => end('dismissed')));
    const parking = this.#parking(step, isConclusive);
    for (let of = failure; ;) {
      const { decision, outcome } = await park(this.desk, parking, of, dismissed);
      const parked: Parked = {};
      if (outcome !== undefined && 'done' in outcome) parked.done = outcome.done;
      if (decision !== undefined && decision !== 'dismissed') parked.decision = decision;
      const lasts = decision === undefined && outcome !== undefined && 'failure' in outcome;
      if (!lasts) return parked;
      of = outcome.failure;
    }
  }

  #parking(
    step: Step,
    isConclusive: (done: StepAnswer) => boolean,
  ): Parking<ParkedDecision, StepAnswer> {
    return {
      name: step.name,
      allowed: stepDecisions,
      page: (failure) => stepPage(step.name, subjectOf(step), failure),
      rows: () => standingRows(this.standing()),
      goesOn: 'the checkout',
      untilItHeals: async () => {
        const outcome = await carryOutParked(step);
        const isOver = 'done' in outcome && isConclusive(outcome.done);
        return isOver ? outcome : { failure: failureOf(outcome) };
      },
    };
  }
}

function subjectOf(step: Step): string {
  if ('attemptId' in step) return step.attemptId;
  if (step.name === 'applyCredit') return step.creditId;
  return step.name === 'endAccountWindow' ? step.virtualAccountId : step.checkoutId;
}
