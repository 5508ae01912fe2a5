import { patched, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { FailureType } from '../activities/contract.js';
import { checkDecision, refusal, upsertPhase } from './attention.js';
import { type Attention, attentionDetails, type Standing } from './checkout-details.js';
import { carryOutParked, failureOf, type Step, type StepAnswer } from './checkout-steps.js';
import { decisions, type Resolution, type Resolved } from './messages.js';
import { Healing, passesByItself } from './self-healing.js';
import { selfHealing } from './versions.js';

/** How a parked step went on: it succeeded, an operator decided, or both at once. */
export interface Parked {
  done?: StepAnswer;
  decision?: Resolution['decision'];
}

/** Where a checkout waits when a step of it does not succeed. */
export class CheckoutParking {
  #attention: Attention | undefined;
  #end = (_decision?: Resolution['decision']): void => {};

  constructor(private readonly standing: () => Standing) {}

  /** Throws what the operator is told when there is nothing to resolve or the resolution is incomplete. */
  mayResolve(resolution: Resolution): void {
    if (this.#attention === undefined) throw refusal('this checkout does not need attention');
    checkDecision(resolution, decisions);
  }

  resolve({ decision }: Resolution): Resolved {
    const step = this.#attention?.step ?? '';
    this.#end(decision);
    return { step, decision };
  }

  /** There is nothing left to do for the step that is parked. */
  dismiss(): void {
    this.#end();
  }

  /** Shows anew why the checkout needs attention, if it does. */
  showAgain(): boolean {
    if (this.#attention === undefined) return false;
    this.#show();
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
    this.#needAttention(step, failure, heals);
    if (heals) {
      const outcome = await healing.run();
      if (outcome !== undefined && 'done' in outcome) parked.done = outcome.done;
      else if (outcome !== undefined) this.#needAttention(step, outcome.failure, false);
    }
    if (parked.done === undefined) await decided;
    this.#attention = undefined;
    upsertPhase('OPEN', null);
    return parked;
  }

  #needAttention(step: Step, failure: FailureType, heals: boolean): void {
    const { workflowId, namespace } = workflowInfo();
    const since = new Date().toISOString();
    const subject = subjectOf(step);
    this.#attention = { step: step.name, subject, failure, heals, since, workflowId, namespace };
    upsertPhase('NEEDS_ATTENTION', `${step.name}: ${failure}`);
    this.#show();
  }

  #show(): void {
    if (this.#attention === undefined) return;
    setCurrentDetails(attentionDetails(this.standing(), this.#attention));
  }
}

function subjectOf(step: Step): string {
  if ('attemptId' in step) return step.attemptId;
  if (step.name === 'applyCredit') return step.creditId;
  return step.name === 'endAccountWindow' ? step.virtualAccountId : step.checkoutId;
}
