import { PgCheckoutSteps } from '../../src/payments/checkouts/checkout-steps.store.js';
import { isLockTimeout } from '../../src/platform/database/outage.js';

/** What a failure to connect in time says, which has no code; and the failures that an activity makes of it, or of a lock. */
const waitedTooLong =
  /^(LEDGER_UNAVAILABLE( 55P03)?$|Connection terminated due to connection timeout|timeout exceeded when trying to connect)/;

const isLocked = (error: unknown): boolean =>
  isLockTimeout(error) || (error instanceof Error && waitedTooLong.test(error.message));

/** Does a step again that waited too long for a lock or a connection, as a workflow does: the machine may be busy. */
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
