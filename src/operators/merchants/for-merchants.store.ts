import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import { query } from '../../platform/database/database.js';

const order = 'left join checkout c on c.checkout_id';
/** The merchant that each thing belongs to, and the words that people know it by. */
const subjects = {
  MERCHANT: {
    name: 'subject_merchant',
    text: `select m.merchant_id as "merchantId", m.trade_name as "merchantName", null as what, null as "paymentReference",
                  null::bigint as "amountMinor", null as currency
             from merchant m where m.merchant_id = $1`,
  },
  DELIVERY: {
    name: 'subject_delivery',
    text: `select d.merchant_id as "merchantId", m.trade_name as "merchantName", 'webhook ' || v.type as what,
                  c.payment_reference as "paymentReference", null::bigint as "amountMinor", null as currency
             from webhook_delivery d join merchant m on m.merchant_id = d.merchant_id
             left join event v on v.event_id = d.event_id ${order} = v.checkout_id where d.delivery_id = $1`,
  },
  TRANSACTION: {
    name: 'subject_transaction',
    text: `select k.merchant_id as "merchantId", m.trade_name as "merchantName", 'payment' as what,
                  c.payment_reference as "paymentReference", k.amount_minor as "amountMinor", k.currency
             from inward_credit k join merchant m on m.merchant_id = k.merchant_id ${order} = k.checkout_id where k.credit_id = $1`,
  },
  DISPUTE: {
    name: 'subject_dispute',
    text: `select d.merchant_id as "merchantId", m.trade_name as "merchantName", 'dispute' as what,
                  c.payment_reference as "paymentReference", d.amount_minor as "amountMinor", k.currency
             from dispute d join merchant m on m.merchant_id = d.merchant_id join inward_credit k on k.credit_id = d.credit_id
             ${order} = d.checkout_id where d.dispute_id = $1`,
  },
};
export type SubjectKind = keyof typeof subjects;

export interface NamedSubject {
  readonly merchantId: string;
  readonly merchantName: string;
  /** Null when the subject is the merchant itself. */
  readonly what: string | null;
  readonly paymentReference: string | null;
  readonly amountMinor: bigint | null;
  readonly currency: string | null;
}

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

  /** Returns undefined when the thing does not exist, or belongs to no merchant. */
  async named(kind: SubjectKind, id: string): Promise<NamedSubject | undefined> {
    const [found] = await query<NamedSubject>(this.pool, subjects[kind], [id]);
    return found;
  }

  async audit({ action, subject, merchantId, after, by }: Done): Promise<void> {
    const [who, what] = [by, after].map((each) => JSON.stringify(each));
    await query(this.pool, recordAudit, [who, action, subject, merchantId, what]);
  }
}
