import { z } from 'zod';
import { reply, text, whole, flag, time, oneOf, listOf } from '../../http/reply.js';
import { shownOnce } from '../../http/shown-once.js';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import { Rule } from '../../http/fields.js';
import { Secret } from '../../http/secret-field.js';
import { sendFailures } from '../../domain/send-failure.js';
import { isWebhookSecret, webhookSecretRule } from '../delivery/webhook-secret.js';

/** An operation that needs no fields: no body, or an empty object. */
export class NoFields {
  static readonly body = 'optional';
  static readonly fields = 'none';
}

export class RotateSecretRequest {
  static readonly body = 'optional';

  @ApiPropertyOptional({
    description:
      '`whsec_` and the base64 of 24 to 64 bytes, with its padding (`=`). Without it, we make a secret.',
    format: 'password',
    maxLength: 128,
    example: 'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=',
  })
  @IsOptional()
  @IsString()
  @MaxLength(128)
  @Rule(
    'matches',
    webhookSecretRule,
    (value) => typeof value === 'string' && isWebhookSecret(value),
  )
  @Secret()
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

export const RotatedSecret = reply('RotatedSecret', {
  ...shownOnce(
    'secret',
    'The new secret. It is shown once. Null when you sent the secret that you already have.',
    'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=',
  ),
  secretVersion: whole('Number of the new secret.', 2),
  formerSecretUntil: time(
    'Time until which the old secret signs beside the new one. Null when it does not.',
    '2026-11-21T14:00:00.000Z',
  ).nullable(),
});
export type RotatedSecret = z.infer<typeof RotatedSecret>;

/** A filter that can be sent as it is to `POST /api/v1/webhooks/replay`. */
export const ReplayFilterView = reply('ReplayFilterView', {
  endpoint: whole('Number of the endpoint.', 1),
  from: time('Start of the period.', '2026-11-20T09:00:00.000Z'),
  to: time('End of the period.', '2026-11-20T12:00:00.000Z'),
  onlyFailed: flag('Whether only events that have not arrived are sent.', true),
});

export const MissedEvents = reply('MissedEvents', {
  count: whole('Number of events. When `more` is true, there may be others.', 12),
  more: flag(
    'Whether more than 1,000 events have not arrived. Only the oldest 1,000 are counted.',
    false,
  ),
  replay: ReplayFilterView.meta({
    description: 'Send it to `POST /api/v1/webhooks/replay` to get all of them.',
  }),
});
export type MissedEvents = z.infer<typeof MissedEvents>;

export const WebhookTestResult = reply('WebhookTestResult', {
  delivered: flag('Whether your endpoint accepted the test event.', true),
  deliveryId: text(),
  eventId: text(),
  url: text(),
  httpStatus: whole().nullable(),
  failure: oneOf(
    sendFailures,
    'Why the test did not arrive, such as TIMEOUT or ADDRESS_NOT_PUBLIC. Null when it arrived.',
    null,
  ).nullable(),
  response: text('First 2 KB of the body of your answer. Null without an answer.', 'ok').nullable(),
  startedAt: time(),
  firstByteMs: whole(
    'Milliseconds to the headers of the answer. Null without an answer.',
    117,
  ).nullable(),
  durationMs: whole('Milliseconds to the end of the answer, or until we gave up.', 118),
  reenabled: flag('Whether the test switched your endpoint on again.', false),
  missed: MissedEvents.nullable().meta({
    description: 'Events that did not arrive while the endpoint was off. Null when there are none.',
    example: null,
  }),
});
export type WebhookTestResult = z.infer<typeof WebhookTestResult>;

export const RetryPolicy = reply('RetryPolicy', {
  attempts: whole('Number of attempts, the first one included.', 14),
  delaysSeconds: listOf(whole(), 'Seconds to wait after each failed attempt.', [5, 30, 120]),
  jitterPercent: whole('By how many per cent a wait may be longer or shorter.', 10),
  connectTimeoutSeconds: whole('Seconds in which the connection must be made.', 5),
  timeoutSeconds: whole('Seconds that a whole attempt may take.', 15),
  throttleStatuses: listOf(
    whole(),
    'HTTP statuses by which your endpoint asks us to slow down.',
    [429, 502, 503, 504],
  ),
  maxRetryAfterSeconds: whole('Longest `Retry-After` that we obey, in seconds.', 3600),
  goneStatus: whole('HTTP status that switches the endpoint off at once.', 410),
  concurrency: whole('Number of first attempts that run at the same time.', 10),
  suppressAfterHours: whole(
    'Hours without any success after which the endpoint is switched off.',
    120,
  ),
  secretOverlapHours: whole('Hours in which both secrets sign after a rotation.', 24),
  replayableDays: whole('Age in days up to which events can be replayed.', 33),
});
export type RetryPolicy = z.infer<typeof RetryPolicy>;
