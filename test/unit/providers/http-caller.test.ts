import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Registry } from 'prom-client';
import { registerHttpMetrics } from '../../../src/providers/http-metrics.js';
import { HttpCaller } from '../../../src/providers/http-caller.js';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly type: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
}

let server: Server;
let url: string;
let seen: Seen[] = [];
let answer: (request: IncomingMessage, reply: ServerResponse) => void;
const callers: HttpCaller[] = [];

beforeAll(async () => {
  server = createServer((request, reply) => void note(request, reply));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`;
});
afterAll(async () => {
  await Promise.all(callers.map((caller) => caller.close()));
  server.close();
});
beforeEach(() => {
  seen = [];
  answer = (_request, reply) => reply.end('{}');
});

async function note(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const { method, url: asked, headers } = request;
  const { authorization, 'content-type': type } = headers;
  seen.push({ method, url: asked, type, authorization, body });
  answer(request, reply);
}

function caller(more: object = {}): HttpCaller {
  const made = new HttpCaller({
    ...{ provider: 'unit', url, timeoutMs: 20_000, connections: 2, callsPerSecond: 10_000 },
    ...more,
  });
  callers.push(made);
  return made;
}

describe('a call', () => {
  it('has a query, JSON or a form, and follows the path of the address', async () => {
    const to = caller();
    await to.call({ method: 'GET', path: '/a', query: { q: 'x|y' } });
    await to.call({ method: 'POST', path: '/b', json: { n: 1 } });
    await to.call({ method: 'POST', path: '/c', form: { n: 'a b' } });
    expect(seen).toMatchObject([
      { method: 'GET', url: '/base/a?q=x%7Cy', body: '' },
      { method: 'POST', url: '/base/b', type: 'application/json', body: '{"n":1}' },
      { url: '/base/c', type: 'application/x-www-form-urlencoded', body: 'n=a+b' },
    ]);
  });

  it('gives the body of any status, and what it is asked to wait', async () => {
    answer = (_request, reply) => {
      reply.writeHead(422, { 'retry-after': '7' });
      reply.end('{"message":"no such account"}');
    };
    expect(await caller().call({ method: 'GET', path: '/' })).toEqual({
      ...{ failure: null, status: 422, text: '{"message":"no such account"}', retryAfterMs: 7_000 },
    });
  });

  it('that is refused by 401 is made once more, with another token', async () => {
    let token = 0;
    let forgotten = 0;
    const bearer = {
      headers: () => Promise.resolve({ authorization: `Bearer ${token}` }),
      forget: () => {
        token += 1;
        forgotten += 1;
      },
    };
    answer = (request, reply) => {
      reply.statusCode = request.headers.authorization === 'Bearer 0' ? 401 : 200;
      reply.end('{}');
    };
    const to = caller({ bearer });
    expect(await to.call({ method: 'POST', path: '/', json: {} })).toMatchObject({ status: 200 });
    expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer 0', 'Bearer 1']);
    // One that never holds is not asked for ever.
    answer = (_request, reply) => {
      reply.statusCode = 401;
      reply.end('{}');
    };
    expect(await to.call({ method: 'POST', path: '/', json: {} })).toMatchObject({ status: 401 });
    expect([seen.length, forgotten]).toEqual([4, 2]);
  });

  it('without an answer ends by itself', async () => {
    answer = () => undefined;
    const asked = caller({ timeoutMs: 50 }).call({ method: 'GET', path: '/' });
    expect(await asked).toEqual({ failure: 'TIMEOUT' });
  });

  it('that breaks off five times in a row keeps questions from being asked', async () => {
    answer = (request) => request.socket.destroy();
    const to = caller();
    for (let n = 0; n < 6; n += 1) {
      expect(await to.call({ method: 'GET', path: '/five' })).toEqual({ failure: 'UNREACHABLE' });
    }
    // The request of the test before, which nobody waited for, may come in only now.
    expect(seen.filter(({ url: path }) => path === '/base/five')).toHaveLength(5);
    // What moves money is made all the same: nobody could tell whether it had been.
    answer = (_request, reply) => reply.end('{}');
    const paid = await to.call({ method: 'POST', path: '/', json: {}, movesMoney: true });
    expect(paid).toMatchObject({ failure: null, status: 200 });
  });

  it('beyond the limit waits for its turn, and is not made when that is too far away', async () => {
    const to = caller({ callsPerSecond: 4, timeoutMs: 2_000 });
    const startedAt = performance.now();
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => to.call({ method: 'GET', path: '/' })),
    );
    const made = replies.filter(({ failure }) => failure === null).length;
    // One at once, and one each 250 ms until the turn is further away than a call may take.
    expect(made).toBe(9);
    expect(seen).toHaveLength(made);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_950);
  });

  it('after a 429 waits as long as the provider asks, also one that moves money', async () => {
    answer = (_request, reply) => {
      reply.writeHead(429, { 'retry-after': '1' });
      reply.end('{}');
    };
    const to = caller({ timeoutMs: 3_000 });
    await to.call({ method: 'GET', path: '/' });
    answer = (_request, reply) => reply.end('{}');
    const askedAt = performance.now();
    const paid = await to.call({ method: 'POST', path: '/', json: {}, movesMoney: true });
    expect(paid).toMatchObject({ status: 200 });
    expect(performance.now() - askedAt).toBeGreaterThan(900);
  });

  it('is counted by its status, and a breaker that is open is seen', async () => {
    const registry = new Registry();
    registerHttpMetrics(registry);
    const to = caller({ provider: 'counted' });
    await to.call({ method: 'GET', path: '/' });
    answer = (request) => request.socket.destroy();
    for (let n = 0; n < 6; n += 1) await to.call({ method: 'GET', path: '/' });
    const text = await registry.metrics();
    for (const [status, count] of Object.entries({ 200: 1, UNREACHABLE: 5, BROKEN: 1 })) {
      expect(text).toContain(
        `manilla_provider_request_seconds_count{provider="counted",status="${status}"} ${count}`,
      );
    }
    expect(text).toContain('manilla_provider_broken{provider="counted"} 1');
  });

  it('of one system of a provider leaves the other’s breaker to be seen', async () => {
    const registry = new Registry();
    registerHttpMetrics(registry);
    const accounts = caller({ provider: 'twofold', system: 'accounts' });
    const transfers = caller({ provider: 'twofold', system: 'transfers' });
    answer = (request) => request.socket.destroy();
    for (let n = 0; n < 5; n += 1) await accounts.call({ method: 'GET', path: '/' });
    answer = (_request, reply) => reply.end('{}');
    await transfers.call({ method: 'GET', path: '/' });
    const text = await registry.metrics();
    expect(text).toContain('manilla_provider_broken{provider="twofold",system="accounts"} 1');
    expect(text).toContain('manilla_provider_broken{provider="twofold",system="transfers"} 0');
  });
});
