import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultPolicies } from '../../src/domain/policies.js';
import { ApiClient, order, type JsonBody } from '../support/api-client.js';
import { ApiWorld } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

const path = '/api/v1/merchant/policies';

const put = (merchant: ApiClient, policies: unknown) =>
  merchant.send('PUT', path, {
    body: JSON.stringify(policies),
    headers: { 'content-type': 'application/json' },
  });

describe('GET and PUT /api/v1/merchant/policies', () => {
  it('shows the defaults of a merchant who has set nothing', async () => {
    const merchant = await world.otherMerchant('Policy Shop 1');
    const reply = await merchant.get(path);
    expect(reply).toMatchObject({ status: 200, code: '00' });
    expect(reply.data).toEqual(defaultPolicies);
  });

  it('replaces all of them, so that what is left out has its default again', async () => {
    const merchant = await world.otherMerchant('Policy Shop 2');
    const first = await put(merchant, { underpaid: 'ACCEPT', late: 'HOLD', tolerance: 100 });
    expect(first).toMatchObject({ status: 200, code: '00' });
    const set = { ...defaultPolicies, underpaid: 'ACCEPT', late: 'HOLD', tolerance: 100 };
    expect(first.data).toEqual(set);
    expect((await merchant.get(path)).data).toEqual(set);
    const second = await put(merchant, { overpaid: 'KEEP', underpaid: null });
    expect(second.data).toEqual({ ...defaultPolicies, overpaid: 'KEEP' });
    expect((await put(merchant, second.data)).data).toEqual(second.data);
    expect((await put(merchant, {})).data).toEqual(defaultPolicies);
  });

  it('holds from the very next checkout on; a checkout that exists keeps its own', async () => {
    const merchant = await world.otherMerchant('Policy Shop 3');
    const before = order();
    expect((await merchant.initiate(before)).data.policies).toEqual(defaultPolicies);
    for (const late of ['HOLD', 'ACCEPT_LATE', 'REFUND'] as const) {
      await put(merchant, { late });
      expect((await merchant.initiate(order())).data.policies.late).toBe(late);
    }
    await put(merchant, { late: 'HOLD' });
    expect((await merchant.initiate(before)).data.policies).toEqual(defaultPolicies);
  });

  it('holds in another process within five seconds', async () => {
    const merchant = await world.otherMerchant('Policy Shop 4');
    const api = await world.manilla.beside();
    try {
      const there = new ApiClient(api.baseUrl, merchant.token);
      expect((await there.get(path)).data).toEqual(defaultPolicies);
      await put(merchant, { duplicate: 'KEEP_AS_CREDIT' });
      await expect.poll(async () => (await there.get(path)).data.duplicate).toBe('KEEP_AS_CREDIT');
    } finally {
      await api.stop();
    }
  });

  it.each([
    [{ underpaid: 'KEEP' }, 'VALIDATION_FAILED', 'underpaid', 'oneOf'],
    [{ late: 'refund' }, 'VALIDATION_FAILED', 'late', 'oneOf'],
    [{ tolerance: -1 }, 'VALIDATION_FAILED', 'tolerance', 'min'],
    [{ tolerance: 1_000_001 }, 'VALIDATION_FAILED', 'tolerance', 'max'],
    [{ tolerance: 1.5 }, 'VALIDATION_FAILED', 'tolerance', 'integer'],
    [{ tolerance: '10' }, 'VALIDATION_FAILED', 'tolerance', 'integer'],
    [{ latePayment: 'REFUND' }, 'UNKNOWN_FIELD', 'latePayment', 'unknown'],
  ])('refuses %j', async (body, reason, field, rule) => {
    const reply = await put(world.merchant, body);
    expect(reply).toMatchObject({ status: 400, code: '30', data: { reason } });
    expect(reply.data.errors).toMatchObject([{ field, rule }]);
    const initiated = await world.merchant.initiate(order({ policies: body }));
    expect(initiated).toMatchObject({ status: 400, code: '30', data: { reason } });
    expect(initiated.data.errors).toMatchObject([{ field: `policies.${field}`, rule }]);
  });

  it('needs a token', async () => {
    expect((await world.anonymous.get(path)).status).toBe(401);
    expect((await put(world.anonymous, {})).status).toBe(401);
  });
});

describe('policies of one checkout', () => {
  it.each<[JsonBody, JsonBody]>([
    [{}, {}],
    [{ underpaid: 'ACCEPT' }, { underpaid: 'ACCEPT' }],
    [
      { overpaid: 'REFUND_ALL', tolerance: 50 },
      { overpaid: 'REFUND_ALL', tolerance: 50 },
    ],
    [{ duplicate: null }, {}],
  ])('%j lie over those of the merchant', async (policies, changed) => {
    const body = order({ policies });
    const reply = await world.merchant.initiate(body);
    expect(reply.data.policies).toEqual({ ...defaultPolicies, ...changed });
    expect((await world.merchant.initiate(body)).text).toBe(reply.text);
    expect(await world.merchant.initiate({ ...body, policies: { late: 'HOLD' } })).toMatchObject({
      status: 409,
      code: '26',
    });
  });
});
