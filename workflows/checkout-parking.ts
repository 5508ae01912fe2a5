import { patched, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { FailureType } from '../activities/contract.js';
import { OperatorDesk } from './attention.js';
import { type Attention, attentionDetails, type Standing } from './checkout-details.js';
import { carryOutParked, failureOf, type Step, type StepAnswer } from './checkout-steps.js';
import { decisions, type Resolution } from './messages.js';
import { Healing, passesByItself } from './self-healing.js';
import { selfHealing } from './versions.js';

/** How a parked step went on: it succeeded, an operator decided, or both at once. */
export interface Parked {
  done?: StepAnswer;
  decision?: Resolution['decision'];
}

/**
 * Where a checkout waits when a step of it does not succeed. `park` (parked-step.ts) parks everything else: it takes the workflow
 * off the list of what waits before it cancels the tries, and this class after. Both orders are in histories, so the two are not one
 * (docs/decisions.md).
 */
export class CheckoutParking {
  readonly desk = new OperatorDesk<Resolution['decision']>();
  #attention: Attention | undefined;
  #end = (_decision?: Resolution['decision']): void => {};

  constructor(private readonly standing: () => Standing) {}

  /** There is nothing left to do for the step that is parked. */
  dismiss(): void {
    this.#end();
  }

  /** Shows anew why the checkout needs attention, if it does. */
  showAgain(): boolean {
    if (this.#attention === undefined) return false;
    setCurrentDetails(attentionDetails(this.standing(), this.#attention));
    return true;
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
    this.#attention = undefined;
    this.desk.close();
    return parked;
  }

  #open(step: Step, failure: FailureType, heals: boolean): void {
    const { workflowId, namespace } = workflowInfo();
    const since = new Date().toISOString();
    const subject = subjectOf(step);
    this.#attention = { step: step.name, subject, failure, heals, since, workflowId, namespace };
    const details = attentionDetails(this.standing(), this.#attention);
    const reason = `${step.name}: ${failure}`;
    this.desk.open({ reason, allowed: decisions, details }, this.#end);
  }
}

function subjectOf(step: Step): string {
  if ('attemptId' in step) return step.attemptId;
  if (step.name === 'applyCredit') return step.creditId;
  return step.name === 'endAccountWindow' ? step.virtualAccountId : step.checkoutId;
}
