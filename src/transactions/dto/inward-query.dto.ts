import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import {
  accountNumberPattern,
  paymentReferencePattern,
  referenceRule,
} from '../../domain/reference.js';
import { creditStatuses, transactionExceptions } from '../../domain/transaction-state.js';
import { Rule } from '../../http/fields.js';
import { AmountQuery, FlagQuery, PatternQuery } from '../../http/query-fields.js';
import { lagosDay } from '../../domain/lagos-day.js';
import { Transaction, TransactionRefundView } from './transaction.dto.js';

/** Names the transfer in exactly one of four ways. */
export class InwardQuery {
  @PatternQuery(/^\d{30}$/, 'must be 30 digits', {
    description: 'Of the transfer on NIP.',
    example: '000013261120151233000000000001',
  })
  sessionId?: string;

  @PatternQuery(/^txn_[0-9A-HJKMNP-TV-Z]{26}$/, 'must be a transactionReference', {
    example: 'txn_01KA0000000000000000000000',
  })
  transactionReference?: string;

  @PatternQuery(paymentReferencePattern, referenceRule, { example: 'ORD-1001' })
  paymentReference?: string;

  @PatternQuery(accountNumberPattern, 'must be ten digits', {
    description: 'The virtual account that was paid into; together with amount and date.',
    example: '5011234561',
  })
  accountNumber?: string;

  @AmountQuery('What was sent; together with accountNumber and date.')
  amount?: number;

  @ApiPropertyOptional({
    type: 'string',
    format: 'date',
    description: 'The day in Lagos when it was received; together with accountNumber and amount.',
    example: '2026-11-20',
  })
  @IsOptional()
  @Rule('isRfc3339', 'must be a date such as 2026-11-20', isDate)
  date?: string;

  @FlagQuery('`true`: ask the bank first for what it has not told us yet; once in 10 seconds.')
  refresh?: string;
}

/** A transaction with what the rail and the order made of it. */
export class InwardTransaction extends Transaction {
  @ApiProperty({ enum: creditStatuses, example: 'APPLIED' })
  inwardStatus!: string;

  @ApiProperty({ description: '00: it is in the books; 09: it will be soon.', example: '00' })
  responseCode!: string;

  @ApiProperty({
    description: 'What the transfer was to its order; null while it is not in the books.',
    enum: ['SUCCESS', ...transactionExceptions],
    nullable: true,
    example: 'SUCCESS',
  })
  attemptOutcome!: string | null;

  @ApiProperty({
    type: TransactionRefundView,
    nullable: true,
    description: 'The newest of its refunds.',
    example: null,
  })
  refund!: TransactionRefundView | null;
}

export class InwardQueryData {
  @ApiProperty({ enum: [true] })
  found!: boolean;

  @ApiProperty({ example: 1 })
  count!: number;

  @ApiProperty({ type: [InwardTransaction], description: 'The newest first, at most 100.' })
  items!: InwardTransaction[];
}

function isDate(value: unknown): boolean {
  return typeof value === 'string' && lagosDay(value) !== undefined;
}
