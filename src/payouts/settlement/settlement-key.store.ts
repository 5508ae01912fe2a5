import type pg from 'pg';
import type { KnownSettlement } from './settlement-keys.js';
import { queryOne } from '../../platform/database/database.js';
import type { Id } from '../../domain/ids.js';

const columns =
  's.settlement_id, s.merchant_id, s.currency, s.settlement_reference, s.cycle, s.cut_off';

const ofSettlement = {
  name: 'settlement_key',
  text: `select ${columns} from settlement s where s.settlement_id = $1`,
};
const ofPayout = {
  name: 'settlement_key_of_payout',
  text: `select ${columns} from settlement s join payout p using (settlement_id) where p.payout_id = $1`,
};

interface KeyRow {
  settlement_id: string;
  merchant_id: string;
  currency: string;
  settlement_reference: string;
  cycle: 'DAILY' | 'INSTANT' | null;
  cut_off: Date;
}

/** Finds a settlement by its own id or by the id of one of its payouts. Throws for an id that does not exist. */
export class PgSettlementKeys {
  constructor(private readonly pool: pg.Pool) {}

  async ofSettlement(settlementId: string): Promise<KnownSettlement> {
    return toKey(await queryOne<KeyRow>(this.pool, ofSettlement, [settlementId]));
  }

  async ofPayout(payoutId: Id<'pay'>): Promise<KnownSettlement> {
    return toKey(await queryOne<KeyRow>(this.pool, ofPayout, [payoutId]));
  }
}

function toKey({ cycle, ...row }: KeyRow): KnownSettlement {
  return {
    settlementId: row.settlement_id,
    merchantId: row.merchant_id,
    currency: row.currency,
    settlementReference: row.settlement_reference,
    run: cycle === null ? null : { cycle, cutOff: row.cut_off },
  };
}
