import { channelNames } from '../../domain/channels.js';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import {
  accountNumberPattern,
  paymentReferencePattern,
  referenceRule,
} from '../../domain/reference.js';
import {
  creditStatuses,
  transactionExceptions,
  transactionStatuses,
  type CreditStatus,
  type TransactionException,
  type TransactionStatus,
} from '../../domain/transaction-state.js';
import { Rule } from '../../http/fields.js';
import { FormatQuery, fileFormats, mostItemsOfFile } from '../../http/list-file.js';
import { PageQuery } from '../../http/paging.js';
import {
  AmountQuery,
  EnumQuery,
  PatternQuery,
  UpdatedFromQuery,
  UpdatedToQuery,
} from '../../http/query-fields.js';

/** What the lists of transactions and of credits have in common. */
class MoneyQuery extends PageQuery {
  @EnumQuery(channelNames, { description: 'Only payments of this kind.' })
  paymentChannel?: string;

  @AmountQuery('Smallest amount, in kobo.')
  minAmount?: number;

  @AmountQuery('Largest amount, in kobo.')
  @Rule('min', 'must not be less than minAmount', isNotLessThanMin)
  maxAmount?: number;

  @PatternQuery(paymentReferencePattern, referenceRule, {
    description: 'Only payments for this order.',
    example: 'ORD-1001',
  })
  paymentReference?: string;

  @PatternQuery(accountNumberPattern, 'must be ten digits', {
    description: 'Only payments into this virtual account.',
    example: '5011234561',
  })
  accountNumber?: string;
}

export class ListTransactionsQuery extends MoneyQuery {
  static override mostItems = mostItemsOfFile;

  @FormatQuery()
  format?: (typeof fileFormats)[number];

  @UpdatedFromQuery()
  updatedFrom?: string;

  @UpdatedToQuery()
  updatedTo?: string;

  @EnumQuery(transactionStatuses, { description: 'Only transactions with this status.' })
  status?: TransactionStatus;

  @EnumQuery(transactionExceptions, {
    description: 'Only transactions that differ from the amount due in this way.',
  })
  exception?: TransactionException;

  @PatternQuery(/^[\x21-\x7e]{1,64}$/, 'must be 1 to 64 visible characters', {
    description:
      'A whole `transactionReference`, `paymentReference`, `refundReference`, `sessionId` or account number.',
    example: 'ORD-1001',
  })
  q?: string;
}

export class ListCreditsQuery extends MoneyQuery {
  @EnumQuery(creditStatuses, { description: 'Only payments with this status.' })
  status?: CreditStatus;

  @PatternQuery(/^[\x21-\x7e]{6,64}$/, 'must be 6 to 64 visible characters', {
    description: 'Only the payment with this session id.',
    example: '000013261120151233000000000001',
  })
  sessionId?: string;
}

/** A transaction's reference, or the paymentReference of its order. */
export class TransactionReference {
  @ApiProperty({
    description: 'A `transactionReference`, or the `paymentReference` of the order.',
    pattern: paymentReferencePattern.source,
    example: 'txn_01KA0000000000000000000000',
  })
  @IsString()
  @Matches(paymentReferencePattern, { message: `reference ${referenceRule}` })
  reference!: string;
}

/** The id of a credit: the same as the transaction's reference. */
export class CreditParameters {
  @ApiProperty({
    pattern: '^txn_[0-9A-HJKMNP-TV-Z]{26}$',
    example: 'txn_01KA0000000000000000000000',
  })
  @IsString()
  @Matches(/^txn_[0-9A-HJKMNP-TV-Z]{26}$/, {
    message: 'transactionReference must be txn_ and 26 characters',
  })
  transactionReference!: string;
}

function isNotLessThanMin(max: unknown, request: object): boolean {
  const { minAmount } = request as MoneyQuery;
  return typeof max !== 'number' || typeof minAmount !== 'number' || minAmount <= max;
}
