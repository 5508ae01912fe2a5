import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import { query } from '../../platform/database/database.js';

const owners = {
  DELIVERY: {
    name: 'merchant_of_delivery',
    text: 'select d.merchant_id from webhook_delivery d where d.delivery_id = $1',
  },
  TRANSACTION: {
    name: 'merchant_of_transaction',
    text: 'select k.merchant_id from inward_credit k where k.credit_id = $1',
  },
  DISPUTE: {
    name: 'merchant_of_dispute',
    text: 'select d.merchant_id from dispute d where d.dispute_id = $1',
  },
};
const recordAudit = {
  name: 'audit_for_merchant',
  text: `select record_audit($1, $2, split_part($2, '.', 1), $3, $4, null, $5)`,
};

interface Done {
  readonly action: string;
  readonly subject: string;
  readonly merchantId: string;
  readonly after: object;
  readonly by: Actor;
}

/** Finds the merchant that owns a thing, and records what operators do for that merchant. */
export class PgForMerchants {
  constructor(private readonly pool: pg.Pool) {}

  /** Null: there is no such thing, or it is no merchant's. */
  async merchantOf(kind: keyof typeof owners, id: string): Promise<string | null> {
    const rows = await query<{ merchant_id: string | null }>(this.pool, owners[kind], [id]);
    return rows[0]?.merchant_id ?? null;
  }

  async audit({ action, subject, merchantId, after, by }: Done): Promise<void> {
    const [who, what] = [by, after].map((each) => JSON.stringify(each));
    await query(this.pool, recordAudit, [who, action, subject, merchantId, what]);
  }
}
