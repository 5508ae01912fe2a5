import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsOptional, IsString, MaxLength } from 'class-validator';
import { eventTypes } from '../../domain/event-type.js';
import { ShownOnce } from '../../http/shown-once.js';
import { Rule, TextField } from '../../http/fields.js';
import { isWebhookSecret } from '../delivery/webhook-secret.js';

const known: ReadonlySet<unknown> = new Set(eventTypes);

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
      '`whsec_` and the base64 of 24 to 64 bytes. Without it, we make a secret when you have none.',
    format: 'password',
    example: 'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=',
  })
  @IsOptional()
  @IsString()
  @MaxLength(128)
  @Rule('matches', 'must be whsec_ and base64 of 24 to 64 bytes', isSecret)
  secret?: string | null;
}

/** The URL that events are sent to, and how it fares. */
export class NotificationUrl {
  @ApiProperty()
  url!: string;

  @ShownOnce(
    'The secret that signs the events. It is shown once, when it is new. Null when your secret has not changed: it is not shown again. Send your own as `secret`, or rotate it.',
    'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=',
  )
  secret!: string | null;

  @ApiProperty()
  secretVersion!: number;

  @ApiProperty({
    description: 'Types of events that are sent.',
    type: [String],
    enum: eventTypes,
    example: ['checkout.successful'],
  })
  events!: string[];

  @ApiProperty({
    description:
      'ACTIVE: events are sent. DISABLED: it answered 410. SUPPRESSED: it failed for five days.',
    enum: ['ACTIVE', 'DISABLED', 'SUPPRESSED'],
    example: 'ACTIVE',
  })
  status!: string;

  @ApiProperty({
    description: 'Why it is not ACTIVE. Null when it is.',
    type: String,
    nullable: true,
    example: null,
  })
  disabledReason!: string | null;

  @ApiProperty({
    description:
      'Time of the first failed attempt since the last success. Null when the last attempt succeeded.',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  failingSince!: string | null;

  @ApiProperty({
    description: 'Time until which the old secret signs as well. Null when it does not.',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  formerSecretUntil!: string | null;

  @ApiProperty({
    description:
      'Whether the address is allowed: an https URL of a public host. It does not mean that your server has answered: send a test for that.',
    example: true,
  })
  verified!: boolean;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:00:00.000Z' })
  createdAt!: string;
}

function areEventTypes(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((type) => known.has(type));
}

function isSecret(value: unknown): boolean {
  return typeof value === 'string' && isWebhookSecret(value);
}
