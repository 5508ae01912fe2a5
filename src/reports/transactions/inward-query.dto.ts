import { z } from 'zod';
import { reply, text, oneOf } from '../../http/reply.js';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import {
  accountNumberPattern,
  paymentReferencePattern,
  referenceRule,
} from '../../domain/reference.js';
import { creditStatuses } from '../../domain/transaction-state.js';
import { listReply } from '../../http/paging.js';
import { Rule } from '../../http/fields.js';
import { AmountQuery, FlagQuery, PatternQuery } from '../../http/query-fields.js';
import { lagosDay } from '../../domain/lagos-day.js';
import { Transaction, TransactionRefundView } from './transaction.dto.js';

/** Names the transfer in exactly one of four ways. */
export class InwardQuery {
  @PatternQuery(/^\d{30}$/, 'must be 30 digits', {
    description: 'NIP session id of the transfer.',
    example: '000013261120151233000000000001',
  })
  sessionId?: string;

  @PatternQuery(/^txn_[0-9A-HJKMNP-TV-Z]{26}$/, 'must be a transactionReference', {
    description: 'Reference of the transaction.',
    example: 'txn_01KA0000000000000000000000',
  })
  transactionReference?: string;

  @PatternQuery(paymentReferencePattern, referenceRule, { example: 'ORD-1001' })
  paymentReference?: string;

  @PatternQuery(accountNumberPattern, 'must be ten digits', {
    description: 'Virtual account that was paid into. Send it together with `amount` and `date`.',
    example: '5011234561',
  })
  accountNumber?: string;

  @AmountQuery('Amount that was sent, in kobo. Send it together with `accountNumber` and `date`.')
  amount?: number;

  @ApiPropertyOptional({
    description:
      'Day in Lagos on which the transfer was received. Send it together with `accountNumber` and `amount`.',
    type: 'string',
    format: 'date',
    example: '2026-11-20',
  })
  @IsOptional()
  @Rule('isRfc3339', 'must be a date such as 2026-11-20', isDate)
  date?: string;

  @FlagQuery(
    'Whether to ask the bank first for transfers that it has not told us of. Once in 10 seconds.',
  )
  refresh?: string;
}

/** A transaction, with its results at the rail and for the order. */
export const InwardTransaction = reply('InwardTransaction', {
  ...Transaction.shape,
  inwardStatus: oneOf(creditStatuses, 'Where the payment stands.', 'APPLIED'),
  responseCode: text('00: the payment is booked. 09: it will be booked soon.', '00'),
  refund: TransactionRefundView.nullable().meta({
    description: 'The newest refund of the payment. Null when there is none.',
    example: null,
  }),
});
export type InwardTransaction = z.infer<typeof InwardTransaction>;

export const InwardQueryData = listReply(
  'InwardQueryData',
  InwardTransaction,
  'Transfers that match, the newest first, at most 100. When there is none, the reply is HTTP 404.',
);
export type InwardQueryData = z.infer<typeof InwardQueryData>;

function isDate(value: unknown): boolean {
  return typeof value === 'string' && lagosDay(value) !== undefined;
}
