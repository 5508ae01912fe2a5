import { z } from 'zod';
import { reply, text, whole, flag, time, oneOf, listOf } from '../../http/reply.js';
import { shownOnce } from '../../http/shown-once.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { eventTypes } from '../../domain/event-type.js';
import { Rule, TextField } from '../../http/fields.js';
import { Secret } from '../../http/secret-field.js';
import { listReply } from '../../http/paging.js';
import { isWebhookSecret, webhookSecretRule } from '../delivery/webhook-secret.js';

const known: ReadonlySet<unknown> = new Set(eventTypes);
/** The number of an endpoint, as a path or a query has it. */
export const endpointNumber = /^[1-9]\d{0,8}$/;

export class NotificationUrlRequest {
  @TextField(
    { max: 2_048, form: 'EXACT' },
    {
      description: 'URL of your endpoint: https, port 443 or 8443, on a public host.',
      format: 'uri',
      example: 'https://shop.example.ng/webhooks/manilla',
    },
  )
  url!: string;

  @ApiPropertyOptional({
    description: 'Types of events to send. Without it, all of them.',
    enum: eventTypes,
    isArray: true,
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(eventTypes.length)
  @Rule('isIn', `must be some of ${eventTypes.join(', ')}`, areEventTypes)
  events?: string[] | null;

  @ApiPropertyOptional({
    description:
      '`whsec_` and the base64 of 24 to 64 bytes, with its padding (`=`). Without it, we make a secret when you have none.',
    format: 'password',
    example: 'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=',
  })
  @IsOptional()
  @IsString()
  @MaxLength(128)
  @Rule('matches', webhookSecretRule, isSecret)
  @Secret()
  secret?: string | null;
}

/** An endpoint of the merchant that asks. */
export class EndpointParameters {
  @ApiProperty({
    description: 'Number of the endpoint. 1 is that of `POST /api/v1/webhooks/notification-url`.',
    type: 'string',
    pattern: endpointNumber.source,
    example: '2',
  })
  @Matches(endpointNumber, { message: 'endpoint must be the number of an endpoint' })
  endpoint!: string;
}

/** The URL that events are sent to, and how it fares. */
export const NotificationUrl = reply('NotificationUrl', {
  endpoint: whole('Number of the endpoint.', 1),
  url: text(),
  ...shownOnce(
    'secret',
    'The secret that signs the events. It is shown once, when it is new. Null when your secret has not changed: it is not shown again. Send your own as `secret`, or rotate it.',
    'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=',
  ),
  secretVersion: whole(),
  events: listOf(oneOf(eventTypes), 'Types of events that are sent.', ['checkout.successful']),
  status: oneOf(
    ['ACTIVE', 'DISABLED', 'SUPPRESSED'],
    'ACTIVE: events are sent. DISABLED: it answered 410. SUPPRESSED: it failed for five days.',
    'ACTIVE',
  ),
  disabledReason: text('Why it is not ACTIVE. Null when it is.', null).nullable(),
  failingSince: time(
    'Time of the first failed attempt since the last success. Null when the last attempt succeeded.',
    null,
  ).nullable(),
  formerSecretUntil: time(
    'Time until which the old secret signs as well. Null when it does not.',
    null,
  ).nullable(),
  verified: flag(
    'Whether the address is allowed: an https URL of a public host. It does not mean that your server has answered: send a test for that.',
    true,
  ),
  createdAt: time(),
});
export type NotificationUrl = z.infer<typeof NotificationUrl>;

export const EndpointList = listReply(
  'WebhookEndpointList',
  NotificationUrl,
  'The endpoints, the first one first.',
);
export type EndpointList = z.infer<typeof EndpointList>;

function areEventTypes(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((type) => known.has(type));
}

function isSecret(value: unknown): boolean {
  return typeof value === 'string' && isWebhookSecret(value);
}
