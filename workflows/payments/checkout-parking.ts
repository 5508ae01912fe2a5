import { patched } from '@temporalio/workflow';
import type { FailureType } from '../../activities/contract.js';
import { OperatorDesk } from '../platform/attention.js';
import { type Standing, standingRows, stepPage } from './checkout-details.js';
import { carryOutParked, failureOf, type Step, type StepAnswer } from './checkout-steps.js';
import { type CheckoutDecision, decisions } from '../messages.js';
import { Healing, passesByItself } from '../platform/self-healing.js';
import { selfHealing } from '../versions.js';

type ParkedDecision = (typeof decisions)[number];

/** The end of a parked step: it succeeded, an operator decided, or both at once. */
export interface Parked {
  done?: StepAnswer;
  decision?: ParkedDecision;
}

/**
 * Parks a checkout when a step of it does not succeed. `park` (parked-step.ts) parks everything else. `park` takes the
 * workflow off the list of waiting ones before it cancels the tries, and this class after. Both orders are in
 * histories, so the two are not one (docs/decisions.md).
 */
export class CheckoutParking {
  readonly desk: OperatorDesk<CheckoutDecision>;
  #end = (_decision?: ParkedDecision): void => {};

  constructor(
    subject: string,
    private readonly standing: () => Standing,
  ) {
    this.desk = new OperatorDesk({ kind: 'CHECKOUT', subject, update: 'resolve' });
  }

  /** There is nothing left to do for the step that is parked. */
  dismiss(): void {
    this.#end();
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
    const parked: Parked = {};
    const healing = new Healing(async () => {
      const outcome = await carryOutParked(step);
      const isOver = 'done' in outcome && isConclusive(outcome.done);
      return isOver ? outcome : { failure: failureOf(outcome) };
    });
    const decided = new Promise<void>((wake) => {
      this.#end = (decision) => {
        if (decision !== undefined) parked.decision ??= decision;
        healing.callOff();
        wake();
      };
    });
    const heals = passesByItself(failure) && patched(selfHealing.id);
    this.#open(step, failure, heals);
    if (heals) {
      const outcome = await healing.run();
      if (outcome !== undefined && 'done' in outcome) parked.done = outcome.done;
      else if (outcome !== undefined) this.#open(step, outcome.failure, false);
    }
    if (parked.done === undefined) await decided;
    this.desk.close();
    return parked;
  }

  #open(step: Step, failure: FailureType, heals: boolean): void {
    const waiting = {
      reason: `${step.name}: ${failure}`,
      allowed: decisions,
      page: stepPage(step.name, subjectOf(step), failure),
      rows: () => standingRows(this.standing()),
      heals: heals ? 'the checkout' : undefined,
    };
    this.desk.open(waiting, this.#end);
  }
}

function subjectOf(step: Step): string {
  if ('attemptId' in step) return step.attemptId;
  if (step.name === 'applyCredit') return step.creditId;
  return step.name === 'endAccountWindow' ? step.virtualAccountId : step.checkoutId;
}
