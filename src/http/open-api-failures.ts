import type { OpenAPIObject } from '@nestjs/swagger';
import { reasons, resultCodes, type Reason } from '../domain/result-code.js';
import { exampleOf } from './open-api-examples.js';
import { answersKey, envelopeOf, tokenReasons, type AnswersNote } from './open-api.js';
import { reasonsByField } from './field-error.js';

/** The parts of an operation that decide how it can fail. */
export interface Operation {
  operationId?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  requestBody?: { content?: Record<string, MediaType> };
  parameters?: { name: string; in: string; [more: string]: unknown }[];
  responses: Record<string, ResponseObject>;
  [answersKey]?: AnswersNote;
}

export interface MediaType {
  schema?: { $ref?: string };
  example?: unknown;
  examples?: Record<string, unknown>;
}

export interface ResponseObject {
  description: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, MediaType>;
}

const everywhere: readonly Reason[] = ['HEADERS_TOO_LARGE', 'INTERNAL_ERROR', 'MAINTENANCE'];
const withInput: readonly Reason[] = ['VALIDATION_FAILED', 'UNKNOWN_FIELD'];
const withBody: readonly Reason[] = [
  'MALFORMED_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'REQUEST_TIMEOUT',
];
const withToken: readonly Reason[] = [...tokenReasons, 'MERCHANT_INACTIVE'];
const withKey: readonly Reason[] = [
  'VALIDATION_FAILED',
  'REQUEST_IN_FLIGHT',
  'IDEMPOTENCY_KEY_REUSED',
];

export const idempotencyKey = 'Idempotency-Key';

/** Whether requests are counted (src/http/rate-limits.ts). */
export function isLimited({ tags = [] }: Operation): boolean {
  return !tags.includes('Provider hooks') && !tags.includes('Health');
}

/** Every reason the operation may answer with, in the order of the table: its own, and what its kind brings along. */
function reasonsOf(operation: Operation, fields: readonly string[]): Reason[] {
  const { requestBody, parameters = [], security = [] } = operation;
  const all = new Set<Reason>([...everywhere, ...(operation[answersKey]?.reasons ?? [])]);
  const add = (some: readonly Reason[]): void => some.forEach((reason) => all.add(reason));
  if (requestBody !== undefined || parameters.some((each) => each.in !== 'header')) add(withInput);
  if (requestBody !== undefined) add(withBody);
  for (const field of fields) add(Object.values(reasonsByField[field] ?? {}));
  if (security.some((scheme) => 'bearer' in scheme)) add(withToken);
  if (parameters.some(({ name }) => name === idempotencyKey)) add(withKey);
  if (isLimited(operation)) add(['RATE_LIMITED']);
  return reasons.filter((reason) => all.has(reason));
}

/** Gives the operation a response for each status that its reasons have, with an example of each reason. */
export function addFailures(document: OpenAPIObject, operation: Operation): void {
  const more = operation[answersKey]?.more ?? {};
  const byStatus = Map.groupBy(
    reasonsOf(operation, fieldsOf(document, operation)),
    (reason) => resultCodes[reason].httpStatus,
  );
  for (const [status, some] of byStatus) {
    operation.responses[status] = {
      description: some.join(', '),
      content: { 'application/json': failureMedia(document, some, more) },
    };
  }
  delete operation[answersKey];
}

function failureMedia(
  document: OpenAPIObject,
  some: readonly Reason[],
  more: AnswersNote['more'],
): MediaType {
  const byData = Map.groupBy(some, (reason) => more[reason]);
  const kinds = [...byData].map(([path, names]) => failureData(path, names));
  const codes = [...new Set(some.map((reason) => resultCodes[reason].code))];
  const data = kinds.length === 1 ? (kinds[0] ?? {}) : { anyOf: kinds };
  const examples = some.map((reason) => {
    const path = more[reason];
    if (path === undefined) return [reason, { $ref: `#/components/examples/${reason}` }];
    const data = { ...(exampleOf(document, { $ref: path }) as object) };
    return [reason, { summary: resultCodes[reason].message, value: failureExample(reason, data) }];
  });
  return {
    schema: envelopeOf(data, false, codes) as object,
    examples: Object.fromEntries(examples) as Record<string, unknown>,
  };
}

function failureData(more: string | undefined, names: readonly Reason[]): object {
  const reason = { type: 'object', properties: { reason: { type: 'string', enum: names } } };
  const parts: object[] = [{ $ref: '#/components/schemas/ErrorDataView' }, reason];
  return { allOf: more === undefined ? parts : [...parts, { $ref: more }] };
}

/** A failure as it is sent, with what else it tells. */
export function failureExample(reason: Reason, more: object = {}): object {
  const { code, message, retryable } = resultCodes[reason];
  const errors = (fieldExamples as Partial<Record<Reason, object[]>>)[reason] ?? [];
  const docs = `/docs/errors#${reason}`;
  return { isSuccessful: false, code, message, data: { reason, retryable, errors, ...more, docs } };
}

const fieldExamples = {
  VALIDATION_FAILED: [{ field: 'email', rule: 'required', message: 'email is required' }],
  UNKNOWN_FIELD: [
    {
      field: 'paymentreference',
      rule: 'unknown',
      message: 'paymentreference is not a field of this request',
    },
  ],
  AMOUNT_NOT_INTEGER: [
    { field: 'amount', rule: 'integer', message: 'amount must be a whole number of kobo' },
  ],
  AMOUNT_OUT_OF_RANGE: [
    { field: 'amount', rule: 'min', message: 'amount must be at least 1 kobo' },
  ],
  LIMIT_EXCEEDED: [
    {
      field: 'amount',
      rule: 'max',
      message: "amount must be at most 250000 kobo (₦2,500.00), which is left of today's limit",
    },
  ],
  INVALID_CHANNEL: [{ field: 'channels', rule: 'oneOf', message: 'channels must be Card or Bank' }],
} satisfies Partial<Record<Reason, object[]>>;

function fieldsOf(document: OpenAPIObject, { requestBody }: Operation): string[] {
  const path = requestBody?.content?.['application/json']?.schema?.$ref;
  const schema = document.components?.schemas?.[path?.split('/').at(-1) ?? ''];
  return Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});
}
