import type pg from 'pg';
import { query } from '../../platform/database/database.js';

/** Reads from an index that covers the query, so that a day's money is summed without its rows. */
const leftToday = {
  name: 'left_today',
  text: `select greatest($2 - coalesce(sum(k.amount_minor), 0), 0)::bigint as left_minor
           from inward_credit k
          where k.merchant_id = $1 and k.currency = home_currency() and k.received_at >= lagos_midnight(lagos_date(now()))
         having not exists (select from checkout c where c.merchant_id = $1 and c.payment_reference = $3)`,
};

/** Reads the amounts that merchants have received today, in Lagos. */
export class PgDailyLimits {
  constructor(private readonly pool: pg.Pool) {}

  /**
   * Returns the unused part of a limit, in kobo; 0 when it is used up.
   *
   * @returns null when the merchant has a checkout of that reference: it was let through before
   */
  async leftToday(
    merchantId: string,
    limitMinor: bigint,
    reference: string | null,
  ): Promise<bigint | null> {
    const values = [merchantId, limitMinor, reference];
    const [row] = await query<{ left_minor: bigint }>(this.pool, leftToday, values);
    return row?.left_minor ?? null;
  }
}
