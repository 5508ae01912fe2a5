import pg from 'pg';
import type {
  CutOff,
  FailedMerchant,
  FrozenSettlement,
  SettledMerchants,
  SettlementPage,
  SettlementTally,
} from './settlement-runs.js';
import type { MerchantSlice } from '../../domain/settlement-cycle.js';
import { query, queryOne, queryOnePatiently } from '../../platform/database/database.js';
import { isLockTimeout, isStatementTimeout } from '../../platform/database/outage.js';
import { call, callNamed } from '../../platform/database/sql-call.js';

const openRun = callNamed('open_settlement_run', 'slices').as<{ slices: number }>();
const closeRun = callNamed('close_settlement_run', 'close_settlement_run');
const readPage = callNamed('merchants_of_cycle', 'merchant_id').as<{ merchant_id: string }>();
const settleMerchant = call('settle_merchant', { with: ['many'] }).as<MerchantRow>();
const draftSettlement = callNamed('draft_settlement', 'has_more').as<{ has_more: boolean }>();

/** The most transactions that are frozen while the merchant's accounts are locked, or in one step before that. */
const transactionsAtOnce = 5_000;

/** The fewest merchants of a slice: a smaller slice is not worth a workflow of its own. */
const merchantsPerSlice = 500;

const wholeRun: MerchantSlice = { number: 1, of: 1 };

/** The timeout for one merchant: enough for a million transactions on a busy machine. */
const merchantTimeoutMs = 120_000;

type Outcome = 'SETTLED' | 'ON_HOLD' | 'BELOW_MINIMUM' | 'WITHOUT_ACCOUNT' | 'NOTHING' | 'MANY';

interface MerchantRow {
  outcome: Outcome;
  settlement_id: string | null;
  currency: string | null;
  net_minor: bigint | null;
  fact_id: bigint | null;
}

const countOf = {
  SETTLED: 'settled',
  ON_HOLD: 'onHold',
  BELOW_MINIMUM: 'belowMinimum',
  WITHOUT_ACCOUNT: 'withoutAccount',
  NOTHING: null,
  MANY: null,
} as const satisfies Record<Outcome, keyof SettlementTally | null>;

/**
 * The runs of the settlement schedule on PostgreSQL. Each call may be made again: a settlement that is frozen stays as
 * it is.
 */
export class PgSettlementRuns {
  constructor(
    private readonly pool: pg.Pool,
    private readonly atOnce = transactionsAtOnce,
    private readonly perSlice = merchantsPerSlice,
  ) {}

  /**
   * Records that the run has begun. Returns the number of slices in which its merchants are settled, from 1 to
   * `mostSlices`: few merchants are one slice. 0: the day has no payouts (DAILY, not a business day).
   */
  async open({ cycle, cutOff }: CutOff, mostSlices: number): Promise<number> {
    return (
      await queryOne(
        this.pool,
        openRun({ cycle, cutOff, slices: mostSlices, merchantsEach: this.perSlice }),
      )
    ).slices;
  }

  /**
   * Settles the next merchants, at most `limit` of them. Without a slice the page covers all merchants. The page ends
   * after a merchant that is locked, because such a merchant may take two minutes, and the caller's time is limited.
   */
  async settlePage(
    run: CutOff,
    after: string | null,
    limit: number,
    slice = wholeRun,
  ): Promise<SettlementPage> {
    const rows = await query(
      this.pool,
      readPage({ cycle: run.cycle, after, limit, slice: slice.number, slices: slice.of }),
    );
    const page = rows.map((row) => row.merchant_id);
    const settled = await this.settleMerchants(run, page);
    const done = settled.tally.merchants + (settled.locked === null ? 0 : 1);
    const isLast = done === page.length && done < limit;
    return { ...settled, next: isLast ? null : (page[done - 1] ?? null) };
  }

  /**
   * Makes money due whose due date is the day of the run or earlier, and freezes one settlement for each of the
   * merchants that has something to pay. Each merchant has a transaction of its own, under the merchant's lock. Stops
   * after a merchant that is locked.
   */
  async settleMerchants(run: CutOff, merchants: readonly string[]): Promise<SettledMerchants> {
    const frozen: FrozenSettlement[] = [];
    const failed: FailedMerchant[] = [];
    let locked: string | null = null;
    const count = { settled: 0, belowMinimum: 0, onHold: 0, withoutAccount: 0 };
    let amountMinor = 0n;
    let done = 0;
    for (const merchantId of merchants) {
      const row = await this.#settle(merchantId, run);
      if (row === 'LOCKED') {
        locked = merchantId;
        break;
      }
      done += 1;
      if (row instanceof Error) {
        failed.push({ merchantId, reason: row.message });
        continue;
      }
      const counted = countOf[row.outcome];
      if (counted !== null) count[counted] += 1;
      if (row.outcome === 'SETTLED') amountMinor += row.net_minor ?? 0n;
      const settlement = toFrozen(merchantId, row);
      if (settlement !== undefined) frozen.push(settlement);
    }
    const tally = { merchants: done, ...count, amountMinor, failed: failed.length };
    return { frozen, failed, locked, tally };
  }

  async close({ cycle, cutOff }: CutOff, tally: SettlementTally): Promise<void> {
    const result = { ...tally, amountMinor: String(tally.amountMinor) };
    await query(this.pool, closeRun({ cycle, cutOff, result }));
  }

  /**
   * Settles one merchant by itself: if its books are not in order, the other merchants must still be paid. The step is
   * tried twice, because due dates may change at that moment (a holiday was declared) and make the sums disagree once.
   */
  async #settle(merchantId: string, run: CutOff): Promise<MerchantRow | Error | 'LOCKED'> {
    const first = await this.#settleOnce(merchantId, run);
    return first instanceof Error ? this.#settleOnce(merchantId, run) : first;
  }

  /**
   * Freezes a part of the merchant's transactions in advance. Returns false when the rest is few enough for the run
   * itself to freeze at once, or when the run will freeze nothing.
   */
  async #draft(merchantId: string, cutOff: Date): Promise<boolean> {
    const timeoutMs = merchantTimeoutMs;
    const row = queryOnePatiently(
      this.pool,
      draftSettlement({ merchantId, cutOff, step: this.atOnce }),
      timeoutMs,
    );
    return (await row).has_more;
  }

  async #settleOnce(
    merchantId: string,
    { cycle, cutOff }: CutOff,
  ): Promise<MerchantRow | Error | 'LOCKED'> {
    const settle = (many: number | null) =>
      queryOnePatiently(
        this.pool,
        settleMerchant({ merchantId, cycle, cutOff, many }),
        merchantTimeoutMs,
      );
    try {
      const row = await settle(this.atOnce);
      if (row.outcome !== 'MANY') return row;
      while (await this.#draft(merchantId, cutOff));
      // Few enough transactions are left now; or the run will freeze nothing, and nothing was drafted.
      return await settle(null);
    } catch (error) {
      if (isLockTimeout(error) || isStatementTimeout(error)) return 'LOCKED';
      if (error instanceof pg.DatabaseError && isLasting(error)) return error;
      throw error;
    }
  }
}

/** Violations of integrity constraints, faults in data and arithmetic, and errors that a function itself raises. */
function isLasting({ code = '' }: pg.DatabaseError): boolean {
  return ['22', '23', 'P0'].includes(code.slice(0, 2));
}

function toFrozen(merchantId: string, row: MerchantRow): FrozenSettlement | undefined {
  const { settlement_id: settlementId, currency, fact_id: factId } = row;
  if (settlementId === null || currency === null || factId === null) return undefined;
  return { settlementId, merchantId, currency, factId };
}
