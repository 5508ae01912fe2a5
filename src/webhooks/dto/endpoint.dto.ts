import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import { Rule } from '../../http/fields.js';
import { isWebhookSecret } from '../../notifications/webhook-secret.js';

/** An operation that needs no fields: no body, or an empty object. */
export class NoFields {
  static readonly body = 'optional';
  static readonly fields = 'none';
}

export class RotateSecretRequest {
  static readonly body = 'optional';

  @ApiPropertyOptional({
    description: '`whsec_` and base64 of 24 to 64 bytes; one is made when left out.',
    format: 'password',
    maxLength: 128,
    example: 'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=',
  })
  @IsOptional()
  @IsString()
  @MaxLength(128)
  @Rule(
    'matches',
    'must be whsec_ and base64 of 24 to 64 bytes',
    (value) => typeof value === 'string' && isWebhookSecret(value),
  )
  secret?: string | null;

  @ApiPropertyOptional({
    description: 'The old secret signs no longer: for one that somebody else may know.',
    default: false,
    example: false,
  })
  @IsOptional()
  @IsBoolean()
  immediately?: boolean | null;
}

export class RotatedSecret {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The new one, shown once; null when it is the one you have already.',
    example: 'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=',
  })
  secret!: string | null;

  @ApiProperty({ example: 2 })
  secretVersion!: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Until then the old secret signs beside the new one; null when it does not.',
    example: '2026-11-21T14:00:00.000Z',
  })
  formerSecretUntil!: string | null;
}

/** What can be sent as it is to `POST /api/v1/webhooks/replay`. */
export class ReplayFilterView {
  @ApiProperty({ format: 'date-time', example: '2026-11-20T09:00:00.000Z' })
  from!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  to!: string;

  @ApiProperty({ example: true })
  onlyFailed!: boolean;
}

export class MissedEvents {
  @ApiProperty({ example: 12 })
  count!: number;

  @ApiProperty({ type: ReplayFilterView })
  replay!: ReplayFilterView;
}

export class WebhookTestResult {
  @ApiProperty({ example: true })
  delivered!: boolean;

  @ApiProperty({ example: 'dlv_01KAJ3Y5T2QH7M8N9P0R1S2T3V' })
  deliveryId!: string;

  @ApiProperty({ example: 'evt_01KAJ3Y5T2QH7M8N9P0R1S2T3V' })
  eventId!: string;

  @ApiProperty({ example: 'https://shop.example.ng/webhooks/manilla' })
  url!: string;

  @ApiProperty({ type: Number, nullable: true, example: 200 })
  httpStatus!: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why it did not arrive, such as TIMEOUT or ADDRESS_NOT_PUBLIC.',
    example: null,
  })
  failure!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: "The first 2 KB of your answer's body.",
    example: 'ok',
  })
  response!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:12:34.190Z' })
  startedAt!: string;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: "Until the answer's headers were there.",
    example: 117,
  })
  firstByteMs!: number | null;

  @ApiProperty({ example: 118 })
  durationMs!: number;

  @ApiProperty({ description: 'Your endpoint was off, and is on again.', example: false })
  reenabled!: boolean;

  @ApiProperty({
    type: MissedEvents,
    nullable: true,
    description:
      'Events that have not arrived and will not by themselves; null when there are none.',
    example: null,
  })
  missed!: MissedEvents | null;
}

export class RetryPolicy {
  @ApiProperty({ description: 'The first one and its repetitions.', example: 14 })
  attempts!: number;

  @ApiProperty({
    type: [Number],
    description: 'The wait after each attempt that failed.',
    example: [5, 30, 120],
  })
  delaysSeconds!: number[];

  @ApiProperty({ description: 'How much longer or shorter a wait may be.', example: 10 })
  jitterPercent!: number;

  @ApiProperty({ example: 5 })
  connectTimeoutSeconds!: number;

  @ApiProperty({ description: 'For all of an attempt.', example: 15 })
  timeoutSeconds!: number;

  @ApiProperty({ type: [Number], example: [429, 502, 503, 504] })
  throttleStatuses!: number[];

  @ApiProperty({ description: 'A longer Retry-After counts as this.', example: 3600 })
  maxRetryAfterSeconds!: number;

  @ApiProperty({ description: 'Disables the endpoint at once.', example: 410 })
  goneStatus!: number;

  @ApiProperty({ description: 'First attempts at once to one endpoint.', example: 10 })
  concurrency!: number;

  @ApiProperty({ description: 'Without any success for so long an endpoint is off.', example: 120 })
  suppressAfterHours!: number;

  @ApiProperty({ description: 'How long both secrets sign after a rotation.', example: 24 })
  secretOverlapHours!: number;

  @ApiProperty({ description: 'How old an event may be that is replayed.', example: 33 })
  replayableDays!: number;
}
