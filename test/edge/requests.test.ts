import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiWorld } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

const path = '/api/v1/requests';

describe('GET /api/v1/requests', () => {
  it('shows a merchant its refused requests without what was in them, and nobody else’s', async () => {
    const one = await world.otherMerchant('Request Shop');
    const other = await world.otherMerchant('Quiet Shop');
    const { clientId } = one.merchant;
    await one.post(
      '/api/v1/checkout/initiate?secret=in-the-query',
      { email: 'secret@example.ng' },
      { 'x-request-id': 'req-refused' },
    );
    await one.get('/api/v1/checkout/query/secret-in-the-path', { 'x-request-id': 'req-unknown' });
    await one.get('/api/v1/banks', { 'x-request-id': 'req-well' });
    // Whoever has no token of the merchant writes nothing.
    await world.anonymous.get('/api/v1/banks', { 'x-request-id': 'req-nobody' });
    await vi.waitFor(
      async () => expect((await one.get(path)).data.items.length).toBeGreaterThan(1),
      { timeout: 20_000, interval: 500 },
    );
    const reply = await one.get(path);
    expect(reply.data.items).toMatchObject([
      {
        ...{ requestId: 'req-unknown', clientId, httpStatus: 404 },
        operation: 'GET /api/v1/checkout/query/{paymentReference}',
      },
      {
        ...{ requestId: 'req-refused', clientId, httpStatus: 400 },
        operation: 'POST /api/v1/checkout/initiate',
      },
    ]);
    expect(reply.text).not.toContain('secret');
    expect((await other.get(path)).data.items).toEqual([]);
    expect((await other.get(`${path}?clientId=${clientId}`)).data.items).toEqual([]);
    expect((await one.get(`${path}?clientId=${clientId}&size=1`)).data.items).toHaveLength(1);
    // The database has numbers of 19 digits, but not all of them.
    const behind = (digits: number) =>
      one.get(
        `${path}?cursor=${Buffer.from(`requests\n${'9'.repeat(digits)}`).toString('base64url')}`,
      );
    expect((await behind(18)).data.items).toHaveLength(2);
    expect(await behind(19)).toMatchObject({
      status: 400,
      data: { errors: [{ field: 'cursor' }] },
    });
  });
});
