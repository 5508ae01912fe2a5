import { reasons, resultCodes, type Reason } from '../domain/result-code.js';
import { reasonsByField } from './field-error.js';
import { resolved, type ApiDocument, type Operation, answersKey } from './open-api-model.js';
import { tokenReasons } from './open-api.js';

const everywhere: readonly Reason[] = ['HEADERS_TOO_LARGE', 'INTERNAL_ERROR', 'MAINTENANCE'];
const withInput: readonly Reason[] = ['VALIDATION_FAILED', 'UNKNOWN_FIELD'];
const withBody: readonly Reason[] = [
  'MALFORMED_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'REQUEST_TIMEOUT',
];
const withToken: readonly Reason[] = [...tokenReasons, 'MERCHANT_INACTIVE', 'ADDRESS_NOT_ALLOWED'];
const withOperatorToken: readonly Reason[] = [
  'TOKEN_MISSING',
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
  'PERMISSION_MISSING',
];
const withKey: readonly Reason[] = [
  'VALIDATION_FAILED',
  'REQUEST_IN_FLIGHT',
  'IDEMPOTENCY_KEY_REUSED',
];

export const idempotencyKey = 'Idempotency-Key';

/** Tells whether requests are counted (src/http/rate-limits.ts). */
export function isLimited({ tags = [] }: Operation): boolean {
  return !tags.includes('Provider hooks') && !tags.includes('Health');
}

/** Returns every reason the operation may answer with, in the order of the table: its own, and those of its kind. */
function reasonsOf(document: ApiDocument, operation: Operation): Reason[] {
  const { requestBody, parameters = [], security = [] } = operation;
  const all = new Set<Reason>([...everywhere, ...(operation[answersKey]?.reasons ?? [])]);
  const add = (some: readonly Reason[]): void => some.forEach((reason) => all.add(reason));
  if (requestBody !== undefined || parameters.some((each) => each.in !== 'header')) add(withInput);
  if (requestBody !== undefined) add(withBody);
  if (requestBody !== undefined && isLimited(operation)) add(['PAN_NOT_ACCEPTED']);
  for (const field of fieldsOf(document, operation)) {
    add(Object.values(reasonsByField[field] ?? {}));
  }
  if (security.some((scheme) => 'bearer' in scheme)) add(withToken);
  if (security.some((scheme) => 'operator' in scheme)) add(withOperatorToken);
  if (security.some(({ operator }) => operator?.includes('operators:write'))) {
    add(['SIGN_IN_CODE_NEEDED']);
  }
  if (parameters.some(({ name }) => name === idempotencyKey)) add(withKey);
  if (isLimited(operation)) add(['RATE_LIMITED']);
  return reasons.filter((reason) => all.has(reason));
}

function fieldsOf(document: ApiDocument, { requestBody, parameters = [] }: Operation): string[] {
  const schema = requestBody?.content['application/json']?.schema;
  const body = schema === undefined ? {} : (resolved(document, schema).properties ?? {});
  return [...Object.keys(body), ...parameters.map(({ name }) => name)];
}

/** The reasons of an operation by the HTTP status they have. */
export function reasonsByStatus(
  document: ApiDocument,
  operation: Operation,
): ReadonlyMap<string, readonly Reason[]> {
  return Map.groupBy(reasonsOf(document, operation), (reason) =>
    String(resultCodes[reason].httpStatus),
  );
}
