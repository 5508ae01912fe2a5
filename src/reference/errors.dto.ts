import { ApiProperty } from '@nestjs/swagger';

/** One way in which a request may be answered with anything but "00". */
export class ErrorReference {
  @ApiProperty({ description: 'The stable name to switch on.', example: 'AMOUNT_MISMATCH' })
  reason!: string;

  @ApiProperty({ type: 'integer', example: 400 })
  httpStatus!: number;

  @ApiProperty({ example: '13' })
  code!: string;

  @ApiProperty({ description: 'For people; it may change.', example: 'Invalid amount' })
  message!: string;

  @ApiProperty({ description: 'Whether the same request may succeed later.', example: false })
  retryable!: boolean;

  @ApiProperty({ description: 'What to do.', example: 'Correct the request.' })
  advice!: string;

  @ApiProperty({ example: '/docs/errors#AMOUNT_MISMATCH' })
  docs!: string;
}

export class ErrorReferenceList {
  @ApiProperty({ type: [ErrorReference] })
  errors!: ErrorReference[];
}
