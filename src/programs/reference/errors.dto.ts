import { ApiProperty } from '@nestjs/swagger';
import { PageView } from '../../http/paging.js';

/** One way in which a request may be answered with anything but "00". */
export class ErrorReference {
  @ApiProperty({ description: 'The reason. It never changes.', example: 'AMOUNT_MISMATCH' })
  reason!: string;

  @ApiProperty({ description: 'HTTP status of the reply.', type: 'integer', example: 400 })
  httpStatus!: number;

  @ApiProperty({ description: 'Result code of two digits.', example: '13' })
  code!: string;

  @ApiProperty({ description: 'The code in words. It may change.', example: 'Invalid amount' })
  message!: string;

  @ApiProperty({ description: 'Whether the same request may succeed later.', example: false })
  retryable!: boolean;

  @ApiProperty({ description: 'What to do.', example: 'Correct the request.' })
  advice!: string;

  @ApiProperty({
    description: 'Page that explains the reason.',
    example: '/docs/errors#AMOUNT_MISMATCH',
  })
  docs!: string;
}

export class ErrorReferenceList {
  @ApiProperty({ description: 'All reasons.', type: [ErrorReference] })
  items!: ErrorReference[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}
