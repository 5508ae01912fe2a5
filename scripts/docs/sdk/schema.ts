import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import type { ContractDocument, ExactContract } from '../contract-document.ts';
import { sdkContract, type MethodShape, type Schema, type SdkContract } from './contract-shapes.ts';

export const origin =
  '// Made from openapi.json by scripts/generate-docs.ts ("npm run fix"). Do not edit.\n';

/** sdk/src/generated/schema.ts: the types of every request, reply and event. */
export async function sdkSchema(
  described: ContractDocument,
  exact: ExactContract,
): Promise<string> {
  const contract = sdkContract(described, exact);
  const { openapi, info } = described as unknown as OpenAPI3;
  const schemas = usedSchemas(contract);
  const document = { openapi, info, paths: {}, components: { schemas } } as unknown as OpenAPI3;
  const nodes = await openapiTS(document, {
    ...{ immutable: true, defaultNonNullable: false },
    ...{ rootTypes: true, rootTypesNoSchemaPrefix: true, rootTypesKeepCasing: true },
    transform: (schema) => (isOpenMark in schema ? openUnion(schema as Schema) : undefined),
  });
  const events = Object.entries(contract.events).map(
    ([type, name]) => `    readonly "${type}": ${name};`,
  );
  const types = astToString(nodes).replace(
    /export type (webhooks|operations|\$defs|paths) = .*\n/g,
    '',
  );
  return [
    `${origin}${types}`,
    '/** The body of each webhook, by its `type`. */',
    `export interface WebhookBodies {\n${events.join('\n')}\n}`,
    '',
    '/** Why a request failed; docs/errors.md says what to do about each. */',
    `export type KnownReason =\n${reasonsIn(described)
      .map((reason) => `    | "${reason}"`)
      .join('\n')};`,
    '',
  ].join('\n');
}

const isOpenMark = 'x-is-open';

/** `'A' | 'B' | (string & {})`: with a plain `string` an editor would no longer offer the known values. */
function openUnion({ enum: values = [] }: Schema): ts.TypeNode {
  const { factory, SyntaxKind } = ts;
  const known = values.map((value) =>
    factory.createLiteralTypeNode(
      typeof value === 'string' ? factory.createStringLiteral(value) : factory.createNull(),
    ),
  );
  const text = factory.createKeywordTypeNode(SyntaxKind.StringKeyword);
  const other = factory.createIntersectionTypeNode([text, factory.createTypeLiteralNode([])]);
  return factory.createUnionTypeNode([...known, factory.createParenthesizedType(other)]);
}

/**
 * Returns only the schemas that the SDK names, without examples. Values may be added to the API's answers, so a reply's
 * list of values is open. A list that a merchant chooses from is closed: a typing error does not compile, and a value
 * that was read can be sent.
 */
function usedSchemas({ shapes, schemas, events }: SdkContract): Record<string, unknown> {
  const inputs = shapes.flatMap(({ input }) => (input ? [input] : []));
  const got = shapes.flatMap(({ data, pendingData }) =>
    [data, pendingData].filter((name) => name !== undefined),
  );
  const bodies = reachedFrom(namesOf(inputs, 'body'), schemas);
  const queries = new Set(namesOf(inputs, 'query'));
  const used = reachedFrom([...got, ...queries, ...Object.values(events)], schemas);
  const choices = new Set([...bodies].flatMap((name) => listsIn(schemas[name])));
  const isSent = (name: string): boolean => bodies.has(name) || queries.has(name);
  return Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => bodies.has(name) || used.has(name))
      .map(([name, schema]) => [
        name,
        lean(
          queries.has(name) ? withListsInside(schema, schemas) : schema,
          (list) => !isSent(name) && !choices.has(String(list)),
        ),
      ]),
  );
}

function namesOf(
  inputs: readonly NonNullable<MethodShape['input']>[],
  wanted: 'body' | 'query',
): string[] {
  return inputs.filter(({ kind }) => kind === wanted).map(({ type }) => type);
}

/** A filter takes today's values of a list that is open in a reply, so it has them itself. */
function withListsInside(schema: Schema, schemas: SdkContract['schemas']): Schema {
  const properties = Object.entries(schema.properties ?? {}).map(
    ([name, { $ref = '', ...own }]) => [name, { ...schemas[$ref.split('/').at(-1) ?? ''], ...own }],
  );
  return { ...schema, properties: Object.fromEntries(properties) as Record<string, Schema> };
}

function reachedFrom(names: readonly string[], schemas: SdkContract['schemas']): Set<string> {
  const reached = new Set<string>();
  const visit = (name: string): void => {
    if (reached.has(name)) return;
    reached.add(name);
    const references = JSON.stringify(schemas[name]).matchAll(/"\$ref":"[^"]*\/(\w+)"/g);
    for (const [, each = ''] of references) visit(each);
  };
  names.forEach(visit);
  return reached;
}

/** The values of each list in it; one value is no list: it tells one kind of thing from another. */
function listsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = listOf(value);
  const inner = Object.values(value).flatMap(listsIn);
  return own === undefined ? inner : [String(own), ...inner];
}

function listOf({ enum: values = [] }: Schema): readonly string[] | undefined {
  const texts = values.filter((value) => typeof value === 'string');
  return texts.length > 1 ? texts : undefined;
}

/** Without examples, which are three quarters of the text, and with a mark on each list that is open. */
function lean(
  value: unknown,
  isOpen: (list: readonly string[]) => boolean,
  isNames = false,
): unknown {
  if (Array.isArray(value)) return value.map((each) => lean(each, isOpen));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value)
    .filter(([name]) => isNames || (name !== 'example' && name !== 'examples'))
    .map(([name, each]) => [name, lean(each, isOpen, !isNames && name === 'properties')]);
  const list = isNames ? undefined : listOf(value);
  return { ...Object.fromEntries(kept), ...(list && isOpen(list) ? { [isOpenMark]: true } : {}) };
}

/** The reasons that the document knows today; the API may answer with others later. */
function reasonsIn({ components }: ContractDocument): string[] {
  const { ErrorData } = components.schemas as Readonly<Record<string, ErrorSchema>>;
  return [...(ErrorData?.properties.reason['x-extensible-enum'] ?? [])].toSorted();
}

interface ErrorSchema {
  readonly properties: { readonly reason: { readonly 'x-extensible-enum': readonly string[] } };
}
