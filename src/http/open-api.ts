import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { resultCodes, success, type Reason } from '../domain/result-code.js';

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
  @ApiProperty({ description: 'The stable name to switch on.' })
  reason!: string;

  @ApiProperty({ description: 'Whether the same request may succeed later.' })
  retryable!: boolean;

  @ApiProperty({ type: [FieldErrorView] })
  errors!: FieldErrorView[];

  @ApiProperty({ description: 'Where to read on.' })
  docs!: string;
}

/** What any operation with a body or a token may answer. */
const commonReasons: readonly Reason[] = [
  'VALIDATION_FAILED',
  'UNKNOWN_FIELD',
  'MALFORMED_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'INTERNAL_ERROR',
  'MAINTENANCE',
];

/** What any operation that needs a merchant's token may answer besides. */
export const tokenReasons = [
  'TOKEN_MISSING',
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
  'SCOPE_MISSING',
] as const satisfies readonly Reason[];

/**
 * Documents the reply with "00" and each way to fail, from the one table of results. `pending`: what a 202 carries in its
 * data besides the reason.
 */
export function Answers(
  data: Type<unknown>,
  reasons: readonly Reason[],
  pending?: Type<unknown>,
): MethodDecorator {
  const byStatus = Map.groupBy(
    [...reasons, ...commonReasons],
    (reason) => resultCodes[reason].httpStatus,
  );
  return applyDecorators(
    ApiExtraModels(data, ErrorDataView, ...(pending === undefined ? [] : [pending])),
    ApiResponse({
      status: 200,
      description: success.message,
      schema: envelopeOf({ $ref: getSchemaPath(data) }, true, [success.code]),
    }),
    ...[...byStatus].map(([status, some]) =>
      ApiResponse({
        status,
        description: some.join(', '),
        schema: envelopeOf(failureData(status === 202 ? pending : undefined), false, [
          ...new Set(some.map((reason) => resultCodes[reason].code)),
        ]),
      }),
    ),
  );
}

function failureData(more: Type<unknown> | undefined): object {
  const reason = { $ref: getSchemaPath(ErrorDataView) };
  return more === undefined ? reason : { allOf: [reason, { $ref: getSchemaPath(more) }] };
}

function envelopeOf(data: object, isSuccessful: boolean, codes: string[]) {
  return {
    type: 'object',
    required: ['isSuccessful', 'code', 'message', 'data'],
    properties: {
      isSuccessful: { type: 'boolean', enum: [isSuccessful] },
      code: { type: 'string', enum: codes },
      message: { type: 'string' },
      data,
    },
  };
}
