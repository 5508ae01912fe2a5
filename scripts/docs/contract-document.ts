import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../stack/layout.ts';

/** The parts of an OpenAPI document that pages and the SDK are made from. */
export interface ContractDocument {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, WrittenOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly parameters?: Readonly<Record<string, DocumentedParameter>>;
  };
}

/** The exact form of every reply, by operation and HTTP status: src/http/open-api-exact.ts. */
export interface ExactContract {
  readonly schemas: Readonly<Record<string, object>>;
  readonly replies: Readonly<
    Record<string, Readonly<Record<string, { readonly schema?: object }>>>
  >;
}

/** Parameters that several operations share are references. */
type WrittenOperation = Omit<DocumentedOperation, 'parameters'> & {
  readonly parameters?: readonly (DocumentedParameter | { readonly $ref: string })[];
};

export interface DocumentedOperation {
  readonly operationId: string;
  /** The first sentence of the description. */
  readonly summary: string;
  /** The rest of what there is to know. */
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly DocumentedParameter[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly example: JsonObject }>>;
  };
  readonly responses: Readonly<Record<string, object>>;
}

interface DocumentedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: string | number;
  readonly schema: { readonly example?: string | number; readonly enum?: readonly unknown[] };
}

/** The media type of bodies that are files. */
const fileMedia = 'application/octet-stream';

export function takesFile({ requestBody }: DocumentedOperation): boolean {
  return requestBody !== undefined && fileMedia in requestBody.content;
}

/** The operation answers with a file, and never with JSON. */
export function answersFile({ responses }: DocumentedOperation): boolean {
  const { content = {} } = (responses['200'] ?? {}) as { readonly content?: object };
  return Object.keys(content).length > 0 && !('application/json' in content);
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** An operation, with where it is. */
export interface LocatedOperation extends DocumentedOperation {
  /** In capitals. */
  readonly method: string;
  readonly path: string;
}

export function operationsOf(document: ContractDocument): LocatedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], ...operation }]) => ({
      ...operation,
      parameters: parameters.map((parameter) => parameterOf(document, parameter)),
      method: method.toUpperCase(),
      path,
    })),
  );
}

function parameterOf(
  { components }: ContractDocument,
  parameter: DocumentedParameter | { readonly $ref: string },
): DocumentedParameter {
  if (!('$ref' in parameter)) return parameter;
  const found = components.parameters?.[parameter.$ref.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`The document has no ${parameter.$ref}`);
  return found;
}

/** The document of merchants and the document of banks, as they are checked in. */
export function checkedInDocuments(): [ContractDocument, ContractDocument] {
  const read = (name: string) =>
    JSON.parse(readFileSync(join(projectRoot, name), 'utf8')) as ContractDocument;
  return [read('openapi.json'), read('openapi-providers.json')];
}

/** Joins the operation's summary and its description. */
export function textOf({ summary, description = '' }: DocumentedOperation): string {
  return `${summary} ${description}`.replaceAll('\n', ' ').trim();
}

export function takesParameter(operation: DocumentedOperation, name: string): boolean {
  return (operation.parameters ?? []).some((parameter) => parameter.name === name);
}

/** The example of its JSON body; undefined when it takes none. */
export function exampleOf(operation: DocumentedOperation): JsonObject | undefined {
  return operation.requestBody?.content['application/json']?.example;
}

export function isHook(operation: DocumentedOperation): boolean {
  return operation.security.some((scheme) => 'hookSignature' in scheme);
}

export function isOpen(operation: DocumentedOperation): boolean {
  return operation.security.length === 0;
}
