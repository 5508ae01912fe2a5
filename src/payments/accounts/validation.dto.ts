import { z } from 'zod';
import { reply, text, whole, flag, time, oneOf } from '../../http/reply.js';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { amountRules } from '../../domain/amount-rule.js';
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

/** The facts about an account number. */
export const AccountValidation = reply('AccountValidation', {
  accountNumber: text(),
  accountName: text(),
  bankCode: text(),
  bankName: text().nullable(),
  isValid: flag('Whether a transfer, of `amount` if you sent one, would be accepted now.', true),
  isNubanValid: flag(
    'Whether the check digit is right. Null when the CBN code of the bank is not known.',
    true,
  ).nullable(),
  type: oneOf(
    ['STATIC', 'DYNAMIC', 'EXTERNAL'],
    'EXTERNAL: it is not one of your accounts, and the name is what its bank says.',
    'DYNAMIC',
  ),
  status: text('Status of the account.', 'ACTIVE'),
  acceptsPaymentsUntil: time(
    'Time until which it takes money. Null when it takes none, or has no end.',
    '2026-11-20T14:30:00.000Z',
  ).nullable(),
  expectedAmount: whole(
    'Amount that is still to be paid, in kobo. Null when any amount is accepted.',
    1_000_000,
  ).nullable(),
  amountRule: oneOf(
    amountRules,
    'Which amounts complete the payment. Null when there is no such rule.',
    'EXACT',
  ).nullable(),
});
export type AccountValidation = z.infer<typeof AccountValidation>;
