import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonSchema } from '../support/closed-schema.js';
import { checkedInDocuments, operationsOf } from '../../scripts/docs/contract-document.ts';
import { ContractOperation, contractOperations } from '../support/contract-operations.js';
import type { ApiReply } from '../support/api-client.js';
import { ApiWorld, hookKeys } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
let operations: Map<string, ContractOperation>;
beforeAll(async () => {
  // Its own: what others have begun goes on writing into theirs.
  world = await ApiWorld.ownEdge({}, ['refunds:destination']);
  const all = await contractOperations(world.manilla.baseUrl);
  operations = new Map(all.map((operation) => [operation.name, operation]));
});
afterAll(() => world?.stop());

/** Read before any API runs, so that each operation is a test of its own; that the files are right is another test. */
const withBody = checkedInDocuments()
  .flatMap(operationsOf)
  .filter(({ requestBody }) => requestBody?.content['application/json'] !== undefined)
  .map(({ method, path }) => `${method} ${path}`);

const json = 'application/json';
const mark = '"MARK"';

interface BadCase {
  readonly what: string;
  readonly body: string | Buffer;
  readonly headers?: Record<string, string>;
  readonly status?: number;
  readonly reason?: string;
  /** That must be named in `errors`. */
  readonly field?: string;
  /** What it must not be, where the value might be right. */
  readonly mayPass?: boolean;
}

function operationOf(name: string): ContractOperation {
  const operation = operations.get(name);
  if (operation === undefined) throw new Error('openapi.json is not up to date: npm run fix');
  return operation;
}

async function send(operation: ContractOperation, bad: BadCase): Promise<ApiReply> {
  return world.merchant.send(operation.method, operation.path(), {
    body: bad.body,
    headers: {
      'content-type': json,
      ...operation.signature(hookKeys(world.manilla.env), bad.body),
      ...bad.headers,
    },
  });
}

/** The list of what callers do wrong, for one field. */
function casesOfField(
  operation: ContractOperation,
  field: string,
  schema: JsonSchema,
  isRequired: boolean,
): BadCase[] {
  const example = operation.example ?? {};
  const raw = (text: string): string =>
    JSON.stringify({ ...example, [field]: 'MARK' }).replace(mark, () => text);
  const { [field]: _, ...without } = example;
  const types = [schema.type ?? 'object'].flat();
  const isText = types.includes('string');
  const isNumber = types.includes('integer') || types.includes('number');
  const refused = (what: string, text: string): BadCase => ({
    what,
    body: raw(text),
    status: 400,
    field,
  });
  const cases: BadCase[] = [];
  // Found where the body is read, before anybody knows which fields there are: one field of each operation shows it.
  if (field === Object.keys(operation.body?.properties ?? {})[0]) {
    cases.push(
      refused('half of a surrogate pair', '"\\ud800"'),
      refused('a NUL byte', '"a\\u0000b"'),
      refused('2^53 and more', '9007199254740993'),
      { ...refused('nested too deep', '['.repeat(20) + ']'.repeat(20)), field: '' },
    );
  }
  if (isRequired) {
    cases.push({ what: 'missing', body: JSON.stringify(without), status: 400, field });
    cases.push(refused('null', 'null'));
  }
  if (isText || isNumber) cases.push(refused('a list', '[1]'), refused('an object', '{"a":1}'));
  if (isText) {
    cases.push(refused('a number', '12345'), refused('a truth value', 'true'));
    const longer = Math.max(5_000, Number(schema['maxLength'] ?? 0) + 1);
    cases.push(refused('too long', JSON.stringify('x'.repeat(longer))));
  }
  if (isText && schema['pattern'] !== undefined) {
    for (const trick of ['٣٤٥', 'a\u202eb', 'a\u200bb', 'ОRD-1001', ' ORD-1001', 'ORD-1001\n']) {
      cases.push(refused(`the trick ${JSON.stringify(trick)}`, JSON.stringify(trick)));
    }
  }
  if (isNumber) {
    for (const text of ['"10"', '"1e3"', '1.5', '-1', '1e400', '""', '1e21', '9007199254740992']) {
      cases.push(refused(text, text));
    }
    for (const text of ['1.0', '1e3', '-0']) {
      cases.push({ what: text, body: raw(text), mayPass: true });
    }
  }
  if (schema['format'] === 'date-time') {
    for (const time of [
      '2027-02-30T10:00:00Z',
      '2027-04-31T00:00:00+01:00',
      '2027-02-29T24:00:00Z',
    ]) {
      cases.push(refused(time, JSON.stringify(time)));
    }
    for (const time of ['T24:00:00Z', 'T10:00:60Z', 'T10:00:00+14:01', 'T10:00:00+01:60', '']) {
      cases.push(refused(time, JSON.stringify(`2027-03-01${time}`)));
    }
  }
  if (schema.enum !== undefined) cases.push(refused('another choice', '"No such choice"'));
  return cases;
}

