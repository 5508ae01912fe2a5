import {
  CancellationScope,
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { FindingActivities, OpenFindings } from '../../activities/upkeep/contract.js';
import { caseOfFinding } from '../../src/domain/finding-kinds.js';
import { OperatorDesk } from '../platform/attention.js';
import { findingStep } from '../platform/activity-options.js';
import { findingPage, findingRows } from './finding-details.js';
import {
  type FindingDecision,
  type FindingInput,
  foundMore,
  type OperatorDecision,
  resolveFindings,
} from '../messages.js';

export interface FindingWorkflowResult {
  /** Findings that an operator has declared resolved. */
  readonly resolved: number;
}

/**
 * The time after which the workflow looks again, to notice a finding that was resolved by itself (by a late line of a
 * statement).
 */
const lookAgainEvery = '1 hour';
const longHistory = 4_000;

/**
 * The case of findings that no program can resolve by itself: it waits where operators look, shows them the findings,
 * and ends when they have resolved them, or when the difference is gone.
 */
export function findingWorkflow(input: FindingInput): Promise<FindingWorkflowResult> {
  const run = new FindingRun(input);
  setHandler(foundMore, () => run.lookAgain(), {
    description: 'There are new findings of this kind.',
  });
  setHandler(resolveFindings, (given) => run.decide(given), {
    validator: (given) => run.desk.mayDecide(given),
    description:
      'All that is shown here is put right: {"decision": "resolved", "operator": "...", "reason": "..."}. What else may be decided, Current Details say.',
  });
  return CancellationScope.nonCancellable(() => run.run());
}

class FindingRun {
  readonly desk: OperatorDesk<FindingDecision>;
  readonly #input: FindingInput;
  readonly #allowed: readonly FindingDecision[];
  readonly #activities = proxyActivities<FindingActivities>(findingStep);
  #decided: OperatorDecision<FindingDecision> | undefined;
  #look = (): void => {};

  constructor(input: FindingInput) {
    this.#input = input;
    const { kind, subject = null } = input;
    const { acts, ...about } = caseOfFinding({ kind, subject });
    this.#allowed = [...acts, 'resolved'];
    this.desk = new OperatorDesk({ ...about, update: 'resolve' });
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
      this.desk.done();
      if (open.total === 0) break;
      await this.#goOnInNewRun();
      await this.#ask(open);
      if (this.#decided === undefined) continue;
      const decided = this.#decided;
      this.#decided = undefined;
      await this.#carryOut(decided, open);
      resolved += open.total;
    }
    setCurrentDetails('**Nothing of this kind is open any more**');
    await this.desk.settled();
    return { resolved };
  }

  async #carryOut(given: OperatorDecision<FindingDecision>, open: OpenFindings): Promise<void> {
    const { decision, operator, reason, partner } = given;
    const by = { operator, reason, ...(partner === undefined ? {} : { partner }) };
    if (decision === 'adjust') {
      await this.#activities.adjustFinding({ ...this.#input, ...by });
      return;
    }
    const { subject: merchantId } = this.#input;
    if (decision === 'replay' && merchantId !== undefined) {
      await this.#activities.reviveEndpoint({ merchantId });
    }
    await this.#activities.resolveFindings({ ...this.#input, until: open.until, ...by });
  }

  async #goOnInNewRun(): Promise<void> {
    if (workflowInfo().historyLength <= longHistory) return;
    await this.desk.settled();
    await continueAsNew<typeof findingWorkflow>(this.#input);
  }

  async #ask(open: OpenFindings): Promise<void> {
    const { kind } = this.#input;
    const asked = new Promise<void>((resolve) => (this.#look = resolve));
    const hour = sleep(lookAgainEvery, { summary: 'Looks whether it is right again' });
    const lookAgain = Promise.race([asked, hour]).then(() => 'lookAgain' as const);
    const waiting = {
      reason: `FOUND: ${kind}`,
      allowed: this.#allowed,
      page: findingPage(kind, open),
      rows: () => findingRows(open),
    };
    await this.desk.wait(waiting, lookAgain);
  }
}
