import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtension, ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { success, type Reason } from '../domain/result-code.js';

/** The shape of every reply. Schema name of the source document. */
export class ApiResponseEnvelope {
  @ApiProperty({ description: 'Whether `code` is 00.', example: true })
  isSuccessful!: boolean;

  @ApiProperty({ description: 'Result code.', example: success.code })
  code!: string;

  @ApiProperty({ description: 'Text for people.', example: success.message })
  message!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The answer of the operation, or the reason of the failure.',
    example: {},
  })
  data!: object;
}

/** A rule that a field of the request broke. */
export class FieldErrorView {
  @ApiProperty({ description: 'Path of the field, such as `source.bankCode`.', example: 'amount' })
  field!: string;

  @ApiProperty({ description: 'Name of the rule.', example: 'integer' })
  rule!: string;

  @ApiProperty({
    description: 'The rule as a sentence.',
    example: 'amount must be a whole number of kobo',
  })
  message!: string;
}

/** `data` of a reply that is not successful. */
export class ErrorDataView {
  @ApiProperty({
    description:
      'Why the request did not succeed. Programs switch on it. More reasons may be added: treat one that you do not know by the HTTP status and `retryable`.',
    example: 'VALIDATION_FAILED',
  })
  reason!: string;

  @ApiProperty({ description: 'Whether the same request may succeed later.', example: false })
  retryable!: boolean;

  @ApiProperty({
    type: [FieldErrorView],
    description: 'The fields that are wrong. Empty when the fault is not in a field.',
  })
  errors!: FieldErrorView[];

  @ApiProperty({
    description: 'Page that explains the reason.',
    example: '/docs/errors#VALIDATION_FAILED',
  })
  docs!: string;
}

/**
 * The reasons with which every operation that needs a merchant's token may refuse. The document adds them to each such
 * operation by itself.
 */
export const tokenReasons = [
  'TOKEN_MISSING',
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
  'SCOPE_MISSING',
] as const satisfies readonly Reason[];

/** Models of the fields that failures carry in `data` besides the reason. */
export type FailureData = Readonly<Partial<Record<Reason, Type<unknown>>>>;

/** Data of several forms, told apart by its `type`; the schema gets the name. */
export class Forms {
  constructor(
    readonly name: string,
    readonly byType: Readonly<Record<string, Type<unknown>>>,
  ) {}
}

/** Metadata key under which `Answers` stores its reasons. `open-api-document.ts` makes the documented replies of them. */
export const answersKey = 'x-manilla-answers';
/** Metadata key of a reply's own schema name. */
export const responseNameKey = 'x-manilla-response';
/** Metadata key of an operation whose result may still be on its way with HTTP 202 (src/http/accepted.ts). */
export const acceptedKey = 'x-manilla-accepted';
/** Metadata key of the file formats that a reply can be had in besides JSON. */
export const filesKey = 'x-manilla-files';

export interface AnswersNote {
  /** Schema of `data` with "00"; null where the operation never answers "00". */
  readonly data: { readonly [keyword: string]: unknown } | null;
  readonly forms: {
    readonly name: string;
    readonly paths: Readonly<Record<string, string>>;
  } | null;
  readonly reasons: readonly Reason[];
  /** Paths of schemas, by reason. */
  readonly more: Readonly<Partial<Record<Reason, string>>>;
}

type Data = Type<unknown> | Forms | readonly [Type<unknown>] | null;

/**
 * Documents the reply with "00" (a class in brackets: a list of these; null: it is never sent) and each way to fail, from
 * the one table of results. `more`: the fields that a failure carries in its data besides the reason, by reason.
 */
export function Answers(
  data: Data,
  reasons: readonly Reason[],
  more: FailureData = {},
): MethodDecorator {
  const models = Object.values(more).filter((model) => model !== undefined);
  const note: AnswersNote = {
    data: schemaOf(data),
    forms: formsOf(data),
    reasons,
    more: Object.fromEntries(
      Object.entries(more).map(([reason, model]) => [reason, getSchemaPath(model)]),
    ),
  };
  return applyDecorators(
    ApiExtraModels(...modelsOf(data), ApiResponseEnvelope, ErrorDataView, ...models),
    ApiExtension(answersKey, note),
  );
}

/** Names the schema of the reply; without it the name is the operation's with `Response` after it. */
export function AnswersAs(name: string): MethodDecorator {
  return ApiExtension(responseNameKey, name);
}

function modelsOf(data: Data): Type<unknown>[] {
  if (data === null) return [];
  if (data instanceof Forms) return Object.values(data.byType);
  return isListed(data) ? [...data] : [data];
}

function isListed(data: object): data is readonly [Type<unknown>] {
  return Array.isArray(data);
}

function schemaOf(data: Data): AnswersNote['data'] {
  if (data === null) return null;
  if (data instanceof Forms) return { $ref: `#/components/schemas/${data.name}` };
  if (isListed(data)) return { type: 'array', items: { $ref: getSchemaPath(data[0]) } };
  return { $ref: getSchemaPath(data) };
}

function formsOf(data: Data): AnswersNote['forms'] {
  if (!(data instanceof Forms)) return null;
  const paths = Object.entries(data.byType).map(([type, form]) => [type, getSchemaPath(form)]);
  return { name: data.name, paths: Object.fromEntries(paths) as Record<string, string> };
}
