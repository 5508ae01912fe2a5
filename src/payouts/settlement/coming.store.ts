import type pg from 'pg';
import { query } from '../../platform/database/database.js';

/** The money of a merchant that becomes due on one day. */
export interface ComingMoney {
  /** YYYY-MM-DD in Lagos. */
  readonly day: string;
  readonly payments: number;
  readonly netMinor: bigint;
}

// Only collections can have a due date in the future. Refunds, chargebacks and all other transactions are due on the
// day on which they are posted.
const coming = {
  name: 'list_coming_money',
  text: `select b.due_on::text as day, count(*)::int as payments, sum(b.net_minor)::bigint as net_minor
           from balance_transaction b
          where b.merchant_id = $1 and b.settlement_id is null and b.type = 'COLLECTION' and b.due_on > lagos_date(now())
          group by b.due_on order by b.due_on limit 60`,
};

/** Reads the money that a merchant has received and is not paid yet, by the day on which it may be paid. */
export class PgComingMoney {
  constructor(private readonly pool: pg.Pool) {}

  async of(merchantId: string): Promise<readonly ComingMoney[]> {
    type Row = { day: string; payments: number; net_minor: bigint };
    const rows = await query<Row>(this.pool, coming, [merchantId]);
    return rows.map(({ day, payments, net_minor: netMinor }) => ({ day, payments, netMinor }));
  }
}
