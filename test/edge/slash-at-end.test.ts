import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from '../support/api-client.js';
import { ApiWorld } from '../support/api-world.js';
import { contractOperations } from '../support/contract-operations.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => void (world = await ApiWorld.edge()));
afterAll(() => world?.stop());

/** A client that leaves an id empty asks for `/disputes/`: it must not be answered with all disputes, nor with another's method. */
it('a path with a slash at its end is no path, whatever is asked', async () => {
  const operations = await contractOperations(world.manilla.baseUrl);
  const ids = new Proxy({}, { get: () => 'x' });
  const asked = operations
    .map((operation) => ({ method: operation.method, path: operation.path(ids) }))
    .filter(({ path }) => path.startsWith('/api/v1/'));
  expect(asked.length).toBeGreaterThan(60);
  const client = new ApiClient(world.manilla.baseUrl, world.merchant.token);
  for (const { method, path } of asked) {
    for (const end of ['/', '//', '/?size=1']) {
      const reply = await client.send(method, `${path}${end}`);
      expect([method, path, end, reply.status]).toEqual([method, path, end, 404]);
      expect(reply).toMatchObject({
        data: { reason: 'ROUTE_NOT_FOUND' },
        message: expect.stringContaining('without the slash') as string,
      });
    }
  }
  const emptyId = await client.get('/api/v1/disputes/');
  expect(emptyId).toMatchObject({ status: 404, data: { reason: 'ROUTE_NOT_FOUND' } });
});
