import {
  EndpointBusyError,
  type AttemptReport,
  type FinalStatus,
} from './delivery-attempts.port.js';
import { endpointName, type Delivery, type DeliveryStatus } from './notification-store.port.js';
import type { PgDeliveryStore } from './delivery.store.js';
import { webhookRules } from '../../domain/webhook-rules.js';
import { attemptOf, verdictOn, verdictOnFailure } from './attempt-verdict.js';
import { EndpointQueues } from './endpoint-queues.js';
import type { WebhookSender } from './sender.js';

/** The numbers are lower than the dispatcher's, because repetitions may wait and first attempts should not. */
const QUEUE_LIMITS = {
  slots: 5,
  slotsWhenFailing: 1,
  failingAfter: webhookRules.failingAfter,
  maxWaiting: 0,
  maxWaitingWhenFailing: 0,
} as const;

/** Makes the attempts of the retry schedule. */
export class ScheduledAttempts {
  readonly #deliveries: PgDeliveryStore;
  readonly #sender: WebhookSender;
  readonly #queues = new EndpointQueues<never>(QUEUE_LIMITS);

  constructor(deliveries: PgDeliveryStore, sender: WebhookSender) {
    this.#deliveries = deliveries;
    this.#sender = sender;
  }

  /**
   * Makes the given attempt of a delivery (2 for the first after the dispatcher's own); one that is written down
   * already is not made again.
   *
   * @throws EndpointBusyError when earlier attempts to the same endpoint are still unanswered: ask again later
   */
  async make(deliveryId: string, attempt: number): Promise<AttemptReport> {
    const delivery = await this.#deliveries.find(deliveryId);
    if (delivery === undefined) throw new RangeError(`there is no delivery ${deliveryId}`);
    const { status } = delivery;
    if (isFinal(status)) return { status, waitMs: null, httpStatus: null, failure: null };
    if (delivery.attempts >= attempt) {
      // The Retry-After of the answer that was written down is not kept.
      return { ...verdictOnFailure(attempt, null), httpStatus: null, failure: null };
    }
    const endpoint = endpointName(delivery);
    if (this.#queues.enter(endpoint, undefined as never) !== 'GO') {
      throw new EndpointBusyError(endpoint);
    }
    let succeeded = false;
    try {
      const report = await this.#send(delivery, attempt);
      succeeded = report.failure === null;
      return report;
    } finally {
      this.#queues.leave(endpoint, succeeded);
    }
  }

  async #send(delivery: Delivery, attempt: number): Promise<AttemptReport> {
    const outcome = await this.#sender.send(delivery, attempt);
    const verdict = verdictOn(outcome, attempt);
    await this.#deliveries.record([attemptOf(delivery, attempt, outcome, verdict.status)]);
    const { httpStatus, failure } = outcome;
    return { ...verdict, httpStatus, failure };
  }
}

function isFinal(status: DeliveryStatus): status is FinalStatus {
  return status === 'DELIVERED' || status === 'DEAD' || status === 'SUPPRESSED';
}
