import type pg from 'pg';
import type { MerchantNeed } from '../../pages/portal/home-view.js';
import { query } from '../../platform/database/database.js';

const merchantNeeds = {
  name: 'merchant_needs',
  text: `select kind, waiting::integer as waiting, amount_minor as "amountMinor", at, subject from merchant_needs($1)`,
};

/** Reads what waits for a merchant from PostgreSQL. */
export class PgMerchantNeeds {
  constructor(private readonly pool: pg.Pool) {}

  of(merchantId: string): Promise<MerchantNeed[]> {
    return query<MerchantNeed>(this.pool, merchantNeeds, [merchantId]);
  }
}
