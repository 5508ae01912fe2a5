import { glossary } from './open-api-glossary.js';
import { resolved, type ApiDocument, type Schema } from './open-api-model.js';

const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-11-20T14:12:33.000Z',
  date: '2026-11-20',
  email: 'ada@example.ng',
  uri: 'https://shop.example.ng/webhooks/manilla',
};

/**
 * Tells whether an example can stand beside a schema: it must not be an object, or a list of objects, with a schema of
 * its own.
 */
export function isLeaf({ $ref, anyOf, oneOf, allOf, items }: Schema): boolean {
  const isReference = [$ref, anyOf, oneOf, allOf].some((part) => part !== undefined);
  return !isReference && (items === undefined || isLeaf(items));
}

/** A value that the schema allows, from the examples of its properties. */
export function exampleOf(document: ApiDocument, schema: Schema, name = ''): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined) return schema.default;
  if (schema.$ref !== undefined) return exampleOf(document, resolved(document, schema), name);
  const choice = schema.enum?.find((value) => value !== null);
  if (choice !== undefined) return choice;
  if (schema.allOf !== undefined) {
    const parts = schema.allOf.map((part) => exampleOf(document, part, name));
    return Object.assign({}, ...parts) as object;
  }
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  return first === undefined
    ? exampleOfType(document, schema, name)
    : exampleOf(document, first, name);
}

function exampleOfType(document: ApiDocument, schema: Schema, name: string): unknown {
  const entry = isLeaf(schema) ? glossary[name] : undefined;
  if (entry !== undefined && 'example' in entry) return entry.example;
  switch ([schema.type ?? 'object'].flat().find((type) => type !== 'null')) {
    case 'array':
      return [exampleOf(document, schema.items ?? {}, isLeaf(schema) ? name : '')];
    case 'integer':
      return schema.minimum;
    case 'boolean':
      return undefined;
    case 'string':
      return byFormat[schema.format ?? ''];
    default:
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, value]) => [
          key,
          exampleOf(document, value, key),
        ]),
      );
  }
}
