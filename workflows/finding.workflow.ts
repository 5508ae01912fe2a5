import {
  CancellationScope,
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { FindingActivities, OpenFindings } from '../activities/contract.js';
import { OperatorDesk } from './attention.js';
import { findingStep } from './activity-options.js';
import { findingAttention } from './finding-details.js';
import {
  type FindingDecision,
  findingDecisions,
  type FindingInput,
  foundMore,
  type OperatorDecision,
  resolveFindings,
} from './messages.js';

export interface FindingWorkflowResult {
  /** Findings that an operator has called put right. */
  readonly resolved: number;
}

/** What is put right by itself (a late line of a statement) is noticed within the hour. */
const lookAgainEvery = '1 hour';
const longHistory = 4_000;

/**
 * The case of all findings of one kind that nothing can put right by itself: it waits where operators look, tells them
 * what was found, and ends when they have put it right, or when it is right again.
 */
export function findingWorkflow(input: FindingInput): Promise<FindingWorkflowResult> {
  const run = new FindingRun(input);
  setHandler(foundMore, () => run.lookAgain(), {
    description: 'There are new findings of this kind.',
  });
  setHandler(resolveFindings, (given) => run.decide(given), {
    validator: (given) => run.desk.mayDecide(given),
    description:
      'All that is shown here is put right: {"decision": "resolved", "operator": "...", "reason": "..."}.',
  });
  return CancellationScope.nonCancellable(() => run.run());
}

class FindingRun {
  readonly desk = new OperatorDesk<FindingDecision>();
  readonly #input: FindingInput;
  readonly #activities = proxyActivities<FindingActivities>(findingStep);
  #decided: OperatorDecision<FindingDecision> | undefined;
  #look = (): void => {};

  constructor(input: FindingInput) {
    this.#input = input;
  }

  lookAgain(): void {
    this.#look();
  }

  decide(given: OperatorDecision<FindingDecision>) {
    this.#decided = given;
    this.desk.decide(given);
    return { kind: this.#input.kind, decision: given.decision };
  }

  async run(): Promise<FindingWorkflowResult> {
    let resolved = 0;
    for (;;) {
      const open = await this.#activities.openFindings(this.#input);
      if (open.total === 0) break;
      const { historyLength } = workflowInfo();
      if (historyLength > longHistory) await continueAsNew<typeof findingWorkflow>(this.#input);
      await this.#ask(open);
      if (this.#decided === undefined) continue;
      const { operator, reason } = this.#decided;
      this.#decided = undefined;
      const { kind } = this.#input;
      await this.#activities.resolveFindings({ kind, until: open.until, operator, reason });
      resolved += open.total;
    }
    setCurrentDetails('**Nothing of this kind is open any more**');
    return { resolved };
  }

  async #ask(open: OpenFindings): Promise<void> {
    const { kind } = this.#input;
    const { workflowId, namespace } = workflowInfo();
    const details = findingAttention({ kind, open, workflowId, namespace });
    const asked = new Promise<void>((resolve) => (this.#look = resolve));
    const hour = sleep(lookAgainEvery, { summary: 'Looks whether it is right again' });
    const lookAgain = Promise.race([asked, hour]).then(() => 'lookAgain' as const);
    const waiting = { reason: `FOUND: ${kind}`, allowed: findingDecisions, details };
    await this.desk.wait(waiting, lookAgain);
  }
}
