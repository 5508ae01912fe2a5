import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { operationsOf, takesParameter, type ContractDocument } from './contract-document.ts';

const origin =
  '// Made from openapi.json by scripts/generate-docs.ts ("npm run fix"). Do not edit.\n';

/** sdk/src/generated/schema.ts: the types of every request, reply and event. */
export async function sdkSchema(openApi: string): Promise<string> {
  const document = withoutFailures(JSON.parse(openApi) as Json) as unknown as OpenAPI3;
  const nodes = await openapiTS(document, { immutable: true, defaultNonNullable: false });
  return origin + astToString(nodes);
}

/** sdk/src/generated/routes.ts: where each operation is, and every reason of a failure. */
export function sdkRoutes(openApi: string): string {
  const routes = operationsOf(JSON.parse(openApi) as ContractDocument).map((operation) => {
    const { operationId, method, path, security } = operation;
    const facts = [
      `method: '${method}'`,
      `path: '${path}'`,
      `needsToken: ${security.some((scheme) => 'bearer' in scheme)}`,
      `takesKey: ${takesParameter(operation, 'Idempotency-Key')}`,
    ];
    return `  ${operationId}: { ${facts.join(', ')} },`;
  });
  const reasons = reasonsIn(openApi).map((reason) => `  | '${reason}'`);
  return [
    `${origin}`,
    '/** Where each operation is, by its operationId. */',
    'export const routes = {',
    ...routes,
    '} as const;',
    '',
    '/** Why a request failed; docs/errors.md says what to do about each. */',
    'export type Reason =',
    `${reasons.join('\n')};`,
    '',
  ].join('\n');
}

type Json = { readonly [name: string]: unknown };

/** Failures are thrown, all of one class, and examples and headers are no types: three quarters of the text. */
function withoutFailures(document: Json): Json {
  const paths = document['paths'] as Record<string, Record<string, Json>>;
  const kept = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [method, onlySuccess(operation)]),
    ),
  ]);
  const components = { ...(document['components'] as Record<string, unknown>) };
  for (const name of ['responses', 'headers', 'examples']) delete components[name];
  components['schemas'] = withOpenData(components['schemas'] as Record<string, Json>);
  return withoutExamples({ ...document, paths: Object.fromEntries(kept), components }) as Json;
}

/** Joined with an object of no known fields, an operation's own data would lose its names. */
function withOpenData({ ApiResponseEnvelope: envelope = {}, ...schemas }: Record<string, Json>) {
  const { oneOf: _any, ...data } = (envelope['properties'] as Record<string, Json>)['data'] ?? {};
  const properties = { ...(envelope['properties'] as Json), data };
  return { ApiResponseEnvelope: { ...envelope, properties }, ...schemas };
}

function onlySuccess(operation: Json): Json {
  const responses = Object.entries(operation['responses'] as Record<string, Json>)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, response]) => [status, { ...response, headers: undefined }]);
  return { ...operation, responses: Object.fromEntries(responses) };
}

function withoutExamples(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutExamples(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isNames || (name !== 'example' && name !== 'examples'))
      .map(([name, each]) => [name, withoutExamples(each, !isNames && name === 'properties')]),
  );
}

function reasonsIn(openApi: string): string[] {
  const found = new Set<string>();
  const visit = (value: unknown, name = ''): void => {
    if (typeof value !== 'object' || value === null) return;
    const choices = (value as { enum?: unknown }).enum;
    if (name === 'reason' && Array.isArray(choices)) {
      for (const choice of choices) if (/^[A-Z_]+$/.test(String(choice))) found.add(String(choice));
    }
    for (const [key, each] of Object.entries(value)) visit(each, key);
  };
  visit((JSON.parse(openApi) as { paths: object }).paths);
  visit((JSON.parse(openApi) as { components: { responses: object } }).components.responses);
  return [...found].toSorted();
}
