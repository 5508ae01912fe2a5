import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { eventTypes, testEventType } from '../../domain/event-type.js';
import { paymentReferencePattern, referenceRule } from '../../domain/reference.js';
import { PageQuery, PageView } from '../../http/paging.js';
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
  @EnumQuery(statuses, { example: 'DEAD' })
  status?: (typeof statuses)[number];

  @EnumQuery([...eventTypes, testEventType], { example: 'checkout.successful' })
  eventType?: string;

  @PatternQuery(paymentReferencePattern, referenceRule, { example: 'ORD-1001' })
  paymentReference?: string;
}

/** What was, or is to be, sent to your URL. */
export class WebhookDelivery {
  @ApiProperty({ example: example.delivery })
  deliveryId!: string;

  @ApiProperty({ example: example.event })
  eventId!: string;

  @ApiProperty({ enum: [...eventTypes, testEventType], example: 'checkout.successful' })
  eventType!: string;

  @ApiProperty({ type: String, nullable: true, example: 'ORD-1001' })
  paymentReference!: string | null;

  @ApiProperty({
    enum: statuses,
    description:
      'PENDING and DELIVERING: about to be sent. RETRYING: by the schedule. DEAD: the schedule is over. SUPPRESSED: there was no endpoint, or it was disabled.',
    example: 'DELIVERED',
  })
  status!: string;

  @ApiProperty({ description: 'Made so far.', example: 1 })
  attempts!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Your URL when the delivery was made; null when there was none.',
    example: 'https://shop.example.ng/webhooks/manilla',
  })
  url!: string | null;

  @ApiProperty({ type: Number, nullable: true, description: 'Of the last attempt.', example: 200 })
  httpStatus!: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why the last attempt failed, such as TIMEOUT; null when it did not.',
    example: null,
  })
  failure!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The delivery you asked to have made again.',
    example: null,
  })
  redeliveryOf!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The replay that made it.',
    example: null,
  })
  replayId!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:12:34.120Z' })
  eventCreatedAt!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:12:34.120Z' })
  createdAt!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-11-20T14:12:34.310Z',
  })
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
  @ApiProperty({ description: 'The header `webhook-attempt`.', example: 1 })
  attempt!: number;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:12:34.190Z' })
  startedAt!: string;

  @ApiProperty({ description: 'To the end of the answer, or until it was given up.', example: 118 })
  durationMs!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: "Until the answer's headers were there; null without an answer.",
    example: 117,
  })
  firstByteMs!: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Where it was sent; null when nothing was sent.',
    example: 'https://shop.example.ng/webhooks/manilla',
  })
  url!: string | null;

  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: { type: 'string' },
    description: 'Our headers, with the signatures; null when nothing was sent.',
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

  @ApiProperty({ type: String, nullable: true, example: null })
  failure!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: "The first 2 KB of your answer's body.",
    example: 'ok',
  })
  response!: string | null;
}

export class WebhookDeliveryDetail extends WebhookDelivery {
  @ApiProperty({
    description: 'The bytes that were sent, at every attempt.',
    example: '{"id":"evt_01KAJ3Y5T2QH7M8N9P0R1S2T3V","type":"checkout.successful"}',
  })
  requestBody!: string;

  @ApiProperty({ type: [WebhookAttempt], description: 'The first attempt first.' })
  attemptLog!: WebhookAttempt[];
}

export class WebhookEvent {
  @ApiProperty({ description: 'The header `webhook-id`.', example: example.event })
  eventId!: string;

  @ApiProperty({ enum: [...eventTypes, testEventType], example: 'checkout.successful' })
  eventType!: string;

  @ApiProperty({ type: String, nullable: true, example: 'chk_01KAJ3Y5T2QH7M8N9P0R1S2T3V' })
  checkoutId!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'ORD-1001' })
  paymentReference!: string | null;

  @ApiProperty({ description: 'Within its checkout.', example: 2 })
  sequence!: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'What is sent: a WebhookCollectionPayload.',
    example: { id: example.event, type: 'checkout.successful', sequence: 2 },
  })
  payload!: Record<string, unknown>;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:12:34.120Z' })
  createdAt!: string;

  @ApiProperty({ type: [WebhookDelivery], description: 'The latest hundred, the last one first.' })
  deliveries!: WebhookDelivery[];
}
