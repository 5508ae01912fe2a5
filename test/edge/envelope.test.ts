import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { order, type ApiReply } from '../support/api-client.js';
import { ApiWorld } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

const initiate = '/api/v1/checkout/initiate';
const json = { 'content-type': 'application/json' };
const send = (body: string | Buffer, headers: Record<string, string> = json) =>
  world.merchant.send('POST', initiate, { body, headers });

function expectFailure(reply: ApiReply, status: number, code: string, reason: string): void {
  expect(reply).toMatchObject({ status, code, isSuccessful: false });
  expect(reply.message).toBeTypeOf('string');
  expect(reply.data).toMatchObject({ reason, retryable: expect.any(Boolean) as boolean });
  expect(reply.data.errors).toBeInstanceOf(Array);
  expect(reply.headers.get('content-type')).toContain('application/json');
  expect(reply.headers.get('x-request-id')).toBeTruthy();
}

describe('every reply has the envelope', () => {
  it.each([
    ['unknown field', JSON.stringify({ ...order(), extra: 1 }), 400, '30', 'UNKNOWN_FIELD'],
    ['half a JSON', '{"amount":', 400, '30', 'MALFORMED_JSON'],
    ['nothing', '', 400, '30', 'MALFORMED_JSON'],
    ['a list', '[]', 400, '30', 'MALFORMED_JSON'],
    ['a key given twice', '{"amount":1,"amount":2}', 400, '30', 'VALIDATION_FAILED'],
    ['a prototype key', '{"__proto__":{"a":1}}', 400, '30', 'UNKNOWN_FIELD'],
    ['a megabyte', `{"a":"${'x'.repeat(1_000_000)}"}`, 413, '30', 'PAYLOAD_TOO_LARGE'],
    ['64 KB and a byte', ' '.repeat(65_537), 413, '30', 'PAYLOAD_TOO_LARGE'],
  ])('to a body with %s', async (_name, body, status, code, reason) => {
    expectFailure(await send(body), status, code, reason);
  });

  it('names the limit of the route', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = ' '.repeat(400 * 1_024);
    const order = await world.merchant.send('POST', initiate, { body, headers });
    const logo = '/api/v1/merchant/checkout-page/logo';
    const picture = await world.merchant.send('PUT', logo, { body, headers });
    expect([order.text, picture.text]).toEqual([
      expect.stringContaining('Send at most 64 KB.'),
      expect.stringContaining('Send at most 360 KB.'),
    ]);
  });

  it('to bytes that are no UTF-8', async () => {
    expectFailure(await send(Buffer.from([0x7b, 0xff, 0x7d])), 400, '30', 'MALFORMED_JSON');
  });

  it.each([
    ['text/plain', {}],
    ['application/x-www-form-urlencoded', {}],
    ['multipart/form-data; boundary=x', {}],
    ['application/json; charset=utf-16', {}],
    ['application/jsonp', {}],
    ['application/json', { 'content-encoding': 'gzip' }],
  ])('to a body of type %s %j', async (type, more) => {
    const reply = await send('{}', { 'content-type': type, ...more });
    expectFailure(reply, 415, '30', 'UNSUPPORTED_MEDIA_TYPE');
  });

  it.each(['DELETE', 'PUT', 'PATCH', 'GET', 'OPTIONS', 'QUERY', 'PROPFIND'])(
    'to the method %s',
    async (method) => {
      const reply = await world.merchant.send(method, initiate);
      expectFailure(reply, 405, '18', 'METHOD_NOT_ALLOWED');
      expect(reply.headers.get('allow')).toBe('POST');
    },
  );

  it('to a method that a read operation does not have', async () => {
    const reply = await world.merchant.send('POST', '/api/v1/checkout/query/ORD-1001', {
      body: '{}',
      headers: json,
    });
    expectFailure(reply, 405, '18', 'METHOD_NOT_ALLOWED');
    expect(reply.headers.get('allow')).toBe('GET, HEAD');
  });

  it('to a method that only the neighbour with a parameter has', async () => {
    const path = '/api/v1/virtual-account/validate-virtual-account';
    for (const method of ['GET', 'PATCH', 'OPTIONS', 'QUERY']) {
      const reply = await world.anonymous.send(method, path);
      expectFailure(reply, 405, '18', 'METHOD_NOT_ALLOWED');
      expect(reply.headers.get('allow')).toBe('POST');
    }
  });

  it('to the method QUERY at a path that is not there', async () => {
    const reply = await world.anonymous.send('QUERY', '/api/v1/nothing');
    expectFailure(reply, 404, '25', 'ROUTE_NOT_FOUND');
  });

  it.each(['/', '/api/v1', '/api/v1/nothing', '/api/v1/checkout/query/a/b', '/%zz', '/a%'])(
    'to the path %s',
    async (path) => {
      expectFailure(await world.merchant.get(path), 404, '25', 'ROUTE_NOT_FOUND');
    },
  );

  it('to a database that is gone, without telling of it', async () => {
    await world.query(`alter table checkout rename to checkout_gone`);
    try {
      const reply = await world.merchant.query('ORD-1001');
      // A view still reads the renamed table; the insert's function does not find it.
      expect([404, 500]).toContain(reply.status);
      const failed = await world.merchant.initiate(order());
      expectFailure(failed, 500, '96', 'INTERNAL_ERROR');
      expect(failed.message).toBe('System malfunction');
      expect(failed.text).not.toMatch(/checkout_gone|relation|at .*\.(ts|js)/);
    } finally {
      await world.query(`alter table checkout_gone rename to checkout`);
    }
    expect((await world.merchant.initiate(order())).status).toBe(200);
  });
});

