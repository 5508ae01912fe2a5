import { z } from 'zod';
import { reply, text, whole, flag, time, oneOf, listOf } from '../../http/reply.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
} from 'class-validator';
import { eventTypes } from '../../domain/event-type.js';
import { webhookRules } from '../../domain/webhook-rules.js';
import { Rule } from '../../http/fields.js';
import { boundsOf } from '../../http/query-fields.js';

const known: ReadonlySet<unknown> = new Set(eventTypes);
const replayId = /^rpl_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const replayableDays = webhookRules.replayableMs / 86_400_000;
const timeRule = 'must be a time such as 2026-11-20T14:12:33Z, or a date such as 2026-11-20';

export class ReplayParameters {
  @ApiProperty({ pattern: replayId.source, example: 'rpl_01KAJ3Y5T2QH7M8N9P0R1S2T3V' })
  @IsString()
  @Matches(replayId, { message: 'replayId must be rpl_ and 26 characters' })
  replayId!: string;
}

export class ReplayRequest {
  @ApiPropertyOptional({
    description: 'Number of the endpoint to send them to. Without it, 1.',
    type: 'integer',
    minimum: 1,
    maximum: 999_999_999,
    example: 1,
  })
  @IsOptional()
  @IsInt({ message: 'endpoint must be the number of an endpoint' })
  @Min(1)
  @Max(999_999_999)
  endpoint?: number | null;

  @ApiProperty({
    description: `Start of the period, at most ${replayableDays} days ago. A time (RFC 3339), or a date: the whole day in Lagos.`,
    example: '2026-11-20T09:00:00Z',
  })
  @IsString()
  @Rule('isRfc3339', timeRule, isTime)
  @Rule('min', `must be at most ${replayableDays} days ago`, isReplayable)
  from!: string;

  @ApiProperty({ description: 'End of the period, included.', example: '2026-11-20T12:00:00Z' })
  @IsString()
  @Rule('isRfc3339', timeRule, isTime)
  @Rule('min', 'must not be before from', isNotBeforeFrom)
  to!: string;

  @ApiPropertyOptional({
    description: 'Types of events to send. Without it, all types that your endpoint gets.',
    enum: eventTypes,
    isArray: true,
    example: ['checkout.successful'],
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(eventTypes.length)
  @Rule('isIn', `must be some of ${eventTypes.join(', ')}`, areEventTypes)
  eventTypes?: string[] | null;

  @ApiPropertyOptional({
    description: 'Whether to send only events that have not arrived and are not on their way.',
    default: true,
    example: true,
  })
  @IsOptional()
  @IsBoolean()
  onlyFailed?: boolean | null;
}

/** The data of a refusal about the replay that goes on. */
export const RunningReplay = reply('RunningReplay', {
  replayId: z.string().regex(replayId).meta({ example: 'rpl_01KAJ3Y5T2QH7M8N9P0R1S2T3V' }),
});

export const WebhookReplay = reply('WebhookReplay', {
  replayId: text(),
  endpoint: whole('Number of the endpoint that they are sent to.', 1),
  status: oneOf(
    ['RUNNING', 'DONE', 'STOPPED'],
    'RUNNING: events are being queued. DONE: all events are queued. STOPPED: the endpoint was switched off meanwhile.',
    'RUNNING',
  ),
  stopReason: text('Why it stopped. Null when it did not.', null).nullable(),
  from: time('Start of the period.', '2026-11-20T09:00:00.000Z'),
  to: time('End of the period.', '2026-11-20T12:00:00.000Z'),
  eventTypes: listOf(oneOf(eventTypes), 'Types of events. Null for all.', null).nullable(),
  onlyFailed: flag('Whether only events that had not arrived are sent.', true),
  queued: whole('Number of deliveries so far.', 120),
  delivered: whole('Deliveries that arrived.', 100),
  failed: whole('Deliveries that are DEAD or SUPPRESSED.', 0),
  underWay: whole('Deliveries that are PENDING, DELIVERING or RETRYING.', 20),
  createdAt: time().meta({ example: '2026-11-20T12:30:00.000Z' }),
  finishedAt: time().meta({ example: null }).nullable(),
});
export type WebhookReplay = z.infer<typeof WebhookReplay>;

export const Redelivery = reply('Redelivery', {
  deliveryId: text(
    'Id of the new delivery, or of one for the same event that is about to be sent.',
    'dlv_01KAJ3Y5T2QH7M8N9P0R1S2T3V',
  ),
  redeliveryOf: text(
    'Id of the delivery that you asked us to repeat.',
    'dlv_01KAJ3Y5T2QH7M8N9P0R1S2T3A',
  ),
  isNew: flag('Whether a new delivery was made. False when one was about to be sent.', true),
});
export type Redelivery = z.infer<typeof Redelivery>;

function isTime(value: unknown): boolean {
  return boundsOf(value) !== undefined;
}

function isReplayable(from: unknown): boolean {
  const bounds = boundsOf(from);
  return bounds === undefined || bounds.since.getTime() >= Date.now() - webhookRules.replayableMs;
}

function isNotBeforeFrom(to: unknown, request: object): boolean {
  const [first, last] = [boundsOf((request as ReplayRequest).from), boundsOf(to)];
  return first === undefined || last === undefined || first.since < last.before;
}

function areEventTypes(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((type) => known.has(type));
}
