import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiExtension,
  ApiExtraModels,
  ApiProperty,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import { success, type Reason } from '../domain/result-code.js';

/** What every reply is, whatever it answers. Schema name of the source document. */
export class ApiResponseEnvelope {
  @ApiProperty({ description: 'True exactly when code is "00".' })
  isSuccessful!: boolean;

  @ApiProperty({ description: 'Result code of two digits.', example: success.code })
  code!: string;

  @ApiProperty({ description: 'For people to read.', example: success.message })
  message!: string;

  @ApiProperty({
    oneOf: [{ type: 'object' }, { type: 'array', items: {} }],
    description: 'What the operation answers, or why it did not.',
  })
  data!: object;
}

export class FieldErrorView {
  @ApiProperty({ example: 'amount' })
  field!: string;

  @ApiProperty({ example: 'integer' })
  rule!: string;

  @ApiProperty({ example: 'amount must be a whole number of kobo' })
  message!: string;
}

/** `data` of a failure. */
export class ErrorDataView {
  @ApiProperty({ description: 'The stable name to switch on.', example: 'VALIDATION_FAILED' })
  reason!: string;

  @ApiProperty({ description: 'Whether the same request may succeed later.', example: false })
  retryable!: boolean;

  @ApiProperty({ type: [FieldErrorView] })
  errors!: FieldErrorView[];

  @ApiProperty({ description: 'Where to read on.', example: '/docs/errors#VALIDATION_FAILED' })
  docs!: string;
}

/**
 * What any operation that needs a merchant's token may answer besides. The document adds them wherever a token is needed;
 * naming them again changes nothing.
 */
export const tokenReasons = [
  'TOKEN_MISSING',
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
  'SCOPE_MISSING',
] as const satisfies readonly Reason[];

/** What failures carry in `data` besides the reason. */
export type FailureData = Readonly<Partial<Record<Reason, Type<unknown>>>>;

/** Data of several forms, told apart by its `type`. */
export class Forms {
  constructor(readonly byType: Readonly<Record<string, Type<unknown>>>) {}
}

/** Where `Answers` leaves what src/http/open-api-failures.ts makes the other replies of. */
export const answersKey = 'x-manilla-answers';

export interface AnswersNote {
  readonly reasons: readonly Reason[];
  /** Paths of schemas, by reason. */
  readonly more: Readonly<Partial<Record<Reason, string>>>;
}

/**
 * Documents the reply with "00" (a class in brackets: a list of these) and each way to fail, from the one table of results. `more`: what a failure carries in
 * its data besides the reason, by reason; a class alone stands for every pending answer (202).
 */
export function Answers(
  data: Type<unknown> | Forms | readonly [Type<unknown>],
  reasons: readonly Reason[],
  more: Type<unknown> | FailureData = {},
): MethodDecorator {
  const byReason = typeof more === 'function' ? pendingWith(more) : more;
  const models = Object.values(byReason).filter((model) => model !== undefined);
  const note: AnswersNote = {
    reasons,
    more: Object.fromEntries(
      Object.entries(byReason).map(([reason, model]) => [reason, getSchemaPath(model)]),
    ),
  };
  return applyDecorators(
    ApiExtraModels(...formsOf(data), ApiResponseEnvelope, ErrorDataView, ...models),
    ApiExtension(answersKey, note),
    ApiResponse({
      status: 200,
      description: success.message,
      schema: envelopeOf(schemaOf(data), true, [success.code]),
    }),
  );
}

function formsOf(data: Type<unknown> | Forms | readonly [Type<unknown>]): Type<unknown>[] {
  if (data instanceof Forms) return Object.values(data.byType);
  return isListed(data) ? [...data] : [data];
}

function isListed(data: object): data is readonly [Type<unknown>] {
  return Array.isArray(data);
}

function schemaOf(data: Type<unknown> | Forms | readonly [Type<unknown>]): object {
  if (isListed(data)) return { type: 'array', items: { $ref: getSchemaPath(data[0]) } };
  if (!(data instanceof Forms)) return { $ref: getSchemaPath(data) };
  const paths = Object.entries(data.byType).map(([type, form]) => [type, getSchemaPath(form)]);
  return {
    oneOf: paths.map(([, path]) => ({ $ref: path })),
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(paths) as object },
  };
}

function pendingWith(data: Type<unknown>): FailureData {
  const pending = ['OUTCOME_UNKNOWN', 'ACTION_REQUIRED', 'PAYMENT_PENDING'] as const;
  const later = ['SETTLEMENT_PENDING', 'REFUND_PENDING'] as const;
  return Object.fromEntries([...pending, ...later].map((reason) => [reason, data]));
}

/** The envelope as a schema, with what this reply says in it. */
export function envelopeOf(data: object, isSuccessful: boolean, codes: string[]) {
  const own = {
    type: 'object',
    required: ['isSuccessful', 'code', 'data'],
    properties: {
      isSuccessful: { type: 'boolean', enum: [isSuccessful] },
      code: { type: 'string', enum: codes },
      data,
    },
  };
  return { allOf: [{ $ref: getSchemaPath(ApiResponseEnvelope) }, own] };
}
