import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { PaymentReferenceField } from '../http/fields.js';

/** A session and the longest quarantine after it, and some to spare. */
const maxSeconds = 30 * 24 * 60 * 60;

export class ClockParameters {
  @PaymentReferenceField()
  paymentReference!: string;
}

export class AdvanceClockRequest {
  @ApiProperty({
    description: 'How far.',
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

export class ClockAccountView {
  @ApiProperty({ example: 'va_01KA0000000000000000000000' })
  virtualAccountId!: string;

  @ApiProperty({ example: '5011234561' })
  accountNumber!: string;

  @ApiProperty({ format: 'date-time', description: 'When it ceases, or ceased, to take money.' })
  expiresAt!: string;

  @ApiProperty({
    format: 'date-time',
    description: 'When its quarantine is over. The sweep gives the number free within a minute.',
    example: '2026-11-23T14:12:33.000Z',
  })
  freeAt!: string;
}

/** The ends of a checkout, in the past where they have passed. */
export class CheckoutClockData {
  @ApiProperty()
  checkoutId!: string;

  @ApiProperty()
  paymentReference!: string;

  @ApiProperty({ format: 'date-time', description: 'When its session ends.' })
  expiresAt!: string;

  @ApiProperty({ type: [ClockAccountView], description: 'The newest first.' })
  virtualAccounts!: ClockAccountView[];
}
