import type { OpenAPIObject } from '@nestjs/swagger';
import { reasons, resultCodes } from '../domain/result-code.js';
import { exampleOf } from './open-api-examples.js';
import {
  addFailures,
  failureExample,
  idempotencyKey,
  isLimited,
  type Operation,
  type ResponseObject,
} from './open-api-failures.js';
import { tagDescriptions } from './open-api-tags.js';

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string', example },
});
const count = (description: string, example: number) => ({
  description,
  schema: { type: 'integer', minimum: 0, example },
});

/** Headers of replies, by the name the document refers to them. */
const headers = {
  'X-Request-Id': text('Yours, or one we made; name it when you ask us.', 'c1f2-req-17'),
  'Retry-After': count('Seconds until asking again makes sense.', 5),
  'WWW-Authenticate': text('What kind of token is missing (RFC 6750).', 'Bearer realm="manilla"'),
  ETag: text('Names this state; send it as If-None-Match.', 'W/"3-INITIATED"'),
  RateLimit: text('What is left of the limit, and when it begins anew.', '"merchant";r=29998;t=10'),
  'RateLimit-Policy': text('The limit: requests and seconds.', '"merchant";q=30000;w=10'),
  'RateLimit-Limit': count('Requests in a window.', 30_000),
  'RateLimit-Remaining': count('Requests left in this window.', 29_998),
  'RateLimit-Reset': count('Seconds until the window begins anew.', 10),
  'Idempotent-Replayed': text('`true` when this request was carried out before.', 'true'),
};
type HeaderName = keyof typeof headers;
const rateHeaders = [
  'RateLimit',
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
] as const satisfies HeaderName[];

const retryStatuses: ReadonlySet<string> = new Set(['202', '429', '503']);

/** Completes what Nest has read from the controllers: failures, headers, examples, tags, and OpenAPI 3.1 as it is written. */
export function completeDocument(raw: OpenAPIObject): OpenAPIObject {
  const document = withNullTypes(raw);
  const components = (document.components ??= {});
  components.headers = headers as unknown as NonNullable<typeof components.headers>;
  addIdempotencyKey(document);
  for (const operation of operationsOf(document)) {
    operation.security ??= [];
    addFailures(document, operation);
    addHeaders(operation);
    addExamples(document, operation);
  }
  addEventExamples(document);
  components.examples = usedExamples(document);
  shareResponses(document);
  document.tags = usedTags(document);
  return document;
}

/** On everything that changes something for a merchant (src/http/idempotency.interceptor.ts). */
function addIdempotencyKey({ paths }: OpenAPIObject): void {
  for (const item of Object.values(paths)) {
    for (const [method, operation] of Object.entries(
      item as unknown as Record<string, Operation>,
    )) {
      const isMerchants = operation.security?.some((scheme) => 'bearer' in scheme) === true;
      if (method === 'get' || !isMerchants) continue;
      (operation.parameters ??= []).push({
        name: idempotencyKey,
        in: 'header',
        required: false,
        description:
          'Your own name for this request. The same request under the same key is answered as the first time, for 30 days.',
        schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
        example: '5f0c2b1e-order-1001',
      });
    }
  }
}

function webhooksOf(document: OpenAPIObject): OpenAPIObject['paths'] {
  return (document as { webhooks?: OpenAPIObject['paths'] }).webhooks ?? {};
}

function operationsOf({ paths }: OpenAPIObject): Operation[] {
  return Object.values(paths).flatMap((item) =>
    Object.values(item as unknown as Record<string, Operation>),
  );
}

/** Which headers a reply carries follows from its status and from what the operation takes. */
function addHeaders(operation: Operation): void {
  const isConditional = operation.parameters?.some(({ name }) => name === 'If-None-Match') === true;
  const isReplayable = operation.parameters?.some(({ name }) => name === idempotencyKey) === true;
  if (isConditional) {
    operation.responses['304'] = { description: 'Nothing has changed since the state you know.' };
  }
  for (const [status, response] of Object.entries(operation.responses)) {
    const names: HeaderName[] = ['X-Request-Id'];
    if (retryStatuses.has(status)) names.push('Retry-After');
    if (status === '401') names.push('WWW-Authenticate');
    if (isConditional && (status === '200' || status === '304')) names.push('ETag');
    const isHook = operation.tags?.includes('Provider hooks') === true;
    if ((isReplayable || isHook) && status === '200') names.push('Idempotent-Replayed');
    if (isLimited(operation) && (status === '200' || status === '429')) names.push(...rateHeaders);
    response.headers = Object.fromEntries(
      names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    );
  }
}

