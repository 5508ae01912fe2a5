import {
  jitter,
  maxRetryAfterMs,
  maxWebhookAttempts,
  retryDelaysMs,
} from '../../domain/webhook-retry-schedule.js';
import { webhookRules } from '../../domain/webhook-rules.js';
import { RetryPolicy } from './endpoint.dto.js';

/** The retry rules that the code follows, as merchants may read them. */
export const retryPolicy: RetryPolicy = {
  attempts: maxWebhookAttempts,
  delaysSeconds: retryDelaysMs.map((delayMs) => delayMs / 1_000),
  jitterPercent: jitter * 100,
  connectTimeoutSeconds: webhookRules.connectTimeoutMs / 1_000,
  timeoutSeconds: webhookRules.totalTimeoutMs / 1_000,
  throttleStatuses: [...webhookRules.throttleStatuses],
  maxRetryAfterSeconds: maxRetryAfterMs / 1_000,
  goneStatus: webhookRules.goneStatus,
  concurrency: webhookRules.concurrency,
  suppressAfterHours: webhookRules.suppressAfterMs / 3_600_000,
  secretOverlapHours: webhookRules.secretOverlapMs / 3_600_000,
  replayableDays: webhookRules.replayableMs / 86_400_000,
};
