import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOfDocument } from '../../scripts/docs/document-rules.ts';
import { resultCodes, type Reason } from '../../src/domain/result-code.js';
import { merchantReasons } from '../../src/domain/reason.js';
import { exampleOf } from '../../src/http/open-api-examples.js';
import {
  namedOperations,
  nameIn,
  operationsOf,
  type ApiDocument,
  type MediaType,
  type ResponseObject,
} from '../../src/http/open-api-model.js';
import { Contract } from '../support/contract.js';
import { ApiWorld } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

async function served(name: string): Promise<{ text: string; document: ApiDocument }> {
  const text = await (await fetch(`${world.manilla.baseUrl}/${name}`)).text();
  return { text, document: JSON.parse(text) as ApiDocument };
}

describe.each(['openapi.json', 'openapi-providers.json'])('%s', (name) => {
  it('is the one that is checked in (npm run fix writes it; commit it)', async () => {
    const { document } = await served(name);
    const file = readFileSync(join(import.meta.dirname, '../..', name), 'utf8');
    expect(document).toEqual(JSON.parse(file));
  });

  it('is OpenAPI 3.1, without our own notes', async () => {
    const { text, document } = await served(name);
    expect(document.openapi).toMatch(/^3\.1/);
    expect(text).not.toContain('"nullable"');
    expect(text).not.toContain('x-manilla');
  });

  it('is what generators of clients need', async () => {
    expect(faultsOfDocument((await served(name)).document)).toEqual([]);
  });

  it('comes on one line, and compressed to whoever takes it', async () => {
    const url = `${world.manilla.baseUrl}/${name}`;
    const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
    const packed = await fetch(url, { headers: { 'accept-encoding': 'br, gzip' } });
    const refused = await fetch(url, { headers: { 'accept-encoding': 'gzip;q=0' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(refused.headers.get('content-encoding')).toBeNull();
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('vary')).toBe('accept-encoding');
    const text = await plain.text();
    expect(text).not.toContain('\n');
    expect(await packed.text()).toBe(text);
  });

  it('has a right example of every request, reply, failure and webhook', async () => {
    const { document } = await served(name);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'document', components: document.components });
    const faults: string[] = [];
    const judge = (where: string, schema: object, example: unknown): void => {
      const local = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
      const validate = ajv.compile(JSON.parse(local) as object);
      if (example === undefined) faults.push(`${where}: no example`);
      else if (!validate(example)) faults.push(`${where}: ${ajv.errorsText(validate.errors)}`);
    };
    for (const [where, { schema = {}, example, examples = {} }] of everyMedia(document)) {
      // As a reader's tool makes it, of the examples of the properties.
      judge(where, schema, example ?? exampleOf(document, schema));
      for (const [reason, each] of Object.entries(examples)) {
        judge(`${where} ${reason}`, schema, (each as { value: unknown }).value);
      }
    }
    expect(faults).toEqual([]);
  });
});

