import { namedEnums } from './open-api-enums.js';
import { exampleOf, isLeaf } from './open-api-examples.js';
import { glossary } from './open-api-glossary.js';
import {
  nameIn,
  operationsOf,
  referenceTo,
  type ApiDocument,
  type Parameter,
  type RequestBody,
  type Schema,
} from './open-api-model.js';

const largestInt32 = 2 ** 31 - 1;
/** Keys whose values are data, not schemas. */
const dataKeys: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);
/** Keys whose values are schemas by name. */
const nameKeys: ReadonlySet<string> = new Set(['properties', 'schemas', 'headers']);

/** Calls `visit` for every schema in `node`, the innermost first. */
function eachSchema(node: unknown, visit: (schema: Schema) => void): void {
  if (Array.isArray(node)) {
    for (const each of node) eachSchema(each, visit);
  } else if (typeof node === 'object' && node !== null) {
    for (const [key, value] of Object.entries(node)) {
      if (dataKeys.has(key) || key.startsWith('x-')) continue;
      const parts: unknown[] = nameKeys.has(key) ? Object.values(value as object) : [value];
      for (const part of parts) eachSchema(part, visit);
    }
    visit(node as Schema);
  }
}

/**
 * Schemas as generators of clients read them best. Nest writes `number` for every number: none of ours is a fraction, and a
 * `number` becomes a float of 32 bits in some languages. A reference with a description beside it needs no `allOf`.
 */
export function normalize(document: ApiDocument): void {
  eachSchema(document, (schema) => {
    const types = [schema.type ?? []].flat();
    if (types.includes('number')) {
      const whole = types.map((type) => (type === 'number' ? 'integer' : type));
      schema.type = whole.length === 1 ? 'integer' : whole;
    }
    if (types.includes('number') || types.includes('integer')) {
      schema.format ??= (schema.maximum ?? Infinity) <= largestInt32 ? 'int32' : 'int64';
    }
    const [only, ...others] = schema.allOf ?? [];
    if (only?.$ref === undefined || others.length > 0) return;
    delete schema.allOf;
    delete schema.type;
    schema.$ref = only.$ref;
  });
}

/** Turns choices that several schemas share into one schema with a name. */
export function nameEnums(document: ApiDocument): void {
  const { schemas } = document.components;
  eachSchema(document, (schema) => {
    const choices = schema.enum?.filter((value) => value !== null);
    const found = choices && namedEnums.find(({ values }) => isSame(values, choices));
    if (found === undefined) return;
    const { name, description, values } = found;
    const isNullable = schema.enum?.includes(null) === true;
    delete schema.enum;
    delete schema.type;
    if (isNullable) schema.anyOf = [referenceTo(name), { type: 'null' }];
    else Object.assign(schema, referenceTo(name));
    schemas[name] ??= { type: 'string', description, example: values[0] };
  });
  // The named schemas get their choices last, because the search would find these choices again.
  for (const { name, values } of namedEnums) {
    const schema = schemas[name];
    if (schema !== undefined) schema.enum = [...values];
  }
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && others.every((each) => some.includes(each));
}

/** Gives properties and parameters the description and the example that their name has everywhere. */
export function addTexts(document: ApiDocument): void {
  for (const schema of Object.values(document.components.schemas)) {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      describe(property, name);
      // The first of its choices is example enough.
      if (!isLeaf(property) || property.enum !== undefined) continue;
      property.example ??= exampleOf(document, property, name);
    }
  }
  for (const parameter of operationsOf(document.paths).flatMap((each) => each.parameters ?? [])) {
    describe(parameter, parameter.name);
    const { example } = glossary[parameter.name] ?? {};
    if (parameter.schema?.example === undefined) parameter.example ??= example;
  }
}

/**
 * Drops descriptions that say nothing of their own. A reference to choices that are described does not need the words that
 * its name has everywhere. Nor does the data of a reply need them: the operation's summary is about it.
 */
