import type { Fact } from '../../platform/temporal/fact.js';
import type { Id } from '../../domain/ids.js';

/** An account of a checkout whose clock was moved. */
export interface MovedAccount {
  readonly virtualAccountId: Id<'va'>;
  readonly accountNumber: string;
  readonly expiresAt: Date;
  /** The time from which its number may be given to another checkout. */
  readonly freeAt: Date;
}

export interface MovedClock {
  readonly checkoutId: Id<'chk'>;
  /** The end of the session. */
  readonly expiresAt: Date;
  /** The newest first, without accounts whose numbers have been freed. */
  readonly accounts: readonly MovedAccount[];
  /** The fact for the workflow; null when the checkout has ended. */
  readonly fact: Fact | null;
  /** Waiting refunds to another account: their workflows are notified to check again. */
  readonly refundIds: readonly string[];
}