/** And for the body as a whole. */
function casesOfBody(operation: ContractOperation): BadCase[] {
  const example = operation.example ?? {};
  const text = JSON.stringify(example);
  const [first = 'amount'] = Object.keys(example);
  const malformed = { status: 400, reason: 'MALFORMED_JSON' };
  const media = { status: 415, reason: 'UNSUPPORTED_MEDIA_TYPE' };
  const withFirst = (field: string): string =>
    `{${field}${text === '{}' ? '' : ','}${text.slice(1)}`;
  const duplicate = withFirst(`${JSON.stringify(first)}:1`);
  const cases: BadCase[] = [
    { what: 'half a JSON', body: text.slice(0, -1), ...malformed },
    { what: 'a list', body: '[]', ...malformed },
    { what: 'a text', body: '"x"', ...malformed },
    { what: 'no UTF-8', body: Buffer.from([0x7b, 0xff, 0x7d]), ...malformed },
    { what: 'a byte order mark', body: `\ufeff${text}`, ...malformed },
    { what: 'NaN', body: '{"amount":NaN}', ...malformed },
    { what: 'a key given twice', body: duplicate, status: 400, field: first },
    // More than any operation takes, also the one that takes a picture.
    { what: 'too large', body: `{"a":"${'x'.repeat(400_000)}"}`, status: 413 },
    { what: 'text/plain', body: text, headers: { 'content-type': 'text/plain' }, ...media },
    { what: 'gzip', body: text, headers: { 'content-encoding': 'gzip' }, ...media },
    {
      what: 'UTF-16',
      body: text,
      headers: { 'content-type': `${json}; charset=utf-16` },
      ...media,
    },
  ];
  for (const key of ['__proto__', 'constructor', 'prototype']) {
    const body = withFirst(`"${key}":{"isAdmin":true}`);
    const unknown = { status: 400, reason: 'UNKNOWN_FIELD', field: key };
    // A bank may tell us more than we read.
    cases.push({ what: key, body, ...(operation.isStrict ? unknown : { mayPass: true }) });
  }
  const renamed = first.toUpperCase();
  if (operation.isStrict && Object.keys(example).length > 0) {
    const { [first]: value, ...rest } = example;
    const body = JSON.stringify({ ...rest, [renamed]: value });
    cases.push({ what: 'a field in the wrong case', body, status: 400, field: renamed });
  }
  return cases;
}