/** One example per reason that an operation refers to. */
function usedExamples(document: OpenAPIObject) {
  const text = JSON.stringify(document.paths);
  const used = reasons.filter((reason) => text.includes(`"#/components/examples/${reason}"`));
  return Object.fromEntries(
    used.map((reason) => [
      reason,
      { summary: resultCodes[reason].message, value: failureExample(reason) },
    ]),
  );
}

/** The same reasons may carry different data. */
function freeName(
  taken: Readonly<Record<string, ResponseObject>>,
  response: ResponseObject,
  wanted: string,
): string {
  const text = JSON.stringify(response);
  const isFree = (name: string) =>
    taken[name] === undefined || JSON.stringify(taken[name]) === text;
  for (let name = wanted, n = 2; ; name = `${wanted}-${n}`, n += 1) if (isFree(name)) return name;
}

/** Failures that several operations have alike are written once. */
function shareResponses(document: OpenAPIObject): void {
  const operations = operationsOf(document);
  const all = operations.flatMap(({ responses }) => Object.entries(responses));
  const seen = Map.groupBy(all, ([status, response]) => `${status} ${JSON.stringify(response)}`);
  const shared: Record<string, ResponseObject> = {};
  for (const { responses } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      const isShared = (seen.get(`${status} ${JSON.stringify(response)}`)?.length ?? 0) > 1;
      if (Number(status) < 400 || !isShared) continue;
      const name = freeName(
        shared,
        response,
        [status, ...response.description.split(', ')].join('-'),
      );
      shared[name] = response;
      responses[status] = { $ref: `#/components/responses/${name}` } as unknown as ResponseObject;
    }
  }
  const responses = Object.fromEntries(
    Object.entries(shared).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  Object.assign(document.components ?? {}, { responses });
}

function addExamples(document: OpenAPIObject, operation: Operation): void {
  for (const content of [operation.requestBody?.content, operation.responses['200']?.content]) {
    for (const media of Object.values(content ?? {})) {
      if (media.schema === undefined || media.example !== undefined) continue;
      media.example = withEnvelopeTexts(exampleOf(document, media.schema));
    }
  }
}

/** Several events share a schema: the example names the one it is of. */
function addEventExamples(document: OpenAPIObject): void {
  for (const [type, item] of Object.entries(webhooksOf(document))) {
    for (const operation of operationsOf({ ...document, paths: { [type]: item } })) {
      addExamples(document, operation);
      const [media] = Object.values(operation.requestBody?.content ?? {});
      if (media !== undefined) media.example = { ...(media.example as object), type };
    }
  }
}

function withEnvelopeTexts(example: unknown): unknown {
  const isEnvelope = typeof example === 'object' && example !== null && 'isSuccessful' in example;
  return isEnvelope ? { ...example, message: 'Successful' } : example;
}

function usedTags(document: OpenAPIObject): { name: string; description: string }[] {
  const sent = operationsOf({ ...document, paths: webhooksOf(document) });
  const all = [...operationsOf(document), ...sent];
  const used = new Set(all.flatMap(({ tags = [] }) => tags));
  const unknown = [...used].filter((name) => tagDescriptions[name] === undefined);
  if (unknown.length > 0) {
    throw new Error(`Describe the tag ${unknown.join(', ')} in src/http/open-api-tags.ts.`);
  }
  return Object.entries(tagDescriptions)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
}

/** OpenAPI 3.1 has no `nullable`, which Nest still writes: null is one of the types there. */
function withNullTypes(document: OpenAPIObject): OpenAPIObject {
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('nullable' in value)) return value;
    const { nullable, ...schema } = value as {
      nullable: unknown;
      type?: unknown;
      enum?: unknown[];
      allOf?: unknown[];
    };
    if (nullable !== true) return schema;
    // A reference beside `type: object` means the reference alone.
    if (schema.allOf !== undefined) delete schema.type;
    if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] };
    const values = schema.enum === undefined ? {} : { enum: [...schema.enum, null] };
    return { ...schema, ...values, type: [schema.type, 'null'] };
  }) as OpenAPIObject;
}
