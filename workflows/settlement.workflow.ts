import {
  makeContinueAsNewFunc,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { SettlementActivities, CycleRun } from '../activities/contract.js';
import {
  addCounts,
  noSettlements,
  type SettlementCounts,
} from '../src/domain/settlement-counts.js';
import { cutOffOf } from '../src/domain/settlement-cut-off.js';
import { settlementPage, settlementParked } from './activity-options.js';
import { OperatorDesk, runToItsEnd } from './attention.js';
import {
  resolveSettlement,
  scheduledStartTime,
  settlementDecisions,
  type SettlementInput,
} from './messages.js';
import { untilDone } from './parked-step.js';
import { carryOutVisibly } from './patient-step.js';
import { runDetails, runPage, runRows } from './settlement-details.js';

export interface SettlementResult extends SettlementCounts {
  /** ISO 8601. */
  readonly cutOff: string;
  /** False: no payouts on that day. */
  readonly isPayoutDay: boolean;
}

type Decision = (typeof settlementDecisions)[number];

const defaults = { pageSize: 200, parkAfterMs: 900_000, longHistory: 4_000 } as const;

/**
 * One cycle of the settlement schedule: pages over the merchants, freezes what is due to each, and starts its payouts.
 * What it is of is the schedule's own time, however late it runs; run again, it changes nothing.
 */
export function settlementWorkflow(input: SettlementInput): Promise<SettlementResult> {
  const run = new SettlementRun(input);
  setHandler(resolveSettlement, (resolution) => run.desk.decide(resolution), {
    validator: (resolution) => run.desk.mayDecide(resolution),
    description:
      'Of a run that NEEDS_ATTENTION: {"decision": "retry", "operator": "...", "reason": "..."}.',
  });
  return runToItsEnd(run);
}

class SettlementRun {
  readonly desk: OperatorDesk<Decision>;
  readonly #input: SettlementInput;
  readonly #cutOff: CycleRun;
  #after: string | null;
  #counts: SettlementCounts;

  constructor(input: SettlementInput) {
    const { cycle, carried, cutOff } = input;
    this.#input = input;
    this.#cutOff = {
      cycle,
      cutOff: carried?.cutOff ?? cutOff ?? cutOffOf(cycle, nominalStart()).toISOString(),
    };
    const subject = `${cycle}/${this.#cutOff.cutOff}`;
    this.desk = new OperatorDesk({ kind: 'SETTLEMENT', subject, update: 'resolve' });
    this.#after = carried?.after ?? null;
    this.#counts = carried?.tally ?? noSettlements;
  }

  async run(): Promise<SettlementResult> {
    const isPayoutDay =
      this.#after !== null ||
      (await this.#step('openRun', 'Open the run', (steps) => steps.openRun(this.#cutOff)));
    if (isPayoutDay) await this.#settleAll();
    const counts = this.#counts;
    await this.#step('closeRun', 'Close the run', (steps) =>
      steps.closeRun({ ...this.#cutOff, counts }),
    );
    setCurrentDetails(
      runDetails(this.#cutOff, this.#counts, isPayoutDay ? 'DONE' : 'NO_PAYOUT_DAY'),
    );
    return { cutOff: this.#cutOff.cutOff, isPayoutDay, ...this.#counts };
  }

  async #settleAll(): Promise<void> {
    const limit = this.#input.pageSize ?? defaults.pageSize;
    for (let page = 1; ; page += 1) {
      setCurrentDetails(runDetails(this.#cutOff, this.#counts, 'RUNNING'));
      const after = this.#after;
      const { next, counts } = await this.#step(
        'settleMerchants',
        `Page ${page}: merchants after ${after ?? 'none'}`,
        (steps) => steps.settleMerchants({ ...this.#cutOff, after, limit }),
      );
      this.#counts = addCounts(this.#counts, counts);
      if (next === null) return;
      this.#after = next;
      await this.#goOnInANewRun(next);
    }
  }

  async #goOnInANewRun(after: string): Promise<void> {
    const { historyLength, continueAsNewSuggested } = workflowInfo();
    const longHistory = this.#input.longHistory ?? defaults.longHistory;
    if (historyLength <= longHistory && !continueAsNewSuggested) return;
    const { cutOff } = this.#cutOff;
    await this.desk.settled();
    await makeContinueAsNewFunc<typeof settlementWorkflow>()({
      ...this.#input,
      carried: { cutOff, after, tally: this.#counts },
    });
  }

  #step<Done>(
    name: string,
    summary: string,
    call: (steps: SettlementActivities) => Promise<Done>,
  ): Promise<Done> {
    const { parkAfterMs = defaults.parkAfterMs } = this.#input;
    const options = { ...settlementPage(parkAfterMs), summary };
    return untilDone(
      this.desk,
      {
        name,
        allowed: settlementDecisions,
        page: (failure) => runPage(name, failure),
        rows: () => runRows(this.#cutOff, this.#counts),
        goesOn: 'the run',
        untilItHeals: () => carryOutVisibly({ ...settlementParked, summary }, call),
      },
      () => carryOutVisibly<SettlementActivities, Done>(options, call),
    );
  }
}

/** Of a run that nobody scheduled, when it was started. */
function nominalStart(): Date {
  const { typedSearchAttributes, startTime } = workflowInfo();
  return typedSearchAttributes.get(scheduledStartTime) ?? startTime;
}
