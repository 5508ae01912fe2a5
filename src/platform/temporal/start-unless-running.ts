import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { rpcTimeoutMs } from './fact-notifier.js';

/**
 * Starts a workflow. Returns false if it runs already, or if its id may not be used again.
 *
 * Throws what the Temporal client throws when the server cannot be reached or refuses.
 */
export async function startUnlessRunning(
  client: Client,
  start: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await client.withDeadline(Date.now() + rpcTimeoutMs, start);
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
}
