import { reasons, resultCodes, success, type Reason } from '../domain/result-code.js';
import { reasonsByStatus } from './open-api-failures.js';
import {
  headerNames,
  headerReferences,
  headers,
  takes,
  type HeaderName,
} from './open-api-headers.js';
import {
  operationsOf,
  referenceTo,
  resolved,
  type ApiDocument,
  type Operation,
  type ResponseObject,
  type Schema,
  acceptedKey,
  answersKey,
  filesKey,
  responseNameKey,
} from './open-api-model.js';
import { either, freeName, merged } from './open-api-schemas.js';

/** Headers that all replies of their kind have. The text about the API describes them. */
const commonHeaders: ReadonlySet<HeaderName> = new Set<HeaderName>([
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
]);

/** Reasons that may come with any request. A status that has only these is not written down at each operation. */
const anywhere: ReadonlySet<Reason> = new Set<Reason>([
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'HEADERS_TOO_LARGE',
  'INTERNAL_ERROR',
  'MAINTENANCE',
]);
const failure: ResponseObject = {
  description: `Any operation can also fail with ${[...anywhere]
    .map((reason) => `${resultCodes[reason].httpStatus} ${reason}`)
    .join(', ')}.`,
  headers: headerReferences(['Retry-After']),
  content: { 'application/json': { schema: referenceTo('ErrorResponse') } },
};

const titles: Readonly<Record<string, string>> = {
  304: 'NotModified',
  400: 'BadRequest',
  401: 'Unauthorized',
  402: 'PaymentRequired',
  403: 'Forbidden',
  404: 'NotFound',
  406: 'NotAcceptable',
  409: 'Conflict',
  410: 'Gone',
  '2XX': 'EventTaken',
  422: 'Unprocessable',
  502: 'BadGateway',
  503: 'Unavailable',
  504: 'GatewayTimeout',
};

/**
 * Gives every operation its replies: a schema with a name for what is done and for what is pending, `ErrorResponse` for each failure.
 * Clients are generated from them, so the reasons of a failure are described by words, not by types.
 */
export function addReplies(document: ApiDocument): void {
  const operations = operationsOf(document.paths);
  Object.assign(document.components, { headers, responses: { Failure: failure } });
  addErrorSchemas(document, operations);
  for (const operation of operations) addOwnReplies(document, operation);
  shareFailures(document, [...operations, ...operationsOf(document.webhooks ?? {})]);
}

function addOwnReplies(document: ApiDocument, operation: Operation): void {
  const note = operation[answersKey];
  const byStatus = reasonsByStatus(document, operation);
  const { answer, pending } = answersOf(document, operation, byStatus.get('202') ?? []);
  if (takes(operation, 'If-None-Match')) {
    const description = 'Nothing has changed since the state that you know.';
    operation.responses['304'] = responseOf(operation, '304', description);
  }
  if (note?.data || operation[filesKey]) {
    operation.responses['200'] = successOf(operation, note?.data ? answer : undefined);
  }
  if (operation[acceptedKey]) {
    const description = 'Accepted, and under way: `data.status` says how far it is.';
    const content = { 'application/json': { schema: answer } };
    operation.responses['202'] = responseOf(operation, '202', description, content);
  }
  for (const [status, some] of byStatus) {
    const schema = status === '202' ? pending : referenceTo('ErrorResponse');
    if (some.every((reason) => anywhere.has(reason))) continue;
    operation.responses[status] = responseOf(operation, status, some.join(', '), {
      'application/json': { schema },
    });
  }
  operation.responses['default'] = { $ref: '#/components/responses/Failure' };
  for (const key of [answersKey, responseNameKey, acceptedKey, filesKey] as const)
    delete operation[key];
}

/** Returns the success of an operation. Without a schema, the operation answers with a file and nothing else. */
function successOf(operation: Operation, schema: Schema | undefined): ResponseObject {
  const files = Object.entries(operation[filesKey] ?? {});
  return responseOf(operation, '200', success.message, {
    ...(schema && { 'application/json': { schema } }),
    ...Object.fromEntries(files.map(([type, file]) => [type, { schema: file }])),
  });
}

function responseOf(
  operation: Operation,
  status: string,
  description: string,
  content?: ResponseObject['content'],
): ResponseObject {
  const own = headerNames(operation, status).filter((name) => !commonHeaders.has(name));
  return {
    description,
    ...(own.length > 0 && { headers: headerReferences(own) }),
    ...(content && { content }),
  };
}

/**
 * The envelope with the operation's data, and the envelope of its pending answers. A single reason to wait has a type of
 * its own, so that the result promises all of its fields. A payment that is polled has many ways to be undecided, and a
 * client reads them and the result as one type.
 */
function answersOf(
  document: ApiDocument,
  operation: Operation,
  reasonsToWait: readonly Reason[],
): { answer: Schema; pending: Schema } {
  const { schemas } = document.components;
  const { data, more = {} } = operation[answersKey] ?? {};
  const { operationId } = operation;
  const title = `${operationId.slice(0, 1).toUpperCase()}${operationId.slice(1)}`;
  const name = operation[responseNameKey] ?? `${title}Response`;
  if (!data && operation[filesKey]) return { answer: {}, pending: {} };
  const answer = referenceTo(name);
  const [first, ...others] = reasonsToWait;
  if (first === undefined || others.length === 0) {
    schemas[name] = envelopeOf(document, data ?? {});
    return { answer, pending: first ? pendingAnswer(document, first, more[first]) : answer };
  }
  const done = data ? [resolved(document, data)] : [];
  const waiting = reasonsToWait.map((reason) => pendingData(document, more[reason]));
  schemas[`${title}Data`] = {
    ...merged([...done, ...waiting]),
    description: 'With HTTP 200 the result; with 202 why it is not there yet.',
  };
  schemas[name] = envelopeOf(document, referenceTo(`${title}Data`));
  return { answer, pending: answer };
}

