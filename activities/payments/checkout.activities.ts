import type { EndingResult } from '../../src/payments/checkouts/checkout-steps.js';
import type { PgCheckoutSteps } from '../../src/payments/checkouts/checkout-steps.store.js';
import type { CheckoutActivities, StepDone } from './contract.js';

/** The steps of a checkout, carried out by the store. */
export function checkoutActivities(steps: PgCheckoutSteps): CheckoutActivities {
  return {
    async applyCredit({ creditId }) {
      const { status, outcome, part } = await steps.applyCredit(creditId);
      return { status, outcome, ...(part !== undefined && { part }) };
    },
    async endAccountWindow({ virtualAccountId, at }) {
      return ended(await steps.endAccountWindow(virtualAccountId, new Date(at)));
    },
    async expireCheckout({ checkoutId, at }) {
      return ended(await steps.expireCheckout(checkoutId, new Date(at)));
    },
    async acceptPart({ checkoutId }) {
      const { status } = await steps.acceptPart(checkoutId);
      return { status };
    },
    async cancelCheckout({ checkoutId, statusReason }) {
      const { status } = await steps.cancelCheckout(checkoutId, statusReason);
      return { status };
    },
  };
}

function ended({ status, openUntil }: EndingResult): StepDone {
  return openUntil === null ? { status } : { status, openUntil: openUntil.toISOString() };
}
