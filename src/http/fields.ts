import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  IsEmail,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
} from 'class-validator';
import { momentOf } from '../domain/moment.js';
import { pageLocales } from '../domain/page-locale.js';
import {
  accountNumberPattern,
  anyBankCodePattern,
  paymentReferencePattern,
  referenceRule,
  prefixPattern,
} from '../domain/reference.js';
import { plainLine, plainLines, plainTexts, seenLength } from '../domain/texts.js';
import type { ConstraintName } from './field-error.js';
import { metadataFaults } from './metadata.js';
import { phonePattern, toE164 } from './phone-number.js';
import { Secret } from './secret-field.js';

/** Fields that mean the same in every request, each with its rules, its sentence and its place in the OpenAPI. */

/** Kobo, as a JSON number. */
export function AmountField(description: string): PropertyDecorator {
  return applyDecorators(ApiProperty(amountSchema(description)), ...amountRules);
}

/**
 * A trillion naira: no transfer is as large. Balances and totals are JSON numbers, which hold ninety trillion naira to the
 * kobo. Without this limit, two claims of a JSON number's largest amount would leave lists that nobody can be shown.
 */
const largestTransfer = 100_000_000_000_000;

/** The amount, in kobo, that a bank says a transfer brought. */
export function TransferAmountField(description: string): PropertyDecorator {
  return applyDecorators(
    Max(largestTransfer, { message: `amount must be at most ${largestTransfer}` }),
    ApiProperty({ ...amountSchema(description), maximum: largestTransfer }),
    ...amountRules.slice(0, 2),
  );
}

export function OptionalAmountField(
  description: string,
  options: ApiPropertyOptions = {},
): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ ...amountSchema(description), ...options } as ApiPropertyOptions),
    IsOptional(),
    ...amountRules,
  );
}

function amountSchema(description: string) {
  return {
    description,
    type: 'integer',
    format: 'int64',
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    example: 1_000_000,
  } as const;
}

const amountRules: readonly PropertyDecorator[] = [
  IsInt({ message: 'amount must be a whole number of kobo' }),
  Min(1, { message: 'amount must be at least 1 kobo' }),
  Max(Number.MAX_SAFE_INTEGER, { message: `amount must be at most ${Number.MAX_SAFE_INTEGER}` }),
];

/** An account number at any bank. Only its bank knows whether there is such an account. */
export function OutsideAccountField(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      description: 'Account number of ten digits.',
      pattern: accountNumberPattern.source,
      example: '0123456789',
    }),
    IsString(),
    Matches(accountNumberPattern, { message: 'accountNumber must be ten digits' }),
  );
}

/** The code of a bank; src/payouts/banks/bank-directory.ts finds it. */
export function BankCodeField(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      description: 'The bank: `nipInstitutionCode` or `code` from `GET /api/v1/banks`.',
      pattern: anyBankCodePattern.source,
      example: '000013',
    }),
    ...bankCodeRules,
  );
}

export function OptionalBankCodeField(description: string, example: string): PropertyDecorator {
  const { source: pattern } = anyBankCodePattern;
  return applyDecorators(
    ApiPropertyOptional({ description, type: 'string', pattern, example }),
    IsOptional(),
    ...bankCodeRules,
  );
}

const bankCodeRules: readonly PropertyDecorator[] = [
  IsString(),
  Matches(anyBankCodePattern, { message: 'bankCode must be 3, 5 or 6 digits' }),
];

export function PaymentReferenceField(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      description: 'Your reference for the order. Use each reference once.',
      type: 'string',
      pattern: paymentReferencePattern.source,
      example: 'ORD-1001',
    }),
    IsString(),
    Matches(paymentReferencePattern, {
      message: `paymentReference ${referenceRule}`,
    }),
  );
}

export function RefundReferenceField(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      description: 'Your reference for the refund. The same reference again gets the same refund.',
      type: 'string',
      pattern: paymentReferencePattern.source,
      example: 'RFD-1001',
    }),
    IsString(),
    Matches(paymentReferencePattern, {
      message: `refundReference ${referenceRule}`,
    }),
  );
}

export function SettlementReferenceField(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      description:
        'Your reference for the settlement. The same reference again gets the same settlement.',
      type: 'string',
      pattern: paymentReferencePattern.source,
      example: 'PAY-1001',
    }),
    IsString(),
    Matches(paymentReferencePattern, {
      message: `settlementReference ${referenceRule}`,
    }),
  );
}

export function PrefixField(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      description: 'First three digits of the account number. Use one of your prefixes.',
      type: 'string',
      pattern: prefixPattern.source,
      example: '501',
    }),
    IsString(),
    Matches(prefixPattern, { message: 'prefix must be three digits' }),
  );
}

export function EmailField(description: string): PropertyDecorator {
  return applyDecorators(ApiProperty({ description, ...emailSchema }), ...emailRules);
}

export function OptionalEmailField(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description, type: 'string', ...emailSchema }),
    IsOptional(),
    ...emailRules,
  );
}

export const emailSchema = { format: 'email', example: 'ada@example.ng' } as const;
export const emailRules: readonly PropertyDecorator[] = [
  IsString(),
  MaxLength(254),
  IsEmail({}, { message: 'email must be an e-mail address' }),
];

