import {
  operationsOf,
  takesFile,
  takesParameter,
  type ContractDocument,
  type ExactContract,
  type JsonObject,
  type LocatedOperation,
} from '../contract-document.ts';
import { places } from './places.ts';

/** A schema of the document, as far as the SDK looks into it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly allOf?: readonly Schema[];
  readonly description?: string;
}

/** The parts of a method of the SDK. Types are names of schemas. */
export interface MethodShape {
  readonly operation: LocatedOperation;
  readonly resource: string;
  readonly method: string;
  readonly pathNames: readonly string[];
  /** The argument after the path: the body, the query or a file; undefined when there is none. */
  readonly input?: {
    readonly kind: 'body' | 'query' | 'file';
    /** The name of a schema; a file has none. */
    readonly type: string;
    readonly isRequired: boolean;
  };
  /** The operation takes a body without fields, which the SDK sends by itself. */
  readonly sendsEmptyBody: boolean;
  readonly takesKey: boolean;
  /** The operation takes `Prefer: wait`. */
  readonly waits: boolean;
  /** The operation takes `If-None-Match`. */
  readonly isConditional: boolean;
  /** The operation answers with a statement in any of these formats. */
  readonly hasFormats: boolean;
  /** The pages of its list are read by cursor. */
  readonly isList: boolean;
  /** The data of HTTP 200. */
  readonly data?: string | undefined;
  /** The data of HTTP 202. */
  readonly pendingData?: string | undefined;
}

export interface SdkContract {
  readonly shapes: readonly MethodShape[];
  /** Every named type: the document's own, and those that only an operation describes. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The payload of each event, by its type. */
  readonly events: Readonly<Record<string, string>>;
}

/** Headers that have a place of their own in the SDK; another one would be left out unseen. */
const knownHeaders = ['Idempotency-Key', 'Prefer', 'If-None-Match'];

/** The SDK goes through whole lists: it asks for the largest pages. */
const ownPageSize = {
  description: 'Items on a page, 1 to 100. 100 unless told.',
  default: undefined,
};

/**
 * @param document the document of merchants
 * @param exact distinguishes a pending answer's data from a result's; the document has one type for both
 */
export function sdkContract(document: ContractDocument, exact?: ExactContract): SdkContract {
  const named = new NamedSchemas(document.components.schemas, exact);
  const { webhooks = {}, components } = document as ContractDocument & WebhookDocument;
  const shapes = operationsOf(document).flatMap((operation) => {
    const place = places[operation.operationId];
    if (place === undefined) {
      throw new Error(
        `${operation.operationId} has no method in the SDK: give it one in scripts/docs/sdk/places.ts`,
      );
    }
    return place === null ? [] : [shapeOf(operation, place, named)];
  });
  const events = Object.entries(webhooks).map(([type, { post }]) => {
    const { requestBody } = post;
    const body =
      '$ref' in requestBody
        ? components.requestBodies?.[requestBody.$ref.split('/').at(-1) ?? '']
        : requestBody;
    if (body === undefined) throw new Error(`The document has no body of ${type}`);
    const { schema } = body.content['application/json'];
    return [type, named.nameOf(schema, `${pascal(type)}Event`)];
  });
  return { shapes, schemas: named.all, events: Object.fromEntries(events) };
}

interface WebhookBody {
  readonly content: { readonly 'application/json': { readonly schema: Schema } };
}

/** Bodies that several webhooks have alike are references. */
interface WebhookDocument {
  readonly webhooks?: Readonly<
    Record<string, { readonly post: { readonly requestBody: WebhookBody | { $ref: string } } }>
  >;
  readonly components: { readonly requestBodies?: Readonly<Record<string, WebhookBody>> };
}

