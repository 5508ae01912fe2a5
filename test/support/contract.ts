import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { closedSchemas, type JsonSchema } from './closed-schema.js';

/** What is looked at of a reply. */
export interface SeenReply {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { responses: Responses }>>>>;
  readonly webhooks: Readonly<
    Record<
      string,
      {
        post: {
          parameters: readonly { readonly name: string }[];
          requestBody: Required<Pick<ResponseOrRef, 'content'>>;
        };
      }
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> } & {
    readonly responses: Responses;
  };
}
type Responses = Readonly<Record<string, ResponseOrRef>>;
interface ResponseOrRef {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

/** Headers that are not there on every reply which documents them. */
const optionalHeaders: ReadonlySet<string> = new Set(['Idempotent-Replayed', 'ETag']);
/** A parameter that is empty or too long for any makes another path of it. */
const noRoute = /"reason":"(ROUTE_NOT_FOUND|METHOD_NOT_ALLOWED)"/;
/** Replies to what is no operation: an unknown path, a method the path does not have. */
const routeless: ReadonlySet<number> = new Set([404, 405, 400, 431]);

/** Holds replies against the OpenAPI document of the very API that gave them. */
export class Contract {
  static readonly #known = new Map<string, Promise<Contract>>();
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  readonly #validators = new Map<string, ValidateFunction>();
  readonly #templates: readonly { readonly path: string; readonly pattern: RegExp }[];

  private constructor(private readonly document: OpenApi) {
    const schemas = closedSchemas(document.components.schemas);
    this.#ajv.addSchema({ $id: 'contract', components: { schemas } });
    this.#templates = Object.keys(document.paths)
      .map((path) => ({ path, pattern: patternOf(path) }))
      // `/a/list` before `/a/{id}`.
      .sort((a, b) => a.path.split('{').length - b.path.split('{').length);
  }

  /** Reads the document once for each API. */
  static of(baseUrl: string): Promise<Contract> {
    let contract = this.#known.get(baseUrl);
    if (contract === undefined) {
      contract = fetch(`${baseUrl}/openapi.json`)
        .then((reply) => reply.json())
        .then((document) => new Contract(document as OpenApi));
      // An API that was down is asked again the next time.
      contract.catch(() => this.#known.delete(baseUrl));
      this.#known.set(baseUrl, contract);
    }
    return contract;
  }

  /** @throws Error that says what the document lacks, and where to write it. */
  check(reply: SeenReply): void {
    const fault = this.#faultOf(reply);
    if (fault === undefined) return;
    const { method, path, status, text } = reply;
    throw new Error(
      `The OpenAPI document does not tell of this reply: ${fault}\n  ${method} ${path} → ${status} ${text.slice(0, 600)}`,
    );
  }

  /** @throws Error when a webhook is not as the document says: its body, and its headers in small letters. */
  checkEvent(text: string, headers?: Readonly<Record<string, unknown>>): void {
    const { type } = JSON.parse(text) as { type: string };
    const post = this.document.webhooks[type]?.post;
    if (post === undefined) {
      throw new Error(`The document has no webhook ${type}: src/webhooks/event-docs.ts`);
    }
    const { requestBody, parameters } = post;
    const missing = parameters.find(({ name }) => headers !== undefined && !(name in headers));
    if (missing) throw new Error(`The webhook ${type} came without ${missing.name}`);
    const { content } = requestBody;
    const reply = { method: 'EVENT', status: 0, text };
    const fault = this.#faultOfBody(type, { content }, reply);
    if (fault !== undefined) throw new Error(`The webhook ${type}: ${fault}\n  ${text}`);
  }

  #faultOf(reply: SeenReply): string | undefined {
    const template = this.#templateOf(reply);
    const isNoRoute = reply.status >= 404 && reply.status <= 405 && noRoute.test(reply.text);
    if (template === undefined || isNoRoute) return faultOfRouteless(reply);
    const response = this.#responseOf(template, reply);
    if (response === undefined) {
      return `${template} has no response ${reply.status}; name its reason in @Answers(Data, reasons) of the controller (src/http/open-api.ts).`;
    }
    return missingHeader(response, reply) ?? this.#faultOfBody(template, response, reply);
  }

  #templateOf({ method, path }: SeenReply): string | undefined {
    const bare = path.split('?', 1)[0] ?? '';
    return this.#templates.find(
      (each) =>
        each.pattern.test(bare) && this.document.paths[each.path]?.[methodOf(method)] !== undefined,
    )?.path;
  }

  #responseOf(template: string, { method, status }: SeenReply): ResponseOrRef | undefined {
    const response = this.document.paths[template]?.[methodOf(method)]?.responses[status];
    const name = response?.$ref?.split('/').at(-1);
    return name === undefined ? response : this.document.components.responses[name];
  }

  #faultOfBody(
    template: string,
    { content }: ResponseOrRef,
    { method, status, text }: Pick<SeenReply, 'method' | 'status' | 'text'>,
  ): string | undefined {
    const schema = content?.['application/json']?.schema;
    if (schema === undefined || method === 'HEAD') {
      return text === '' ? undefined : 'a body where the document has none.';
    }
    const validate = this.#validator(`${method} ${template} ${status}`, schema);
    if (validate(JSON.parse(text))) return undefined;
    const told = (validate.errors ?? []).slice(0, 6).map(({ instancePath, message, params }) => {
      return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`;
    });
    return `${told.join('; ')}. Correct the DTO (@ApiProperty, also \`nullable: true\`); a reason goes into @Answers(Data, reasons), what a failure carries besides into its third argument.`;
  }

  #validator(name: string, schema: JsonSchema): ValidateFunction {
    let validate = this.#validators.get(name);
    if (validate === undefined) {
      const { root } = closedSchemas({ ...this.document.components.schemas, root: schema });
      const text = JSON.stringify(root).replaceAll('"#/components', '"contract#/components');
      validate = this.#ajv.compile(JSON.parse(text) as JsonSchema);
      this.#validators.set(name, validate);
    }
    return validate;
  }
}

function methodOf(method: string): string {
  return method === 'HEAD' ? 'get' : method.toLowerCase();
}

function patternOf(template: string): RegExp {
  const source = template.replace(/[.+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]*');
  return new RegExp(`^${source}/?$`);
}

function missingHeader({ headers = {} }: ResponseOrRef, reply: SeenReply): string | undefined {
  const missing = Object.keys(headers).find(
    (name) => !optionalHeaders.has(name) && reply.headers.get(name) === null,
  );
  return missing === undefined ? undefined : `the header ${missing} is missing.`;
}

function faultOfRouteless({ status, headers, text }: SeenReply): string | undefined {
  if (!routeless.has(status)) {
    return 'there is no such operation in the document; a controller without @ApiExcludeController is in it by itself.';
  }
  if (headers.get('x-request-id') === null) return 'the header X-Request-Id is missing.';
  const { isSuccessful, code, data } = (text === '' ? {} : JSON.parse(text)) as {
    isSuccessful?: unknown;
    code?: unknown;
    data?: { reason?: unknown };
  };
  const isFailure = isSuccessful === false && /^\d\d$/.test(String(code));
  return isFailure && typeof data?.reason === 'string' ? undefined : 'it is not in the envelope.';
}
