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
import { carryOutVisibly } from '../platform/patient-step.js';
import { type FailedDecision, findingPage, findingRows } from './finding-details.js';
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
 * and ends when they have resolved them, or when the difference is gone. It stays open while the workflow looks again, so
 * that its age counts from when it was opened.
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

/** A decision, with the findings that the operator was shown. */
interface Decided {
  readonly given: OperatorDecision<FindingDecision>;
  readonly open: OpenFindings;
}

class FindingRun {
  readonly desk: OperatorDesk<FindingDecision>;
  readonly #input: FindingInput;
  readonly #allowed: readonly FindingDecision[];
  readonly #activities = proxyActivities<FindingActivities>(findingStep);
  /** The findings that the open case shows; undefined while no case is open. */
  #shown: OpenFindings | undefined;
  #decided: Decided | undefined;
  #failed: FailedDecision | undefined;
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
    if (this.#shown !== undefined) this.#decided = { given, open: this.#shown };
    this.desk.decide(given);
    return { kind: this.#input.kind, decision: given.decision };
  }

  async run(): Promise<FindingWorkflowResult> {
    let resolved = 0;
    for (;;) {
      const open = await this.#activities.openFindings(this.#input);
      if (open.total === 0) break;
      if (this.#decided === undefined) await this.#goOnInNewRun();
      if (this.#decided === undefined) await this.#ask(open);
      const decided = this.#decided;
      this.#decided = undefined;
      if (decided !== undefined && (await this.#carryOut(decided))) resolved += decided.open.total;
    }
    this.#close();
    setCurrentDetails('**Nothing of this kind is open any more**');
    await this.desk.settled();
    return { resolved };
  }

  /** Returns false when the decision failed for a reason that lasts. The case then opens again, and says so. */
  async #carryOut({ given, open }: Decided): Promise<boolean> {
    const outcome = await carryOutVisibly<FindingActivities, void>(findingStep, (steps) =>
      this.#act(steps, given, open),
    );
    if ('failure' in outcome) {
      this.#failed = { decision: given.decision, failure: outcome.failure };
      return false;
    }
    this.#failed = undefined;
    this.desk.done();
    return true;
  }

  async #act(
    steps: FindingActivities,
    { decision, operator, reason, partner }: OperatorDecision<FindingDecision>,
    { until }: OpenFindings,
  ): Promise<void> {
    const by = { operator, reason, ...(partner === undefined ? {} : { partner }) };
    if (decision === 'adjust') {
      await steps.adjustFinding({ ...this.#input, ...by });
      return;
    }
    const { subject: merchantId } = this.#input;
    if (decision === 'replay' && merchantId !== undefined) {
      await steps.reviveEndpoint({ merchantId });
    }
    await steps.resolveFindings({ ...this.#input, until, ...by });
  }

  async #goOnInNewRun(): Promise<void> {
    if (workflowInfo().historyLength <= longHistory) return;
    await this.desk.settled();
    // A decision that came meanwhile would be lost in the new run.
    if (this.#decided !== undefined) return;
    await continueAsNew<typeof findingWorkflow>(this.#input);
  }

  /** Opens the case, or shows it anew, and waits for a decision or for the next look. */
  async #ask(open: OpenFindings): Promise<void> {
    const { kind } = this.#input;
    const asked = new Promise<void>((resolve) => (this.#look = resolve));
    const hour = sleep(lookAgainEvery, { summary: 'Looks whether it is right again' });
    this.#shown = open;
    const waiting = {
      reason: `FOUND: ${kind}`,
      allowed: this.#allowed,
      page: findingPage(kind, open, this.#failed),
      rows: () => findingRows(open),
    };
    this.desk.open(waiting, () => {
      this.#close();
      this.#look();
    });
    await Promise.race([asked, hour]);
  }

  #close(): void {
    this.#shown = undefined;
    this.desk.close();
  }
}
