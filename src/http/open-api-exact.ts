import { resultCodes, success, type Reason } from '../domain/result-code.js';
import { reasonsByStatus } from './open-api-failures.js';
import { headerNames, takes } from './open-api-headers.js';
import {
  namedOperations,
  referenceTo,
  type ApiDocument,
  type Operation,
  type Schema,
  acceptedKey,
  answersKey,
  filesKey,
  type AnswersNote,
} from './open-api-model.js';

/**
 * The exact form of every reply and event. The published documents are looser, because clients are generated from them;
 * tests hold replies against this form.
 */
export interface ExactContract {
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The replies by operation, such as `POST /api/v1/checkout/initiate`, and by HTTP status. */
  readonly replies: Readonly<Record<string, Readonly<Record<string, ExactReply>>>>;
  /** The events by type, such as `checkout.successful`. */
  readonly events: Readonly<Record<string, ExactReply>>;
}

export interface ExactReply {
  readonly headers: readonly string[];
  /** The schema of the JSON body; none: the reply has no body, or it is a file. */
  readonly schema?: Schema;
  readonly isFile?: true;
}

export function exactContract(document: ApiDocument): ExactContract {
  const events = namedOperations(document.webhooks ?? {}).map(({ name, operation }) => [
    name.split(' ')[1] ?? '',
    {
      headers: (operation.parameters ?? []).map((parameter) => parameter.name),
      schema: operation.requestBody?.content['application/json']?.schema,
    },
  ]);
  const replies = namedOperations(document.paths).map(({ name, operation }) => [
    name,
    exactReplies(document, operation),
  ]);
  return {
    schemas: Object.fromEntries(
      Object.entries(document.components.schemas).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
    replies: Object.fromEntries(replies) as ExactContract['replies'],
    events: Object.fromEntries(events) as ExactContract['events'],
  };
}

function exactReplies(document: ApiDocument, operation: Operation): Record<string, ExactReply> {
  const note = operation[answersKey];
  const schemas: Record<string, Schema | undefined> = {};
  if (note?.data) schemas['200'] = envelopeOf(note.data, true, [success.code]);
  if (operation[acceptedKey]) schemas['202'] = schemas['200'];
  for (const [status, some] of reasonsByStatus(document, operation)) {
    schemas[status] = failureSchema(some, note?.more ?? {});
  }
  const statuses = [...Object.keys(schemas), ...(takes(operation, 'If-None-Match') ? ['304'] : [])];
  const replies: Record<string, ExactReply> = Object.fromEntries(
    statuses.map((status) => {
      const schema = schemas[status];
      const headers = headerNames(operation, status);
      return [status, schema === undefined ? { headers } : { headers, schema }];
    }),
  );
  if (operation[filesKey] === undefined || note?.data) return replies;
  return { ...replies, '200': { headers: headerNames(operation, '200'), isFile: true } };
}

function failureSchema(some: readonly Reason[], more: AnswersNote['more']): Schema {
  const byData = Map.groupBy(some, (reason) => more[reason]);
  const kinds = [...byData].map(([path, names]) => failureData(path, names));
  const codes = [...new Set(some.map((reason) => resultCodes[reason].code))];
  return envelopeOf(kinds.length === 1 ? (kinds[0] ?? {}) : { anyOf: kinds }, false, codes);
}

function failureData(more: string | undefined, names: readonly Reason[]): Schema {
  const reason: Schema = {
    type: 'object',
    properties: { reason: { type: 'string', enum: [...names] } },
  };
  const parts = [referenceTo('ErrorDataView'), reason];
  return { allOf: more === undefined ? parts : [...parts, { $ref: more }] };
}

function envelopeOf(data: Schema, isSuccessful: boolean, codes: string[]): Schema {
  const own: Schema = {
    type: 'object',
    required: ['isSuccessful', 'code', 'data'],
    properties: {
      isSuccessful: { type: 'boolean', enum: [isSuccessful] },
      code: { type: 'string', enum: codes },
      data,
    },
  };
  return { allOf: [referenceTo('ApiResponseEnvelope'), own] };
}
