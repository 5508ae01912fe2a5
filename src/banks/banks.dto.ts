import { ApiProperty } from '@nestjs/swagger';

/** A bank that money can be sent to. */
export class BankView {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The code that the central bank (CBN) gave it; null when it has none.',
    example: '058',
  })
  code!: string | null;

  @ApiProperty({ description: 'For people to choose by.', example: 'Guaranty Trust Bank' })
  name!: string;

  @ApiProperty({ description: "The bank's code on NIP, six digits.", example: '000013' })
  nipInstitutionCode!: string;
}

export class BankList {
  @ApiProperty({ type: [BankView] })
  banks!: BankView[];
}
