import { z } from 'zod';
import { referenceTo, type Schema } from './open-api-model.js';

/**
 * Replies and events are described once, with zod: the type is inferred from the description, and the OpenAPI document and
 * the contract that tests hold replies against are made of it. Nothing is checked when a reply is sent.
 */
const replies = z.registry<{ id: string }>();

/** A part that `reply` or `replyByType` has made. */
export type ReplyPart = z.ZodObject | z.ZodDiscriminatedUnion;

/** A part of a reply under the name that the document gives it. */
export function reply<const Shape extends z.ZodRawShape>(
  name: string,
  shape: Shape,
): z.ZodObject<Shape> {
  return z.object(shape).register(replies, { id: name });
}

/** Describes one of several parts, which differ by their `type`. */
export function replyByType<const Forms extends readonly [z.ZodObject, ...z.ZodObject[]]>(
  name: string,
  forms: Forms,
): z.ZodDiscriminatedUnion<Forms, 'type'> {
  const either = z.discriminatedUnion('type', forms);
  replies.add(either, { id: name });
  return either;
}

/** Returns the reference to the place of a reply in the document. */
export function referenceToReply(part: ReplyPart): Schema {
  const { id } = replies.get(part) ?? {};
  if (id === undefined) throw new Error('Only what reply() has named can be referred to.');
  return referenceTo(id);
}

/** The fields of replies. A name that means the same everywhere needs no text: src/http/open-api-glossary.ts has it. */

export function text(description?: string, example?: unknown) {
  return described(z.string(), description, example);
}

/** A whole number. Amounts are kobo. */
export function whole(description?: string, example?: unknown) {
  return described(z.int(), description, example);
}

export function flag(description?: string, example?: unknown) {
  return described(z.boolean(), description, example);
}

export function time(description?: string, example?: unknown) {
  return described(z.iso.datetime(), description, example);
}

export function day(description?: string, example?: unknown) {
  return described(z.iso.date(), description, example);
}

export function link(description?: string, example?: unknown) {
  return described(z.url(), description, example);
}

export function oneOf<const Values extends readonly string[]>(
  values: Values,
  description?: string,
  example?: unknown,
) {
  return described(z.enum(values), description, example);
}

export function listOf<Item extends z.ZodType>(
  item: Item,
  description?: string,
  example?: unknown,
) {
  return described(z.array(item), description, example);
}

/** Picks fields of a shape, in this order. */
export function some<Shape extends z.ZodRawShape, const Name extends keyof Shape>(
  shape: Shape,
  ...names: Name[]
): Pick<Shape, Name> {
  return Object.fromEntries(names.map((name) => [name, shape[name]])) as Pick<Shape, Name>;
}

type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Frozen<Value[Name]> }
    : Value;

/** Returns the values that the reply has a field for, in the order of its fields. */
export function shown<Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  values: Frozen<z.infer<z.ZodObject<Shape>>>,
): z.infer<z.ZodObject<Shape>> {
  const known = values as Readonly<Record<string, unknown>>;
  const fields = Object.keys(shape).map((name) => [name, known[name]]);
  return Object.fromEntries(fields) as z.infer<z.ZodObject<Shape>>;
}

/** Makes each field of a shape nullable. */
export function orNull<Shape extends z.ZodRawShape>(shape: Shape) {
  const fields = Object.entries(shape).map(([name, field]) => [name, z.nullable(field)]);
  return Object.fromEntries(fields) as { [Name in keyof Shape]: z.ZodNullable<Shape[Name]> };
}

function described<Type extends z.ZodType>(
  type: Type,
  description: string | undefined,
  example: unknown,
): Type {
  if (description === undefined && example === undefined) return type;
  return type.meta({
    ...(description !== undefined && { description }),
    ...(example !== undefined && { example }),
  });
}

/** Returns all replies as schemas of an OpenAPI document. */
export function replySchemas(): Record<string, Schema> {
  const { schemas } = z.toJSONSchema(replies, {
    io: 'input',
    uri: (id) => referenceTo(id).$ref ?? '',
    override: ({ zodSchema, jsonSchema }) => {
      const schema = jsonSchema as Schema;
      if (zodSchema instanceof z.ZodDiscriminatedUnion) nameForms(zodSchema, schema);
      else plain(zodSchema, schema);
    },
  });
  for (const schema of Object.values(schemas)) {
    delete schema.$schema;
    delete schema.$id;
  }
  return schemas as Record<string, Schema>;
}

/** Generated clients choose a form by the discriminator. */
function nameForms({ options, def }: z.ZodDiscriminatedUnion, schema: Schema): void {
  const mapping = options.map(({ _zod: { propValues } }, position) => [
    [...(propValues?.[def.discriminator] ?? [])].join(),
    schema.oneOf?.[position]?.$ref,
  ]);
  schema['discriminator'] = {
    propertyName: def.discriminator,
    mapping: Object.fromEntries(mapping) as object,
  };
}

/** Removes the parts that a reader of the document has no use for. */
function plain({ _zod: { def } }: z.core.$ZodType, schema: Schema): void {
  const [type] = schema.anyOf ?? [];
  if (def.type === 'nullable' && type?.type !== undefined) {
    const { anyOf: _either, ...own } = schema;
    delete schema.anyOf;
    Object.assign(schema, type, own, { type: [type.type, 'null'] });
    if (type.enum !== undefined) schema.enum = [...type.enum, null];
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) {
    delete schema.minimum;
    delete schema.maximum;
  }
  if (schema.format !== undefined) delete schema['pattern'];
  if (def.type !== 'record') return;
  delete schema['propertyNames'];
  if (isEmpty(schema['additionalProperties'])) schema['additionalProperties'] = true;
}

function isEmpty(value: unknown): boolean {
  return JSON.stringify(value) === '{}';
}
