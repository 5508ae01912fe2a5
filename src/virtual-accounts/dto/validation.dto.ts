import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { amountRules, type AmountRule } from '../../domain/amount-rule.js';
import { accountNumberPattern } from '../../domain/reference.js';
import { OptionalAmountField, OptionalBankCodeField } from '../../http/fields.js';

export class ValidateAccountRequest {
  @ApiProperty({ pattern: accountNumberPattern.source, example: '5011234561' })
  @IsString()
  @Matches(accountNumberPattern, { message: 'accountNumber must be ten digits' })
  accountNumber!: string;

  @OptionalBankCodeField(
    'The bank: `nipInstitutionCode` or `code` of `GET /api/v1/banks`. Left out, the bank of your prefixes.',
    '090547',
  )
  bankCode?: string | null;

  @OptionalAmountField('Whether so much would be taken.')
  amount?: number | null;
}

/** What is known of an account number. */
export class AccountValidation {
  @ApiProperty({ example: '5011234561' })
  accountNumber!: string;

  @ApiProperty({ example: 'SHOP-ADA OBI' })
  accountName!: string;

  @ApiProperty({ example: '50547' })
  bankCode!: string;

  @ApiProperty({ type: String, nullable: true, example: 'Example MFB' })
  bankName!: string | null;

  @ApiProperty({ description: 'Whether a transfer (of amount) would be taken now.' })
  isValid!: boolean;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    description: "Whether its check digit is right; null where the bank's CBN code is not known.",
    example: true,
  })
  isNubanValid!: boolean | null;

  @ApiProperty({
    enum: ['STATIC', 'DYNAMIC', 'EXTERNAL'],
    description: 'EXTERNAL: not one of yours; the name is what its bank says.',
    example: 'DYNAMIC',
  })
  type!: 'STATIC' | 'DYNAMIC' | 'EXTERNAL';

  @ApiProperty({ example: 'ACTIVE' })
  status!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Null when it takes none, or has no end.',
    example: '2026-11-20T14:30:00.000Z',
  })
  acceptsPaymentsUntil!: string | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Still to be paid, in kobo.',
    example: 1_000_000,
  })
  expectedAmount!: number | null;

  @ApiProperty({ enum: amountRules, nullable: true, example: 'EXACT' })
  amountRule!: AmountRule | null;
}
