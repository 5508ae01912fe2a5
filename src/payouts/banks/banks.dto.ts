import { ApiProperty } from '@nestjs/swagger';
import { PageView } from '../../http/paging.js';

/** A bank that money can be sent to. */
export class BankView {
  @ApiProperty({
    description: 'CBN code of the bank. Null when it has none.',
    type: String,
    nullable: true,
    example: '058',
  })
  code!: string | null;

  @ApiProperty({ description: 'Name of the bank.', example: 'Guaranty Trust Bank' })
  name!: string;

  @ApiProperty({ description: 'NIP code of the bank, six digits.', example: '000013' })
  nipInstitutionCode!: string;
}

export class BankList {
  @ApiProperty({ description: 'The banks, by name.', type: [BankView] })
  items!: BankView[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}
