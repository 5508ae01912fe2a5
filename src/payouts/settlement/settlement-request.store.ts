import type pg from 'pg';
import type {
  SettlementRequest,
  SettlementRequestOutcome,
  SettlementRequestResult,
  SettlementRequests,
} from './settlement-requests.port.js';
import { queryOnePatiently } from '../../platform/database/database.js';
import { onDemandTimeoutMs } from './on-demand-timeout.js';
import { settlementColumns, type SettlementRow, toSettlement } from './settlement-row.js';

const requestSettlement = {
  name: 'request_settlement',
  text: `select outcome, payable_minor, fact_id, ${settlementColumns('stored')}
           from request_settlement($1, $2, $3, $4, $5, $6)`,
};

interface RequestRow extends Omit<SettlementRow, 'settlement_id'> {
  outcome: SettlementRequestOutcome;
  payable_minor: bigint | null;
  fact_id: bigint | null;
  /** Null together with all that makes up the settlement. */
  settlement_id: string | null;
}

export class PgSettlementRequests implements SettlementRequests {
  constructor(private readonly pool: pg.Pool) {}

  async request(asked: SettlementRequest): Promise<SettlementRequestResult> {
    const values = [
      asked.merchantId,
      asked.settlementReference,
      asked.requestHash,
      asked.amountMinor,
      asked.settlementAccountId,
      asked.narration,
    ];
    const row = await queryOnePatiently<RequestRow>(
      this.pool,
      requestSettlement,
      values,
      onDemandTimeoutMs,
    );
    const { outcome, payable_minor: payableMinor, fact_id: factId, settlement_id } = row;
    return {
      outcome,
      settlement: settlement_id === null ? null : toSettlement({ ...row, settlement_id }),
      payableMinor,
      factId,
    };
  }
}
