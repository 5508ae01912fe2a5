import type { Reason } from '../domain/result-code.js';

/** The parts of an OpenAPI 3.1 document that we make or change. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  example?: unknown;
  default?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  [more: string]: unknown;
}

export interface MediaType {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, unknown>;
}

export interface ResponseObject {
  $ref?: string;
  description?: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, MediaType>;
  links?: Record<string, object>;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
}

export interface RequestBody {
  $ref?: string;
  description?: string;
  required?: boolean;
  content: Record<string, MediaType>;
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
  readonly data: Schema | null;
  readonly reasons: readonly Reason[];
  /** References to schemas, by reason. */
  readonly more: Readonly<Partial<Record<Reason, string>>>;
}

export interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  requestBody?: RequestBody;
  parameters?: Parameter[];
  responses: Record<string, ResponseObject>;
  [answersKey]?: AnswersNote;
  [responseNameKey]?: string;
  [acceptedKey]?: boolean;
  /** Schemas by media type. */
  [filesKey]?: Readonly<Record<string, Schema>>;
}

export type Paths = Record<string, Record<string, Operation>>;

export interface ApiDocument {
  openapi: string;
  info: { title: string; version: string; description?: string };
  servers?: object[];
  tags?: { name: string; description: string }[];
  paths: Paths;
  webhooks?: Paths;
  components: {
    schemas: Record<string, Schema>;
    responses?: Record<string, ResponseObject>;
    parameters?: Record<string, Parameter>;
    requestBodies?: Record<string, RequestBody>;
    headers?: Record<string, object>;
    securitySchemes?: Record<string, object>;
  };
}

/** Operations with their method and path, such as `POST /api/v1/checkout/initiate`. */
export function namedOperations(paths: Paths): { name: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
}

export function operationsOf(paths: Paths): Operation[] {
  return namedOperations(paths).map(({ operation }) => operation);
}

/** @throws Error when the reference leads nowhere */
export function resolved({ components }: ApiDocument, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const target = components.schemas[nameIn(schema.$ref)];
  if (target === undefined) throw new Error(`The document has no ${schema.$ref}`);
  return target;
}

/** The name at the end of a reference. */
export function nameIn(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

export function referenceTo(schema: string): Schema {
  return { $ref: `#/components/schemas/${schema}` };
}
