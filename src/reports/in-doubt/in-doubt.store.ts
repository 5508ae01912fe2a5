import type pg from 'pg';
import { query } from '../../platform/database/database.js';

const inDoubt = {
  name: 'things_in_doubt',
  text: `select d.kind, d.subject, d.thing_id as "thingId", d.reference, d.merchant_id as "merchantId", m.trade_name as "merchantName",
                d.payment_reference as "paymentReference", d.provider, d.amount_minor as "amountMinor", d.currency, d.status,
                d.since, d.last_answer as "lastAnswer", d.deadline, d.count
           from things_in_doubt($1) with ordinality
             d (kind, subject, thing_id, reference, merchant_id, payment_reference, provider, amount_minor, currency, status, since,
                last_answer, deadline, count, place)
           left join merchant m on m.merchant_id = d.merchant_id order by d.place`,
};

export const doubtKinds = ['SENDING', 'CHARGE', 'DISPUTE', 'WEBHOOKS'] as const;

export interface ThingInDoubt {
  readonly kind: (typeof doubtKinds)[number];
  readonly subject: string;
  readonly thingId: string | null;
  readonly reference: string | null;
  readonly merchantId: string | null;
  readonly merchantName: string | null;
  readonly paymentReference: string | null;
  readonly provider: string | null;
  readonly amountMinor: bigint | null;
  readonly currency: string | null;
  readonly status: string;
  readonly since: Date;
  readonly lastAnswer: string | null;
  readonly deadline: Date | null;
  readonly count: number;
}

/** Reads what is not final from PostgreSQL. */
export class PgInDoubt {
  constructor(private readonly pool: pg.Pool) {}

  find(limit: number): Promise<ThingInDoubt[]> {
    return query<ThingInDoubt>(this.pool, inDoubt, [limit]);
  }
}
