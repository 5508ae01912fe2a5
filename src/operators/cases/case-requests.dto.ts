import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { approvalCodePattern } from '../../domain/approval-code.js';
import { idPattern } from '../../domain/ids.js';
import { accountNumberPattern } from '../../domain/reference.js';
import { OptionalBankCodeField, Rule, TextField } from '../../http/fields.js';
import { PageQuery } from '../../http/paging.js';
import { EnumQuery, PatternQuery } from '../../http/query-fields.js';
import { lagosDay } from '../../domain/lagos-day.js';
import { momentOf } from '../../domain/moment.js';
import { caseKinds } from '../../domain/case-kind.js';
import { ShownHashField } from './shown-hash-field.js';
import { caseSorts } from './case-record.js';

const numberPattern = /^[1-9]\d{0,14}$/;
const decisionPattern = /^[a-z][a-z_]{1,39}$/;
/** The workflow has the same limit. */
const reasonLength = { max: 500, form: 'LINES' } as const;
const isWritten = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

function TextQuery(description: string, example: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description, type: 'string', maxLength: 100, example }),
    IsOptional(),
    IsString(),
    MaxLength(100),
  );
}

export class CaseParameters {
  @ApiProperty({
    description: 'Number of the case.',
    type: 'string',
    pattern: numberPattern.source,
    example: '1042',
  })
  @Matches(numberPattern, { message: 'number must be a number of a case' })
  number!: string;
}

export class ListCasesQuery extends PageQuery {
  @EnumQuery(['OPEN', 'CLOSED', 'ALL'], {
    description: 'Whether they still wait. Without it, those that do.',
    example: 'OPEN',
  })
  status?: 'OPEN' | 'CLOSED' | 'ALL';

  @EnumQuery(caseKinds, { description: 'What kind of thing waits.', example: 'CREDIT' })
  kind?: string;

  @TextQuery('Why it waits.', 'HELD: UNMATCHED')
  reason?: string;

  @PatternQuery(idPattern('mch'), 'must be the id of a merchant', {
    description: 'Id of the merchant.',
    example: 'mch_01KA0000000000000000000000',
  })
  merchantId?: string;

  @TextQuery('The bank or acquirer.', 'simulator')
  provider?: string;

  @TextQuery('Name of the operator who sees to it. Empty: of those that nobody sees to.', 'Ada')
  assignee?: string;

  @TextQuery(
    'A number of a case, an account number, a session id, a payment reference, or a part of the payer’s name.',
    '5019990123',
  )
  q?: string;

  @EnumQuery(caseSorts, {
    description: 'The order of the list. Without it, those that have waited longest come first.',
    example: 'OLDEST',
  })
  sort?: (typeof caseSorts)[number];
}

/** The account that a refund is to go to; with `redirect` only. */
class DecisionAccount {
  @ApiPropertyOptional({
    description: 'With `redirect`: the account number that the refund is to go to.',
    type: 'string',
    pattern: accountNumberPattern.source,
    example: '0123456789',
  })
  @IsOptional()
  @IsString()
  @Matches(accountNumberPattern, { message: 'accountNumber must be ten digits' })
  accountNumber?: string;

  @OptionalBankCodeField('With `redirect`: the bank, by its code of NIP or of the CBN.', '000013')
  bankCode?: string;
}

export class DecisionRequest extends DecisionAccount {
  @ApiPropertyOptional({
    description:
      'With `enter_code`: the code that the provider has sent. It is kept sealed until another operator has confirmed it, for ten minutes at most.',
    type: 'string',
    pattern: approvalCodePattern.source,
    example: '482913',
  })
  @IsOptional()
  @IsString()
  @Matches(approvalCodePattern, { message: 'code must be 4 to 12 digits or letters' })
  code?: string;

  @ApiProperty({
    description: 'One of the `decisions` of the case.',
    type: 'string',
    pattern: decisionPattern.source,
    example: 'accept',
  })
  @IsString()
  @Matches(decisionPattern, { message: 'decision must be one of the decisions of the case' })
  decision!: string;

  @TextField(reasonLength, {
    description: 'Why, for those who read the history later.',
    example: 'The payer sent the receipt.',
  })
  @Rule('isText', 'must say why', isWritten)
  reason!: string;
}

export class ManyDecisionsRequest {
  @ApiProperty({
    description: 'Numbers of the cases: of one kind and one reason.',
    type: 'array',
    items: { type: 'integer', format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    minItems: 1,
    maxItems: 100,
    example: [1042, 1043],
  })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ArrayUnique()
  @IsInt({ each: true, message: 'caseNumbers must be whole numbers' })
  @Min(1, { each: true })
  @Max(Number.MAX_SAFE_INTEGER, { each: true })
  caseNumbers!: number[];

  @ApiProperty({
    description: 'One of the `decisions` of these cases.',
    type: 'string',
    pattern: decisionPattern.source,
    example: 'accept',
  })
  @IsString()
  @Matches(decisionPattern, { message: 'decision must be one of the decisions of the cases' })
  decision!: string;

  @TextField(reasonLength, { description: 'Why, for all of them.', example: 'The bank was away.' })
  @Rule('isText', 'must say why', isWritten)
  reason!: string;
}

export class ReasonRequest {
  @TextField(reasonLength, { description: 'Why.', example: 'The wrong case.' })
  @Rule('isText', 'must say why', isWritten)
  reason!: string;
}

export class ConfirmRequest {
  @ShownHashField('proposal')
  shownHash!: string;
}

export class NoteRequest {
  @TextField(reasonLength, {
    description: 'The note. It is kept for good: name no person in it.',
    example: 'Asked the bank; it answers tomorrow.',
  })
  @Rule('isText', 'must say something', isWritten)
  text!: string;
}

/** The longest time for which a case may be snoozed. */
export const longestSnoozeMs = 7 * 86_400_000;

export class SnoozeRequest {
  @ApiProperty({
    description: 'Until when. Null: now it is in the queue again. Seven days at most.',
    type: String,
    nullable: true,
    format: 'date-time',
    example: null,
  })
  @Rule('isRfc3339', 'must be a time such as 2026-11-20T14:00:00Z, or null', isTimeOrNull)
  until!: string | null;

  @TextField(reasonLength, { description: 'Why.', example: 'The bank answers tomorrow.' })
  @Rule('isText', 'must say why', isWritten)
  reason!: string;
}

export class AssigneeRequest {
  @ApiProperty({
    description: 'Name of an operator. Null: nobody.',
    type: String,
    nullable: true,
    maxLength: 100,
    example: 'Ada',
  })
  @Rule('isText', 'must be the name of an operator, or null', isNameOrNull)
  assignee!: string | null;
}

export class ListDecisionsQuery extends PageQuery {
  @TextQuery('Name of the operator who decided, or confirmed.', 'Ada')
  operator?: string;

  @ApiPropertyOptional({
    description: 'A day in Lagos.',
    type: 'string',
    format: 'date',
    example: '2026-11-20',
  })
  @IsOptional()
  @Rule('isRfc3339', 'must be a date such as 2026-11-20', isDay)
  day?: string;
}

function isDay(value: unknown): boolean {
  return typeof value === 'string' && lagosDay(value) !== undefined;
}

function isTimeOrNull(value: unknown): boolean {
  return value === null || momentOf(value) !== undefined;
}

function isNameOrNull(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.length >= 1 && value.length <= 100);
}
