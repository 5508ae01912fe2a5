import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reasons, resultCodes, type Reason } from '../../../src/domain/result-code.js';
import { Contract } from '../../support/contract.js';
import { ApiWorld } from './api-world.js';

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly requestBody?: { content: Record<string, Media> };
  readonly responses: Record<string, { $ref?: string; content?: Record<string, Media> }>;
}
interface Media {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Record<string, { $ref?: string; value?: unknown }>;
}
interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly webhooks: Record<string, { post: Operation }>;
  readonly components: {
    readonly schemas: Record<string, { properties?: object; required?: string[] }>;
    readonly examples: Record<string, { value: unknown }>;
    readonly responses: Record<string, { content?: Record<string, Media> }>;
  };
}

let world: ApiWorld;
let text: string;
let document: Document;
beforeAll(async () => {
  world = await ApiWorld.shared();
  text = await (await fetch(`${world.manilla.baseUrl}/openapi.json`)).text();
  document = JSON.parse(text) as Document;
});
afterAll(() => world?.stop());

describe('the OpenAPI document', () => {
  it('is the one that is checked in (npm run fix writes it; commit openapi.json)', () => {
    const file = readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8');
    expect(document).toEqual(JSON.parse(file));
  });

  it('is OpenAPI 3.1', () => {
    expect(document.openapi).toMatch(/^3\.1/);
    expect(text).not.toContain('"nullable"');
    expect(text).not.toContain('x-manilla');
  });

  it('names every operation once, and has the ones of the source document', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        '/api/v1/merchant/authenticate',
        '/api/v1/checkout/initiate',
        '/api/v1/checkout/create-account',
        '/api/v1/checkout/query/{paymentReference}',
        '/api/v1/checkout/complete-checkout',
        '/api/v1/webhooks/notification-url',
        '/api/v1/providers/{provider}/inward-credit',
        '/api/v1/sandbox/inward-credit',
      ]),
    );
  });

  it('tells every way in which initiate may be answered', () => {
    const initiate = document.paths['/api/v1/checkout/initiate']?.['post'];
    expect(Object.keys(initiate?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '409', '413', '415', '500', '503']),
    );
    expect(document.components.schemas['InitiateRequest']?.required?.toSorted()).toEqual([
      'amount',
      'email',
      'firstName',
      'lastName',
      'paymentReference',
      'phoneNumber',
    ]);
  });

  it('has a right example of every request, reply, failure and webhook', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'document', components: document.components });
    const faults: string[] = [];
    const judge = (where: string, schema: object, example: unknown): void => {
      const local = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
      const validate = ajv.compile(JSON.parse(local) as object);
      if (example === undefined) faults.push(`${where}: no example`);
      else if (!validate(example)) faults.push(`${where}: ${ajv.errorsText(validate.errors)}`);
    };
    for (const [where, media] of everyMedia(document)) {
      if (media.examples === undefined) judge(where, media.schema, media.example);
      for (const [name, { $ref, value }] of Object.entries(media.examples ?? {})) {
        const shared = document.components.examples[$ref?.split('/').at(-1) ?? ''];
        judge(`${where} ${name}`, media.schema, $ref === undefined ? value : shared?.value);
      }
    }
    expect(faults).toEqual([]);
  });

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
    const init = await fetch(`${world.manilla.baseUrl}/docs/swagger-ui-init.js`);
    // Else the page would send the document's address to a validator on the internet.
    expect(await init.text()).toMatch(/"validatorUrl": null/);
  });
});

describe('GET /api/v1/errors', () => {
  it('tells every reason of the table, and the page explains each', async () => {
    const { status, data } = await world.anonymous.get('/api/v1/errors');
    expect(status).toBe(200);
    const told = data.errors as {
      reason: Reason;
      code: string;
      httpStatus: number;
      docs: string;
    }[];
    expect(told.map(({ reason }) => reason)).toEqual([...reasons]);
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

function everyMedia(from: Document): [string, Media][] {
  const operations = [
    ...Object.entries(from.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, each]) => [`${method} ${path}`, each] as const),
    ),
    ...Object.entries(from.webhooks).map(([name, { post }]) => [`webhook ${name}`, post] as const),
  ];
  return operations.flatMap(([where, { requestBody, responses }]) => [
    ...Object.values(requestBody?.content ?? {}).map((media): [string, Media] => [where, media]),
    ...Object.entries(responses).flatMap(([status, { $ref, content }]) => {
      const shared = from.components.responses[$ref?.split('/').at(-1) ?? '']?.content;
      return Object.values(content ?? shared ?? {}).map((media): [string, Media] => [
        `${where} ${status}`,
        media,
      ]);
    }),
  ]);
}
