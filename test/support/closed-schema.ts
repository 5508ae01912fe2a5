/** As far as our OpenAPI document uses JSON Schema. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  allOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  [keyword: string]: unknown;
}

type Schemas = Readonly<Record<string, JsonSchema>>;

/** The same schemas, but an object may hold only the properties they name: a field nobody documented does not pass. */
export function closedSchemas(schemas: Schemas): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, closedSchema(schema, schemas)]),
  );
}

export function closedSchema(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const { allOf, anyOf, oneOf, items, properties, ...rest } = schema;
  if (allOf !== undefined) return closedSchema(merged(allOf, schemas), schemas);
  const result: JsonSchema = rest;
  const close = (part: JsonSchema): JsonSchema => closedSchema(part, schemas);
  if (anyOf !== undefined) result.anyOf = anyOf.map(close);
  if (oneOf !== undefined) result.oneOf = oneOf.map(close);
  if (items !== undefined) result.items = close(items);
  if (properties !== undefined) {
    result.properties = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, close(property)]),
    );
    result.additionalProperties ??= false;
  }
  return result;
}

/** The parts of an `allOf` as one object; where two name a property it must satisfy both. */
function merged(parts: readonly JsonSchema[], schemas: Schemas): JsonSchema {
  if (parts.length === 1) return parts[0] ?? {};
  const result: JsonSchema = { type: 'object', properties: {} };
  const required = new Set<string>();
  for (const part of parts) {
    const schema = resolved(part, schemas);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const before = result.properties?.[name];
      (result.properties ??= {})[name] =
        before === undefined ? property : { ...before, ...property };
    }
    for (const name of schema.required ?? []) required.add(name);
  }
  return { ...result, required: [...required] };
}

function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const target = schema.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1) ?? ''];
  if (target === undefined) throw new Error(`The document has no ${schema.$ref}`);
  return target.allOf === undefined ? target : merged(target.allOf, schemas);
}
