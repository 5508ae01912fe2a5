import { ApiProperty } from '@nestjs/swagger';
import { OrderMetadata } from './order-metadata.js';
import { amountRules, type AmountRule } from '../../domain/amount-rule.js';

/** What every virtual account has: its number, the name that payers see, and its bank. */
export class NumberedAccount {
  @ApiProperty()
  virtualAccountId!: string;

  @ApiProperty()
  accountNumber!: string;

  @ApiProperty({ description: 'Name that the payer sees.', example: 'SHOP-ADA OBI' })
  accountName!: string;

  @ApiProperty({ description: 'CBN code of the bank.', example: '50547' })
  bankCode!: string;

  @ApiProperty()
  bankName!: string;

  @ApiProperty()
  prefix!: string;
}

/** A virtual account that lives as long as its validity. */
export class DynamicAccountData extends NumberedAccount {
  @ApiProperty()
  paymentReference!: string;

  @ApiProperty()
  nipInstitutionCode!: string;

  @ApiProperty({ description: 'Amount that the account expects, in kobo.', example: 1_000_000 })
  amount!: number;

  @ApiProperty()
  amountFormatted!: string;

  @ApiProperty({ example: 1_000_000 })
  amountOutstanding!: number;

  @ApiProperty()
  currency!: string;

  @ApiProperty()
  validity!: number;

  @ApiProperty({ enum: amountRules, example: 'EXACT' })
  amountRule!: AmountRule;

  @ApiProperty({ enum: ['ACTIVE', 'EXPIRED', 'USED', 'CLOSED', 'RELEASED'] })
  status!: string;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  expiresAt!: string;

  @ApiProperty({
    description: 'Seconds until the account expires; 0 when it takes no money.',
    example: 1_800,
  })
  secondsRemaining!: number;

  @ApiProperty({
    description:
      'VALIDITY_OUTSIDE_RECOMMENDED_RANGE: 10 to 30 minutes are recommended. VALIDITY_CUT_BY_SESSION: the session ends first.',
    type: [String],
    example: [],
  })
  warnings!: string[];

  @OrderMetadata()
  metadata!: Record<string, string>;
}
