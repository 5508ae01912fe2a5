import { ApiProperty } from '@nestjs/swagger';

/** What a bank's refusal carries. */
export class BankRefusal {
  @ApiProperty({
    description: 'Result code of the bank, when it gave one.',
    required: false,
    example: '07',
  })
  responseCode?: string;
}
