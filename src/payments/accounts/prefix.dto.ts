import { ApiProperty } from '@nestjs/swagger';
import { PageView } from '../../http/paging.js';

/** A prefix of yours, and how many of its numbers are left. */
export class PrefixView {
  @ApiProperty({ description: 'The prefix.', example: '501' })
  prefix!: string;

  @ApiProperty({ description: 'CBN code of the bank.', example: '50547' })
  bankCode!: string;

  @ApiProperty()
  bankName!: string;

  @ApiProperty()
  nipInstitutionCode!: string;

  @ApiProperty({
    description: 'Kinds of account that you can create with it.',
    type: [String],
    enum: ['STATIC', 'DYNAMIC'],
    example: ['STATIC', 'DYNAMIC'],
  })
  types!: ('STATIC' | 'DYNAMIC')[];

  @ApiProperty({
    description: 'SUSPENDED: no account can be created with it.',
    enum: ['ACTIVE', 'SUSPENDED'],
    example: 'ACTIVE',
  })
  status!: 'ACTIVE' | 'SUSPENDED';

  @ApiProperty({
    description: 'Number of account numbers: `inUse` + `quarantined` + `available`.',
    example: 1_000_000,
  })
  capacity!: number;

  @ApiProperty({
    description: 'Numbers that take money now, and numbers of static accounts.',
    example: 120,
  })
  inUse!: number;

  @ApiProperty({
    description: 'Numbers of accounts that have ended and that are not given to another payer yet.',
    example: 3_400,
  })
  quarantined!: number;

  @ApiProperty({ description: 'Numbers that are free.', example: 996_480 })
  available!: number;

  @ApiProperty({
    description: 'Whether it is the prefix to use, unless you have a reason.',
    example: true,
  })
  default!: boolean;

  @ApiProperty({ description: 'Time at which the numbers were counted.', format: 'date-time' })
  countedAt!: string;
}

export class PrefixList {
  @ApiProperty({ type: [PrefixView], description: 'All prefixes that are assigned to you.' })
  items!: PrefixView[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}
