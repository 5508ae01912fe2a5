/** The parts of the OpenAPI document that pages and the SDK are made from. */
export interface ContractDocument {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
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

export type JsonObject = Readonly<Record<string, unknown>>;

/** An operation, with where it is. */
export interface LocatedOperation extends DocumentedOperation {
  /** In capitals. */
  readonly method: string;
  readonly path: string;
}

export function operationsOf(document: ContractDocument): LocatedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
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
