import { z } from 'zod';
import { reply, text, whole, time, oneOf, listOf } from '../../http/reply.js';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { eventTypes, testEventType } from '../../domain/event-type.js';
import { paymentReferencePattern, referenceRule } from '../../domain/reference.js';
import { listReply } from '../../http/paging.js';
import { FileQuery } from '../../http/list-file.js';
import { sendFailures } from '../../domain/send-failure.js';
import { endpointNumber } from './notification-url.dto.js';
import { EnumQuery, PatternQuery } from '../../http/query-fields.js';

const ulid = '[0-7][0-9A-HJKMNP-TV-Z]{25}';
const deliveryId = new RegExp(`^dlv_${ulid}$`);
const eventId = new RegExp(`^evt_${ulid}$`);
const example = {
  delivery: 'dlv_01KAJ3Y5T2QH7M8N9P0R1S2T3V',
  event: 'evt_01KAJ3Y5T2QH7M8N9P0R1S2T3V',
};
const statuses = ['PENDING', 'DELIVERING', 'DELIVERED', 'RETRYING', 'DEAD', 'SUPPRESSED'] as const;

export class DeliveryParameters {
  @ApiProperty({ pattern: deliveryId.source, example: example.delivery })
  @IsString()
  @Matches(deliveryId, { message: 'deliveryId must be dlv_ and 26 characters' })
  deliveryId!: string;
}

export class EventParameters {
  @ApiProperty({ pattern: eventId.source, example: example.event })
  @IsString()
  @Matches(eventId, { message: 'eventId must be evt_ and 26 characters' })
  eventId!: string;
}

/** `from` and `to`: when the event happened. */
export class DeliveryQuery extends FileQuery {
  @EnumQuery(statuses, { description: 'Only deliveries with this status.', example: 'DEAD' })
  status?: (typeof statuses)[number];

  @EnumQuery([...eventTypes, testEventType], {
    description: 'Only events of this type.',
    example: 'checkout.successful',
  })
  eventType?: string;

  @PatternQuery(paymentReferencePattern, referenceRule, {
    description: 'Only events of this order.',
    example: 'ORD-1001',
  })
  paymentReference?: string;

  @PatternQuery(endpointNumber, 'must be the number of an endpoint', {
    description: 'Only deliveries to this endpoint.',
    example: '1',
  })
  endpoint?: string;
}

/** A delivery that was, or is to be, sent to your URL. */
export const WebhookDelivery = reply('WebhookDelivery', {
  deliveryId: text().meta({ example: example.delivery }),
  eventId: text().meta({ example: example.event }),
  eventType: text(),
  paymentReference: text(
    'Your reference for the order. Null without an order.',
    'ORD-1001',
  ).nullable(),
  endpoint: whole('Number of the endpoint that it goes to.', 1),
  status: oneOf(statuses).meta({ example: 'DELIVERED' }),
  attempts: whole('Number of attempts so far.', 1),
  url: text(
    'Your URL when the delivery was made. Null when there was none.',
    'https://shop.example.ng/webhooks/manilla',
  ).nullable(),
  httpStatus: whole('HTTP status of the last attempt. Null without an answer.', 200).nullable(),
  failure: oneOf(
    sendFailures,
    'Why the last attempt failed, such as TIMEOUT. Null when it did not.',
    null,
  ).nullable(),
  redeliveryOf: text(
    'Id of the delivery that you asked us to repeat. Null for others.',
    null,
  ).nullable(),
  replayId: text('Id of the replay that made the delivery. Null for others.', null).nullable(),
  eventCreatedAt: time(),
  createdAt: time('Time at which the delivery was made.', '2026-11-20T14:12:34.120Z'),
  finishedAt: time().nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookDeliveryList = listReply('WebhookDeliveryList', WebhookDelivery);
export type WebhookDeliveryList = z.infer<typeof WebhookDeliveryList>;

/** One attempt to reach your URL. */
export const WebhookAttempt = reply('WebhookAttempt', {
  attempt: whole('Number of the attempt, as in the header `webhook-attempt`.', 1),
  startedAt: time(),
  durationMs: whole('Milliseconds to the end of the answer, or until we gave up.', 118),
  firstByteMs: whole(
    'Milliseconds to the headers of the answer. Null without an answer.',
    117,
  ).nullable(),
  url: text(
    'URL that it was sent to. Null when nothing was sent.',
    'https://shop.example.ng/webhooks/manilla',
  ).nullable(),
  requestHeaders: z
    .record(z.string(), z.string())
    .nullable()
    .meta({
      description: 'Headers that we sent, with the signatures. Null when nothing was sent.',
      example: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'manilla-webhooks/1',
        'webhook-attempt': '1',
        'webhook-id': example.event,
        'webhook-timestamp': '1795183954',
        'webhook-signature': 'v1,Li7QZ82JMoMzuGt4lSLWMTmLrnOPaQCSC3Mc3GnB8F0=',
        'x-notification-signature': '11e0247481f8c7c5',
      },
    }),
  httpStatus: whole().nullable(),
  failure: oneOf(
    sendFailures,
    'Why the attempt failed, such as TIMEOUT. Null when it did not.',
    null,
  ).nullable(),
  response: text('First 2 KB of the body of your answer. Null without an answer.', 'ok').nullable(),
});
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

export const WebhookDeliveryDetail = reply('WebhookDeliveryDetail', {
  ...WebhookDelivery.shape,
  requestBody: text(
    'Body that was sent, the same bytes at each attempt.',
    '{"id":"evt_01KAJ3Y5T2QH7M8N9P0R1S2T3V","type":"checkout.successful"}',
  ),
  attemptLog: listOf(WebhookAttempt, 'The attempts, the first one first.'),
});
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>;

export const WebhookEvent = reply('WebhookEvent', {
  eventId: text('Id of the event, as in the header `webhook-id`.', example.event),
  eventType: text(),
  checkoutId: text(
    'Id of the checkout. Null without a checkout.',
    'chk_01KAJ3Y5T2QH7M8N9P0R1S2T3V',
  ).nullable(),
  paymentReference: text(
    'Your reference for the order. Null without an order.',
    'ORD-1001',
  ).nullable(),
  sequence: whole(),
  payload: z.record(z.string(), z.unknown()).meta({
    description: 'Body that is sent to you.',
    example: { id: example.event, type: 'checkout.successful', sequence: 2 },
  }),
  createdAt: time('Time at which the event happened.', '2026-11-20T14:12:34.120Z'),
  deliveries: listOf(WebhookDelivery, 'Deliveries of the event, the newest first, at most 100.'),
});
export type WebhookEvent = z.infer<typeof WebhookEvent>;
