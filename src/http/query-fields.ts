import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import type { ChangePeriod } from '../domain/slice.js';
import { lagosDay } from '../domain/lagos-day.js';
import { momentOf } from '../domain/moment.js';
import { emailRules, emailSchema, phoneRules, Rule } from './fields.js';

/** Fields of query strings, where everything is text: digits become the number they write, and nothing else changes. */

export function NumberQuery(
  range: { min: number; max: number },
  options: ApiPropertyOptions & {
    tooLarge?: string;
    /** The most that this request may ask for, where some may ask for more than is documented. */
    most?: (request: object) => number;
  } = {},
): PropertyDecorator {
  const { tooLarge = `value must be at most ${range.max}`, most, ...shown } = options;
  const isLow = (value: unknown, request: object): boolean =>
    typeof value === 'number' && value <= (most?.(request) ?? range.max);
  return applyDecorators(
    ApiPropertyOptional({
      type: 'integer',
      minimum: range.min,
      maximum: range.max,
      ...shown,
    } as ApiPropertyOptions),
    IsOptional(),
    Transform(({ value }: { value: unknown }) => numberOf(value)),
    IsInt({ message: 'value must be a whole number' }),
    Min(range.min, { message: `value must be at least ${range.min}` }),
    most === undefined
      ? Max(range.max, { message: tooLarge })
      : Rule('max', tooLarge.replace(/^value /, ''), isLow),
  );
}

/** Kobo, from 1. */
export function AmountQuery(description: string): PropertyDecorator {
  return NumberQuery(
    { min: 1, max: Number.MAX_SAFE_INTEGER },
    { description, format: 'int64', example: 1_000_000 },
  );
}

function numberOf(value: unknown): unknown {
  return typeof value === 'string' && /^(0|[1-9]\d{0,15})$/.test(value) ? Number(value) : value;
}

export function EnumQuery(
  values: readonly string[],
  options: ApiPropertyOptions = {},
): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ enum: [...values], ...options } as ApiPropertyOptions),
    IsOptional(),
    IsIn(values, { message: `value must be one of ${values.join(', ')}` }),
  );
}

/** `true` or `false`; it stays text. */
export function FlagQuery(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: 'boolean', description, example: true }),
    IsOptional(),
    Rule('isIn', 'must be one of true, false', (value) => value === 'true' || value === 'false'),
  );
}

export function PatternQuery(
  pattern: RegExp,
  sentence: `must ${string}`,
  options: ApiPropertyOptions = {},
): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: 'string',
      pattern: pattern.source,
      ...options,
    } as ApiPropertyOptions),
    IsOptional(),
    IsString(),
    Matches(pattern, { message: `value ${sentence}` }),
  );
}

/** Follows the rules of a body's e-mail address. */
export function EmailQuery(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description, type: 'string', ...emailSchema }),
    IsOptional(),
    plusAt(/ /g),
    ...emailRules,
  );
}

/** Follows the rules of a body's phone number. */
export function PhoneQuery(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description, type: 'string', example: '08031234567' }),
    IsOptional(),
    plusAt(/^ /),
    ...phoneRules,
  );
}

/** A "+" that was not sent as %2B arrives as a space: it is put back where a space can be nothing else. */
function plusAt(spaces: RegExp): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.replace(spaces, '+') : value,
  );
}

/** `from` and `to` of a list, both included; a date alone is that whole day in Lagos. */
export class PeriodQuery {
  @TimeQuery('Start of the period', '2026-11-20')
  from?: string;

  @TimeQuery('End of the period, included', '2026-11-21T14:00:00Z')
  @Rule('min', 'must not be before from', isNotBeforeFrom)
  to?: string;
}

/** `updatedFrom` and `updatedTo` of a list, as `from` and `to`. */
export function UpdatedFromQuery(): PropertyDecorator {
  return TimeQuery('Only what has changed since then', '2026-11-20');
}

export function UpdatedToQuery(): PropertyDecorator {
  return applyDecorators(
    TimeQuery('Only what has last changed until then, included', '2026-11-21T14:00:00Z'),
    Rule('min', 'must not be before updatedFrom', isNotBeforeUpdatedFrom),
  );
}

interface UpdatedQuery {
  readonly updatedFrom?: string | undefined;
  readonly updatedTo?: string | undefined;
}

export function changePeriodOf({ updatedFrom, updatedTo }: UpdatedQuery): ChangePeriod {
  const { since, before } = periodOf({
    ...(updatedFrom !== undefined && { from: updatedFrom }),
    ...(updatedTo !== undefined && { to: updatedTo }),
  });
  return { changedSince: since, changedBefore: before };
}

/** A period as it is compared: `since` belongs to it, `before` does not. */
export interface Period {
  readonly since: Date | null;
  readonly before: Date | null;
}

export function periodOf({ from, to }: PeriodQuery): Period {
  return {
    since: from === undefined ? null : (boundsOf(from)?.since ?? null),
    before: to === undefined ? null : (boundsOf(to)?.before ?? null),
  };
}

export function TimeQuery(description: string, example: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: 'string',
      description: `${description}. A time (RFC 3339), or a date: the whole day in Lagos.`,
      example,
    }),
    IsOptional(),
    plusAt(/ (?=\d\d:\d\d$)/),
    Rule(
      'isRfc3339',
      'must be a time such as 2026-11-20T14:12:33Z, or a date such as 2026-11-20',
      (value) => boundsOf(value) !== undefined,
    ),
  );
}

/** The moment, to the millisecond, or the day that the text names. */
export function boundsOf(text: unknown): { since: Date; before: Date } | undefined {
  const day = typeof text === 'string' ? lagosDay(text) : undefined;
  if (day !== undefined) return day;
  const since = momentOf(text);
  return since && { since, before: new Date(since.getTime() + 1) };
}

function isNotBeforeFrom(to: unknown, request: object): boolean {
  return areInOrder((request as PeriodQuery).from, to);
}

function isNotBeforeUpdatedFrom(to: unknown, request: object): boolean {
  return areInOrder((request as UpdatedQuery).updatedFrom, to);
}

function areInOrder(from: unknown, to: unknown): boolean {
  const [first, last] = [boundsOf(from), boundsOf(to)];
  return first === undefined || last === undefined || first.since < last.before;
}
