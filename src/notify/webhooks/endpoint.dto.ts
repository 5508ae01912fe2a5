import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ShownOnce } from '../../http/shown-once.js';
import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import { Rule } from '../../http/fields.js';
import { sendFailures } from '../../domain/send-failure.js';
import { isWebhookSecret } from '../delivery/webhook-secret.js';

/** An operation that needs no fields: no body, or an empty object. */
export class NoFields {
  static readonly body = 'optional';
  static readonly fields = 'none';
}

export class RotateSecretRequest {
  static readonly body = 'optional';

  @ApiPropertyOptional({
    description: '`whsec_` and the base64 of 24 to 64 bytes. Without it, we make a secret.',
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
    description: 'Whether the old secret stops at once. Send true when somebody else may know it.',
    default: false,
    example: false,
  })
  @IsOptional()
  @IsBoolean()
  immediately?: boolean | null;
}

export class RotatedSecret {
  @ShownOnce(
    'The new secret. It is shown once. Null when you sent the secret that you already have.',
    'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=',
  )
  secret!: string | null;

  @ApiProperty({ description: 'Number of the new secret.', example: 2 })
  secretVersion!: number;

  @ApiProperty({
    description: 'Time until which the old secret signs beside the new one. Null when it does not.',
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-11-21T14:00:00.000Z',
  })
  formerSecretUntil!: string | null;
}

/** What can be sent as it is to `POST /api/v1/webhooks/replay`. */
export class ReplayFilterView {
  @ApiProperty({
    description: 'Start of the period.',
    format: 'date-time',
    example: '2026-11-20T09:00:00.000Z',
  })
  from!: string;

  @ApiProperty({
    description: 'End of the period.',
    format: 'date-time',
    example: '2026-11-20T12:00:00.000Z',
  })
  to!: string;

  @ApiProperty({
    description: 'Whether only events that have not arrived are sent.',
    example: true,
  })
  onlyFailed!: boolean;
}

export class MissedEvents {
  @ApiProperty({ description: 'Number of events.', example: 12 })
  count!: number;

  @ApiProperty({
    description: 'Send it to `POST /api/v1/webhooks/replay` to get the events.',
    type: ReplayFilterView,
  })
  replay!: ReplayFilterView;
}

export class WebhookTestResult {
  @ApiProperty({ description: 'Whether your endpoint accepted the test event.', example: true })
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
    description:
      'Why the test did not arrive, such as TIMEOUT or ADDRESS_NOT_PUBLIC. Null when it arrived.',
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

  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:12:34.190Z' })
  startedAt!: string;

  @ApiProperty({
    description: 'Milliseconds to the headers of the answer. Null without an answer.',
    type: Number,
    nullable: true,
    example: 117,
  })
  firstByteMs!: number | null;

  @ApiProperty({
    description: 'Milliseconds to the end of the answer, or until we gave up.',
    example: 118,
  })
  durationMs!: number;

  @ApiProperty({ description: 'Whether the test switched your endpoint on again.', example: false })
  reenabled!: boolean;

  @ApiProperty({
    description: 'Events that did not arrive while the endpoint was off. Null when there are none.',
    type: MissedEvents,
    nullable: true,
    example: null,
  })
  missed!: MissedEvents | null;
}

export class RetryPolicy {
  @ApiProperty({ description: 'Number of attempts, the first one included.', example: 14 })
  attempts!: number;

  @ApiProperty({
    description: 'Seconds to wait after each failed attempt.',
    type: [Number],
    example: [5, 30, 120],
  })
  delaysSeconds!: number[];

  @ApiProperty({
    description: 'By how many per cent a wait may be longer or shorter.',
    example: 10,
  })
  jitterPercent!: number;

  @ApiProperty({ description: 'Seconds in which the connection must be made.', example: 5 })
  connectTimeoutSeconds!: number;

  @ApiProperty({ description: 'Seconds that a whole attempt may take.', example: 15 })
  timeoutSeconds!: number;

  @ApiProperty({
    description: 'HTTP statuses by which your endpoint asks us to slow down.',
    type: [Number],
    example: [429, 502, 503, 504],
  })
  throttleStatuses!: number[];

  @ApiProperty({ description: 'Longest `Retry-After` that we obey, in seconds.', example: 3600 })
  maxRetryAfterSeconds!: number;

  @ApiProperty({ description: 'HTTP status that switches the endpoint off at once.', example: 410 })
  goneStatus!: number;

  @ApiProperty({ description: 'Number of first attempts that run at the same time.', example: 10 })
  concurrency!: number;

  @ApiProperty({
    description: 'Hours without any success after which the endpoint is switched off.',
    example: 120,
  })
  suppressAfterHours!: number;

  @ApiProperty({ description: 'Hours in which both secrets sign after a rotation.', example: 24 })
  secretOverlapHours!: number;

  @ApiProperty({ description: 'Age in days up to which events can be replayed.', example: 33 })
  replayableDays!: number;
}
