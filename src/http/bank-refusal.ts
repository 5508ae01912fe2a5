import { ApiProperty } from '@nestjs/swagger';

/** What a bank's refusal carries. */
export class BankRefusal {
  @ApiProperty({
    description: "The bank's code, when it gave one.",
    required: false,
    example: '07',
  })
  responseCode?: string;
}
