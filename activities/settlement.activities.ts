import { Context } from '@temporalio/activity';
import type {
  CutOff,
  FrozenSettlement,
  SettlementRuns,
  SettlementTally,
} from '../src/domain/ports/settlement-runs.port.js';
import type { FindingStore } from '../src/domain/ports/reconciliation-store.port.js';
import { beating } from './heartbeat.js';
import type { SettlementActivities, SettlementCounts, CycleRun } from './contract.js';

/** Starts the workflow of a settlement's payouts, unless it runs (src/temporal/payout.gateway.ts). */
export interface PayoutStarter {
  start(settlementId: string): Promise<void>;
}

/** Started at once; one after the other would take a minute for a page. */
const startsAtOnce = 8;

/** For the worker of the task queue `rails`. */
export function settlementActivities(
  runs: SettlementRuns,
  payouts: PayoutStarter,
  findings: Pick<FindingStore, 'record'>,
): SettlementActivities {
  const settle: SettlementActivities['settleMerchants'] = async ({ after, limit, ...run }) => {
    const { next, frozen, failed, tally } = await runs.settlePage(cutOffOf(run), after, limit);
    for (const { merchantId, reason } of failed) {
      await findings.record('SETTLEMENT_FAILED', merchantId, { ...run, reason });
    }
    const untold = await startAll(payouts, frozen);
    return { next, counts: { ...tally, amountMinor: String(tally.amountMinor), untold } };
  };
  return {
    openRun: (run) => beating(runs.open(cutOffOf(run))),
    settleMerchants: (page) => beating(settle(page)),
    closeRun: ({ counts, ...run }) => beating(runs.close(cutOffOf(run), tallyOf(counts))),
  };
}

/** Answers how many could not be started: their facts are told by the relay. */
async function startAll(
  payouts: PayoutStarter,
  frozen: readonly FrozenSettlement[],
): Promise<number> {
  const waiting = [...frozen];
  let untold = 0;
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { settlementId } = next;
      try {
        await payouts.start(settlementId);
      } catch (error) {
        untold += 1;
        const { log } = Context.current();
        log.warn('payouts are left to the relay', { settlementId, err: error });
      }
    }
  };
  await Promise.all(Array.from({ length: startsAtOnce }, work));
  return untold;
}

function cutOffOf({ cycle, cutOff }: CycleRun): CutOff {
  return { cycle, cutOff: new Date(cutOff) };
}

function tallyOf({ untold: _untold, amountMinor, ...rest }: SettlementCounts): SettlementTally {
  return { ...rest, amountMinor: BigInt(amountMinor) };
}
