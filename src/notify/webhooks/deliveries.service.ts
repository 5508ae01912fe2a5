import { ApiError } from '../../http/api-error.js';
import { Cursors, pageOf, sliceOf } from '../../http/paging.js';
import { periodOf } from '../../http/query-fields.js';
import { webhookHeaders } from '../delivery/webhook-headers.js';
import type { LoggedAttempt, LoggedDelivery, PgDeliveryLog } from './delivery-log.store.js';
import {
  DeliveryQuery,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookEvent,
} from './delivery.dto.js';

const id = (prefix: string): RegExp => new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`);
const cursors = new Cursors('deliveries', [id('evt'), id('dlv')]);

/** Shows a merchant its notifications. */
export class DeliveriesService {
  constructor(private readonly log: PgDeliveryLog) {}

  /** @throws ApiError VALIDATION_FAILED for a cursor of another list. */
  async list(merchantId: string, query: DeliveryQuery): Promise<WebhookDeliveryList> {
    const { status = null, eventType = null, paymentReference = null } = query;
    const endpoint = query.endpoint === undefined ? null : Number(query.endpoint);
    const filter = { status, eventType, paymentReference, endpoint, ...periodOf(query) };
    const found = await this.log.list(merchantId, filter, sliceOf(query, cursors));
    return pageOf(query, cursors, found, deliveryView);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async find(merchantId: string, deliveryId: string): Promise<WebhookDeliveryDetail> {
    const found = await this.log.find(merchantId, deliveryId);
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    const { delivery, body, made } = found;
    return {
      ...deliveryView(delivery),
      requestBody: body,
      attemptLog: made.map((attempt) => attemptView(delivery.eventId, attempt)),
    };
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async findEvent(merchantId: string, eventId: string): Promise<WebhookEvent> {
    const found = await this.log.findEvent(merchantId, eventId);
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    const { body, createdAt, ...event } = found.event;
    return {
      ...event,
      payload: JSON.parse(body) as Record<string, unknown>,
      createdAt: createdAt.toISOString(),
      deliveries: found.deliveries.map(deliveryView),
    };
  }
}

function deliveryView(delivery: LoggedDelivery): WebhookDelivery {
  const { lastHttpStatus, lastFailure, happenedAt, createdAt, finishedAt, ...rest } = delivery;
  return {
    ...rest,
    httpStatus: lastHttpStatus,
    failure: lastFailure,
    eventCreatedAt: happenedAt.toISOString(),
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

function attemptView(eventId: string, attempt: LoggedAttempt): WebhookAttempt {
  const { signature, bodySignature, startedAt, ...rest } = attempt;
  const isSent = signature !== null && bodySignature !== null;
  return {
    ...rest,
    startedAt: startedAt.toISOString(),
    requestHeaders: isSent
      ? webhookHeaders(attempt.attempt, {
          'webhook-id': eventId,
          'webhook-timestamp': String(Math.floor(startedAt.getTime() / 1_000)),
          'webhook-signature': signature,
          'x-notification-signature': bodySignature,
        })
      : null,
  };
}