export function dropFillers({ components: { schemas } }: ApiDocument): void {
  for (const [name, { properties = {} }] of Object.entries(schemas)) {
    for (const [key, property] of Object.entries(properties)) {
      const path = property.$ref ?? property.anyOf?.[0]?.$ref;
      if (path === undefined || property.description !== glossary[key]?.description) continue;
      const isDescribed = schemas[path.split('/').at(-1) ?? '']?.description !== undefined;
      if (isDescribed || name.endsWith('Response')) delete property.description;
    }
  }
}

function describe(part: { description?: string }, name: string): void {
  const known = glossary[name];
  if (known !== undefined) part.description ??= known.description;
}

/**
 * Says in the description which value a field has when it is left out. A `default` makes some generators ask for the field,
 * and others send the value, so that an old client keeps an old default.
 */
export function tellDefaults(document: ApiDocument): void {
  for (const schema of Object.values(document.components.schemas)) {
    for (const property of Object.values(schema.properties ?? {})) {
      const { default: value } = property;
      if (value === undefined) continue;
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      property.description = `${property.description ?? ''} Default: ${text}.`.trimStart();
      delete property.default;
    }
  }
}

/** Writes parameters that several operations share only once. */
export function shareParameters(document: ApiDocument): void {
  const operations = operationsOf({ ...document.paths, ...document.webhooks });
  const all = operations.flatMap(({ parameters = [] }) => parameters);
  const uses = Map.groupBy(all, (parameter) => JSON.stringify(parameter));
  const shared: Record<string, Parameter> = {};
  const references = new Map<string, Parameter>();
  for (const [text, [first, second]] of uses) {
    if (first === undefined || second === undefined) continue;
    const name = freeName(shared, first.name);
    shared[name] = first;
    references.set(text, { $ref: `#/components/parameters/${name}` } as Parameter);
  }
  for (const operation of operations) {
    if (operation.parameters === undefined) continue;
    operation.parameters = operation.parameters.map(
      (parameter) => references.get(JSON.stringify(parameter)) ?? parameter,
    );
  }
  document.components.parameters = shared;
}

/** Writes bodies that several webhooks share only once, under the name of their schema. */
export function shareWebhookBodies(document: ApiDocument): void {
  const shared: Record<string, RequestBody> = {};
  const webhooks = operationsOf(document.webhooks ?? {});
  const uses = Map.groupBy(webhooks, ({ requestBody }) => JSON.stringify(requestBody));
  for (const some of uses.values()) {
    const { requestBody } = some[0] ?? {};
    const path = requestBody?.content?.['application/json']?.schema?.$ref;
    if (some.length < 2 || requestBody === undefined || path === undefined) continue;
    const name = nameIn(path);
    shared[name] = requestBody;
    for (const webhook of some) {
      webhook.requestBody = { $ref: `#/components/requestBodies/${name}` } as RequestBody;
    }
  }
  if (Object.keys(shared).length > 0) document.components.requestBodies = shared;
}

/**
 * Removes the parts that go without saying: that a parameter or a body may be left out, and that there are no
 * parameters.
 */
export function dropSilent({ paths }: ApiDocument): void {
  for (const operation of operationsOf(paths)) {
    const { parameters = [], requestBody } = operation;
    for (const part of [...parameters, ...(requestBody === undefined ? [] : [requestBody])]) {
      if (part.required === false) delete part.required;
    }
    if (parameters.length === 0) delete operation.parameters;
  }
}

/** The wanted name, with a number after it when it is taken. */
export function freeName(taken: object, wanted: string): string {
  for (let name = wanted, n = 2; ; name = `${wanted}-${n}`, n += 1) {
    if (!(name in taken)) return name;
  }
}

/**
 * Closes the schemas that only requests have, so that they take no other fields: a name that is misspelt is refused,
 * not overlooked. Hooks take other fields: a bank reports money that has moved, whatever stands beside it
 * (`unknownFields`, src/http/dto.pipe.ts).
 */
export function closeRequests(document: ApiDocument): void {
  const operations = operationsOf(document.paths);
  const hooks = operations.filter(({ tags = [] }) => tags.includes('Provider hooks'));
  const open = schemasUnder(
    document,
    hooks.map(({ requestBody }) => requestBody),
  );
  const asked = schemasUnder(
    document,
    operations.map(({ requestBody }) => requestBody),
  );
  const webhooks = [document.webhooks, document.components.requestBodies];
  const answered = schemasUnder(document, [
    ...operations.map(({ responses }) => responses),
    webhooks,
  ]);
  for (const name of [...asked].filter((each) => !answered.has(each))) {
    const schema = document.components.schemas[name];
    if (schema?.properties !== undefined) schema['additionalProperties'] ??= open.has(name);
  }
}

