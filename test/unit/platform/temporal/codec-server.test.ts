import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { defaultPayloadConverter } from '@temporalio/common';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EncryptionCodec } from '../../../../src/platform/temporal/codec.js';
import {
  createCodecServer,
  type PayloadReader,
} from '../../../../src/platform/temporal/codec-server.js';
import { keySetOf } from '../../../../src/platform/config/key-set.js';

const origin = 'http://127.0.0.1:8233';
const codec = new EncryptionCodec(keySetOf('codec', [randomBytes(32)]));
const audited: { details: object; message: string }[] = [];
const write = (details: object, message: string) => void audited.push({ details, message });
const mayRead: PayloadReader = { outcome: 'MAY_READ', operator: 'Ada' };
let reader: () => Promise<PayloadReader>;
const server = createCodecServer({
  codec,
  allowedOrigin: origin,
  readerOf: () => reader(),
  signInAt: 'http://127.0.0.1:3020/desk',
  log: { info: write, warn: write },
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());
beforeEach(() => {
  audited.splice(0);
  reader = () => Promise.resolve(mayRead);
});

function call(path: string, init: RequestInit = {}): Promise<Response> {
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}${path}`, { headers: { origin }, ...init });
}

const post = (body: string): Promise<Response> => call('/decode', { method: 'POST', body });

async function encryptedJson(value: unknown) {
  const [payload] = await codec.encode([defaultPayloadConverter.toPayload(value)]);
  const entries = Object.entries(payload?.metadata ?? {});
  return {
    metadata: Object.fromEntries(
      entries.map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]),
    ),
    data: Buffer.from(payload?.data ?? []).toString('base64'),
  };
}

describe('the codec server', () => {
  test('decodes what the UI shows, without leaving it in a cache', async () => {
    const payload = await encryptedJson({ creditId: 'txn_1' });
    const response = await post(JSON.stringify({ payloads: [payload, payload] }));
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { payloads } = (await response.json()) as { payloads: { data: string }[] };
    expect(payloads.map(({ data }) => Buffer.from(data, 'base64').toString())).toEqual([
      '{"creditId":"txn_1"}',
      '{"creditId":"txn_1"}',
    ]);
  });

  test.each([
    [{ outcome: 'NOBODY' }, 401, 'Sign in at http://127.0.0.1:3020/desk to read payloads'],
    [{ outcome: 'MAY_NOT', operator: 'Bola' }, 403, 'The role of Bola lacks the permission'],
    ['the database is away', 503, 'nobody can be asked now who you are'],
  ] as const)('decodes for nobody else: %j', async (found, status, sentence) => {
    reader = () =>
      typeof found === 'string' ? Promise.reject(new Error(found)) : Promise.resolve(found);
    const response = await post(JSON.stringify({ payloads: [await encryptedJson('secret')] }));
    expect(response.status).toBe(status);
    // The UI can read why, and shows it.
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    const text = await response.text();
    expect(text).toContain(sentence);
    expect(text).not.toContain('c2VjcmV0');
  });

  test('lets the desk’s cookie through, from the page of the Temporal UI alone', async () => {
    const asked = await call('/decode', { method: 'OPTIONS' });
    expect(asked.headers.get('access-control-allow-credentials')).toBe('true');
    const other = await call('/decode', { headers: { origin: 'https://evil.example' } });
    expect(other.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('answers the browser before it asks', async () => {
    const response = await call('/decode?namespace=manilla', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-headers': 'content-type,x-namespace' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-headers')).toContain('x-namespace');
  });

  test.each(['http://127.0.0.1:8234', 'http://localhost:8233', 'https://evil.example', 'null'])(
    'answers no other page: %s',
    async (other) => {
      const response = await call('/decode', {
        method: 'POST',
        headers: { origin: other },
        body: JSON.stringify({ payloads: [await encryptedJson('secret')] }),
      });
      expect(response.status).toBe(403);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      expect(await response.text()).not.toContain('c2VjcmV0');
    },
  );

  test('gives back what the UI asks to encode: nobody can make an encrypted payload here', async () => {
    const typed = {
      metadata: { encoding: Buffer.from('json/plain').toString('base64') },
      data: Buffer.from('{"decision":"retry"}').toString('base64'),
    };
    const body = JSON.stringify({ payloads: [typed, await encryptedJson('secret')] });
    const response = await call('/encode', { method: 'POST', body });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(await response.json()).toEqual(JSON.parse(body));
    expect((await call('/encode', { method: 'OPTIONS' })).status).toBe(204);
  });

  test.each(['/', '/encrypt', '/constructor', '/decode/'])('has nothing else: %s', async (path) => {
    expect((await call(path, { method: 'POST', body: '{"payloads":[]}' })).status).toBe(404);
  });

  test('answers no page that is merely opened', async () => {
    expect((await call('/decode')).status).toBe(405);
    expect((await call('/encode')).status).toBe(405);
  });

  test.each([
    ['no JSON', '{'],
    ['no payloads', '{}'],
    ['no base64', '{"payloads":[{"data":"%%%"}]}'],
  ])('refuses %s', async (_name, body) => {
    expect((await post(body)).status).toBe(400);
  });

  test('refuses a payload that it has no key for, without saying more', async () => {
    const stranger = new EncryptionCodec(keySetOf('codec', [randomBytes(32)]));
    const [payload] = await stranger.encode([defaultPayloadConverter.toPayload('secret')]);
    const entries = Object.entries(payload?.metadata ?? {});
    const metadata = entries.map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]);
    const body = { payloads: [{ metadata: Object.fromEntries(metadata), data: '' }] };
    const response = await post(JSON.stringify(body));
    expect([response.status, await response.json()]).toEqual([
      400,
      { message: 'the payloads cannot be decoded' },
    ]);
  });

  test('takes at most 1 MiB', async () => {
    const response = await post(`{"payloads":[{"data":"${'A'.repeat(1_100_000)}"}]}`);
    expect(response.status).toBe(413);
  });

  test('leaves a line for each call, and no content in it', async () => {
    await post(JSON.stringify({ payloads: [await encryptedJson({ creditId: 'txn_1' })] }));
    await call('/decode', { method: 'POST', headers: { origin: 'https://evil.example' } });
    expect(audited).toMatchObject([
      {
        message: 'payloads given',
        details: { path: '/decode', origin, payloads: 1, status: 200, operator: 'Ada' },
      },
      { message: 'payloads refused', details: { origin: 'https://evil.example', status: 403 } },
    ]);
    expect(JSON.stringify(audited)).not.toContain('txn_1');
  });
});
