import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkedInDocuments, operationsOf } from '../../scripts/docs/contract-document.ts';
import { ContractOperation, contractOperations } from '../support/contract-operations.js';
import { drawsWholeSamples } from '../support/model-play.js';
import { type ApiReply, type JsonBody } from '../support/api-client.js';
import { ApiWorld, hookKeys } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

/** Of each operation; more by `npm run check:contract`. */
const runs = Number(process.env['MANILLA_FUZZ_RUNS'] ?? (drawsWholeSamples ? 60 : 12));

let world: ApiWorld<TestEdge>;
let operations: Map<string, ContractOperation>;
beforeAll(async () => {
  world = await ApiWorld.edge(['refunds:destination']);
  const all = await contractOperations(world.manilla.baseUrl);
  operations = new Map(all.map((operation) => [operation.name, operation]));
});
afterAll(() => world?.stop());

/** Read before any API runs, so that each operation is a test of its own; that the files are right is another test. */
const names = checkedInDocuments()
  .flatMap(operationsOf)
  .map(({ method, path }) => `${method} ${path}`);

/** Anything that JSON can carry, the odd texts and numbers more often than chance would have them. */
const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('\0', '\ud800', '٣', '５０１', '=cmd()', '${7*7}', '../../etc/passwd', '%00', ''),
  fc.constantFrom("' or 1=1 --", '"; drop table checkout; --', '{"$gt":""}', '<svg onload=x>'),
  fc.constantFrom('2026-02-30', '0000-00-00T00:00:00Z', '9999999999', '-1', '1e9', 'null', 'NaN'),
);
const oddNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -1, 1.5, 1e21, 2 ** 53, -(2 ** 63), Number.MIN_VALUE, Number.MAX_VALUE),
);
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    oddText,
    oddNumber,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(oddText, tie('value'), { maxKeys: 4 }),
  ),
})).value;

/** A header may not hold everything. */
const oddHeader = fc.stringMatching(/^[\x21-\x7e]{0,80}$/);

interface Call {
  readonly path: string;
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

/** The operation's own example with one field, one parameter or one header odd; now and then something else altogether. */
function callsOf(operation: ContractOperation): fc.Arbitrary<Call> {
  const { example } = operation;
  const bodies =
    example === undefined
      ? fc.constant(undefined)
      : fc.oneof(
          { weight: 1, arbitrary: fc.constant(example) },
          { weight: 4, arbitrary: oneFieldOdd(operation, example) },
          { weight: 1, arbitrary: anything },
        );
  return fc.record({
    path: fc.tuple(pathsOf(operation), queriesOf(operation)).map((parts) => parts.join('')),
    body: bodies,
    headers: headersOf(operation),
  });
}

function oneFieldOdd(operation: ContractOperation, example: JsonBody): fc.Arbitrary<unknown> {
  const fields = Object.keys(operation.body?.properties ?? example);
  if (fields.length === 0) return anything;
  return fc
    .tuple(fc.constantFrom(...fields), anything)
    .map(([field, value]) => ({ ...example, [field]: value }));
}

function pathsOf(operation: ContractOperation): fc.Arbitrary<string> {
  const names = operation.parameters('path').map(({ name }) => name);
  if (names.length === 0) return fc.constant(operation.path());
  const odd = fc
    .tuple(
      fc.constantFrom(...names),
      oddText.map((text) => text.toWellFormed()),
    )
    .map(([name, text]) => operation.path({ [name]: text }));
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(operation.path()) },
    { weight: 1, arbitrary: odd },
  );
}

function queriesOf(operation: ContractOperation): fc.Arbitrary<string> {
  const names = operation.parameters('query').map(({ name }) => name);
  const known = names.length === 0 ? fc.constant('') : fc.constantFrom(...names);
  const one = fc
    .tuple(
      fc.oneof(known, fc.constant('unknown')),
      oddText.map((text) => text.toWellFormed()),
    )
    .map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`);
  return fc.oneof(
    fc.constant(''),
    fc.array(one, { maxLength: 3 }).map((all) => (all.length === 0 ? '' : `?${all.join('&')}`)),
  );
}

function headersOf(operation: ContractOperation): fc.Arbitrary<Record<string, string>> {
  const names = ['Idempotency-Key', 'If-None-Match', 'X-Request-Id', 'Accept-Language'];
  const signed = new Set(operation.parameters('header').map(({ name }) => name));
  // Waiting is tested elsewhere; here it would only take its time.
  const free = [...names, ...signed].filter(
    (name) => name !== 'Prefer' && !/^x-provider/i.test(name),
  );
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...free), oddHeader)
        .map(([name, value]) => ({ [name]: value })),
    },
  );
}

/** The client has held it against the document by now. */
function expectEnvelope(reply: ApiReply, sent: unknown): void {
  const told = `${JSON.stringify(sent)} → ${reply.status} ${reply.text}`;
  if (reply.status === 304) return;
  expect(reply.status, told).toBeLessThan(500);
  expect(reply.code, told).toMatch(/^\d\d$/);
  expect(reply.isSuccessful, told).toBe(reply.code === '00');
  expect(reply.status === 200, told).toBe(reply.code === '00');
}

it.each(names)('%s answers anything as the document says', async (name) => {
  const operation = operations.get(name);
  if (operation === undefined) throw new Error(`openapi.json is not up to date: npm run fix`);
  const key = hookKeys(world.manilla.env);
  await fc.assert(
    fc.asyncProperty(callsOf(operation), async (call) => {
      const body = call.body === undefined ? undefined : JSON.stringify(call.body);
      const reply = await world.merchant.send(operation.method, call.path, {
        ...(body !== undefined && { body }),
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...call.headers,
          ...operation.signature(key, body ?? ''),
        },
      });
      expectEnvelope(reply, call);
    }),
    { numRuns: runs },
  );
});

it('any path and query is answered in the envelope', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.webPath({ size: 'small' }),
      fc.webQueryParameters(),
      async (path, query) => {
        expectEnvelope(await world.merchant.get(`/api/v1/checkout/query${path}?${query}`), path);
      },
    ),
    { numRuns: runs },
  );
});