describe('what never becomes a request', () => {
  it('is answered when its headers are too large', async () => {
    const reply = await raw(`GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 431 /);
    expect(bodyOf(reply)).toMatchObject({
      isSuccessful: false,
      data: { reason: 'HEADERS_TOO_LARGE' },
    });
  });

  it('is answered when it is no HTTP', async () => {
    const reply = await raw('hello\r\n\r\n');
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect(bodyOf(reply)).toMatchObject({ isSuccessful: false, code: '30' });
  });

  it('does not take the replies to the requests before it', async () => {
    const token = String(world.merchant.token);
    const head = `host: a\r\nauthorization: Bearer ${token}\r\n`;
    const path = '/api/v1/checkout/query/ORD-UNKNOWN-1';
    const good = `GET ${path} HTTP/1.1\r\n${head}\r\n`;
    const reply = await raw(`${good}${good}hello\r\n\r\n`);
    expect([...reply.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status)).toEqual([
      ...['404', '404', '400'],
    ]);
  });

  it('is answered when its body breaks off', async () => {
    const head = 'POST /api/v1/merchant/authenticate HTTP/1.1\r\nhost: a\r\n';
    const json = 'content-type: application/json\r\ntransfer-encoding: chunked\r\n';
    expect(await raw(`${head}${json}\r\nnonsense\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each([
    ['has two hosts', 'GET / HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n', 400, 'VALIDATION_FAILED'],
    ['has no host', 'GET / HTTP/1.1\r\n\r\n', 400, 'VALIDATION_FAILED'],
    [
      'expects nonsense',
      'GET / HTTP/1.1\r\nhost: a\r\nexpect: nonsense\r\n\r\n',
      ...([400, 'VALIDATION_FAILED'] as const),
    ],
    ['asks for a tunnel', 'CONNECT a:443 HTTP/1.1\r\nhost: a\r\n\r\n', 405, 'METHOD_NOT_ALLOWED'],
  ])('is answered when it %s', async (_name, bytes, status, reason) => {
    const reply = await raw(bytes);
    expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(reply).toMatch(/\r\nconnection: close\r\n/i);
    expect(bodyOf(reply)).toMatchObject({ isSuccessful: false, data: { reason } });
  });

  it('may announce its body', async () => {
    const head = 'GET /health/live HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\n';
    expect(await raw(`${head}connection: close\r\n\r\n`)).toMatch(/HTTP\/1\.1 200 /);
  });
});

describe('every reply', () => {
  it('repeats the caller’s request id, or has one of its own', async () => {
    const ours = await world.merchant.query('ORD-UNKNOWN-1', { 'x-request-id': 'my-id.1' });
    expect(ours.headers.get('x-request-id')).toBe('my-id.1');
    for (const bad of ['a b', 'x'.repeat(65), '"quoted"']) {
      const reply = await world.merchant.query('ORD-UNKNOWN-1', { 'x-request-id': bad });
      expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('may not be stored nor guessed at', async () => {
    const { reply } = await world.initiated();
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply.headers.get('x-powered-by')).toBeNull();
    expect(reply.headers.get('server')).toBeNull();
  });

  it('points to a page that explains it', async () => {
    const { data } = await world.merchant.query('ORD-UNKNOWN-1');
    const page = await (await fetch(`${world.manilla.baseUrl}${data.docs}`)).text();
    expect(page).toContain('id="RESOURCE_NOT_FOUND"');
  });
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

function bodyOf(reply: string): unknown {
  return JSON.parse(reply.slice(reply.indexOf('\r\n\r\n') + 4));
}
