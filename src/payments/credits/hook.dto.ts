import { type Currency, currencies } from '../../domain/currency.js';
import { z } from 'zod';
import { reply, text, whole, time } from '../../http/reply.js';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { accountNumberPattern } from '../../domain/reference.js';
import {
  AmountField,
  TransferAmountField,
  OptionalTextField,
  TextField,
} from '../../http/fields.js';

/** A bank may add fields whenever it likes; money must land all the same. */
const unknownFields = 'ignore';
const sessionIdPattern = /^[\x21-\x7e]{6,64}$/;
const eventIdPattern = /^[\x21-\x7e]+$/;

function SessionIdField(description: string): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      ...{ description, pattern: sessionIdPattern.source },
      example: '999998261120151233000000000001',
    }),
    IsString(),
    Matches(sessionIdPattern, { message: 'sessionId must be 6 to 64 visible characters' }),
  );
}

export class InwardCreditHook {
  static readonly unknownFields = unknownFields;

  @SessionIdField('NIP session id of the transfer.')
  sessionId!: string;

  @ApiProperty({ pattern: accountNumberPattern.source, example: '5011234561' })
  @IsString()
  @Matches(accountNumberPattern, { message: 'accountNumber must be ten digits' })
  accountNumber!: string;

  @TransferAmountField('Amount that was transferred, in kobo.')
  amount!: number;

  @ApiProperty({ enum: currencies, required: false })
  @IsOptional()
  @IsIn(currencies)
  currency?: Currency | null;

  @OptionalTextField({ min: 0, max: 500 }, { example: 'Order 1001' })
  narration?: string | null;

  @OptionalTextField(
    { min: 0, max: 64 },
    { description: 'Account that the money came from.', example: '0123456789' },
  )
  sourceAccountNumber?: string | null;

  @OptionalTextField(
    { min: 0, max: 200 },
    { description: 'Name of the account that the money came from.', example: 'ADA OBI' },
  )
  sourceAccountName?: string | null;

  @OptionalTextField(
    { min: 0, max: 16 },
    { description: 'Code of the bank that the money came from.', example: '000016' },
  )
  sourceBankCode?: string | null;

  @OptionalTextField(
    { min: 0, max: 200 },
    { description: 'Name of the bank that the money came from.', example: 'First Bank' },
  )
  sourceBankName?: string | null;
}

export const InwardCreditAnswer = reply('InwardCreditAnswer', {
  transactionReference: text(),
  sessionId: text(),
});
export type InwardCreditAnswer = z.infer<typeof InwardCreditAnswer>;

export class NameEnquiryHook {
  static readonly unknownFields = unknownFields;

  @ApiProperty({ pattern: accountNumberPattern.source, example: '5011234561' })
  @IsString()
  @Matches(accountNumberPattern, { message: 'accountNumber must be ten digits' })
  accountNumber!: string;
}

export const NameEnquiryAnswer = reply('NameEnquiryAnswer', {
  accountNumber: text(),
  accountName: text(),
  amountExpected: whole(
    'Amount that can be sent, in kobo. Null for any amount.',
    1_000_000,
  ).nullable(),
  expiresAt: time('Time at which the account expires. Null for one that does not.').nullable(),
});
export type NameEnquiryAnswer = z.infer<typeof NameEnquiryAnswer>;

export class RecallHook {
  static readonly unknownFields = unknownFields;

  @TextField(
    { min: 4, max: 64, form: 'EXACT' },
    {
      description: 'Id of the event. The same when it is sent again.',
      ...{ pattern: eventIdPattern.source, example: 'rcl-1024' },
    },
  )
  @Matches(eventIdPattern, { message: 'eventId must be visible characters' })
  eventId!: string;

  @SessionIdField('NIP session id of the transfer that is taken back.')
  sessionId!: string;

  @AmountField('Amount that is taken back, in kobo.')
  amount!: number;
}

export const RecallAnswer = reply('RecallAnswer', {
  eventId: text(),
  sessionId: text(),
  outcome: text('What the event did to the transaction.', 'REVERSED'),
});
export type RecallAnswer = z.infer<typeof RecallAnswer>;
