/** The rules that a generator of clients and a reader need, and that no linter of OpenAPI has. */

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly example?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Media {
  readonly schema?: Schema;
}

interface Operation {
  readonly operationId?: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, Media>> }>
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const envelope = ['code', 'data', 'isSuccessful', 'message'];
/** The size of the document on one line. It is served in a seventh of that: 70 kB are the most that a client should load. */
const largestBytes = 400_000;

/** A sentence for each place that breaks a rule. */
export function faultsOfDocument(document: object): string[] {
  const { paths, components } = document as Document;
  const bytes = Buffer.byteLength(JSON.stringify(document));
  const size = bytes < largestBytes ? [] : [`It has ${bytes} bytes; ${largestBytes} are too many.`];
  const properties = Object.entries(components.schemas).flatMap(([name, schema]) =>
    [schema, ...(schema.allOf ?? [])].flatMap(({ properties: own = {} }) =>
      Object.entries(own).flatMap(([property, each]) =>
        faultsOfProperty(property, each, isDescribedElsewhere(components.schemas, name, each)).map(
          (fault) => `${name}.${property} ${fault}`,
        ),
      ),
    ),
  );
  const responses = Object.keys(components.schemas).flatMap((name) =>
    faultsOfResponse(name, components.schemas).map((fault) => `${name} ${fault}`),
  );
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      [...faultsOfOperation(operation), ...faultsOfList(operation, components.schemas)].map(
        (fault) => `${method} ${path} ${fault}`,
      ),
    ),
  );
  return [...size, ...properties, ...responses, ...operations];
}

/** Tells whether the schema that the property refers to has a description, or the operation's summary is about it. */
function isDescribedElsewhere(
  schemas: Document['components']['schemas'],
  name: string,
  { $ref, anyOf }: Schema,
): boolean {
  const target = ($ref ?? anyOf?.[0]?.$ref)?.split('/').at(-1);
  if (target === undefined) return false;
  return name.endsWith('Response') || schemas[target]?.description !== undefined;
}

/** The specification's responses are the envelope, with an object in it. */
function faultsOfResponse(name: string, schemas: Document['components']['schemas']): string[] {
  if (!name.endsWith('Response')) return [];
  const properties = propertiesOf(schemas[name] ?? {}, schemas);
  const isEnvelope = Object.keys(properties).toSorted().join() === envelope.join();
  const { data = {} } = properties;
  const { type } = schemas[data.$ref?.split('/').at(-1) ?? ''] ?? data;
  return [
    ...(isEnvelope ? [] : ['is no envelope: call it something else']),
    ...(type === 'array' ? ['has a list as data: put it into an object'] : []),
  ];
}

/** Returns the properties of a schema, with those of the schemas that it is joined from. */
function propertiesOf(
  { $ref, properties = {}, allOf = [] }: Schema,
  schemas: Document['components']['schemas'],
): Readonly<Record<string, Schema>> {
  const target = $ref === undefined ? {} : (schemas[$ref.split('/').at(-1) ?? ''] ?? {});
  const parts = [...($ref === undefined ? [] : [target]), ...allOf];
  return Object.assign({}, ...parts.map((part) => propertiesOf(part, schemas)), properties);
}

function faultsOfProperty(
  property: string,
  schema: Schema,
  isDescribedElsewhere: boolean,
): string[] {
  const { description, example, anyOf, oneOf } = schema;
  const faults = faultsOfType(schema);
  if (!isDescribedElsewhere && !/^\S.{3,}/s.test(description ?? ''))
    faults.push('has no description');
  const isValue = [schema.$ref, anyOf, oneOf, schema.enum].every((part) => part === undefined);
  const isOfValues = isValue && schema.items?.$ref === undefined;
  const { type = [], enum: choices } = schema.items ?? schema;
  const isOpen = [type].flat().includes('string') && choices === undefined;
  if (isOpen && /Status$|^channels?$/.test(property)) {
    faults.push('has no choices: name its values');
  }
  if (schema.default !== undefined) faults.push('has a default: say it in the description');
  if (isOfValues && (example === undefined || example === 'text')) faults.push('has no example');
  return faults;
}

function faultsOfType({ type = [], format, enum: values = [], items, allOf }: Schema): string[] {
  const types = [type].flat();
  return [
    ...(types.includes('number') ? ['is a number: say integer'] : []),
    ...(types.includes('integer') && format === undefined ? ['is an integer without format'] : []),
    ...(types.includes('boolean') && values.length > 0 ? ['is a truth value with choices'] : []),
    ...(allOf === undefined ? [] : ['has an allOf']),
    ...(items === undefined ? [] : faultsOfType(items)),
  ];
}

/** A client reads one type for each status that is no failure, and makes the type's name of the schema's. */
function faultsOfOperation({ requestBody, responses }: Operation): string[] {
  const named = Object.entries(responses).flatMap(([status, { content }]) => {
    const schema = content?.['application/json']?.schema;
    return status.startsWith('2') && schema !== undefined ? [schema.$ref] : [];
  });
  const body = requestBody?.content['application/json']?.schema;
  const answersFile = named.length === 0 && responses['200']?.content !== undefined;
  const isNamed = named.length > 0 && named.every((name) => name !== undefined);
  return [
    ...(isNamed || answersFile ? [] : ['has a reply without a name']),
    ...(body === undefined || body.$ref !== undefined ? [] : ['has a body without a name']),
  ];
}

/** Clients go through every list in one way: its `items` come with their `page`. */
function faultsOfList(
  { operationId = '', responses }: Operation,
  schemas: Document['components']['schemas'],
): string[] {
  const reply = responses['200']?.content?.['application/json']?.schema ?? {};
  const data = propertiesOf(propertiesOf(reply, schemas)['data'] ?? {}, schemas);
  const has = (['items', 'page'] as const).filter((name) => data[name] !== undefined);
  const isList = operationId.startsWith('list') || has.length > 0;
  return isList && has.length < 2 ? ['is a list without `items` and `page`'] : [];
}
