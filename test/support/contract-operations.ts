import type { KeyObject } from 'node:crypto';
import { hookHeaders, signHook } from '../../src/rails/hook-signature.js';
import type { JsonSchema } from './closed-schema.js';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: JsonSchema;
  readonly example?: string;
}

interface RawOperation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { schema: JsonSchema; example: JsonObject }>>;
  };
}

export type JsonObject = Readonly<Record<string, unknown>>;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** One operation of the document, with what is needed to call it. */
export class ContractOperation {
  readonly name: string;

  constructor(
    readonly method: string,
    readonly template: string,
    private readonly raw: RawOperation,
    private readonly schemas: Document['components']['schemas'],
  ) {
    this.name = `${method} ${template}`;
  }

  get isHook(): boolean {
    return this.raw.security.some((scheme) => 'hookSignature' in scheme);
  }

  /** Whether a field that it does not know is refused. */
  get isStrict(): boolean {
    return !this.isHook;
  }

  /** The example of its body; undefined when it takes none. */
  get example(): JsonObject | undefined {
    return this.raw.requestBody?.content['application/json']?.example;
  }

  get body(): JsonSchema | undefined {
    const schema = this.raw.requestBody?.content['application/json']?.schema;
    return schema && this.resolve(schema);
  }

  parameters(where: Parameter['in']): readonly Parameter[] {
    return (this.raw.parameters ?? []).filter((parameter) => parameter.in === where);
  }

  /** Its path, with the examples of its parameters unless others are given. */
  path(values: Readonly<Record<string, string>> = {}): string {
    return this.template.replace(/\{(\w+)\}/g, (_match, name: string) =>
      encodeURIComponent(values[name] ?? this.#pathExample(name)),
    );
  }

  #pathExample(name: string): string {
    if (name === 'provider') return 'simulator';
    const found = this.parameters('path').find((parameter) => parameter.name === name);
    return found?.example ?? (found?.schema['example'] as string | undefined) ?? 'ORD-1001';
  }

  /** What a hook is signed with; nothing for other operations. */
  signature(key: KeyObject, body: string | Buffer): Record<string, string> {
    if (!this.isHook) return {};
    const timestamp = String(Math.floor(Date.now() / 1_000));
    return {
      [hookHeaders.timestamp]: timestamp,
      [hookHeaders.signature]: signHook(key, timestamp, body.toString()),
    };
  }

  resolve(schema: JsonSchema): JsonSchema {
    const [only] = schema.allOf ?? schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
    if (schema.$ref === undefined) return only === undefined ? schema : this.resolve(only);
    const target = this.schemas[schema.$ref.split('/').at(-1) ?? ''];
    if (target === undefined) throw new Error(`The document has no ${schema.$ref}`);
    return this.resolve(target);
  }
}

/** Every operation that the running API says it has. */
export async function contractOperations(baseUrl: string): Promise<ContractOperation[]> {
  const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as Document;
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, raw]) =>
        new ContractOperation(method.toUpperCase(), path, raw, document.components.schemas),
    ),
  );
}
