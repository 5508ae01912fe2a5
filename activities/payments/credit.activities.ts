import type { PgCreditSteps } from '../../src/payments/credits/credit-steps.store.js';
import type { CreditActivities } from './contract.js';

/** For the worker of the task queue `rails`. */
export function creditActivities(steps: PgCreditSteps): CreditActivities {
  return {
    async resolveCredit({ creditId, ruling }) {
      const credit = await steps.resolve(creditId, ruling);
      return {
        outcome: credit.outcome,
        resolution: credit.resolution,
        amountMinor: String(credit.amountMinor),
        returnAt: credit.returnAt?.toISOString() ?? null,
        hasMerchant: credit.hasMerchant,
        isCalledOff: credit.isCalledOff,
      };
    },
  };
}
