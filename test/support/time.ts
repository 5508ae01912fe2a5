import { randomUUID } from 'node:crypto';
import { type Client, isGrpcServiceError } from '@temporalio/client';
import proto from '@temporalio/proto';

const Result = proto.temporal.api.enums.v1.FastForwardPollingResult;

/** How long Temporal may take for a call on a busy machine. */
const patienceMs = 60_000;

/** Lets a client's calls take longer than the product allows them: in the product, a retry follows what takes too long. */
export function patientClient(client: Client): Client {
  const withDeadline: Client['withDeadline'] = (_deadline, call) =>
    client.connection.withDeadline(Date.now() + patienceMs, call);
  return Object.assign(client, { withDeadline });
}

/** gRPC's NOT_FOUND. */
const notFound = 5;

/**
 * The clock goes this much further than asked for. When the end of the way passes while the workflow is busy with a
 * timer that fired just before it, server 1.32.1 may find it in the past, forget it as a bound and skip to the next timer,
 * however far (`TrackEarliestFutureTime` in service/history/workflow/timeskipping.go leaves past times out).
 */
const marginMs = 5_000;

/**
 * Moves one workflow's clock ahead by the server's own time skipping: timers that become due on the way fire, in
 * order, and what waits for something else than time keeps waiting. Other workflows and the database keep their clocks.
 *
 * Returns when the workflow's clock is there (or the workflow has ended, before that or on the way); what the last timer
 * set off may still be under way if it takes longer than the margin. Throws when the server says that it cannot be done.
 */
export async function fastForward(
  client: Client,
  workflowId: string,
  durationMs: number,
): Promise<void> {
  const { namespace } = client.options;
  const workflowExecution = { workflowId };
  const id = randomUUID();
  const wayMs = durationMs + marginMs;
  const duration = proto.google.protobuf.Duration.fromObject({
    seconds: Math.trunc(wayMs / 1_000),
    nanos: (wayMs % 1_000) * 1_000_000,
  });
  try {
    await client.workflowService.updateWorkflowExecutionOptions({
      namespace,
      workflowExecution,
      workflowExecutionOptions: {
        timeSkippingConfig: { enabled: true, fastForwardConfig: { id, duration } },
      },
      updateMask: { paths: ['time_skipping_config'] },
    });
  } catch (error) {
    // The workflow has ended before the way began, which any timer of its own may bring about.
    const hasEnded = isGrpcServiceError(error) && error.code === notFound;
    if (hasEnded && /already completed/.test(error.details)) return;
    throw error;
  }
  for (;;) {
    const answer = await client.workflowService.pollWorkflowExecutionTimeSkipping({
      namespace,
      workflowExecution,
      fastForwardId: id,
    });
    if (
      answer.fastForwardPollingResult === Result.FAST_FORWARD_POLLING_RESULT_FAST_FORWARD_FAILED
    ) {
      if (/clos|complet|end/i.test(answer.failedReason)) return;
      throw new Error(`${workflowId} was not moved ahead: ${answer.failedReason}`);
    }
    if (answer.fastForwardPollingResult !== Result.FAST_FORWARD_POLLING_RESULT_POLL_TIMEOUT) return;
  }
}
