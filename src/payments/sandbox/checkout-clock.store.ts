import type pg from 'pg';
import type { MovedAccount, MovedClock } from './checkout-clock.js';
import { queryOne } from '../../platform/database/database.js';
import { callWithin } from '../../platform/database/sql-call.js';
import { type FactCheckoutColumns, toFactCheckout } from '../../platform/temporal/fact-checkout.js';

const advanceClock = callWithin(
  'advance_checkout_clock',
  (called) => `
         select (moved).checkout_id, (moved).merchant_id, (moved).payment_reference, (moved).amount_minor, (moved).currency,
                (moved).expires_at, accounts, open_account_id, next_end, new_fact_id, refund_ids
           from ${called}`,
).as<ClockRow>();

interface ClockRow extends FactCheckoutColumns {
  accounts:
    | readonly (Omit<MovedAccount, 'expiresAt' | 'freeAt'> & {
        readonly expiresAt: string;
        readonly freeAt: string;
      })[]
    | null;
  open_account_id: string | null;
  next_end: Date;
  new_fact_id: bigint | null;
  refund_ids: readonly string[];
}

/** The clocks of single checkouts. Only the sandbox has them. */
export class PgCheckoutClock {
  constructor(private readonly pool: pg.Pool) {}

  /** Moves all ends of the checkout nearer, in one step; undefined when the merchant has no such checkout. */
  async advance(
    merchantId: string,
    paymentReference: string,
    seconds: number,
  ): Promise<MovedClock | undefined> {
    const row = await queryOne(this.pool, advanceClock({ merchantId, paymentReference, seconds }));
    if (row.checkout_id === null) return undefined;
    const accounts = (row.accounts ?? []).map(({ expiresAt, freeAt, ...account }) => ({
      ...account,
      expiresAt: new Date(expiresAt),
      freeAt: new Date(freeAt),
    }));
    const fact =
      row.new_fact_id === null
        ? null
        : {
            factId: String(row.new_fact_id),
            kind: 'CLOCK_MOVED' as const,
            subjectId: row.open_account_id,
            deadline: row.next_end,
            checkout: toFactCheckout(row),
          };
    const { checkout_id: checkoutId, expires_at: expiresAt, refund_ids: refundIds } = row;
    return { checkoutId, expiresAt, accounts, fact, refundIds };
  }
}
