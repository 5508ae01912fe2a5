import type { CheckoutSteps } from '../src/domain/ports/checkout-steps.port.js';
import type { CheckoutActivities } from './contract.js';

/** The steps of a checkout, carried out by the store. */
export function checkoutActivities(steps: CheckoutSteps): CheckoutActivities {
  return {
    async applyCredit({ creditId }) {
      const { status, outcome } = await steps.applyCredit(creditId);
      return { status, outcome };
    },
    async endAccountWindow({ virtualAccountId, at }) {
      const { status } = await steps.endAccountWindow(virtualAccountId, new Date(at));
      return { status };
    },
    async expireCheckout({ checkoutId, at }) {
      const { status } = await steps.expireCheckout(checkoutId, new Date(at));
      return { status };
    },
    async cancelCheckout({ checkoutId, statusReason }) {
      const { status } = await steps.cancelCheckout(checkoutId, statusReason);
      return { status };
    },
  };
}
