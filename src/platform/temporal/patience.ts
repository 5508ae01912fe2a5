import { setTimeout as sleep } from 'node:timers/promises';
import { someCause } from './causes.js';

/** gRPC's DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, ABORTED and UNAVAILABLE. */
const passing: readonly unknown[] = [4, 8, 10, 14];

/** Tells whether Temporal is only away, or has more to do than it can at the moment. */
function isPassing(error: unknown): boolean {
  return someCause(error, (cause) => 'code' in cause && passing.includes(cause.code));
}

/**
 * Repeats a call that Temporal does not answer, with a pause between tries, for as long as `patienceMs`. Repeating a
 * call that has already succeeded must change nothing.
 *
 * Throws the error of the last try.
 */
export async function patiently<Result>(
  work: () => Promise<Result>,
  { patienceMs, pauseMs = 1_000 }: { readonly patienceMs: number; readonly pauseMs?: number },
): Promise<Result> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || performance.now() > deadline) throw error;
    }
    await sleep(pauseMs);
  }
}
