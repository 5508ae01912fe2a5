import type pg from 'pg';
import { query } from '../../platform/database/database.js';
import type { OrderParts } from './order-parts.js';

const findOrder = {
  name: 'order_for_operators',
  text: `select l.checkout_id as "checkoutId", l.merchant_id as "merchantId", m.trade_name as "merchantName",
                l.payment_reference as "paymentReference", l.status, l.status_reason as "statusReason", l.exceptions,
                l.amount_minor as "amountMinor", l.expected_minor as "expectedMinor", l.paid_minor as "paidMinor",
                l.accepted_minor as "acceptedMinor", l.currency, l.customer, l.description, l.created_at as "createdAt",
                l.expires_at as "expiresAt", order_parts(l.checkout_id) as parts
           from listed_checkout l join merchant m on m.merchant_id = l.merchant_id
          where l.merchant_id = $1 and l.payment_reference = $2`,
};

export interface FoundOrder {
  readonly checkoutId: string;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly paymentReference: string;
  readonly status: string;
  readonly statusReason: string | null;
  readonly exceptions: string[];
  readonly amountMinor: bigint;
  readonly expectedMinor: bigint;
  readonly paidMinor: bigint;
  readonly acceptedMinor: bigint;
  readonly currency: string;
  readonly customer: Readonly<
    Record<'firstName' | 'lastName' | 'email' | 'phoneNumber', string | null>
  >;
  readonly description: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly parts: OrderParts;
}

/** Reads everything about one order from PostgreSQL, in one snapshot. */
export class PgOrders {
  constructor(private readonly pool: pg.Pool) {}

  async find(merchantId: string, paymentReference: string): Promise<FoundOrder | undefined> {
    const [found] = await query<FoundOrder>(this.pool, findOrder, [merchantId, paymentReference]);
    return found;
  }
}
