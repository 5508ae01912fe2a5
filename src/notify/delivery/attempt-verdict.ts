import type { Delivery, DeliveryAttempt, DeliveryStatus } from './notification-store.port.js';
import { maxWebhookAttempts } from '../../domain/webhook-retry-schedule.js';
import type { SendOutcome } from './sender.js';

/** Returns the delivery's status after an attempt. */
export function statusAfter(
  outcome: Pick<SendOutcome, 'failure'>,
  attempt: number,
): DeliveryStatus {
  switch (outcome.failure) {
    case null:
      return 'DELIVERED';
    case 'NO_ENDPOINT':
    case 'ENDPOINT_GONE':
      return 'SUPPRESSED';
    default:
      return attempt >= maxWebhookAttempts ? 'DEAD' : 'RETRYING';
  }
}

/** The line in the delivery's log. */
export function attemptOf(
  delivery: Delivery,
  attempt: number,
  outcome: SendOutcome,
  status: DeliveryStatus,
  dueInMs: number | null = null,
): DeliveryAttempt {
  return {
    deliveryId: delivery.deliveryId,
    merchantId: delivery.merchantId,
    endpoint: delivery.endpoint,
    attempt,
    startedAt: outcome.startedAt,
    durationMs: outcome.durationMs,
    firstByteMs: outcome.firstByteMs,
    httpStatus: outcome.httpStatus,
    failure: outcome.failure,
    response: outcome.response,
    url: outcome.sent === null ? null : delivery.url,
    signature: outcome.sent?.signature ?? null,
    bodySignature: outcome.sent?.bodySignature ?? null,
    status,
    dueInMs,
  };
}
