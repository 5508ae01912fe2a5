import type { Verdict } from './delivery-attempts.port.js';
import type { Delivery, DeliveryAttempt, DeliveryStatus } from './notification-store.port.js';
import { retryDelayMs } from '../../domain/webhook-retry-schedule.js';
import type { SendOutcome } from './sender.js';

/** Decides what an attempt leads to. Dispatcher and workflow both wait as long as this says. */
export function verdictOn(
  { failure, retryAfterMs }: Pick<SendOutcome, 'failure' | 'retryAfterMs'>,
  attempt: number,
): Verdict {
  switch (failure) {
    case null:
      return { status: 'DELIVERED', waitMs: null };
    case 'NO_ENDPOINT':
    case 'ENDPOINT_GONE':
      return { status: 'SUPPRESSED', waitMs: null };
    default:
      return verdictOnFailure(attempt, retryAfterMs);
  }
}

/** Decides whether and when an attempt that failed is followed by another one. */
export function verdictOnFailure(attempt: number, retryAfterMs: number | null): Verdict {
  const waitMs = retryDelayMs(attempt, Math.random(), retryAfterMs);
  return waitMs === undefined ? { status: 'DEAD', waitMs: null } : { status: 'RETRYING', waitMs };
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
