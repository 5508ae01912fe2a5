import { Context, sleep } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type {
  CutOff,
  FrozenSettlement,
  SettledMerchants,
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
import type { FailureType } from '../contract.js';
import type {
  CycleRun,
  LockedMerchants,
  MerchantPage,
  SettledPage,
  SettlementActivities,
} from './contract.js';

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

  const carryOn = async (run: CycleRun, some: SettledMerchants): Promise<SettlementCounts> => {
    for (const { merchantId, reason } of some.failed) {
      await findings.record('SETTLEMENT_FAILED', merchantId, { ...run, reason });
    }
    return countsOf(some, await startAll(payoutStarter, some.frozen));
  };

  /** Waits until the slice's part of the pace allows more settlements. */
  const keepPace = (slice: MerchantSlice, { frozen }: SettledMerchants, begun: number) => {
    const dueMs = (frozen.length / (ports.settlementsPerSecond / slice.of)) * 1_000;
    return sleep(Math.max(0, dueMs - (performance.now() - begun)));
  };

  const settle = async (page: MerchantPage): Promise<SettledPage> => {
    const { after, limit, cycle, cutOff, slice } = page;
    const run = { cycle, cutOff };
    const few = Math.ceil(atOnce / slice.of);
    const endsAt = performance.now() + longestPageMs;
    const locked: string[] = [];
    let counts = noSettlements;
    let next = after;
    for (let left = limit; left > 0; left -= few) {
      const begun = performance.now();
      if (begun > endsAt) break;
      const some = await runs.settlePage(cutOffOf(run), next, Math.min(left, few), slice);
      counts = addCounts(counts, await carryOn(run, some));
      if (some.locked !== null) {
        Context.current().log.warn('a merchant’s books are locked', { merchantId: some.locked });
        locked.push(some.locked);
      }
      next = some.next;
      if (next === null) break;
      await keepPace(slice, some, begun);
    }
    return { next, counts, ...(locked.length > 0 && { locked }) };
  };

  const settleLocked = async (given: LockedMerchants): Promise<SettlementCounts> => {
    const { merchants, slice, cycle, cutOff } = given;
    const run = { cycle, cutOff };
    // Each try begins elsewhere, so that those that are still locked do not use up the time of all others every time.
    const from = Math.floor(Math.random() * merchants.length);
    const waiting = new Set([...merchants.slice(from), ...merchants.slice(0, from)]);
    const endsAt = performance.now() + longestPageMs;
    let counts = noSettlements;
    for (const merchantId of waiting) {
      const begun = performance.now();
      if (begun > endsAt) break;
      const some = await runs.settleMerchants(cutOffOf(run), [merchantId]);
      counts = addCounts(counts, await carryOn(run, some));
      if (some.locked === null) waiting.delete(merchantId);
      await keepPace(slice, some, begun);
    }
    if (waiting.size > 0) throw stillLocked(waiting);
    return counts;
  };

  return {
    openRun: (run) => beating(runs.open(cutOffOf(run), ports.settlementSlices)),
    settleMerchants: (page) => beating(settle(page)),
    settleLocked: (given) => beating(settleLocked(given)),
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

function stillLocked(merchants: ReadonlySet<string>): ApplicationFailure {
  const type: FailureType = 'LEDGER_UNAVAILABLE';
  return ApplicationFailure.create({
    type,
    message: `not settled yet: ${[...merchants].join(', ')}`,
  });
}

function countsOf({ tally }: SettledMerchants, notStarted: number): SettlementCounts {
  return { ...tally, amountMinor: String(tally.amountMinor), untold: notStarted };
}

function cutOffOf({ cycle, cutOff }: CycleRun): CutOff {
  return { cycle, cutOff: new Date(cutOff) };
}

function tallyOf({ untold: _notStarted, amountMinor, ...rest }: SettlementCounts): SettlementTally {
  return { ...rest, amountMinor: BigInt(amountMinor) };
}
