import { ApplicationFailure } from '@temporalio/common';
import type { SendingStatus } from '../../src/payouts/settlement/payout-steps.js';

/** Reading the payment takes milliseconds; the cut-off after which a bank's "no record" counts is many minutes away. */
const longestMs = 20_000;

/**
 * Lets a sending leave only if nobody has judged its outcome, and only at once. A process that was frozen goes on where
 * it stood: the sending that it was about to make may have been judged lost since then, and sent again under another
 * id.
 *
 * @throws ApplicationFailure STALE_SENDING; the bank was not called.
 */
export function refuseStale(status: SendingStatus | null, readAtMs: number): void {
  if (status === 'SENT' && Date.now() - readAtMs <= longestMs) return;
  throw ApplicationFailure.create({
    type: 'STALE_SENDING',
    message: 'the sending is not open any more',
    nonRetryable: true,
  });
}
