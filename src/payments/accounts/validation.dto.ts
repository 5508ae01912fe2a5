import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { amountRules, type AmountRule } from '../../domain/amount-rule.js';
import { accountNumberPattern } from '../../domain/reference.js';
import { OptionalAmountField, OptionalBankCodeField } from '../../http/fields.js';

export class ValidateAccountRequest {
  @ApiProperty({ pattern: accountNumberPattern.source })
  @IsString()
  @Matches(accountNumberPattern, { message: 'accountNumber must be ten digits' })
  accountNumber!: string;

  @OptionalBankCodeField(
    'The bank: `nipInstitutionCode` or `code` of `GET /api/v1/banks`. Needed unless the number is one of yours.',
    '090547',
  )
  bankCode?: string | null;

  @OptionalAmountField('Amount of the transfer, in kobo.')
  amount?: number | null;
}

/** What is known of an account number. */
export class AccountValidation {
  @ApiProperty()
  accountNumber!: string;

  @ApiProperty()
  accountName!: string;

  @ApiProperty({ example: '50547' })
  bankCode!: string;

  @ApiProperty({ type: String, nullable: true })
  bankName!: string | null;

  @ApiProperty({
    description: 'Whether a transfer, of `amount` if you sent one, would be accepted now.',
    example: true,
  })
  isValid!: boolean;

  @ApiProperty({
    description:
      'Whether the check digit is right. Null when the CBN code of the bank is not known.',
    type: Boolean,
    nullable: true,
    example: true,
  })
  isNubanValid!: boolean | null;

  @ApiProperty({
    description: 'EXTERNAL: it is not one of your accounts, and the name is what its bank says.',
    enum: ['STATIC', 'DYNAMIC', 'EXTERNAL'],
    example: 'DYNAMIC',
  })
  type!: 'STATIC' | 'DYNAMIC' | 'EXTERNAL';

  @ApiProperty({ description: 'Status of the account.', example: 'ACTIVE' })
  status!: string;

  @ApiProperty({
    description: 'Time until which it takes money. Null when it takes none, or has no end.',
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-11-20T14:30:00.000Z',
  })
  acceptsPaymentsUntil!: string | null;

  @ApiProperty({
    description: 'Amount that is still to be paid, in kobo. Null when any amount is accepted.',
    type: Number,
    nullable: true,
    example: 1_000_000,
  })
  expectedAmount!: number | null;

  @ApiProperty({
    description: 'Which amounts complete the payment. Null when there is no such rule.',
    enum: amountRules,
    nullable: true,
    example: 'EXACT',
  })
  amountRule!: AmountRule | null;
}
