import type pg from 'pg';
import type { Policies } from '../domain/policies.js';
import { query } from '../persistence/database.js';

const getPolicies = {
  name: 'get_policies',
  text: 'select policies from merchant where merchant_id = $1',
};
const putPolicies = {
  name: 'put_policies',
  text: 'update merchant set policies = $2 where merchant_id = $1',
};

/** What a merchant wants done with money that does not fit, on PostgreSQL. */
export class PgPolicyStore {
  constructor(private readonly pool: pg.Pool) {}

  /** What the merchant has set; the rest has its default. Undefined for an unknown merchant. */
  async get(merchantId: string): Promise<Partial<Policies> | undefined> {
    const rows = await query<{ policies: Partial<Policies> }>(this.pool, getPolicies, [merchantId]);
    return rows[0]?.policies;
  }

  /** Holds for checkouts that are initiated from now on. */
  async put(merchantId: string, policies: Policies): Promise<void> {
    await query(this.pool, putPolicies, [merchantId, JSON.stringify(policies)]);
  }
}
