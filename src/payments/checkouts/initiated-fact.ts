import type { Checkout } from './checkout.js';
import type { Fact } from '../../platform/temporal/fact.js';

/** The fact that starts the checkout's workflow. */
export function initiatedFact(factId: bigint, checkout: Checkout): Fact {
  return {
    factId: String(factId),
    kind: 'INITIATED',
    subjectId: null,
    deadline: null,
    checkout: {
      checkoutId: checkout.checkoutId,
      merchantId: checkout.merchantId,
      paymentReference: checkout.paymentReference,
      amountMinor: checkout.amountMinor,
      currency: checkout.currency,
      expiresAt: checkout.expiresAt,
    },
  };
}
