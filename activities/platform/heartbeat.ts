import { Context } from '@temporalio/activity';

const heartbeatMs = 2_000;

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
