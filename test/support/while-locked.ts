import { PgCheckoutSteps } from '../../src/payments/checkouts/checkout-steps.store.js';
import { isLockTimeout } from '../../src/platform/database/outage.js';

/** A store's error, or the failure that an activity makes of it. */
const isLocked = (error: unknown): boolean =>
  isLockTimeout(error) || (error instanceof Error && error.message === 'LEDGER_UNAVAILABLE 55P03');

/** Does a step again that waited too long for a lock, as a workflow does: the machine may be busy. */
export async function whileLocked<Result>(step: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!isLocked(error)) throw error;
    }
  }
}

/** Posting limits its waits by itself, whatever the pool allows. */
export class PatientSteps extends PgCheckoutSteps {
  override applyCredit(step: { readonly creditId: string }) {
    return whileLocked(() => super.applyCredit(step));
  }
}
