import { z } from 'zod';
import { reply, text, time, listOf } from '../../http/reply.js';
import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { PaymentReferenceField } from '../../http/fields.js';

/** Enough for a session and the longest quarantine after it. */
const maxSeconds = 30 * 24 * 60 * 60;

export class ClockParameters {
  @PaymentReferenceField()
  paymentReference!: string;
}

export class AdvanceClockRequest {
  @ApiProperty({
    description: 'Seconds by which the clock moves.',
    type: 'integer',
    minimum: 1,
    maximum: maxSeconds,
    example: 1_800,
  })
  @IsInt({ message: 'seconds must be a whole number' })
  @Min(1, { message: 'seconds must be at least 1' })
  @Max(maxSeconds, { message: `seconds must be at most ${maxSeconds}` })
  seconds!: number;
}

export const ClockAccountView = reply('ClockAccountView', {
  virtualAccountId: text(),
  accountNumber: text(),
  expiresAt: time('Time at which the account expires or expired.'),
  freeAt: time(
    'Time from which the number can be given to another payer.',
    '2026-11-23T14:12:33.000Z',
  ),
});

/** The end times of a checkout; they are in the past if they have passed. */
export const CheckoutClockData = reply('CheckoutClockData', {
  checkoutId: text(),
  paymentReference: text(),
  expiresAt: time('Time at which the checkout expires or expired.'),
  virtualAccounts: listOf(ClockAccountView, 'Virtual accounts of the checkout, the newest first.'),
});
export type CheckoutClockData = z.infer<typeof CheckoutClockData>;
