import { ApiProperty } from '@nestjs/swagger';
import { NamedEnvelope } from '../http/named-response.js';

export class NextSettlement {
  @ApiProperty({ description: 'In Lagos.', format: 'date', example: '2026-11-23' })
  date!: string;

  @ApiProperty({ description: 'What is sent to your bank account. In kobo.', example: 989_250 })
  amount!: number;
}

/** Your money in one currency. In kobo. */
export class WalletBalance {
  @ApiProperty({ example: 'NGN' })
  currency!: string;

  @ApiProperty({ description: 'May be paid out. Below zero: what you owe.', example: 0 })
  available!: number;

  @ApiProperty({ description: 'Collected, not due yet.', example: 989_250 })
  pending!: number;

  @ApiProperty({ description: 'Held for disputes.', example: 0 })
  reserved!: number;

  @ApiProperty({ description: 'On its way to your bank account.', example: 0 })
  inTransit!: number;

  @ApiProperty({ description: 'available + pending + reserved + inTransit.', example: 989_250 })
  total!: number;

  @ApiProperty({
    type: NextSettlement,
    nullable: true,
    description: 'What the next run sends if nothing else happens; null when none will.',
  })
  nextSettlement!: NextSettlement | null;
}

export class WalletBalanceData {
  @ApiProperty()
  merchantId!: string;

  @ApiProperty({ format: 'date-time' })
  asOf!: string;

  @ApiProperty({ type: [WalletBalance] })
  balances!: WalletBalance[];
}

/** Schema name of the source document. */
export class WalletBalanceResponse extends NamedEnvelope {
  @ApiProperty({ type: WalletBalanceData })
  data!: WalletBalanceData;
}
