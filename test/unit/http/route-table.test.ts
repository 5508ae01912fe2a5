import { fastify } from 'fastify';
import { expect, it } from 'vitest';
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
