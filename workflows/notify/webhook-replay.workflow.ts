import {
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { NotificationActivities } from '../../activities/notify/contract.js';
import type { ReplayProgress } from '../../src/notify/webhooks/webhook-replay.port.js';
import { webhookAttempt } from '../platform/activity-options.js';

export interface WebhookReplayInput {
  readonly replayId: string;
  /** Events after which it goes on in a new run; well below the server's limit unless a test wants to see it. */
  readonly longHistory?: number;
}

const shortestPauseMs = 1_000;
/** The pause while the endpoint takes nothing. */
const longestPauseMs = 60_000;
const longHistory = 4_000;

const { queueReplay } = proxyActivities<NotificationActivities>({
  ...webhookAttempt,
  summary: 'Queue the next events',
});

/**
 * Sends events of a range once more, some at a time, so that neither the endpoint nor other merchants feel it. The
 * progress is in PostgreSQL, so a run may end anywhere and another run goes on.
 */
export async function webhookReplayWorkflow(input: WebhookReplayInput): Promise<ReplayProgress> {
  const { replayId } = input;
  let pauseMs = shortestPauseMs;
  for (let queued = 0; ;) {
    const progress = await queueReplay({ replayId });
    showProgress(replayId, progress);
    if (progress.status !== 'RUNNING') return progress;
    if (workflowInfo().historyLength > (input.longHistory ?? longHistory)) {
      await continueAsNew<typeof webhookReplayWorkflow>(input);
    }
    pauseMs = progress.queued > queued ? shortestPauseMs : Math.min(pauseMs * 2, longestPauseMs);
    queued = progress.queued;
    await sleep(pauseMs, { summary: 'Lets the endpoint take them' });
  }
}

const standings: Readonly<Record<ReplayProgress['status'], string>> = {
  RUNNING: 'It goes on by itself, as fast as the endpoint takes them.',
  DONE: 'All of them are queued; `webhook_delivery.replay_id` finds what became of them.',
  STOPPED:
    'The endpoint was disabled or given up on the way. Nothing is to be done: the merchant asks for another when it is back.',
};

function showProgress(replayId: string, { status, queued }: ReplayProgress): void {
  setCurrentDetails(
    `**Replay \`${replayId}\`: ${queued} deliveries queued, ${status}.** ${standings[status]}`,
  );
}
