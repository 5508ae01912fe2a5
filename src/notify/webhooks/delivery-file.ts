import { ColumnsOf } from '../../http/list-columns.js';
import type { WebhookDelivery } from './delivery.dto.js';

const column = new ColumnsOf<WebhookDelivery>();

/** A row of the list of deliveries as a file. */
export const deliveryColumns = [
  column.text('deliveryId', ({ deliveryId }) => deliveryId),
  column.text('eventId', ({ eventId }) => eventId),
  column.text('eventType', ({ eventType }) => eventType),
  column.text('paymentReference', ({ paymentReference }) => paymentReference),
  column.text('status', ({ status }) => status),
  column.number('attempts', ({ attempts }) => attempts),
  column.number('httpStatus', ({ httpStatus }) => httpStatus),
  column.text('failure', ({ failure }) => failure),
  column.text('url', ({ url }) => url),
  column.text('redeliveryOf', ({ redeliveryOf }) => redeliveryOf),
  column.text('replayId', ({ replayId }) => replayId),
  column.time('eventCreatedAt', ({ eventCreatedAt }) => eventCreatedAt),
  column.time('createdAt', ({ createdAt }) => createdAt),
  column.time('finishedAt', ({ finishedAt }) => finishedAt),
];
