import { ApiProperty } from '@nestjs/swagger';

/** A prefix of yours, and how many of its numbers are left. */
export class PrefixView {
  @ApiProperty({ example: '501' })
  prefix!: string;

  @ApiProperty({ description: "The bank's CBN code.", example: '50547' })
  bankCode!: string;

  @ApiProperty({ example: 'Example MFB' })
  bankName!: string;

  @ApiProperty({ description: "The bank's code on NIP.", example: '090547' })
  nipInstitutionCode!: string;

  @ApiProperty({
    type: [String],
    enum: ['STATIC', 'DYNAMIC'],
    description: 'What may be made under it.',
    example: ['STATIC', 'DYNAMIC'],
  })
  types!: ('STATIC' | 'DYNAMIC')[];

  @ApiProperty({ enum: ['ACTIVE', 'SUSPENDED'], example: 'ACTIVE' })
  status!: 'ACTIVE' | 'SUSPENDED';

  @ApiProperty({
    description: 'Numbers there are: inUse + quarantined + available.',
    example: 1_000_000,
  })
  capacity!: number;

  @ApiProperty({ description: 'Taking money now, or yours for ever.', example: 120 })
  inUse!: number;

  @ApiProperty({ description: 'Of accounts that have ended, not given again yet.', example: 3_400 })
  quarantined!: number;

  @ApiProperty({ example: 996_480 })
  available!: number;

  @ApiProperty({ description: 'The one to use unless you have a reason.', example: true })
  default!: boolean;

  @ApiProperty({ description: 'When the figures were counted.', format: 'date-time' })
  countedAt!: string;
}

export class PrefixList {
  @ApiProperty({ type: [PrefixView], description: 'All prefixes that are assigned to you.' })
  items!: PrefixView[];
}
