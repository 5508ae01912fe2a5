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

/** What ACCOUNT_NAME_MISMATCH carries. */
export class NameMismatch {
  @ApiProperty({
    description: 'How similar the two names are, 0 to 100.',
    example: 0,
  })
  nameScore!: number;
}
