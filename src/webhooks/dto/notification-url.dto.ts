import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsArray, IsOptional, IsString, MaxLength } from 'class-validator';
import { eventTypes } from '../../domain/event-type.js';
import { Rule, TextField } from '../../http/fields.js';
import { NamedEnvelope } from '../../http/named-response.js';
import { isWebhookSecret } from '../../notifications/webhook-secret.js';

const known: ReadonlySet<unknown> = new Set(eventTypes);

export class NotificationUrlRequest {
  @TextField(
    { max: 2_048 },
    { description: 'https, port 443 or 8443, a public host.', format: 'uri' },
  )
  url!: string;

  @ApiPropertyOptional({
    description: 'Only these events; all when left out.',
    enum: eventTypes,
    isArray: true,
  })
  @IsOptional()
  @IsArray()
  @Rule('isIn', `must be some of ${eventTypes.join(', ')}`, areEventTypes)
  events?: string[] | null;

  @ApiPropertyOptional({
    description: '`whsec_` and base64 of 24 to 64 bytes; one is made when you have none yet.',
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
  @ApiProperty({ example: 'https://shop.example.ng/webhooks/manilla' })
  url!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Shown once, when it is new.',
    example: 'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=',
  })
  secret!: string | null;

  @ApiProperty({ example: 1 })
  secretVersion!: number;

  @ApiProperty({ type: [String], enum: eventTypes, example: ['checkout.successful'] })
  events!: string[];

  @ApiProperty({
    enum: ['ACTIVE', 'DISABLED', 'SUPPRESSED'],
    description: 'DISABLED: it answered 410. SUPPRESSED: five days without any success.',
    example: 'ACTIVE',
  })
  status!: string;

  @ApiProperty({ type: String, nullable: true, example: null })
  disabledReason!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'The first failed attempt since the last success; after five days it is SUPPRESSED.',
    example: null,
  })
  failingSince!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Until then the secret before this one signs as well.',
    example: null,
  })
  formerSecretUntil!: string | null;

  @ApiProperty({ description: 'The address was found to be one we may send to.', example: true })
  verified!: boolean;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:00:00.000Z' })
  createdAt!: string;
}

/** Schema name of the source document. */
export class SetNotificationUrlResponse extends NamedEnvelope {
  @ApiProperty({ type: NotificationUrl })
  data!: NotificationUrl;
}

function areEventTypes(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((type) => known.has(type));
}

function isSecret(value: unknown): boolean {
  return typeof value === 'string' && isWebhookSecret(value);
}
