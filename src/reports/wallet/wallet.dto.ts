import { ApiProperty } from '@nestjs/swagger';

export class NextSettlement {
  @ApiProperty({
    description: 'Day in Lagos on which it is sent.',
    format: 'date',
    example: '2026-11-23',
  })
  date!: string;

  @ApiProperty({
    description: 'Amount that is sent to your bank account, in kobo.',
    example: 989_250,
  })
  amount!: number;
}

/** Your money in one currency. In kobo. */
export class WalletBalance {
  @ApiProperty()
  currency!: string;

  @ApiProperty({
    description: 'Amount that can be paid out, in kobo. Below zero: you owe it.',
    example: 0,
  })
  available!: number;

  @ApiProperty({
    description: 'Amount that was collected and is not due yet, in kobo.',
    example: 989_250,
  })
  pending!: number;

  @ApiProperty({ description: 'Amount that is held for disputes, in kobo.', example: 0 })
  reserved!: number;

  @ApiProperty({ description: 'Amount on its way to your bank account, in kobo.', example: 0 })
  inTransit!: number;

  @ApiProperty({
    description: 'Sum of `available`, `pending`, `reserved` and `inTransit`, in kobo.',
    example: 989_250,
  })
  total!: number;

  @ApiProperty({
    description:
      'The next scheduled settlement, if nothing else happens. Null when nothing will be sent.',
    type: NextSettlement,
    nullable: true,
  })
  nextSettlement!: NextSettlement | null;
}

export class WalletBalanceData {
  @ApiProperty()
  merchantId!: string;

  @ApiProperty({ format: 'date-time' })
  asOf!: string;

  @ApiProperty({ description: 'Balance of each currency.', type: [WalletBalance] })
  balances!: WalletBalance[];
}
