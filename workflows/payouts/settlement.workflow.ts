import {
  ChildWorkflowFailure,
  executeChild,
  makeContinueAsNewFunc,
  workflowInfo,
} from '@temporalio/workflow';
import type { CycleRun } from '../../activities/payouts/contract.js';
import type { SettlementCounts } from '../../src/domain/settlement-counts.js';
import { cutOffOf } from '../../src/domain/settlement-cut-off.js';
import { runToItsEnd } from '../platform/attention.js';
import {
  type CarriedPages,
  scheduledStartTime,
  searchAttributes,
  type SettlementInput,
} from '../messages.js';
import { settlementDecisions } from '../../src/domain/decisions.js';
import { untilDone } from '../platform/parked-step.js';
import type { Outcome } from '../platform/patient-step.js';
import { slicesPage, slicesRow } from './settlement-details.js';
import { SettlementPages } from './settlement-pages.js';
import type { settlementSliceWorkflow } from './settlement-slice.workflow.js';

export interface SettlementResult extends SettlementCounts {
  /** ISO 8601. */
  readonly cutOff: string;
  /** False: no payouts on that day. */
  readonly isPayoutDay: boolean;
}

/**
 * Runs one cycle of the settlement schedule: pages over the merchants, freezes what is due to each, and starts its
 * payouts. Many merchants are settled in slices, each by a child workflow. The cut-off is the schedule's own time,
 * however late the workflow runs; running it again changes nothing.
 */
export function settlementWorkflow(input: SettlementInput): Promise<SettlementResult> {
  return runToItsEnd(new SettlementRun(input));
}

class SettlementRun {
  readonly #input: SettlementInput;
  readonly #cutOff: CycleRun;
  readonly #pages: SettlementPages;
  /** Slices whose merchants are not all settled. */
  readonly #open = new Set<number>();

  constructor(input: SettlementInput) {
    const { cycle, carried, cutOff } = input;
    this.#input = input;
    this.#cutOff = {
      cycle,
      cutOff: carried?.cutOff ?? cutOff ?? cutOffOf(cycle, nominalStart()).toISOString(),
    };
    this.#pages = new SettlementPages(this.#cutOff, input);
  }

  get desk() {
    return this.#pages.desk;
  }

  async run(): Promise<SettlementResult> {
    const pages = this.#pages;
    const slices = await this.#openRun();
    const isSliced = slices > 1;
    if (isSliced) await this.#settleSlices(slices);
    else if (slices > 0) await pages.settleAll((carried) => this.#goOn(carried));
    const { counts } = pages;
    await pages.step('closeRun', 'Close the run', (steps) =>
      steps.closeRun({ ...this.#cutOff, counts }),
    );
    pages.show(
      slices > 0 ? 'DONE' : 'NO_PAYOUT_DAY',
      isSliced ? [slicesRow(this.#open, slices)] : [],
    );
    return { cutOff: this.#cutOff.cutOff, isPayoutDay: slices > 0, ...counts };
  }

  /** A run that carries on from an earlier one is one slice. */
  async #openRun(): Promise<number> {
    if (this.#input.carried !== undefined) return 1;
    return this.#pages.step('openRun', 'Open the run', (steps) => steps.openRun(this.#cutOff));
  }

  #goOn(carried: CarriedPages): Promise<never> {
    const { cutOff } = this.#cutOff;
    return makeContinueAsNewFunc<typeof settlementWorkflow>()({
      ...this.#input,
      carried: { cutOff, ...carried },
    });
  }

  /** The slices run at once, so that a slice that waits for an operator delays none of the others. */
  async #settleSlices(of: number): Promise<void> {
    for (let number = 1; number <= of; number += 1) this.#open.add(number);
    const rows = () => [slicesRow(this.#open, of)];
    const settleOpen = async (): Promise<Outcome<void>> => {
      this.#pages.show('RUNNING', rows());
      const settled = await Promise.allSettled(
        [...this.#open].map(async (number) => {
          await this.#settleSlice(number, of);
          this.#pages.show('RUNNING', rows());
        }),
      );
      for (const each of settled) {
        if (each.status === 'fulfilled' || each.reason instanceof ChildWorkflowFailure) continue;
        throw each.reason;
      }
      return this.#open.size === 0 ? { done: undefined } : { failure: 'INTERNAL' };
    };
    const parking = {
      name: 'settleSlices',
      allowed: settlementDecisions,
      page: () => slicesPage(this.#open, of),
      rows: () => [...this.#pages.rows(), ...rows()],
      goesOn: 'the run',
      untilItHeals: settleOpen,
    };
    await untilDone(this.desk, parking, settleOpen);
  }

  async #settleSlice(number: number, of: number): Promise<void> {
    const { pageSize, parkAfterMs, longHistory } = this.#input;
    const counts = await executeChild<typeof settlementSliceWorkflow>('settlementSliceWorkflow', {
      workflowId: `${workflowInfo().workflowId}/slice-${number}`,
      // A slice that runs already belongs to a run that was reset: it would return its counts to nobody.
      workflowIdReusePolicy: 'TERMINATE_IF_RUNNING',
      args: [
        {
          ...this.#cutOff,
          slice: { number, of },
          ...(pageSize !== undefined && { pageSize }),
          ...(parkAfterMs !== undefined && { parkAfterMs }),
          ...(longHistory !== undefined && { longHistory }),
        },
      ],
      staticSummary: `Settlement, slice ${number} of ${of}`,
      typedSearchAttributes: [{ key: searchAttributes.caseType, value: 'SETTLEMENT' }],
    });
    this.#open.delete(number);
    this.#pages.add(counts);
  }
}

/** Returns the scheduled time; a run that nobody scheduled has the time when it was started. */
function nominalStart(): Date {
  const { typedSearchAttributes, startTime } = workflowInfo();
  return typedSearchAttributes.get(scheduledStartTime) ?? startTime;
}
