import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import type { ApiError } from '../../../src/http/api-error.js';
import { RouteTable } from '../../../src/http/route-table.js';

it('knows which methods a path has, and that others have none', () => {
  const server = fastify();
  const routes = new RouteTable();
  routes.watch(server);
  server.post('/api/v1/checkout/initiate', () => '');
  server.get('/api/v1/checkout/query/:paymentReference', () => '');
  server.get('/docs/*', () => '');

  expect(routes.allow('/api/v1/checkout/initiate')).toBe('POST');
  expect(routes.allow('/api/v1/checkout/initiate?a=b')).toBe('POST');
  expect(routes.allow('/api/v1/checkout/query/ORD-1001')).toBe('GET, HEAD');
  expect(routes.allow('/docs/a/b.js')).toBe('GET, HEAD');
  expect(routes.allow('/api/v1/checkout/query/')).toBeUndefined();
  expect(routes.allow('/api/v1/checkout/query/a/b')).toBeUndefined();
  expect(routes.allow('/nothing')).toBeUndefined();
});

it('puts a path before a neighbour whose parameter fits it', async () => {
  const server = fastify();
  const routes = new RouteTable();
  routes.watch(server);
  server.setErrorHandler((error: ApiError, _request, reply) =>
    reply
      .code(405)
      .headers({ ...error.details.headers })
      .send(error.reason),
  );
  server.get('/account/:number', () => 'one account');
  server.post('/account/validate', () => 'validated');
  server.get('/account/prefixes', () => 'prefixes');
  routes.refuseOtherMethods(server);

  const ask = (method: string, url: string, headers = {}) =>
    server.inject({ method: method as 'GET', url, headers });
  for (const method of ['GET', 'OPTIONS', 'DELETE', 'QUERY']) {
    const reply = await ask(method, '/account/validate?a=b');
    expect([method, reply.statusCode, reply.headers['allow']]).toEqual([method, 405, 'POST']);
  }
  expect((await ask('POST', '/account/prefixes')).headers['allow']).toBe('GET, HEAD');
  expect((await ask('PUT', '/account/123')).headers['allow']).toBe('GET, HEAD');
  expect((await ask('GET', '/account/123')).body).toBe('one account');
  expect((await ask('HEAD', '/account/prefixes')).statusCode).toBe(200);
  expect((await ask('POST', '/account/validate')).body).toBe('validated');
  expect((await ask('GET', '/nothing')).statusCode).toBe(404);
});
