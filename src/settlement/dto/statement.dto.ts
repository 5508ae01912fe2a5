import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { lagosDay } from '../../domain/lagos-day.js';
import { lineTypes, type LineType } from '../../domain/ports/statement-store.port.js';
import { Rule } from '../../http/fields.js';

export const statementFormats = ['json', 'csv', 'pdf'] as const;
export type StatementFormat = (typeof statementFormats)[number];
const maxDays = 366;

export class StatementQuery {
  @ApiPropertyOptional({
    enum: statementFormats,
    description: 'In place of the header Accept. A PDF has at most 10,000 lines.',
    example: 'csv',
  })
  @IsOptional()
  @IsIn(statementFormats, { message: `value must be one of ${statementFormats.join(', ')}` })
  format?: StatementFormat;
}

export class PeriodStatementQuery extends StatementQuery {
  @ApiProperty({ description: 'The first day, in Lagos.', format: 'date', example: '2026-11-01' })
  @Rule('isRfc3339', 'must be a date such as 2026-11-01', isDay)
  from!: string;

  @ApiProperty({ description: 'The last day, in Lagos.', format: 'date', example: '2026-11-30' })
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

/** How a statement adds up. All in kobo. */
export class SumsView {
  @ApiProperty({ description: 'What you had before.', example: 0 })
  openingBalance!: number;

  @ApiProperty({ description: 'Collections, before fees.', example: 1_000_000 })
  grossAmount!: number;

  @ApiProperty({ description: 'Taken off.', example: 10_000 })
  feeAmount!: number;

  @ApiProperty({ description: 'On fees; taken off.', example: 750 })
  vatAmount!: number;

  @ApiProperty({ description: 'Taken off.', example: 0 })
  refundAmount!: number;

  @ApiProperty({ description: 'Taken off; won disputes count against it.', example: 0 })
  chargebackAmount!: number;

  @ApiProperty({ description: 'Payouts that failed or came back: added.', example: 0 })
  reversalAmount!: number;

  @ApiProperty({ description: 'On refunds; taken off.', example: 0 })
  stampDutyAmount!: number;

  @ApiProperty({ description: 'Whatever else changed what you have: added.', example: 0 })
  adjustmentAmount!: number;

  @ApiProperty({ description: 'With their VAT; taken off.', example: 0 })
  payoutFeeAmount!: number;

  @ApiProperty({ description: 'On payouts; taken off.', example: 0 })
  payoutStampDutyAmount!: number;

  @ApiProperty({ description: 'Sent to your bank account; taken off.', example: 989_250 })
  netAmount!: number;

  @ApiProperty({ description: 'What is left, and opens the next.', example: 0 })
  closingBalance!: number;
}

/** One change of what you have. Amounts in kobo; what comes in is positive. */
export class StatementLineView {
  @ApiProperty({ format: 'date-time' })
  bookedAt!: string;

  @ApiProperty({
    description: 'From this day on (Lagos) it may be paid out.',
    format: 'date',
    example: '2026-11-23',
  })
  dueOn!: string;

  @ApiProperty({ enum: lineTypes })
  type!: LineType;

  @ApiProperty({
    description: 'Of the transaction, refund, dispute or settlement.',
    example: 'txn_01KA0000000000000000000000',
  })
  reference!: string;

  @ApiProperty({ type: String, nullable: true, example: 'ORD-1001' })
  paymentReference!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'NIP session id of the transfer.',
    example: '999998261120151233000000000001',
  })
  sessionId!: string | null;

  @ApiProperty({ example: 1_000_000 })
  gross!: number;

  @ApiProperty({ example: 10_000 })
  fee!: number;

  @ApiProperty({ example: 750 })
  vat!: number;

  @ApiProperty({ example: 0 })
  stampDuty!: number;

  @ApiProperty({ description: 'gross - fee - vat - stampDuty.', example: 989_250 })
  net!: number;

  @ApiProperty({ description: 'What you have after it.', example: 989_250 })
  balance!: number;
}

export class StatementHeadView extends SumsView {
  @ApiProperty({
    description: 'S- and the number of your settlement, or P- and the days of the period.',
    example: 'P-20261101-20261130',
  })
  statementNumber!: string;

  @ApiProperty()
  merchantId!: string;

  @ApiProperty({ example: 'Sandbox Shop' })
  merchantName!: string;

  @ApiProperty({ example: 'NGN' })
  currency!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Null for a period.', example: null })
  settlementId!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Null for a period.', example: null })
  settlementReference!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Null for a period.', example: null })
  settlementStatus!: string | null;

  @ApiProperty({
    type: String,
    format: 'date',
    nullable: true,
    description: 'Null for a settlement.',
    example: '2026-11-01',
  })
  from!: string | null;

  @ApiProperty({
    type: String,
    format: 'date',
    nullable: true,
    description: 'Null for a settlement.',
    example: '2026-11-30',
  })
  to!: string | null;

  @ApiProperty({
    description:
      'What was booked before is on it; five seconds ago, for a period that is not over.',
    format: 'date-time',
  })
  asOf!: string;

  @ApiProperty({ format: 'date-time' })
  issuedAt!: string;

  @ApiProperty({ example: 2 })
  lineCount!: number;
}

/** A statement: the sums, and every line that makes them up. */
export class StatementView extends StatementHeadView {
  @ApiProperty({ type: [StatementLineView] })
  lines!: StatementLineView[];
}
