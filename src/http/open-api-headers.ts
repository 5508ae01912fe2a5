import { idempotencyKey, isLimited } from './open-api-failures.js';
import { acceptedKey, filesKey, type Operation, type Parameter } from './open-api-model.js';

const csvType = 'text/csv';

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string', example },
});
const count = (description: string, example: number) => ({
  description,
  schema: { type: 'integer', format: 'int32', minimum: 0, example },
});

/** Headers of replies, by the name the document refers to them. */
export const headers = {
  'X-Request-Id': text(
    'Id of the request: yours, or one that we made. Name it when you contact us.',
    'c1f2-req-17',
  ),
  'Retry-After': count('Seconds to wait before you ask again.', 5),
  'WWW-Authenticate': text(
    'The kind of token that is needed (RFC 6750).',
    'Bearer realm="manilla"',
  ),
  ETag: text('Name of this state. Send it as `If-None-Match`.', 'W/"3-INITIATED-3vQmJx0kYt7Rw2Za"'),
  RateLimit: text(
    'Requests that are left in this window, and seconds until the next window.',
    '"merchant";r=29998;t=10',
  ),
  'RateLimit-Policy': text(
    'The limit: number of requests, and seconds of a window.',
    '"merchant";q=30000;w=10',
  ),
  'RateLimit-Limit': count('Requests that a window allows.', 30_000),
  'RateLimit-Remaining': count('Requests that are left in this window.', 29_998),
  'RateLimit-Reset': count('Seconds until the next window.', 10),
  Link: text(
    'Address of the next page, with `rel="next"` (RFC 8288). Only of CSV; the last page has none.',
    '</ops/v1/audit?format=csv&cursor=WyJhdWRpdCIsIjQxIl0>; rel="next"',
  ),
  'Idempotent-Replayed': text('`true` when the same request was carried out before.', 'true'),
} as const;
export type HeaderName = keyof typeof headers;

const rateHeaders = [
  'RateLimit',
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
] as const satisfies HeaderName[];
const retryStatuses: ReadonlySet<string> = new Set(['202', '429', '503']);

/** The parameter of every operation that changes something for a merchant (src/http/idempotency.interceptor.ts). */
export const idempotencyParameter: Parameter = {
  name: idempotencyKey,
  in: 'header',
  required: false,
  description:
    'Your name for this request. For 30 days, the same request under the same key gets the reply of the first one and changes nothing. Another request needs another key.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
};

/** Returns the headers of a reply: they follow from its status, and from the headers that the operation takes. */
export function headerNames(operation: Operation, status: string): HeaderName[] {
  const isConditional = takes(operation, 'If-None-Match');
  const isReplayable =
    takes(operation, idempotencyKey) || operation.tags?.includes('Provider hooks') === true;
  const names: HeaderName[] = ['X-Request-Id'];
  const isAccepted = status === '202' && operation[acceptedKey] === true;
  if (retryStatuses.has(status) && !isAccepted) names.push('Retry-After');
  if (status === '401') names.push('WWW-Authenticate');
  if (isConditional && (status === '200' || status === '304')) names.push('ETag');
  if (status === '200' && isListOfCsv(operation)) names.push('Link');
  if (isReplayable && (status === '200' || isAccepted)) names.push('Idempotent-Replayed');
  if (isLimited(operation) && (status === '200' || status === '429')) names.push(...rateHeaders);
  return names;
}

/**
 * Tells whether an operation is an operators' list that is also a CSV file. Merchants' files name the next page in their
 * last line. The function is called before and after the replies are written down.
 */
function isListOfCsv(operation: Operation): boolean {
  if (!(operation.security ?? []).some((scheme) => 'operator' in scheme)) return false;
  const files = operation[filesKey] ?? operation.responses['200']?.content ?? {};
  return csvType in files && takes(operation, 'cursor');
}

export function takes({ parameters = [] }: Operation, name: string): boolean {
  return parameters.some((parameter) => parameter.name === name);
}

/** Returns references to these headers. */
export function headerReferences(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  ) as Record<string, { $ref: string }>;
}
