import { ApiProperty } from '@nestjs/swagger';
import { amountRules, type AmountRule } from '../domain/amount-rule.js';

/** What every virtual account has: its number, the name that payers see, and its bank. */
export class NumberedAccount {
  @ApiProperty({ example: 'va_01KA0000000000000000000000' })
  virtualAccountId!: string;

  @ApiProperty({ example: '5011234561' })
  accountNumber!: string;

  @ApiProperty({ description: 'What payers see.', example: 'SHOP-ADA OBI' })
  accountName!: string;

  @ApiProperty({ description: "The bank's CBN code.", example: '50547' })
  bankCode!: string;

  @ApiProperty({ example: 'Example MFB' })
  bankName!: string;

  @ApiProperty({ example: '501' })
  prefix!: string;
}

/** A virtual account that lives as long as its validity. */
export class DynamicAccountData extends NumberedAccount {
  @ApiProperty({ example: 'ORD-1001' })
  paymentReference!: string;

  @ApiProperty({ description: 'The same as paymentReference.', example: 'ORD-1001' })
  reference!: string;

  @ApiProperty({ description: "The bank's code on NIP." })
  nipInstitutionCode!: string;

  @ApiProperty({ description: 'In kobo.', example: 1_000_000 })
  amount!: number;

  @ApiProperty({ example: '₦10,000.00' })
  amountFormatted!: string;

  @ApiProperty({ description: 'Still to be paid, in kobo.', example: 1_000_000 })
  amountOutstanding!: number;

  @ApiProperty({ example: 'NGN' })
  currency!: string;

  @ApiProperty({ description: 'Minutes.', example: 30 })
  validity!: number;

  @ApiProperty({
    enum: amountRules,
    description: 'Which other amounts complete the payment: more, less, or any.',
    example: 'EXACT',
  })
  amountRule!: AmountRule;

  @ApiProperty({ enum: ['ACTIVE', 'EXPIRED', 'USED', 'CLOSED', 'RELEASED'] })
  status!: string;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  expiresAt!: string;

  @ApiProperty({ example: 1_800 })
  secondsRemaining!: number;

  @ApiProperty({ type: [String], example: [] })
  warnings!: string[];
}
