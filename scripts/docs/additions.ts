interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly content?: Content }>
  >;
}

/** The parts of an OpenAPI document that are compared. */
export interface ComparedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Who reads a value: what a request may no longer say, or what a reply no longer says. */
type Side = 'request' | 'reply';

/** What the second document takes away from who was written for the first. */
export class Comparison {
  readonly changes: string[] = [];
  readonly before: ComparedDocument;
  readonly now: ComparedDocument;
  readonly #seen = new Set<string>();

  constructor(before: ComparedDocument, now: ComparedDocument) {
    this.before = before;
    this.now = now;
  }

  run(): readonly string[] {
    for (const [path, item] of Object.entries(this.before.paths)) {
      for (const [method, old] of Object.entries(item)) {
        const name = `${method.toUpperCase()} ${path}`;
        const now = this.now.paths[path]?.[method];
        if (now === undefined) this.changes.push(`${name}: is gone`);
        else this.#operation(name, old, now);
      }
    }
    return this.changes;
  }

  #operation(name: string, old: Operation, now: Operation): void {
    const [was, is] = [old, now].map(({ parameters = [] }, at) =>
      parameters.map((each) => this.#found<Parameter>(at === 0 ? this.before : this.now, each)),
    ) as [Parameter[], Parameter[]];
    for (const each of was) {
      const same = is.find((other) => other.name === each.name && other.in === each.in);
      if (same === undefined) this.changes.push(`${name} ?${each.name}: is gone`);
      else this.#schema(`${name} ?${each.name}`, 'request', each.schema, same.schema);
    }
    for (const each of is.filter(({ required }) => required === true)) {
      const had = was.find((other) => other.name === each.name && other.required === true);
      if (had === undefined) this.changes.push(`${name} ?${each.name}: must be sent now`);
    }
    this.#content(`${name} body`, 'request', old.requestBody?.content, now.requestBody?.content);
    for (const [status, reply] of Object.entries(old.responses)) {
      const same = now.responses[status];
      if (same === undefined) this.changes.push(`${name} ${status}: is gone`);
      else {
        const [one, other] = [
          this.#found<{ content?: Content }>(this.before, reply),
          this.#found<{ content?: Content }>(this.now, same),
        ];
        this.#content(`${name} ${status}`, 'reply', one.content, other.content);
      }
    }
  }

  #content(place: string, side: Side, old: Content = {}, now: Content = {}): void {
    for (const [media, { schema }] of Object.entries(old)) {
      const same = now[media];
      if (same === undefined) this.changes.push(`${place} ${media}: is gone`);
      else if (schema !== undefined) this.#schema(place, side, schema, same.schema ?? {});
    }
  }

  #schema(place: string, side: Side, given: Schema, other: Schema): void {
    const key = `${side} ${given.$ref ?? place} ${other.$ref ?? place}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const [old, now] = [this.#whole(this.before, given), this.#whole(this.now, other)];
    const lost = valuesOf(old).filter((value) => !valuesOf(now).includes(value));
    if (side === 'request' && valuesOf(now).length > 0 && lost.length > 0) {
      this.changes.push(`${place}: may not be ${lost.join(', ')} any more`);
    }
    const [was, is] = [typesOf(old), typesOf(now)];
    const more =
      side === 'request'
        ? was.filter((each) => !is.includes(each))
        : is.filter((each) => !was.includes(each));
    if (was.length > 0 && is.length > 0 && more.length > 0) {
      this.changes.push(`${place}: was ${was.join(' or ')}, is ${is.join(' or ')}`);
    }
    for (const [name, of] of Object.entries(old.properties ?? {})) {
      const same = now.properties?.[name];
      if (same === undefined) this.changes.push(`${place}.${name}: is gone`);
      else this.#schema(`${place}.${name}`, side, of, same);
    }
    const [must, mustNow] = [old.required ?? [], now.required ?? []];
    const fields = side === 'request' ? [mustNow, must] : [must, mustNow];
    for (const name of fields[0]?.filter((each) => fields[1]?.includes(each) !== true) ?? []) {
      this.changes.push(
        `${place}.${name}: ${side === 'request' ? 'must be sent now' : 'may be missing now'}`,
      );
    }
    if (old.items !== undefined) this.#schema(`${place}[]`, side, old.items, now.items ?? {});
  }

  #found<Found>(document: ComparedDocument, given: { readonly $ref?: string }): Found {
    if (given.$ref === undefined) return given as Found;
    const [kind = '', name = ''] = given.$ref.split('/').slice(2);
    return document.components[kind]?.[name] as Found;
  }

  /** With what it is made of, and the one of several that is not null. */
  #whole(document: ComparedDocument, given: Schema): Schema {
    const schema = this.#found<Schema>(document, given);
    const parts = (schema.allOf ?? []).map((each) => this.#whole(document, each));
    const others = (schema.anyOf ?? []).map((each) => this.#whole(document, each));
    const [only] = others.filter(({ type }) => type !== 'null');
    const all = [...parts, ...(only === undefined ? [] : [only]), schema];
    return {
      ...Object.assign({}, ...all),
      properties: Object.assign({}, ...all.map(({ properties }) => properties)),
      required: all.flatMap(({ required = [] }) => required),
    } as Schema;
  }
}

const valuesOf = ({ enum: values = [] }: Schema): readonly unknown[] => values;
const typesOf = ({ type = [] }: Schema): readonly string[] =>
  (typeof type === 'string' ? [type] : type).filter((each) => each !== 'null');