describe('the documents', () => {
  it('name every operation once, each for its readers', async () => {
    const documents = await Promise.all(
      ['openapi.json', 'openapi-providers.json'].map(async (name) => (await served(name)).document),
    );
    const [merchants = [], providers = []] = documents.map(({ paths }) => Object.keys(paths));
    const ids = documents.flatMap(({ paths }) =>
      operationsOf(paths).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(merchants).toEqual(
      expect.arrayContaining([
        '/api/v1/merchant/authenticate',
        '/api/v1/checkout/initiate',
        '/api/v1/checkout/create-account',
        '/api/v1/checkout/query/{paymentReference}',
        '/api/v1/checkout/complete-checkout',
        '/api/v1/webhooks/notification-url',
        '/api/v1/sandbox/inward-credit',
      ]),
    );
    expect(merchants.filter((path) => /providers|health/.test(path))).toEqual([]);
    expect(providers.filter((path) => !/providers|health/.test(path))).toEqual([]);
    expect(providers).toContain('/api/v1/providers/{provider}/inward-credit');
  });

  it('tell every way in which initiate may be answered', async () => {
    const { document } = await served('openapi.json');
    const initiate = document.paths['/api/v1/checkout/initiate']?.['post'];
    expect(Object.keys(initiate?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '409', 'default']),
    );
    const bad = initiate?.responses['400'];
    const shared = document.components.responses?.[nameIn(bad?.$ref ?? '')];
    expect((shared ?? bad)?.description).toContain('AMOUNT_NOT_INTEGER');
    expect(document.components.responses?.['Failure']?.description).toContain('503 MAINTENANCE');
    expect(document.components.schemas['InitiateRequest']?.required?.toSorted()).toEqual([
      'amount',
      'email',
      'firstName',
      'lastName',
      'paymentReference',
      'phoneNumber',
    ]);
  });

  it.each([
    ['/api/v1/checkout/create-account', 'DynamicAccountData'],
    ['/api/v1/virtual-account/dynamic', 'DynamicAccountData'],
    ['/api/v1/virtual-account/static', 'StaticAccountData'],
  ])(
    'promise the number of %s with 200, and have a type of its own for 202',
    async (path, name) => {
      const { document } = await served('openapi.json');
      const { responses = {} } = document.paths[path]?.['post'] ?? {};
      const dataOf = (status: string): string => {
        const { schema } = responses[status]?.content?.['application/json'] ?? {};
        const envelope = document.components.schemas[nameIn(schema?.$ref ?? '')];
        return /"data":\{"\$ref":"[^"]*\/(\w+)"/.exec(JSON.stringify(envelope))?.[1] ?? '';
      };
      expect([dataOf('200'), dataOf('202')]).toEqual([name, 'AccountPendingData']);
      const { properties = {}, required } = document.components.schemas[name] ?? {};
      expect(required).toEqual(expect.arrayContaining(['accountNumber', 'bankCode', 'status']));
      expect(properties['accountNumber']?.type).toBe('string');
      const pending = document.components.schemas['AccountPendingData'];
      expect(Object.keys(pending?.properties ?? {})).not.toContain('accountNumber');
      expect(pending?.required).toContain('retryAfterSeconds');
    },
  );

  it('can be read and tried in a browser, with nothing from elsewhere', async () => {
    const page = await fetch(`${world.manilla.baseUrl}/docs`);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain('swagger-ui');
    const sources = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '');
    expect(sources.length).toBeGreaterThan(3);
    for (const source of sources) {
      const url = new URL(source, `${world.manilla.baseUrl}/docs`);
      expect(url.origin).toBe(world.manilla.baseUrl);
      expect((await fetch(url)).status, source).toBe(200);
    }
    const init = await fetch(`${world.manilla.baseUrl}/docs/start.js`);
    const script = await init.text();
    // Else the page would send the document's address to a validator on the internet.
    expect(script).toMatch(/validatorUrl: null/);
    expect(script).toMatch(/"url":"\/openapi\.json"/);
  });

  it('comes compressed, and each page under /docs has a policy that runs nothing foreign', async () => {
    const at = (path: string, encoding: string) =>
      fetch(`${world.manilla.baseUrl}${path}`, { headers: { 'accept-encoding': encoding } });
    for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css', 'start.js']) {
      const packed = await at(`/docs/${name}`, 'gzip, br');
      expect(packed.headers.get('content-encoding')).toBe('gzip');
      const plain = await at(`/docs/${name}`, 'identity');
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(await plain.text()).toBe(await packed.text());
    }
    const bundle = await at('/docs/swagger-ui-bundle.js', 'gzip');
    expect(Number(bundle.headers.get('content-length'))).toBeLessThan(600_000);
    for (const path of ['/docs', '/docs/', '/docs/errors']) {
      const policy = (await at(path, 'identity')).headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    }
  });
});

describe('GET /api/v1/errors', () => {
  it('tells every reason of the table, and the page explains each', async () => {
    const { status, data } = await world.anonymous.get('/api/v1/errors');
    expect(status).toBe(200);
    const told = data.items as {
      reason: Reason;
      code: string;
      httpStatus: number;
      docs: string;
    }[];
    expect(told.map(({ reason }) => reason)).toEqual([...merchantReasons]);
    const page = await (await fetch(`${world.manilla.baseUrl}/docs/errors`)).text();
    for (const { reason, code, httpStatus, docs } of told) {
      expect({ code, httpStatus }).toEqual({
        code: resultCodes[reason].code,
        httpStatus: resultCodes[reason].httpStatus,
      });
      expect(page).toContain(`id="${docs.split('#')[1]}"`);
    }
  });
});

describe('the contract that every reply of these tests is held against', () => {
  const seen = async (change: Partial<Parameters<Contract['check']>[0]>) => {
    const path = '/health/live';
    const reply = await fetch(`${world.manilla.baseUrl}${path}`);
    const { status, headers } = reply;
    const contract = await Contract.of(world.manilla.baseUrl);
    const told = { method: 'GET', path, status, headers, text: await reply.text(), ...change };
    return () => contract.check(told);
  };

  it('lets through what is documented', async () => {
    expect(await seen({})).not.toThrow();
  });

  it.each([
    ['a status', { status: 418 }, /has no response 418/],
    ['a path', { path: '/health/nothing' }, /no such operation/],
    ['a missing header', { headers: new Headers() }, /header X-Request-Id is missing/],
    [
      'a field',
      { text: '{"isSuccessful":true,"code":"00","message":"","data":{"status":"UP","more":1}}' },
      /more/,
    ],
    [
      'a value',
      { text: '{"isSuccessful":true,"code":"00","message":"","data":{"status":"DOWN"}}' },
      /must be equal to one of the allowed values/,
    ],
  ])('refuses %s that is not', async (_what, change, message) => {
    expect(await seen(change)).toThrow(message);
  });
});

function everyMedia({ paths, webhooks = {}, components }: ApiDocument): [string, MediaType][] {
  const operations = [...namedOperations(paths), ...namedOperations(webhooks)];
  return operations.flatMap(({ name, operation: { requestBody, responses } }) => [
    ...jsonOf(
      name,
      requestBody?.content ?? components.requestBodies?.[nameIn(requestBody?.$ref ?? '')]?.content,
    ),
    ...Object.entries(responses).flatMap(([status, { $ref, content }]) =>
      jsonOf(`${name} ${status}`, content ?? components.responses?.[nameIn($ref ?? '')]?.content),
    ),
  ]);
}

function jsonOf(where: string, content: ResponseObject['content']): [string, MediaType][] {
  const media = content?.['application/json'];
  return media === undefined ? [] : [[where, media]];
}
