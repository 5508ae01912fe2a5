import type { FactCheckout } from './fact.js';
import type { Id } from '../../domain/ids.js';

/** The columns of a fact's checkout; all null together when the fact is about no checkout. */
export interface FactCheckoutColumns {
  checkout_id: Id<'chk'> | null;
  merchant_id: string;
  payment_reference: string;
  amount_minor: bigint;
  currency: string;
  expires_at: Date;
}

/** The facts that start the checkout's workflow, so that any fact can start a missing one. */
export function toFactCheckout(row: FactCheckoutColumns): FactCheckout | null {
  if (row.checkout_id === null) return null;
  return {
    checkoutId: row.checkout_id,
    merchantId: row.merchant_id,
    paymentReference: row.payment_reference,
    amountMinor: row.amount_minor,
    currency: row.currency,
    expiresAt: row.expires_at,
  };
}
