import { PgCheckoutSteps } from '../../src/payments/checkouts/checkout-steps.store.js';
import { isLockTimeout } from '../../src/platform/database/outage.js';

/** Does a step again that waited too long for a lock, as a workflow does: the machine may be busy. */
export async function whileLocked<Result>(step: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
  }
}

/** Posting limits its waits by itself, whatever the pool allows. */
export class PatientSteps extends PgCheckoutSteps {
  override applyCredit(step: { readonly creditId: string }) {
    return whileLocked(() => super.applyCredit(step));
  }
}
