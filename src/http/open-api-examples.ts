import type { OpenAPIObject } from '@nestjs/swagger';

interface Schema {
  $ref?: string;
  type?: string | string[];
  example?: unknown;
  examples?: unknown[];
  default?: unknown;
  enum?: unknown[];
  format?: string;
  items?: Schema;
  minItems?: number;
  minimum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-11-20T14:12:33.000Z',
  date: '2026-11-20',
  email: 'ada@example.ng',
  uri: 'https://shop.example.ng/webhooks/manilla',
};

/** Names that mean the same everywhere, for properties that give no example of their own. */
const byName: Readonly<Record<string, string>> = {
  checkoutId: 'chk_01KA0000000000000000000000',
  merchantId: 'mch_01KA0000000000000000000000',
  paymentReference: 'ORD-1001',
  transactionReference: 'txn_01KA0000000000000000000000',
  refundReference: 'RFD-1001',
  accountNumber: '5011234561',
  accountName: 'SHOP-ADA OBI',
  bankCode: '000013',
  bankName: 'Example MFB',
  nipInstitutionCode: '000013',
  sessionId: '999998261120151233000000000001',
  accessCode: 'ac_q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8l9Z0x1C',
  clientId: 'mid_c2FuZGJveC1tZXJjaGFudA',
  currency: 'NGN',
  responseCode: '00',
};

/** A value that the schema allows, from the examples of its properties. */
export function exampleOf(document: OpenAPIObject, schema: object, name = ''): unknown {
  const given = schema as Schema;
  if (given.$ref !== undefined) return exampleOf(document, resolve(document, given.$ref), name);
  if (given.example !== undefined) return given.example;
  if (given.examples?.[0] !== undefined) return given.examples[0];
  if (given.default !== undefined) return given.default;
  const choice = given.enum?.find((value) => value !== null);
  if (choice !== undefined) return Array.isArray(given.items) ? [choice] : choice;
  if (given.allOf !== undefined) {
    return Object.assign(
      {},
      ...given.allOf.map((part) => exampleOf(document, part, name)),
    ) as object;
  }
  const [first] = given.anyOf ?? given.oneOf ?? [];
  if (first !== undefined) return exampleOf(document, first, name);
  return exampleOfType(document, given, name);
}

function exampleOfType(document: OpenAPIObject, schema: Schema, name: string): unknown {
  const types = [schema.type ?? 'object'].flat();
  switch (types.find((type) => type !== 'null')) {
    case 'array':
      return schema.items === undefined ? [] : [exampleOf(document, schema.items, name)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return true;
    case 'string':
      return byFormat[schema.format ?? ''] ?? byName[name] ?? 'text';
    default:
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, value]) => [
          key,
          exampleOf(document, value, key),
        ]),
      );
  }
}

function resolve(document: OpenAPIObject, path: string): object {
  const schema = document.components?.schemas?.[path.split('/').at(-1) ?? ''];
  if (schema === undefined) throw new Error(`The document has no ${path}`);
  return schema;
}