/** The pending reply with that reason alone. It is named after the reason, because several operations may have it. */
function pendingAnswer(document: ApiDocument, reason: Reason, more: string | undefined): Schema {
  const { schemas } = document.components;
  const title = reason
    .toLowerCase()
    .replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const { properties, ...data } = pendingData(document, more);
  const examples = { reason, retryable: true, docs: `/docs/errors#${reason}` };
  schemas[`${title}Data`] = {
    ...data,
    description: 'Why the result is not there yet, and when to ask again.',
    properties: withExamples(properties, examples),
  };
  schemas[`${title}Response`] = unsuccessful(document, referenceTo(`${title}Data`), reason);
  return referenceTo(`${title}Response`);
}

/** Returns the schema of `data` in a reply with a reason. */
function pendingData(document: ApiDocument, more: string | undefined): Schema {
  const base = resolved(document, referenceTo('ErrorDataView'));
  if (more === undefined) return base;
  const own = resolved(document, { $ref: more });
  return {
    type: 'object',
    properties: { ...base.properties, ...own.properties },
    required: [...(base.required ?? []), ...(own.required ?? [])],
  };
}

function envelopeOf(document: ApiDocument, data: Schema): Schema {
  const envelope = resolved(document, referenceTo('ApiResponseEnvelope'));
  return { ...envelope, properties: { ...envelope.properties, data } };
}

/** Adds one schema for all failures. Fields that only some failures carry besides their reason are optional. */
function addErrorSchemas(document: ApiDocument, operations: readonly Operation[]): void {
  const { schemas } = document.components;
  const known = new Set<Reason>();
  const details = new Map<string, { schema: Schema; reasons: Set<Reason> }>();
  for (const operation of operations) {
    const byStatus = [...reasonsByStatus(document, operation)];
    for (const reason of byStatus.flatMap(([, some]) => some)) known.add(reason);
    const failures = byStatus.filter(([status]) => status >= '400');
    for (const reason of failures.flatMap(([, some]) => some)) {
      const path = operation[answersKey]?.more[reason];
      const { properties = {} } = path === undefined ? {} : resolved(document, { $ref: path });
      for (const [name, schema] of Object.entries(properties)) {
        const before = details.get(name) ?? { schema, reasons: new Set() };
        details.set(name, {
          schema: either(before.schema, schema, name),
          reasons: before.reasons.add(reason),
        });
      }
    }
  }
  const base = resolved(document, referenceTo('ErrorDataView'));
  const carried = [...details].map(([name, { schema, reasons: some }]) => [
    name,
    { ...schema, description: `With ${listOf(some)}. ${schema.description ?? ''}`.trim() },
  ]);
  schemas['ErrorData'] = {
    ...base,
    properties: {
      ...base.properties,
      reason: {
        ...base.properties?.['reason'],
        'x-extensible-enum': reasons.filter((reason) => known.has(reason)),
      },
      ...(Object.fromEntries(carried) as Record<string, Schema>),
    },
  };
  schemas['ErrorResponse'] = unsuccessful(document, referenceTo('ErrorData'), 'VALIDATION_FAILED');
}

/** The envelope with the code and the message of a reason as its example. */
function unsuccessful(document: ApiDocument, data: Schema, reason: Reason): Schema {
  const { code, message } = resultCodes[reason];
  const envelope = envelopeOf(document, data);
  const examples = { isSuccessful: false, code, message };
  return { ...envelope, properties: withExamples(envelope.properties, examples) };
}

function withExamples(
  properties: Schema['properties'] = {},
  examples: Readonly<Record<string, unknown>>,
): NonNullable<Schema['properties']> {
  const changed = Object.entries(examples).map(([name, example]): [string, Schema] => [
    name,
    { ...properties[name], example },
  ]);
  return { ...properties, ...Object.fromEntries(changed) };
}

function listOf(some: ReadonlySet<string>): string {
  return [...some].map((each) => `\`${each}\``).join(', ');
}

/** Writes failures that several operations share only once. */
function shareFailures(document: ApiDocument, operations: readonly Operation[]): void {
  const shared = (document.components.responses ??= {});
  const names = new Map<string, string>();
  const all = operations.flatMap(({ responses }) => Object.entries(responses));
  const uses = Map.groupBy(all, ([status, response]) => `${status} ${JSON.stringify(response)}`);
  for (const { responses } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      const text = `${status} ${JSON.stringify(response)}`;
      const isShared = '$ref' in response;
      if (/^2\d\d$/.test(status) || isShared || (uses.get(text)?.length ?? 0) < 2) continue;
      let name = names.get(text);
      if (name === undefined) {
        name = freeName(shared, titles[status] ?? `Status${status}`);
        names.set(text, name);
        shared[name] = response;
      }
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
}
