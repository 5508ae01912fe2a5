import { webhookRules } from '../../domain/webhook-rules.js';
import { ApiError } from '../../http/api-error.js';
import { attemptOf } from '../delivery/attempt-verdict.js';
import { EndpointQueues } from '../delivery/endpoint-queues.js';
import type { WebhookSender } from '../delivery/sender.js';
import type { EndpointOf } from './endpoint-of.js';
import { MissedEvents, WebhookTestResult } from './endpoint.dto.js';
import type { PgWebhookTestStore, TestAftermath } from './webhook-test.store.js';

/** A merchant may wait for two tests at the same time. Each may take as long as a send. */
const queueLimits = {
  slots: 2,
  slotsWhenFailing: 2,
  failingAfter: webhookRules.failingAfter,
  maxWaiting: 0,
  maxWaitingWhenFailing: 0,
} as const;
const retryAfterSeconds = webhookRules.totalTimeoutMs / 1_000;

/** Sends a test event while the merchant waits. */
export class WebhookTests {
  readonly #queues = new EndpointQueues<never>(queueLimits);

  constructor(
    private readonly store: PgWebhookTestStore,
    private readonly sender: WebhookSender,
  ) {}

  /** @throws ApiError RESOURCE_NOT_FOUND without such an endpoint, RATE_LIMITED while two tests of the merchant are unanswered. */
  async test(of: EndpointOf): Promise<WebhookTestResult> {
    const { merchantId } = of;
    if (this.#queues.enter(merchantId, undefined as never) !== 'GO') {
      throw new ApiError('RATE_LIMITED', { headers: { 'retry-after': String(retryAfterSeconds) } });
    }
    try {
      return await this.#send(of);
    } finally {
      this.#queues.leave(merchantId, true);
    }
  }

  /** Nest calls it when the API stops. */
  async onApplicationShutdown(): Promise<void> {
    await this.sender.close();
  }

  async #send(of: EndpointOf): Promise<WebhookTestResult> {
    const delivery = await this.store.begin(of);
    if (delivery === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    const outcome = await this.sender.send(delivery, 1);
    // A test is not repeated, because the caller sees its result.
    const status = outcome.failure === null ? 'DELIVERED' : 'DEAD';
    const replayableSince = new Date(Date.now() - webhookRules.replayableMs);
    const attempt = attemptOf(delivery, 1, outcome, status);
    const aftermath = await this.store.finish(attempt, replayableSince);
    return {
      delivered: outcome.failure === null,
      deliveryId: delivery.deliveryId,
      eventId: delivery.eventId,
      url: delivery.url ?? '',
      httpStatus: outcome.httpStatus,
      failure: outcome.failure,
      response: outcome.response,
      startedAt: outcome.startedAt.toISOString(),
      firstByteMs: outcome.firstByteMs,
      durationMs: outcome.durationMs,
      reenabled: aftermath.reenabled,
      missed: missedView(of, aftermath),
    };
  }
}

function missedView(
  { endpoint }: EndpointOf,
  { missed, firstAt, more }: TestAftermath,
): MissedEvents | null {
  if (firstAt === null) return null;
  const [from, to] = [firstAt.toISOString(), new Date().toISOString()];
  return { count: missed, more, replay: { endpoint, from, to, onlyFailed: true } };
}
