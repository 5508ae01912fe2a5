import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { SendingStatus } from '../../src/payouts/settlement/payout-steps.js';
import { beating } from '../platform/heartbeat.js';

/**
 * A sending whose payment was read longer ago than this is not made any more. Reading the payment takes milliseconds;
 * the cut-off after which a bank's "no record" counts is many minutes away.
 */
const longestMs = 20_000;

/**
 * The longest time that a sending waits until its provider takes calls again. A provider that wants no calls for longer
 * is called all the same, and the outcome of the sending is asked for.
 */
const longestHoldMs = 60_000;

/**
 * Reads what is to be sent, at the moment at which its provider takes calls. A provider may have asked for a pause
 * (HTTP 429): a sending that is not made would count as one whose outcome nobody knows, for as long as the cut-off takes.
 *
 * @throws ApplicationFailure STALE_SENDING; the provider was not called.
 */
export async function instructionToSend<Instruction extends Readable>(
  read: () => Promise<Instruction>,
  railOf: (instruction: Instruction) => Pausing,
): Promise<Instruction> {
  const waitsUntilMs = performance.now() + longestHoldMs;
  for (;;) {
    const readAtMs = Date.now();
    const instruction = await read();
    const heldForMs = railOf(instruction).heldForMs?.() ?? 0;
    if (heldForMs === 0 || performance.now() + heldForMs > waitsUntilMs) {
      refuseStale(instruction.sendingStatus, readAtMs);
      return instruction;
    }
    Context.current().log.info('a sending waits for its provider', { heldForMs });
    await beating(Context.current().sleep(heldForMs));
  }
}

interface Readable {
  readonly sendingStatus: SendingStatus | null;
}

interface Pausing {
  heldForMs?(): number;
}

/**
 * Lets a sending leave only if nobody has judged its outcome, and only at once. A process that was frozen goes on where
 * it stood: the sending that it was about to make may have been judged lost since then, and sent again under another
 * id.
 */
function refuseStale(status: SendingStatus | null, readAtMs: number): void {
  if (status === 'SENT' && Date.now() - readAtMs <= longestMs) return;
  throw ApplicationFailure.create({
    type: 'STALE_SENDING',
    message: 'the sending is not open any more',
    nonRetryable: true,
  });
}
