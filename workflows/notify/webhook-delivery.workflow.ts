import { proxyActivities, setCurrentDetails, sleep } from '@temporalio/workflow';
import type { NotificationActivities } from '../../activities/notify/contract.js';
import type {
  AttemptReport,
  FinalStatus,
} from '../../src/notify/delivery/delivery-attempts.port.js';
import { readableMoment } from '../../src/domain/lagos-day.js';
import { maxWebhookAttempts } from '../../src/domain/webhook-retry-schedule.js';
import { webhookAttempt } from '../platform/activity-options.js';

/** Starts the retries of a delivery whose attempts by the dispatcher have failed. */
export interface WebhookDeliveryInput {
  readonly deliveryId: string;
  /** The number of attempts that the dispatcher has made: one, unless Temporal was away after the first. */
  readonly attempts: number;
  /** The failure of the last attempt: `HTTP_STATUS`, `TIMEOUT`, ... */
  readonly failure: string;
  /** The wait before the next attempt. */
  readonly waitMs: number;
}

export interface WebhookDeliveryResult {
  readonly status: FinalStatus;
  readonly attempts: number;
}

interface MadeAttempt extends Pick<AttemptReport, 'failure' | 'httpStatus'> {
  readonly attempt: number;
  /** ISO 8601. */
  readonly at: string;
}

const { attemptDelivery } = proxyActivities<NotificationActivities>(webhookAttempt);

/**
 * Repeats a webhook by the published schedule until the merchant's endpoint takes it (DELIVERED), the schedule is over
 * (DEAD), or there is no endpoint any more (SUPPRESSED). The workflow goes on from the attempts that the dispatcher has made.
 */
export async function webhookDeliveryWorkflow(
  input: WebhookDeliveryInput,
): Promise<WebhookDeliveryResult> {
  const { deliveryId, attempts, failure } = input;
  const made: MadeAttempt[] = [{ attempt: attempts, at: now(), failure, httpStatus: null }];
  let { waitMs } = input;
  for (let attempt = attempts + 1; ; attempt += 1) {
    showAttempts(deliveryId, made, attempt, waitMs);
    const summary = `Attempt ${attempt} of ${maxWebhookAttempts}`;
    await sleep(waitMs, { summary });
    const report = await attemptDelivery.executeWithOptions({ summary }, [{ deliveryId, attempt }]);
    made.push({ attempt, at: now(), failure: report.failure, httpStatus: report.httpStatus });
    if (report.status !== 'RETRYING') {
      showAttempts(deliveryId, made);
      return { status: report.status, attempts: attempt };
    }
    waitMs = report.waitMs;
  }
}

/** Markdown for the operator's page: the attempts so far, and the time of the next one. */
function showAttempts(
  deliveryId: string,
  made: readonly MadeAttempt[],
  next?: number,
  waitMs = 0,
): void {
  const rows = made.map(
    ({ attempt, at, failure, httpStatus }) =>
      `| ${attempt} | ${readableMoment(at)} | ${failure === null ? 'delivered' : `\`${failure}\``} | ${httpStatus ?? '–'} |`,
  );
  const standing =
    next === undefined
      ? 'No further attempt.'
      : `Attempt ${next} of ${maxWebhookAttempts} at ${readableMoment(new Date(Date.now() + waitMs).toISOString())}.`;
  setCurrentDetails(
    [
      `**Delivery \`${deliveryId}\`.** ${standing}`,
      ['| attempt | ended | outcome | HTTP |', '| --- | --- | --- | --- |', ...rows].join('\n'),
    ].join('\n\n'),
  );
}

function now(): string {
  return new Date().toISOString();
}