export function PhoneField(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      description:
        'Phone number of the customer, of any country. Spaces, dashes, dots, slashes and brackets are allowed. A number without + and country code is read as Nigerian.',
      type: 'string',
      pattern: phonePattern.source,
      example: '0803 123 4567',
    }),
    ...phoneRules,
  );
}

export function OptionalPhoneField(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      ...{ description, type: 'string', pattern: phonePattern.source, example: '0803 123 4567' },
    }),
    IsOptional(),
    ...phoneRules,
  );
}

export const phoneRules: readonly PropertyDecorator[] = [
  IsString(),
  Rule('matches', 'must be a phone number, such as 0803 123 4567 or +44 20 7946 0958', isPhone),
];

function isPhone(value: unknown): boolean {
  return typeof value === 'string' && toE164(value) !== undefined;
}

/**
 * The form is LINE unless another one is given: single-spaced. LINES keeps its line breaks. Both lose the signs that
 * nobody sees. EXACT is for an id or an address, which is taken or refused as it was sent. SECRET is that for a password
 * or another secret.
 */
export interface TextShape {
  readonly min?: number;
  readonly max: number;
  readonly form?: keyof typeof forms;
}

export function textSchema({ min = 1, max }: TextShape) {
  return { type: 'string', minLength: min, maxLength: max };
}

/** Rules for the length of a text as people see it: marks do not count, but no letter has more than a few. */
function textRules({ min = 1, max, form = 'LINE' }: TextShape): readonly PropertyDecorator[] {
  const isLong = (value: unknown): boolean => typeof value === 'string' && seenLength(value) >= min;
  const isShort = (value: unknown): boolean =>
    typeof value === 'string' && value.length <= 4 * max && seenLength(value) <= max;
  return [
    written(forms[form]),
    IsString(),
    Rule('minLength', `must have at least ${min} characters`, isLong),
    Rule('maxLength', `must have at most ${max} characters`, isShort),
    ...(form === 'SECRET' ? [Secret()] : []),
  ];
}

const forms = {
  LINE: plainLine,
  LINES: (text: string) => plainLines(text).trim(),
  EXACT: (text: string) => text,
  SECRET: (text: string) => text,
} as const;

/** Keeps a text in this form. */
export function written(form: (text: string) => string): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? form(value) : value,
  );
}

/** A moment, not a day. */
export function TimeField(description: string, example: string): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ description, type: 'string', format: 'date-time', example }),
    timeRule,
  );
}

export function OptionalTimeField(description: string, example: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description, type: 'string', format: 'date-time', example }),
    IsOptional(),
    timeRule,
  );
}

const timeRule = Rule(
  'isRfc3339',
  'must be a time such as 2026-11-20T14:12:33Z',
  (value) => momentOf(value) !== undefined,
);

/** Refuses a past time. A time field beside it refuses a value that is no time. */
export function InFuture(): PropertyDecorator {
  return Rule('isFuture', 'must lie in the future', (value) => !(agoOf(value) >= 0));
}

/** Refuses a future time, but not one up to `clocksMs` ahead: the clocks of two computers may differ by so much. */
export function NotInFuture(): PropertyDecorator {
  return Rule('isPast', 'must not lie in the future', (value) => !(agoOf(value) < -clocksMs));
}

const clocksMs = 60_000;

function agoOf(value: unknown): number {
  return Date.now() - (momentOf(value)?.getTime() ?? Number.NaN);
}

/**
 * A text of the caller's own. NUL and lone surrogates are refused where the body is read, and invisible signs are taken
 * out here.
 */
export function TextField(shape: TextShape, options: ApiPropertyOptions = {}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ ...textSchema(shape), ...options } as ApiPropertyOptions),
    ...textRules(shape),
  );
}

export function OptionalTextField(
  shape: TextShape,
  options: ApiPropertyOptions = {},
): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ ...textSchema(shape), ...options } as ApiPropertyOptions),
    IsOptional(),
    ...textRules(shape),
  );
}

export function PageLocaleField(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      description: "Language of the customer's page. Without it, that of the customer's browser.",
      enum: pageLocales,
      example: 'en',
    }),
    IsOptional(),
    IsIn(pageLocales),
  );
}

export function MetadataField(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      description: 'Your notes: at most 20 texts of at most 500 characters each.',
      type: 'object',
      example: { cart: 'c-1' },
      additionalProperties: { type: 'string' },
    }),
    IsOptional(),
    Transform(({ value }: { value: unknown }) => plainTexts(value)),
    IsObject(),
    Rule('isMetadata', 'must be texts by name', (value) => metadataFaults(value).length === 0),
  );
}

const colorPattern = /^#[0-9A-Fa-f]{6}$/;

export function AccentColorField(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      description: "Colour of the buttons of the customer's page.",
      type: 'string',
      pattern: colorPattern.source,
      example: '#0b5d3b',
    }),
    IsOptional(),
    IsString(),
    Matches(colorPattern, { message: 'accentColor must be a colour such as #0b5d3b' }),
  );
}

/** A rule by a function of ours; it is given the value and the whole request. */
export function Rule(
  name: ConstraintName,
  message: string,
  validate: (value: unknown, request: object) => boolean,
): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      validate: (value, context) => validate(value, context?.object ?? {}),
      defaultMessage: () => `value ${message}`,
    },
  });
}
