import {
  CancellationScope,
  setCurrentDetails,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type {
  CreditActivities,
  CreditRuling,
  CreditStanding,
  FailureType,
} from '../activities/contract.js';
import type { CreditDecision, CreditResolution } from '../src/domain/ports/credit-steps.port.js';
import { OperatorDesk } from './attention.js';
import { creditAttention, creditDetails } from './credit-details.js';
import { type CreditChoice, creditChoices, type CreditInput, decide } from './messages.js';
import { carryOutStep } from './patient-step.js';

export interface CreditWorkflowResult {
  readonly resolution: CreditResolution;
}

/**
 * Sees to it that a credit that does not fit is resolved: by its checkout's policy, by an operator when the policy
 * leaves it to one, and by the clock when nobody has decided about money of nobody for a day.
 */
export function creditWorkflow(input: CreditInput): Promise<CreditWorkflowResult> {
  const { creditId } = input;
  const credit = new CreditRun(input);
  setHandler(
    decide,
    (given) => {
      credit.desk.decide(given);
      return { creditId, decision: given.decision };
    },
    {
      validator: (given) => credit.desk.mayDecide(given),
      description:
        'Of a credit that NEEDS_ATTENTION: {"decision": "accept" | "return" | "keep" | "retry", "operator": "...", "reason": "..."}.',
    },
  );
  // Money that was received does not go away by a cancellation.
  return CancellationScope.nonCancellable(() => credit.run());
}

class CreditRun {
  readonly desk = new OperatorDesk<CreditChoice | 'clock'>();
  readonly #input: CreditInput;
  #credit: CreditStanding | undefined;
  #clock: Promise<'clock'> | undefined;
  #isClockOver = false;

  constructor(input: CreditInput) {
    this.#input = input;
  }

  async run(): Promise<CreditWorkflowResult> {
    const { creditId, parkAfterMs } = this.#input;
    for (let ruling: CreditRuling = { by: 'POLICY' }; ;) {
      const asked = ruling;
      const outcome = await carryOutStep<CreditActivities, CreditStanding>({
        call: (steps) => steps.resolveCredit({ creditId, ruling: asked }),
        summary: 'Resolve the held credit',
        parkAfterMs,
      });
      if ('done' in outcome) {
        this.#credit = outcome.done;
        const { resolution } = outcome.done;
        if (resolution !== 'HELD') {
          setCurrentDetails(creditDetails(creditId, outcome.done));
          return { resolution };
        }
      }
      ruling = await this.#ask('failure' in outcome ? outcome.failure : undefined);
    }
  }

  async #ask(failure: FailureType | undefined): Promise<CreditRuling> {
    const { creditId } = this.#input;
    const { workflowId, namespace } = workflowInfo();
    const credit = this.#credit;
    const reason = failure === undefined ? `HELD: ${credit?.outcome}` : `resolveCredit: ${failure}`;
    const details = creditAttention({ creditId, credit, failure, workflowId, namespace });
    const waiting = { reason, allowed: creditChoices, details };
    const choice = await this.desk.wait(waiting, this.#clockOf(credit));
    if (choice === 'retry') return { by: 'POLICY' };
    if (choice === 'clock') return { by: 'CLOCK', decision: 'return' };
    return { by: 'OPERATOR', decision: choice satisfies CreditDecision };
  }

  /** Decides once; what fails then is left to an operator. */
  #clockOf(credit: CreditStanding | undefined): Promise<'clock'> | undefined {
    if (credit === undefined || credit.returnAt === null || this.#isClockOver) return undefined;
    const waitMs = Math.max(1, Date.parse(credit.returnAt) - Date.now());
    this.#clock ??= sleep(waitMs, { summary: 'Returned unless decided' }).then(() => {
      this.#isClockOver = true;
      return 'clock' as const;
    });
    return this.#clock;
  }
}
