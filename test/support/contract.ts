import { setTimeout as sleep } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { builtDocument } from '../../scripts/stack/build.ts';
import type { ExactContract, ExactReply } from '../../src/http/open-api-exact.js';
import type { JsonSchema } from './closed-schema.js';
import { Schemas } from './schemas.js';

/** What is looked at of a reply. */
export interface SeenReply {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Published {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { responses: Responses }>>>>;
  readonly webhooks?: Readonly<
    Record<string, { readonly post: { readonly requestBody: Response } }>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> } & {
    readonly responses: Responses;
    readonly requestBodies?: Responses;
  };
}
type Responses = Readonly<Record<string, Response>>;
interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

/** Where clients are told of it. Replies of both documents are held against the one that has the operation. */
const published = ['/openapi.json', '/openapi-providers.json'];
/** Headers that are not there on every reply which may have them. */
const optionalHeaders: ReadonlySet<string> = new Set(['Idempotent-Replayed', 'ETag']);
/** A parameter that is empty or too long for any makes another path of it. */
const noRoute = /"reason":"(ROUTE_NOT_FOUND|METHOD_NOT_ALLOWED)"/;
/** Replies to what is no operation: an unknown path, a method the path does not have. */
const routeless: ReadonlySet<number> = new Set([404, 405, 400, 431]);

/**
 * Holds replies against the documents that the very API publishes, and against the exact contract that these are made from
 * (src/http/open-api-exact.ts): it knows the reasons of each operation, and allows no field that nobody documented.
 */
export class Contract {
  static readonly #known = new Map<string, Promise<Contract>>();
  static readonly #byText = new Map<string, Contract>();
  readonly #exact: Schemas;
  readonly #public: readonly { readonly document: Published; readonly schemas: Schemas }[];
  readonly #templates: readonly { readonly path: string; readonly pattern: RegExp }[];

  private constructor(
    private readonly exact: ExactContract,
    documents: readonly Published[],
  ) {
    this.#exact = new Schemas(exact.schemas as Readonly<Record<string, JsonSchema>>, true);
    this.#public = documents.map((document) => ({
      document,
      schemas: new Schemas(document.components.schemas, false),
    }));
    const paths = Object.keys(exact.replies).map((name) => name.split(' ')[1] ?? '');
    this.#templates = [...new Set(paths)]
      .map((path) => ({ path, pattern: patternOf(path) }))
      // `/a/list` before `/a/{id}`.
      .sort((a, b) => a.path.split('{').length - b.path.split('{').length);
  }

  /** Reads the documents once for each API. */
  static of(baseUrl: string): Promise<Contract> {
    let contract = this.#known.get(baseUrl);
    if (contract === undefined) {
      contract = Promise.all(published.map((path) => textOf(baseUrl + path))).then((texts) =>
        this.#ofTexts(texts),
      );
      // An API that was down is asked again the next time.
      contract.catch(() => this.#known.delete(baseUrl));
      this.#known.set(baseUrl, contract);
    }
    return contract;
  }

  /** Most APIs publish the same documents, and to prepare them takes longer than to read them. */
  static #ofTexts(texts: readonly string[]): Contract {
    const key = texts.join('\n');
    let contract = this.#byText.get(key);
    if (contract === undefined) {
      contract = new Contract(
        exactContract(),
        texts.map((text) => JSON.parse(text) as Published),
      );
      this.#byText.set(key, contract);
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
    const event = this.exact.events[type];
    if (event === undefined) {
      throw new Error(`The document has no webhook ${type}: src/programs/docs/event-docs.ts`);
    }
    const missing = event.headers.find((name) => headers !== undefined && !(name in headers));
    if (missing) throw new Error(`The webhook ${type} came without ${missing}`);
    const fault = this.#faultOfBody(type, event, text, ({ webhooks, components }) =>
      referred(webhooks?.[type]?.post.requestBody, components.requestBodies),
    );
    if (fault !== undefined) throw new Error(`The webhook ${type}: ${fault}\n  ${text}`);
  }

  #faultOf(reply: SeenReply): string | undefined {
    const template = this.#templateOf(reply);
    const isNoRoute = reply.status >= 404 && reply.status <= 405 && noRoute.test(reply.text);
    if (template === undefined || isNoRoute) return faultOfRouteless(reply);
    const method = methodOf(reply.method);
    const name = `${method} ${template}`;
    const exact = this.exact.replies[name]?.[reply.status];
    if (exact === undefined) {
      return `${name} has no response ${reply.status}; name its reason in @Answers(Data, reasons) of the controller (src/http/open-api.ts).`;
    }
    const text = reply.method === 'HEAD' ? undefined : reply.text;
    return (
      missingHeader(exact, reply) ??
      this.#faultOfBody(`${name} ${reply.status}`, exact, text, ({ paths, components }) => {
        const responses = paths[template]?.[method.toLowerCase()]?.responses;
        return referred(responses?.[reply.status] ?? responses?.['default'], components.responses);
      })
    );
  }

  #templateOf({ method, path }: SeenReply): string | undefined {
    const bare = path.split('?', 1)[0] ?? '';
    return this.#templates.find(
      (each) => each.pattern.test(bare) && `${methodOf(method)} ${each.path}` in this.exact.replies,
    )?.path;
  }

  /** `text`: undefined where there can be none. */
  #faultOfBody(
    name: string,
    { schema, isFile }: ExactReply,
    text: string | undefined,
    responseIn: (document: Published) => Response | undefined,
  ): string | undefined {
    if (text === undefined || isFile) return undefined;
    if (schema === undefined) return text === '' ? undefined : 'a body where there should be none.';
    const body: unknown = JSON.parse(text);
    const exact = this.#exact.faultOf(name, schema as JsonSchema, body);
    if (exact !== undefined) {
      return `${exact}. Correct the DTO (@ApiProperty, also \`nullable: true\`); a reason goes into @Answers(Data, reasons), what a failure carries besides into its third argument.`;
    }
    for (const { document, schemas } of this.#public) {
      const media = responseIn(document)?.content?.['application/json'];
      if (media === undefined) continue;
      const fault = schemas.faultOf(name, media.schema, body);
      return fault && `the published document is stricter than the exact contract: ${fault}`;
    }
    return 'no published document has this reply.';
  }
}

let exact: ExactContract | undefined;

/** As the build has written it. */
function exactContract(): ExactContract {
  exact ??= JSON.parse(readFileSync(builtDocument('exact'), 'utf8')) as ExactContract;
  return exact;
}

/** What several operations have alike is a reference. */
function referred(part: Response | undefined, shared: Responses = {}): Response | undefined {
  return part?.$ref === undefined ? part : shared[part.$ref.split('/').at(-1) ?? ''];
}

function methodOf(method: string): string {
  return method === 'HEAD' ? 'GET' : method;
}

function patternOf(template: string): RegExp {
  const source = template.replace(/[.+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]*');
  return new RegExp(`^${source}/?$`);
}

function missingHeader({ headers }: ExactReply, reply: SeenReply): string | undefined {
  const missing = headers.find(
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

/** An API that has too much to do refuses a request, and is asked again. */
async function textOf(url: string, triesLeft = 100): Promise<string> {
  const reply = await fetch(url);
  if (reply.ok) return reply.text();
  if (reply.status !== 503 || triesLeft === 0) throw new Error(`${url} answered ${reply.status}`);
  await sleep(200);
  return textOf(url, triesLeft - 1);
}