/** Names of the schemas that the parts refer to, and of those that these refer to. */
function schemasUnder({ components }: ApiDocument, parts: readonly unknown[]): Set<string> {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(part ?? null).matchAll(
      /"#\/components\/(\w+)\/([\w.-]+)"/g,
    )) {
      const path = `${kind}/${name}`;
      if (found.has(path)) continue;
      found.add(path);
      visit((components as Record<string, Record<string, unknown> | undefined>)[kind]?.[name]);
    }
  };
  for (const part of parts) visit(part);
  const schemas = [...found].filter((path) => path.startsWith('schemas/'));
  return new Set(schemas.map((path) => path.slice('schemas/'.length)));
}

/** Keys of a schema in the order in which people read it. The others stay between them as they are. */
const firstKeys = ['$ref', 'type', 'format', 'enum', 'description'];
const lastKeys = ['allOf', 'anyOf', 'oneOf', 'properties', 'required', 'items', 'example'];

/** Puts the keys of each schema in one order, wherever they come from. */
export function orderKeys({ components: { schemas } }: ApiDocument): void {
  eachSchema({ schemas }, (schema) => {
    const others = Object.keys(schema).filter((key) => !lastKeys.includes(key));
    for (const key of new Set([...firstKeys, ...others, ...lastKeys])) {
      if (!(key in schema)) continue;
      const value = schema[key];
      delete schema[key];
      schema[key] = value;
    }
  });
}

/** Removes components that nothing refers to, except the schemas to keep. */
export function prune(document: ApiDocument, keep: readonly string[]): void {
  const { components } = document;
  const used = new Set(keep.map((name) => `schemas/${name}`));
  const visit = (part: unknown): void => {
    for (const [, found = ''] of JSON.stringify(part).matchAll(
      /"#\/components\/(\w+\/[\w.-]+)"/g,
    )) {
      if (used.has(found)) continue;
      used.add(found);
      visit(component(found));
    }
  };
  const component = (path: string): unknown => {
    const [kind = '', name = ''] = path.split('/');
    return (components as Record<string, Record<string, unknown>>)[kind]?.[name];
  };
  visit([document.paths, document.webhooks ?? {}, ...keep.map((name) => components.schemas[name])]);
  for (const kind of ['schemas', 'responses', 'parameters', 'headers'] as const) {
    const kept = Object.entries(components[kind] ?? {}).filter(([name]) =>
      used.has(`${kind}/${name}`),
    );
    const sorted = kept.toSorted(([a], [b]) => (a < b ? -1 : 1));
    components[kind] = Object.fromEntries(sorted) as never;
  }
}

/** Merges the properties of several schemas. A property that all of them require is required. */
export function merged(parts: readonly Schema[]): Schema {
  const properties: Record<string, Schema> = {};
  for (const part of parts) {
    for (const [name, property] of Object.entries(part.properties ?? {})) {
      const before = properties[name];
      properties[name] = before === undefined ? property : either(before, property, name);
    }
  }
  const required = Object.keys(properties).filter((name) =>
    parts.every((part) => part.required?.includes(name)),
  );
  return { type: 'object', properties, required };
}

/** @throws Error when no client could read the two as one type */
export function either(one: Schema, other: Schema, name: string): Schema {
  const { enum: values = [], ...rest } = one;
  const { enum: more = [], ...otherRest } = other;
  const kindOf = (schema: Schema): string =>
    JSON.stringify({ ...schema, description: undefined, example: undefined });
  if (kindOf(rest) !== kindOf(otherRest)) {
    throw new Error(`Two replies of one operation have \`${name}\` of different types.`);
  }
  const isClosed = values.length > 0 && more.length > 0;
  return isClosed ? { ...rest, enum: [...new Set([...values, ...more])] } : rest;
}
