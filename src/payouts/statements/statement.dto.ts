import { z } from 'zod';
import { reply, text, whole, time, day, oneOf, listOf } from '../../http/reply.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { lagosDay } from '../../domain/lagos-day.js';
import { settlementStatuses } from '../../domain/payout-state.js';
import { lineTypes } from './statement.js';
import { Rule } from '../../http/fields.js';
import { SumsView } from '../settlement/settlement-sums.js';

export const statementFormats = ['json', 'csv', 'pdf'] as const;
export type StatementFormat = (typeof statementFormats)[number];
const maxDays = 366;

export class StatementQuery {
  @ApiPropertyOptional({
    description: 'File format. It replaces the header `Accept`. A PDF has at most 10,000 lines.',
    enum: statementFormats,
    example: 'csv',
  })
  @IsOptional()
  @IsIn(statementFormats, { message: `value must be one of ${statementFormats.join(', ')}` })
  format?: StatementFormat;
}

export class PeriodStatementQuery extends StatementQuery {
  @ApiProperty({ description: 'First day, in Lagos.', format: 'date', example: '2026-11-01' })
  @Rule('isRfc3339', 'must be a date such as 2026-11-01', isDay)
  from!: string;

  @ApiProperty({ description: 'Last day, in Lagos.', format: 'date', example: '2026-11-30' })
  @Rule('isRfc3339', 'must be a date such as 2026-11-30', isDay)
  @Rule('min', 'must not be before from', (to, request) => daysOf(request, to) > 0)
  @Rule(
    'max',
    `must be at most ${maxDays} days after from`,
    (to, request) => daysOf(request, to) <= maxDays,
  )
  to!: string;
}

function isDay(value: unknown): boolean {
  return typeof value === 'string' && lagosDay(value) !== undefined;
}

/** Days from `from` to `to`, both counted; 1 when one of them is not a date, because another rule reports that. */
function daysOf(request: object, to: unknown): number {
  const { from } = request as PeriodStatementQuery;
  if (!isDay(from) || !isDay(to)) return 1;
  const [first, last] = [lagosDay(from), lagosDay(String(to))];
  return ((last?.before.getTime() ?? 0) - (first?.since.getTime() ?? 0)) / 86_400_000;
}

/** One change of your balance. Amounts in kobo; money that comes in is positive. */
export const StatementLineView = reply('StatementLineView', {
  bookedAt: time('Time at which it was booked.'),
  dueOn: day('First day, in Lagos, on which it can be paid out.', '2026-11-23'),
  type: oneOf(lineTypes, 'What changed the balance.'),
  reference: text(
    'Reference of the transaction, refund, dispute or settlement.',
    'txn_01KA0000000000000000000000',
  ),
  paymentReference: text(
    'Your reference for the order. Null without an order.',
    'ORD-1001',
  ).nullable(),
  transactionReference: text(
    'Reference of the transaction that brought the money, also for its refund or dispute. Null for a settlement or an adjustment.',
    'txn_01KA0000000000000000000000',
  ).nullable(),
  sessionId: text(
    'NIP session id of the transfer. Null without a transfer.',
    '999998261120151233000000000001',
  ).nullable(),
  gross: whole('Amount before fees, in kobo. What comes in is positive.', 1_000_000),
  fee: whole(),
  vat: whole(),
  stampDuty: whole(),
  net: whole('`gross` minus `fee`, `vat` and `stampDuty`, in kobo.', 989_250),
  balance: whole('Balance after the line, in kobo.', 989_250),
});
export type StatementLineView = z.infer<typeof StatementLineView>;

export const StatementHeadView = z.object({
  ...SumsView.shape,
  statementNumber: text(
    '`S-` and the number of your settlement, or `P-` and the days of the period.',
    'P-20261101-20261130',
  ),
  merchantId: text(),
  merchantName: text('Your name.', 'Sandbox Shop'),
  currency: text(),
  settlementId: text('Id of the settlement. Null for a period.', null).nullable(),
  settlementReference: text('Reference of the settlement. Null for a period.', null).nullable(),
  settlementStatus: oneOf(
    settlementStatuses,
    'Status of the settlement. Null for a period.',
    null,
  ).nullable(),
  from: day('First day. Null for a settlement.', '2026-11-01').nullable(),
  to: day('Last day. Null for a settlement.', '2026-11-30').nullable(),
  asOf: time('The statement has everything that was booked before this time.'),
  issuedAt: time('Time at which the statement was made.'),
  lineCount: whole('Number of lines.', 2),
});

/** A statement: the sums, and every line that makes them up. */
export const StatementView = reply('StatementView', {
  ...StatementHeadView.shape,
  lines: listOf(StatementLineView, 'Every change of the balance, in the order of booking.'),
});
