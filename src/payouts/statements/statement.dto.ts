import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { lagosDay } from '../../domain/lagos-day.js';
import { settlementStatuses, type SettlementStatus } from '../../domain/payout-state.js';
import { lineTypes, type LineType } from './statement-store.port.js';
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

/** Days from `from` to `to`, both counted; 1 when one of them is no date, which another rule tells. */
function daysOf(request: object, to: unknown): number {
  const { from } = request as PeriodStatementQuery;
  if (!isDay(from) || !isDay(to)) return 1;
  const [first, last] = [lagosDay(from), lagosDay(String(to))];
  return ((last?.before.getTime() ?? 0) - (first?.since.getTime() ?? 0)) / 86_400_000;
}

/** One change of what you have. Amounts in kobo; what comes in is positive. */
export class StatementLineView {
  @ApiProperty({ description: 'Time at which it was booked.', format: 'date-time' })
  bookedAt!: string;

  @ApiProperty({
    description: 'First day, in Lagos, on which it can be paid out.',
    format: 'date',
    example: '2026-11-23',
  })
  dueOn!: string;

  @ApiProperty({ description: 'What changed the balance.', enum: lineTypes })
  type!: LineType;

  @ApiProperty({
    description: 'Reference of the transaction, refund, dispute or settlement.',
    example: 'txn_01KA0000000000000000000000',
  })
  reference!: string;

  @ApiProperty({
    description: 'Your reference for the order. Null without an order.',
    type: String,
    nullable: true,
    example: 'ORD-1001',
  })
  paymentReference!: string | null;

  @ApiProperty({
    description:
      'Reference of the transaction that brought the money, also for its refund or dispute. Null for a settlement or an adjustment.',
    type: String,
    nullable: true,
    example: 'txn_01KA0000000000000000000000',
  })
  transactionReference!: string | null;

  @ApiProperty({
    description: 'NIP session id of the transfer. Null without a transfer.',
    type: String,
    nullable: true,
    example: '999998261120151233000000000001',
  })
  sessionId!: string | null;

  @ApiProperty({
    description: 'Amount before fees, in kobo. What comes in is positive.',
    example: 1_000_000,
  })
  gross!: number;

  @ApiProperty()
  fee!: number;

  @ApiProperty()
  vat!: number;

  @ApiProperty()
  stampDuty!: number;

  @ApiProperty({
    description: '`gross` minus `fee`, `vat` and `stampDuty`, in kobo.',
    example: 989_250,
  })
  net!: number;

  @ApiProperty({ description: 'Balance after the line, in kobo.', example: 989_250 })
  balance!: number;
}

export class StatementHeadView extends SumsView {
  @ApiProperty({
    description: '`S-` and the number of your settlement, or `P-` and the days of the period.',
    example: 'P-20261101-20261130',
  })
  statementNumber!: string;

  @ApiProperty()
  merchantId!: string;

  @ApiProperty({ description: 'Your name.', example: 'Sandbox Shop' })
  merchantName!: string;

  @ApiProperty()
  currency!: string;

  @ApiProperty({
    description: 'Id of the settlement. Null for a period.',
    type: String,
    nullable: true,
    example: null,
  })
  settlementId!: string | null;

  @ApiProperty({
    description: 'Reference of the settlement. Null for a period.',
    type: String,
    nullable: true,
    example: null,
  })
  settlementReference!: string | null;

  @ApiProperty({
    description: 'Status of the settlement. Null for a period.',
    enum: settlementStatuses,
    nullable: true,
    example: null,
  })
  settlementStatus!: SettlementStatus | null;

  @ApiProperty({
    description: 'First day. Null for a settlement.',
    type: String,
    format: 'date',
    nullable: true,
    example: '2026-11-01',
  })
  from!: string | null;

  @ApiProperty({
    description: 'Last day. Null for a settlement.',
    type: String,
    format: 'date',
    nullable: true,
    example: '2026-11-30',
  })
  to!: string | null;

  @ApiProperty({
    description: 'The statement has everything that was booked before this time.',
    format: 'date-time',
  })
  asOf!: string;

  @ApiProperty({ description: 'Time at which the statement was made.', format: 'date-time' })
  issuedAt!: string;

  @ApiProperty({ description: 'Number of lines.', example: 2 })
  lineCount!: number;
}

/** A statement: the sums, and every line that makes them up. */
export class StatementView extends StatementHeadView {
  @ApiProperty({
    description: 'Every change of the balance, in the order of booking.',
    type: [StatementLineView],
  })
  lines!: StatementLineView[];
}
