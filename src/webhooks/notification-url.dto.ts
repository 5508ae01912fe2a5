import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsArray, IsOptional, IsString, MaxLength } from 'class-validator';
import { eventTypes } from '../domain/event-type.js';
import { Rule, TextField } from '../http/fields.js';
import { isWebhookSecret } from '../notifications/webhook-secret.js';

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
  })
  @IsOptional()
  @IsString()
  @MaxLength(128)
  @Rule('matches', 'must be whsec_ and base64 of 24 to 64 bytes', isSecret)
  secret?: string | null;
}

/** Schema name of the source document. */
export class SetNotificationUrlResponse {
  @ApiProperty()
  url!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Shown once, when it is new.' })
  secret!: string | null;

  @ApiProperty({ example: 1 })
  secretVersion!: number;

  @ApiProperty({ type: [String], enum: eventTypes })
  events!: string[];

  @ApiProperty({ enum: ['ACTIVE', 'DISABLED', 'SUPPRESSED'] })
  status!: string;

  @ApiProperty({ type: String, nullable: true })
  disabledReason!: string | null;

  @ApiProperty({ description: 'The address was found to be one we may send to.' })
  verified!: boolean;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
}

function areEventTypes(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((type) => known.has(type));
}

function isSecret(value: unknown): boolean {
  return typeof value === 'string' && isWebhookSecret(value);
}
