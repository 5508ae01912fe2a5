import type pg from 'pg';
import { queryOnePatiently } from '../../platform/database/database.js';
import { call } from '../../platform/database/sql-call.js';
import { onDemandTimeoutMs } from './on-demand-timeout.js';

const settleEarly = call('settle_early').as<EarlyRunRow>();

export const runOutcomes = [
  'SETTLED',
  'ON_HOLD',
  'BELOW_MINIMUM',
  'WITHOUT_ACCOUNT',
  'NOTHING',
] as const;
export type RunOutcome = (typeof runOutcomes)[number];

export interface EarlyRun {
  readonly outcome: RunOutcome;
  /** The id is the settlement's reference as well. */
  readonly settlementId: string | null;
  /** The fact for the workflow of its payouts. */
  readonly factId: bigint | null;
}

interface EarlyRunRow {
  outcome: RunOutcome | null;
  settlement_id: string | null;
  fact_id: bigint | null;
}

/** Runs one merchant's next settlement now; for the sandbox. */
export class PgEarlyRuns {
  constructor(private readonly pool: pg.Pool) {}

  async settle(merchantId: string): Promise<EarlyRun> {
    const row = await queryOnePatiently(this.pool, settleEarly({ merchantId }), onDemandTimeoutMs);
    return {
      outcome: row.outcome ?? 'NOTHING',
      settlementId: row.settlement_id,
      factId: row.fact_id,
    };
  }
}
