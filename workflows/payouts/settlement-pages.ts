import { setCurrentDetails, setHandler, workflowInfo } from '@temporalio/workflow';
import type {
  CycleRun,
  SettledPage,
  SettlementActivities,
} from '../../activities/payouts/contract.js';
import {
  addCounts,
  noSettlements,
  type SettlementCounts,
} from '../../src/domain/settlement-counts.js';
import { waitsUntil } from '../../src/domain/settlement-cut-off.js';
import type { MerchantSlice } from '../../src/domain/settlement-cycle.js';
import { settlementPage, settlementParked } from '../platform/activity-options.js';
import { OperatorDesk, decisionUpdate } from '../platform/attention.js';
import type { Rows } from '../platform/case-page.js';
import { type CarriedPages, resolveSettlement, type SettlementPaging } from '../messages.js';
import { type SettlementDecision, settlementDecisions } from '../../src/domain/decisions.js';
import { type Parking, untilDone } from '../platform/parked-step.js';
import { carryOutVisibly } from '../platform/patient-step.js';
import { lockedPage, runDetails, type RunState, runPage, runRows } from './settlement-details.js';

const wholeRun: MerchantSlice = { number: 1, of: 1 };
const defaults = { pageSize: 200, parkAfterMs: 900_000, longHistory: 4_000 } as const;

/** So many locked merchants are an outage: going on would only lock more of them out. Their names also fit a payload. */
const mostLocked = 100;

/**
 * Goes through the merchants of a run, or of one slice of it, page by page. A page that fails waits at the desk. Create
 * this object before anything else, because it takes the workflow's update.
 */
export class SettlementPages {
  readonly desk: OperatorDesk<SettlementDecision>;
  counts: SettlementCounts;
  readonly #run: CycleRun;
  readonly #paging: SettlementPaging;
  readonly #slice: MerchantSlice | undefined;
  #after: string | null;
  /** Merchants before `#after` that were locked. */
  #locked: readonly string[];

  constructor(
    run: CycleRun,
    paging: SettlementPaging & { readonly carried?: CarriedPages },
    slice?: MerchantSlice,
  ) {
    this.#run = run;
    this.#paging = paging;
    this.#slice = slice;
    this.#after = paging.carried?.after ?? null;
    this.#locked = paging.carried?.locked ?? [];
    this.counts = paging.carried?.tally ?? noSettlements;
    const place = slice === undefined ? '' : `/slice-${slice.number}`;
    const subject = `${run.cycle}/${run.cutOff}${place}`;
    this.desk = new OperatorDesk({ kind: 'SETTLEMENT', subject, update: 'resolve' });
    setHandler(resolveSettlement, (resolution) => this.desk.decide(resolution), {
      validator: (resolution) => this.desk.mayDecide(resolution),
      description: decisionUpdate('a run', settlementDecisions),
    });
  }

  /** `goOn` continues as a new run of the workflow, once the history is long. */
  async settleAll(goOn: (carried: CarriedPages) => Promise<never>): Promise<void> {
    const limit = this.#paging.pageSize ?? defaults.pageSize;
    for (let page = 1; ; page += 1) {
      this.show('RUNNING');
      const after = this.#after;
      const asked = { ...this.#run, after, limit, slice: this.#slice ?? wholeRun };
      const {
        next,
        counts,
        locked = [],
      } = await this.step<SettledPage>(
        'settleMerchants',
        `Page ${page}: merchants after ${after ?? 'none'}`,
        (steps) => steps.settleMerchants(asked),
      );
      this.add(counts);
      this.#locked = [...this.#locked, ...locked];
      if (next === null || this.#locked.length >= mostLocked) await this.#settleLocked();
      if (next === null) return;
      this.#after = next;
      if (!this.#isLong()) continue;
      await this.desk.settled();
      await goOn({
        after: next,
        tally: this.counts,
        ...(this.#locked.length > 0 && { locked: this.#locked }),
      });
    }
  }

  /** Waits for merchants that are locked, once the others are settled, and leaves them to the next run when it is due. */
  async #settleLocked(): Promise<void> {
    const merchants = this.#locked;
    if (merchants.length === 0) return;
    const left = { ...noSettlements, locked: merchants.length };
    const until = waitsUntil(this.#run.cycle, new Date(this.#run.cutOff));
    const isOver = () => Date.now() >= until;
    const summary = `Merchants that were locked: ${merchants.length}`;
    const asked = { ...this.#run, merchants, slice: this.#slice ?? wholeRun };
    const call = (steps: SettlementActivities) => steps.settleLocked(asked);
    const counts = isOver()
      ? left
      : await this.step('settleLocked', summary, call, {
          page: (failure) =>
            failure === 'LEDGER_UNAVAILABLE'
              ? lockedPage(merchants)
              : runPage('settleLocked', failure),
          untilItHeals: async () => {
            const scheduleToCloseTimeout = Math.max(1, until - Date.now());
            const options = { ...settlementParked, scheduleToCloseTimeout, summary };
            const outcome = await carryOutVisibly(options, call);
            return 'failure' in outcome && isOver() ? { done: left } : outcome;
          },
        });
    this.add(counts);
    this.#locked = [];
  }

  add(counts: SettlementCounts): void {
    this.counts = addCounts(this.counts, counts);
  }

  /** Shows the page for operators; `more` has the rows that only the run knows. */
  show(state: RunState, more: Rows = []): void {
    setCurrentDetails(runDetails(state, [...this.rows(), ...more]));
  }

  rows(): Rows {
    return runRows(this.#run, this.counts, this.#slice);
  }

  step<Done>(
    name: string,
    summary: string,
    call: (steps: SettlementActivities) => Promise<Done>,
    parking: Partial<Parking<SettlementDecision, Done>> = {},
  ): Promise<Done> {
    const { parkAfterMs = defaults.parkAfterMs } = this.#paging;
    const options = { ...settlementPage(parkAfterMs), summary };
    return untilDone(
      this.desk,
      {
        name,
        allowed: settlementDecisions,
        page: (failure) => runPage(name, failure),
        rows: () => this.rows(),
        goesOn: 'the run',
        untilItHeals: () => carryOutVisibly({ ...settlementParked, summary }, call),
        ...parking,
      },
      () => carryOutVisibly<SettlementActivities, Done>(options, call),
    );
  }

  #isLong(): boolean {
    const { historyLength, continueAsNewSuggested } = workflowInfo();
    return (
      continueAsNewSuggested || historyLength > (this.#paging.longHistory ?? defaults.longHistory)
    );
  }
}
