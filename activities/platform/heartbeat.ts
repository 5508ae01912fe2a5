import { setTimeout as sleep } from 'node:timers/promises';
import { Context } from '@temporalio/activity';

const heartbeatMs = 2_000;

/** Waits, and ends early when the activity is cancelled. */
export function sleeping(forMs: number): Promise<void> {
  return sleep(forMs, undefined, { signal: Context.current().cancellationSignal });
}

/** Sends heartbeats for as long as the work takes. */
export async function beating<Result>(work: Promise<Result>): Promise<Result> {
  const context = Context.current();
  const beat = setInterval(() => context.heartbeat(), heartbeatMs);
  try {
    return await work;
  } finally {
    clearInterval(beat);
  }
}