/** Every row of every table but those that count or note requests, that tell how far the worker has come, and which programs run. A key's last use is no write of the request's. */
async function everythingWritten(): Promise<string> {
  const tables = await world.query<{ name: string }>(
    `select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not in ('quota_window', 'progress_mark', 'ring_holder', 'ring_key', 'noted_call') order by relname`,
  );
  const counts = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*)::int as rows, md5(coalesce(string_agg(r, '|' order by r), '')) as hash from (select (to_jsonb(t) - 'last_used_at')::text as r from "${name}" t) t`,
  );
  return JSON.stringify(await world.query(`${counts.join(' union all ')} order by name`));
}

function faultOf(bad: BadCase, reply: ApiReply): string | undefined {
  const { status, reason, field, mayPass = false } = bad;
  if (reply.status >= 500) return 'a server error';
  if (mayPass) return undefined;
  if (reply.isSuccessful !== false) return 'it was taken';
  if (status !== undefined && reply.status !== status) return `not ${status}`;
  if (reason !== undefined && reply.data.reason !== reason) return `not ${reason}`;
  if (Buffer.byteLength(reply.text) > 1_024) return 'a reply of more than 1 KB';
  if (/\bat .*\.(ts|js):|node_modules|Error:/.test(reply.text)) return 'a stack trace';
  const named = (reply.data.errors as { field: string }[]).map((error) => error.field);
  const isNamed = field === undefined || named.some((name) => name.startsWith(field));
  return isNamed ? undefined : `the field ${field} is not named`;
}

function casesOf(operation: ContractOperation): BadCase[] {
  const { properties = {}, required = [] } = operation.body ?? {};
  return [
    ...casesOfBody(operation),
    ...Object.entries(properties).flatMap(([field, schema]) =>
      casesOfField(operation, field, operation.resolve(schema), required.includes(field)),
    ),
  ];
}

/** Requests under way at the same time. */
const atOnce = 6;

async function faultsOf(operation: ContractOperation, cases: readonly BadCase[]) {
  const faults: string[][] = Array.from({ length: atOnce }, () => []);
  const work = async (found: string[], n: number): Promise<void> => {
    for (let i = n; i < cases.length; i += atOnce) {
      const bad = cases[i] as BadCase;
      const reply = await send(operation, bad);
      const fault = faultOf(bad, reply);
      const what = `${bad.field ?? 'body'}, ${bad.what}: ${fault}`;
      if (fault !== undefined) found.push(`${what} (${reply.status} ${reply.text.slice(0, 300)})`);
    }
  };
  await Promise.all(faults.map(work));
  return faults.flat();
}

// Before anything is taken, so that nothing goes on in the background that writes.
describe('what is wrong is refused, the field named, and nothing written', () => {
  let before: string;
  beforeAll(async () => void (before = await everythingWritten()));

  it.each(withBody)('%s', async (name) => {
    const operation = operationOf(name);
    const cases = casesOf(operation).filter(({ mayPass }) => mayPass !== true);
    expect(await faultsOf(operation, cases)).toEqual([]);
  });

  it('by none of them', async () => expect(await everythingWritten()).toBe(before));
});

describe('what is odd is answered, and the example of the document understood', () => {
  it.each(withBody)('%s', async (name) => {
    const operation = operationOf(name);
    const reply = await send(operation, { what: '', body: JSON.stringify(operation.example) });
    const misunderstood = ['VALIDATION_FAILED', 'UNKNOWN_FIELD', 'MALFORMED_JSON'];
    expect(misunderstood, reply.text).not.toContain(reply.data.reason);
    const cases = casesOf(operation).filter(({ mayPass }) => mayPass === true);
    expect(await faultsOf(operation, cases)).toEqual([]);
  });
});

describe('before there is a request', () => {
  it.each([
    ['one header of 20 KB', `x: ${'x'.repeat(20_000)}\r\n`],
    [
      'two thousand headers',
      Array.from({ length: 2_000 }, (_, n) => `x-${n}: 123456\r\n`).join(''),
    ],
  ])('%s is refused', async (_what, headers) => {
    const reply = await raw(`POST /api/v1/checkout/initiate HTTP/1.1\r\nhost: a\r\n${headers}\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 431 /);
    expect(reply).toContain('HEADERS_TOO_LARGE');
  });

  // Node looks for slow senders every 30 s: too long for every run.
  it.runIf(process.env['MANILLA_FUZZ_RUNS'] !== undefined)(
    'a body that does not come is not waited for',
    async () => {
      const replies = await Promise.all(
        [...operations.values()]
          .filter(({ example }) => example !== undefined)
          .map((operation) =>
            raw(
              `${operation.method} ${operation.path()} HTTP/1.1\r\nhost: a\r\ncontent-type: ${json}\r\ncontent-length: 50\r\n\r\n{`,
            ),
          ),
      );
      for (const reply of replies) {
        expect(reply).toMatch(/^HTTP\/1\.1 408 /);
        expect(reply).toContain('REQUEST_TIMEOUT');
      }
    },
  );
});

function raw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(world.manilla.baseUrl);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('close', () => resolve(text)).on('error', reject);
  });
}
