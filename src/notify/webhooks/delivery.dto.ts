import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { eventTypes, testEventType } from '../../domain/event-type.js';
import { paymentReferencePattern, referenceRule } from '../../domain/reference.js';
import { PageQuery, PageView } from '../../http/paging.js';
import { sendFailures } from '../../domain/send-failure.js';
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
export class DeliveryQuery extends PageQuery {
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
}

/** What was, or is to be, sent to your URL. */
export class WebhookDelivery {
  @ApiProperty({ example: example.delivery })
  deliveryId!: string;

  @ApiProperty({ example: example.event })
  eventId!: string;

  @ApiProperty()
  eventType!: string;

  @ApiProperty({
    description: 'Your reference for the order. Null without an order.',
    type: String,
    nullable: true,
    example: 'ORD-1001',
  })
  paymentReference!: string | null;

  @ApiProperty({ enum: statuses, example: 'DELIVERED' })
  status!: string;

  @ApiProperty({ description: 'Number of attempts so far.', example: 1 })
  attempts!: number;

  @ApiProperty({
    description: 'Your URL when the delivery was made. Null when there was none.',
    type: String,
    nullable: true,
    example: 'https://shop.example.ng/webhooks/manilla',
  })
  url!: string | null;

  @ApiProperty({
    description: 'HTTP status of the last attempt. Null without an answer.',
    type: Number,
    nullable: true,
    example: 200,
  })
  httpStatus!: number | null;

  @ApiProperty({
    description: 'Why the last attempt failed, such as TIMEOUT. Null when it did not.',
    enum: sendFailures,
    nullable: true,
    example: null,
  })
  failure!: string | null;

  @ApiProperty({
    description: 'Id of the delivery that you asked us to repeat. Null for others.',
    type: String,
    nullable: true,
    example: null,
  })
  redeliveryOf!: string | null;

  @ApiProperty({
    description: 'Id of the replay that made the delivery. Null for others.',
    type: String,
    nullable: true,
    example: null,
  })
  replayId!: string | null;

  @ApiProperty({ format: 'date-time' })
  eventCreatedAt!: string;

  @ApiProperty({
    description: 'Time at which the delivery was made.',
    format: 'date-time',
    example: '2026-11-20T14:12:34.120Z',
  })
  createdAt!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  finishedAt!: string | null;
}

export class WebhookDeliveryList {
  @ApiProperty({ type: [WebhookDelivery] })
  items!: WebhookDelivery[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}

/** One attempt to reach your URL. */
export class WebhookAttempt {
  @ApiProperty({
    description: 'Number of the attempt, as in the header `webhook-attempt`.',
    example: 1,
  })
  attempt!: number;

  @ApiProperty({ format: 'date-time' })
  startedAt!: string;

  @ApiProperty({
    description: 'Milliseconds to the end of the answer, or until we gave up.',
    example: 118,
  })
  durationMs!: number;

  @ApiProperty({
    description: 'Milliseconds to the headers of the answer. Null without an answer.',
    type: Number,
    nullable: true,
    example: 117,
  })
  firstByteMs!: number | null;

  @ApiProperty({
    description: 'URL that it was sent to. Null when nothing was sent.',
    type: String,
    nullable: true,
    example: 'https://shop.example.ng/webhooks/manilla',
  })
  url!: string | null;

  @ApiProperty({
    description: 'Headers that we sent, with the signatures. Null when nothing was sent.',
    type: 'object',
    nullable: true,
    additionalProperties: { type: 'string' },
    example: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'manilla-webhooks/1',
      'webhook-attempt': '1',
      'webhook-id': example.event,
      'webhook-timestamp': '1795183954',
      'webhook-signature': 'v1,Li7QZ82JMoMzuGt4lSLWMTmLrnOPaQCSC3Mc3GnB8F0=',
      'x-notification-signature': '11e0247481f8c7c5',
    },
  })
  requestHeaders!: Record<string, string> | null;

  @ApiProperty({ type: Number, nullable: true, example: 200 })
  httpStatus!: number | null;

  @ApiProperty({
    description: 'Why the attempt failed, such as TIMEOUT. Null when it did not.',
    enum: sendFailures,
    nullable: true,
    example: null,
  })
  failure!: string | null;

  @ApiProperty({
    description: 'First 2 KB of the body of your answer. Null without an answer.',
    type: String,
    nullable: true,
    example: 'ok',
  })
  response!: string | null;
}

export class WebhookDeliveryDetail extends WebhookDelivery {
  @ApiProperty({
    description: 'Body that was sent, the same bytes at each attempt.',
    example: '{"id":"evt_01KAJ3Y5T2QH7M8N9P0R1S2T3V","type":"checkout.successful"}',
  })
  requestBody!: string;

  @ApiProperty({ description: 'The attempts, the first one first.', type: [WebhookAttempt] })
  attemptLog!: WebhookAttempt[];
}

export class WebhookEvent {
  @ApiProperty({
    description: 'Id of the event, as in the header `webhook-id`.',
    example: example.event,
  })
  eventId!: string;

  @ApiProperty()
  eventType!: string;

  @ApiProperty({
    description: 'Id of the checkout. Null without a checkout.',
    type: String,
    nullable: true,
    example: 'chk_01KAJ3Y5T2QH7M8N9P0R1S2T3V',
  })
  checkoutId!: string | null;

  @ApiProperty({
    description: 'Your reference for the order. Null without an order.',
    type: String,
    nullable: true,
    example: 'ORD-1001',
  })
  paymentReference!: string | null;

  @ApiProperty({ example: 2 })
  sequence!: number;

  @ApiProperty({
    description: 'Body that is sent to you.',
    type: 'object',
    additionalProperties: true,
    example: { id: example.event, type: 'checkout.successful', sequence: 2 },
  })
  payload!: Record<string, unknown>;

  @ApiProperty({
    description: 'Time at which the event happened.',
    format: 'date-time',
    example: '2026-11-20T14:12:34.120Z',
  })
  createdAt!: string;

  @ApiProperty({
    description: 'Deliveries of the event, the newest first, at most 100.',
    type: [WebhookDelivery],
  })
  deliveries!: WebhookDelivery[];
}
