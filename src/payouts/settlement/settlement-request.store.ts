import type pg from 'pg';
import type {
  SettlementRequest,
  SettlementRequestOutcome,
  SettlementRequestResult,
} from './settlement-requests.js';
import { queryOnePatiently } from '../../platform/database/database.js';
import { callWithin } from '../../platform/database/sql-call.js';
import { onDemandTimeoutMs } from './on-demand-timeout.js';
import { settlementColumns, type SettlementRow, toSettlement } from './settlement-row.js';

const requestSettlement = callWithin(
  'request_settlement',
  (called) =>
    `select outcome, payable_minor, fact_id, ${settlementColumns('stored')} from ${called}`,
).as<RequestRow>();

interface RequestRow extends Omit<SettlementRow, 'settlement_id'> {
  outcome: SettlementRequestOutcome;
  payable_minor: bigint | null;
  fact_id: bigint | null;
  /** Null when there is no settlement; all other columns of the settlement are null then too. */
  settlement_id: string | null;
}

export class PgSettlementRequests {
  constructor(private readonly pool: pg.Pool) {}

  /**
   * Makes a request in one transaction under the merchant's lock: if several requests want the same money, only one
   * gets it.
   */
  async request(asked: SettlementRequest): Promise<SettlementRequestResult> {
    const given = requestSettlement({ ...asked, reference: asked.settlementReference });
    const row = await queryOnePatiently(this.pool, given, onDemandTimeoutMs);
    const { outcome, payable_minor: payableMinor, fact_id: factId, settlement_id } = row;
    return {
      outcome,
      settlement: settlement_id === null ? null : toSettlement({ ...row, settlement_id }),
      payableMinor,
      factId,
    };
  }
}
