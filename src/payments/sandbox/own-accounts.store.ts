import type pg from 'pg';
import { query, queryOne } from '../../platform/database/database.js';

/** A session id is known only together with its bank, so all banks are searched. */
const providers = 'select distinct b.provider from number_prefix b';

/**
 * A free number belongs to every merchant that may use its prefix. A transfer that the bank reports again is found by
 * its session id alone.
 */
const isOwn = {
  name: 'sandbox_is_own',
  text: `select (coalesce(
             (select bool_and(v.merchant_id = $1) from virtual_account v
               where v.account_number = $2 and v.status <> 'RELEASED'),
             exists (select from merchant_prefix p
                      where p.merchant_id = $1 and p.prefix = left($2, 3) and p.status = 'ACTIVE'))
           and not exists (select from inward_credit k
                            where k.provider = any (array(${providers})) and k.session_id = $3
                              and k.merchant_id is distinct from $1)) as is_own`,
};

const referenceOf = {
  name: 'sandbox_reference_of',
  text: `select credit_id from inward_credit where provider = any (array(${providers})) and session_id = $1 and merchant_id = $2 order by received_at limit 1`,
};

/** Tells whether a payment of the sandbox would reach the merchant's own account. */
export class PgOwnAccounts {
  constructor(private readonly pool: pg.Pool) {}

  /**
   * Tells whether the merchant owns the number and, if `sessionId` is of a transfer that was reported before, that
   * transfer too.
   */
  async has(merchantId: string, accountNumber: string, sessionId: string | null): Promise<boolean> {
    const values = [merchantId, accountNumber, sessionId];
    return (await queryOne<{ is_own: boolean }>(this.pool, isOwn, values)).is_own;
  }

  /**
   * Returns the payment's reference, for a bank whose own format has no place for it. Undefined: the money was not
   * taken.
   */
  async referenceOf(merchantId: string, sessionId: string): Promise<string | undefined> {
    const rows = await query<{ credit_id: string }>(this.pool, referenceOf, [
      sessionId,
      merchantId,
    ]);
    return rows[0]?.credit_id;
  }
}
