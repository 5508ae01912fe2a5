import { proxyActivities, setCurrentDetails, sleep } from '@temporalio/workflow';
import type { NotificationActivities } from '../../activities/notify/contract.js';
import type { AttemptReport } from '../../src/notify/delivery/delivery-attempts.port.js';
import { readableMoment } from '../../src/domain/lagos-day.js';
import { maxWebhookAttempts, retryDelayMs } from '../../src/domain/webhook-retry-schedule.js';
import { webhookAttempt } from '../platform/activity-options.js';

/** Starts the retries of a delivery whose attempts by the dispatcher have failed. */
export interface WebhookDeliveryInput {
  readonly deliveryId: string;
  /**
   * The number of attempts that the dispatcher has made: one, unless Temporal could not be told of it; 1 when left out.
   */
  readonly attempts?: number;
  /** The failure of the last attempt: `HTTP_STATUS`, `TIMEOUT`, ... */
  readonly failure?: string;
  /** The wait that the receiver asked for after the last attempt. */
  readonly retryAfterMs?: number | null;
}

export interface WebhookDeliveryResult {
  readonly status: 'DELIVERED' | 'DEAD' | 'SUPPRESSED';
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
  const { deliveryId, attempts = 1 } = input;
  const made: MadeAttempt[] = [
    { attempt: attempts, at: now(), failure: input.failure ?? 'UNKNOWN', httpStatus: null },
  ];
  let retryAfterMs = input.retryAfterMs ?? null;
  for (let attempt = attempts + 1; ; attempt += 1) {
    const waitMs = retryDelayMs(attempt - 1, Math.random(), retryAfterMs);
    if (waitMs === undefined) return { status: 'DEAD', attempts: attempt - 1 };
    showAttempts(deliveryId, made, attempt, waitMs);
    const summary = `Attempt ${attempt} of ${maxWebhookAttempts}`;
    await sleep(waitMs, { summary });
    const report = await attemptDelivery.executeWithOptions({ summary }, [{ deliveryId, attempt }]);
    made.push({ attempt, at: now(), failure: report.failure, httpStatus: report.httpStatus });
    retryAfterMs = report.retryAfterMs;
    if (isFinal(report.status)) {
      showAttempts(deliveryId, made);
      return { status: report.status, attempts: attempt };
    }
  }
}

function isFinal(status: AttemptReport['status']): status is WebhookDeliveryResult['status'] {
  return status === 'DELIVERED' || status === 'DEAD' || status === 'SUPPRESSED';
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
