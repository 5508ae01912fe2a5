import { hookHeaders, signHook, type HookKeys } from '../../src/providers/hook-signature.js';
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
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { schema: JsonSchema; example: JsonObject }>>;
  };
}

export type JsonObject = Readonly<Record<string, unknown>>;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
  };
}

/** One operation of the document, with what is needed to call it. */
export class ContractOperation {
  readonly name: string;

  constructor(
    readonly method: string,
    readonly template: string,
    private readonly raw: RawOperation,
    private readonly components: Document['components'],
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

  /** Whether its body is a file. */
  get takesFile(): boolean {
    return this.raw.requestBody?.content['application/octet-stream'] !== undefined;
  }

  get body(): JsonSchema | undefined {
    const schema = this.raw.requestBody?.content['application/json']?.schema;
    return schema && this.resolve(schema);
  }

  /** The names of all its body's fields, those of objects with a dot. */
  fields(schema = this.body, before = ''): readonly string[] {
    if (schema === undefined) return [];
    const whole = this.resolve(schema);
    if (whole.items !== undefined) return this.fields(whole.items, before);
    return Object.entries(whole.properties ?? {}).flatMap(([name, of]) => [
      before + name,
      ...this.fields(of, `${before}${name}.`),
    ]);
  }

  parameters(where: Parameter['in']): readonly Parameter[] {
    const all = (this.raw.parameters ?? []).map((parameter) => {
      if (!('$ref' in parameter)) return parameter;
      const found = this.components.parameters?.[parameter.$ref.split('/').at(-1) ?? ''];
      if (found === undefined) throw new Error(`The document has no ${parameter.$ref}`);
      return found;
    });
    return all.filter((parameter) => parameter.in === where);
  }

  /** The operation's path, with the examples of its parameters unless others are given. */
  path(values: Readonly<Record<string, string>> = {}): string {
    return this.template.replace(/\{(\w+)\}/g, (_match, name: string) =>
      encodeURIComponent(values[name] ?? this.#pathExample(name)),
    );
  }

  #pathExample(name: string): string {
    const found = this.parameters('path').find((parameter) => parameter.name === name);
    return found?.example ?? (found?.schema['example'] as string | undefined) ?? 'ORD-1001';
  }

  /** What a hook is signed with; nothing for other operations. */
  signature(keys: HookKeys, body: string | Buffer): Record<string, string> {
    if (!this.isHook) return {};
    const timestamp = String(Math.floor(Date.now() / 1_000));
    return {
      [hookHeaders.timestamp]: timestamp,
      [hookHeaders.signature]: signHook(keys, timestamp, body.toString()),
    };
  }

  resolve(schema: JsonSchema): JsonSchema {
    const [only] = schema.allOf ?? schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
    if (schema.$ref === undefined) return only === undefined ? schema : this.resolve(only);
    const target = this.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
    if (target === undefined) throw new Error(`The document has no ${schema.$ref}`);
    return this.resolve(target);
  }
}

/** Every operation that the running API says it has, for merchants and for banks. */
export async function contractOperations(baseUrl: string): Promise<ContractOperation[]> {
  const replies = await Promise.all(
    ['/openapi.json', '/openapi-providers.json'].map((path) => fetch(baseUrl + path)),
  );
  const documents = await Promise.all(replies.map((reply) => reply.json() as Promise<Document>));
  return documents.flatMap(({ paths, components }) =>
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(
        ([method, raw]) => new ContractOperation(method.toUpperCase(), path, raw, components),
      ),
    ),
  );
}
