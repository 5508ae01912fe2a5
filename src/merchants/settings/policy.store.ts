import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import type { Policies } from '../../domain/policies.js';
import { query } from '../../platform/database/database.js';

const getPolicies = {
  name: 'get_policies',
  text: 'select policies from merchant where merchant_id = $1',
};
const putPolicies = {
  name: 'put_policies',
  text: `select outcome from change_merchant($1, 'merchant.policies', jsonb_build_object('policies', $2::jsonb), '{}', $3)`,
};

/** Stores merchants' policies for money that does not fit, in PostgreSQL. */
export class PgPolicyStore {
  constructor(private readonly pool: pg.Pool) {}

  /** Returns the merchant's own choices; the other policies have their defaults. Undefined for an unknown merchant. */
  async get(merchantId: string): Promise<Partial<Policies> | undefined> {
    const rows = await query<{ policies: Partial<Policies> }>(this.pool, getPolicies, [merchantId]);
    return rows[0]?.policies;
  }

  /** Holds for checkouts that are initiated from now on. */
  async put(merchantId: string, policies: Policies, by: Actor): Promise<void> {
    const values = [merchantId, JSON.stringify(policies), JSON.stringify(by)];
    await query(this.pool, putPolicies, values);
  }
}
