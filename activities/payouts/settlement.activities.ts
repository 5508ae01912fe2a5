import { Context, sleep } from '@temporalio/activity';
import type {
  CutOff,
  FrozenSettlement,
  SettlementPage,
  SettlementTally,
} from '../../src/payouts/settlement/settlement-runs.js';
import type { PgSettlementRuns } from '../../src/payouts/settlement/settlement-runs.store.js';
import type { MerchantSlice } from '../../src/domain/settlement-cycle.js';
import type { PgFindingStore } from '../../src/platform/findings/finding.store.js';
import { beating } from '../platform/heartbeat.js';
import {
  addCounts,
  noSettlements,
  type SettlementCounts,
} from '../../src/domain/settlement-counts.js';
import type { CycleRun, MerchantPage, SettledPage, SettlementActivities } from './contract.js';

/** Starts the workflow of a settlement's payouts, unless it runs (src/payouts/settlement/payout.gateway.ts). */
export interface PayoutStarter {
  start(settlementId: string): Promise<void>;
}

export interface SettlementPorts {
  readonly settlements: PgSettlementRuns;
  readonly payoutStarter: PayoutStarter;
  readonly findings: Pick<PgFindingStore, 'record'>;
  /** The pace of a run: of all its slices together. */
  readonly settlementsPerSecond: number;
  /** The most slices of a run. */
  readonly settlementSlices: number;
}

/** The number of merchants that all slices together settle before the pace is checked. */
const atOnce = 20;
/** Several workflows are started at once: one after the other would take a minute for a page. */
const startsAtOnce = 8;
/** A page ends after this time, however slow the pace is: the activity's time is limited. */
const longestPageMs = 60_000;

/** For the worker of the task queue `rails`. */
export function settlementActivities(ports: SettlementPorts): SettlementActivities {
  const { settlements: runs, payoutStarter, findings } = ports;

  const settleSome = async (
    run: CycleRun,
    after: string | null,
    limit: number,
    slice: MerchantSlice,
  ) => {
    const page = await runs.settlePage(cutOffOf(run), after, limit, slice);
    for (const { merchantId, reason } of page.failed) {
      await findings.record('SETTLEMENT_FAILED', merchantId, { ...run, reason });
    }
    return { page, counts: countsOf(page, await startAll(payoutStarter, page.frozen)) };
  };

  const settle = async (page: MerchantPage): Promise<SettledPage> => {
    const { after, limit, cycle, cutOff, slice } = page;
    const perSecond = ports.settlementsPerSecond / slice.of;
    const few = Math.ceil(atOnce / slice.of);
    const endsAt = performance.now() + longestPageMs;
    let counts = noSettlements;
    let next = after;
    for (let left = limit; left > 0; left -= few) {
      const begun = performance.now();
      if (begun > endsAt) break;
      const some = await settleSome({ cycle, cutOff }, next, Math.min(left, few), slice);
      counts = addCounts(counts, some.counts);
      next = some.page.next;
      if (next === null) break;
      const dueMs = (some.page.frozen.length / perSecond) * 1_000;
      await sleep(Math.max(0, dueMs - (performance.now() - begun)));
    }
    return { next, counts };
  };

  return {
    openRun: (run) => beating(runs.open(cutOffOf(run), ports.settlementSlices)),
    settleMerchants: (page) => beating(settle(page)),
    closeRun: ({ counts, ...run }) => beating(runs.close(cutOffOf(run), tallyOf(counts))),
  };
}

/** Returns how many could not be started. The relay sends their facts. */
async function startAll(
  payouts: PayoutStarter,
  frozen: readonly FrozenSettlement[],
): Promise<number> {
  const waiting = [...frozen];
  let notStarted = 0;
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { settlementId } = next;
      try {
        await payouts.start(settlementId);
      } catch (error) {
        notStarted += 1;
        const { log } = Context.current();
        log.warn('payouts are left to the relay', { settlementId, err: error });
      }
    }
  };
  await Promise.all(Array.from({ length: startsAtOnce }, work));
  return notStarted;
}

function countsOf({ tally }: SettlementPage, notStarted: number): SettlementCounts {
  return { ...tally, amountMinor: String(tally.amountMinor), untold: notStarted };
}

function cutOffOf({ cycle, cutOff }: CycleRun): CutOff {
  return { cycle, cutOff: new Date(cutOff) };
}

function tallyOf({ untold: _notStarted, amountMinor, ...rest }: SettlementCounts): SettlementTally {
  return { ...rest, amountMinor: BigInt(amountMinor) };
}
