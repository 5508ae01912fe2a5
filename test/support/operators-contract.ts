import { readFileSync } from 'node:fs';
import { builtDocument } from '../../scripts/stack/build.ts';
import type { JsonSchema } from './closed-schema.js';
import { Schemas } from './schemas.js';

interface DocumentedReply {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

interface Operators {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly responses: Readonly<Record<string, DocumentedReply>> }>>
    >
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, DocumentedReply>>;
  };
}

export interface OperatorsReply {
  readonly method: string;
  /** Behind the host, with its query. */
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

/** Holds replies against the document that the desk publishes: no field, status or reason that it does not tell of. */
export class OperatorsContract {
  readonly #document = JSON.parse(readFileSync(builtDocument('operators'), 'utf8')) as Operators;
  readonly #schemas = new Schemas(this.#document.components.schemas, true);
  readonly #templates = Object.keys(this.#document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

  /** @throws Error that says what the document lacks */
  check({ method, path, status, body }: OperatorsReply): void {
    const template = this.#templateOf(method, path);
    if (template === undefined) return;
    const name = `${method} ${template} ${status}`;
    const responses = this.#document.paths[template]?.[method.toLowerCase()]?.responses ?? {};
    const reply = this.#resolved(responses[status] ?? responses['default']);
    const { reason = '' } = (body as { data?: { reason?: string } }).data ?? {};
    if (status !== 200 && !reply?.description?.includes(reason)) {
      throw new Error(`${name}: the document does not tell of ${reason}`);
    }
    const schema = reply?.content?.['application/json']?.schema;
    if (schema === undefined) throw new Error(`${name} is not documented`);
    const fault = this.#schemas.faultOf(name, schema, body);
    if (fault !== undefined) throw new Error(`${name}: ${fault}`);
  }

  #templateOf(method: string, path: string): string | undefined {
    const bare = path.split('?', 1)[0] ?? '';
    return this.#templates.find(
      (each) =>
        each.pattern.test(bare) && method.toLowerCase() in (this.#document.paths[each.path] ?? {}),
    )?.path;
  }

  #resolved(reply: DocumentedReply | undefined): DocumentedReply | undefined {
    const name = reply?.$ref?.split('/').at(-1);
    return name === undefined ? reply : this.#document.components.responses[name];
  }
}