function shapeOf(operation: LocatedOperation, place: string, named: NamedSchemas): MethodShape {
  const { operationId, path, parameters = [] } = operation;
  const [resource = '', method = ''] = place.split('.');
  for (const { name, in: where } of parameters) {
    if (where === 'header' && !knownHeaders.includes(name)) {
      throw new Error(`${operationId} takes ${name}: tell scripts/docs/sdk/contract-shapes.ts how`);
    }
  }
  const input = inputOf(operation, named);
  const data = named.dataOf(operation, '200', `${pascal(operationId)}Data`);
  const pendingData = named.dataOf(operation, '202', `${pascal(operationId)}Pending`);
  return {
    ...{ operation, resource, method },
    pathNames: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    ...(input === undefined ? {} : { input }),
    sendsEmptyBody: input === undefined && operation.requestBody?.required === true,
    takesKey: takesParameter(operation, 'Idempotency-Key'),
    waits: takesParameter(operation, 'Prefer'),
    isConditional: takesParameter(operation, 'If-None-Match'),
    hasFormats: takesParameter(operation, 'format'),
    isList: takesParameter(operation, 'cursor'),
    ...{ data, pendingData },
  };
}

function inputOf(operation: LocatedOperation, named: NamedSchemas): MethodShape['input'] {
  const { operationId, requestBody, parameters = [] } = operation;
  const query = parameters.filter((parameter) => parameter.in === 'query');
  if (takesFile(operation)) return { kind: 'file', type: '', isRequired: true };
  const body = requestBody?.content['application/json'] as { schema: Schema } | undefined;
  const hasBody = body !== undefined && Object.keys(named.fieldsOf(body.schema)).length > 0;
  if (hasBody && query.length > 0) throw new Error(`${operationId} takes both a body and a query`);
  if (hasBody) {
    const type = named.nameOf(body.schema, `${pascal(operationId)}Body`);
    return { kind: 'body', type, isRequired: requestBody?.required === true };
  }
  if (query.length === 0) return undefined;
  const required = query.filter((each) => each.required === true).map(({ name }) => name);
  const properties = Object.fromEntries(
    query.map(({ name, description, schema }) => [
      name,
      { ...schema, description, ...(name === 'size' ? ownPageSize : {}) },
    ]),
  ) as Record<string, Schema>;
  const schema = { type: 'object', properties, required };
  const type = named.nameOf(schema, `${pascal(operationId)}Query`);
  return { kind: 'query', type, isRequired: required.length > 0 };
}

/** The document's schemas, and those that only an operation describes, each under a name. */
class NamedSchemas {
  readonly all: Record<string, Schema>;
  readonly #exact: ExactContract | undefined;

  constructor(schemas: Readonly<Record<string, object>>, exact?: ExactContract) {
    this.all = { ...exact?.schemas, ...schemas };
    this.#exact = exact;
  }

  nameOf(schema: Schema, ownName: string): string {
    if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? '';
    if (ownName in this.all) throw new Error(`openapi.json has a schema ${ownName} already`);
    this.all[ownName] = schema;
    return ownName;
  }

  resolved(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : (this.all[this.nameOf(schema, '')] ?? {});
  }

  /**
   * Returns the fields of a schema, with those of the schemas that it is joined from; a later field takes the place of
   * an earlier.
   */
  fieldsOf(schema: Schema): Readonly<Record<string, Schema>> {
    const { allOf = [], properties = {} } = this.resolved(schema);
    return Object.assign({}, ...allOf.map((part) => this.fieldsOf(part)), properties);
  }

  /** Returns the name of the schema in `data` of a reply's envelope. */
  dataOf(
    { method, path, responses }: LocatedOperation,
    status: string,
    ownName: string,
  ): string | undefined {
    const response = responses[status] as { content?: JsonObject } | undefined;
    const media = response?.content?.['application/json'] as { schema: Schema } | undefined;
    const schema = this.#exact?.replies[`${method} ${path}`]?.[status]?.schema ?? media?.schema;
    if (schema === undefined) return undefined;
    return this.nameOf(this.fieldsOf(schema)['data'] ?? {}, ownName);
  }
}

function pascal(name: string): string {
  return name.replaceAll(/(?:^|[._-])(\w)/g, (_match, first: string) => first.toUpperCase());
}
