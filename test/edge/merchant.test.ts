import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiWorld } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

const path = '/api/v1/merchant';

describe('GET /api/v1/merchant', () => {
  it('tells a merchant its names, its terms, and nothing of another merchant', async () => {
    const merchant = await world.otherMerchant('Ada Stores', [], {
      trade_name: 'ADA STORES 1',
      daily_limit_minor: 500_000_000,
      settlement_schedule: 'WEEKLY:FRI',
    });
    const { merchantId, prefix } = merchant.merchant;
    const reply = await merchant.get(path);
    expect(reply).toMatchObject({ status: 200, code: '00' });
    expect(reply.data).toMatchObject({
      merchantId,
      name: 'Ada Stores',
      tradeName: 'ADA STORES 1',
      environment: 'sandbox',
      status: 'ACTIVE',
      contacts: { business: null, technical: null, settlement: null },
      limits: {
        ...{ minAmount: 10_000, maxAmount: 1_000_000_000, dailyLimit: 500_000_000 },
        ...{ dailySettlementLimit: null, openAccounts: 100_000 },
      },
      settlement: { schedule: 'WEEKLY:FRI', minimumPayout: 100_000, payoutFee: 0 },
    });
    expect(reply.data.prefixes).toEqual([
      expect.objectContaining({ prefix, status: 'ACTIVE', isDefault: true }),
    ]);
    expect(reply.data.channels).toContainEqual(
      expect.objectContaining({ paymentChannel: 'Bank', offered: true, nextFeePlans: [] }),
    );
    expect(reply.text).not.toContain(world.manilla.merchant.merchantId);
  });

  it('tells what is missing before the merchant is live, until it is there', async () => {
    const merchant = await world.otherMerchant('Checklist Shop');
    const item = async (name: string) =>
      (await merchant.get(path)).data.checklist.find(
        (each: { item: string }) => each.item === name,
      );
    expect(await item('KEY')).toEqual({ item: 'KEY', done: true, todo: null });
    expect(await item('CONTACTS')).toMatchObject({ done: false, todo: expect.any(String) });
    await world.query(
      `insert into merchant_contact (merchant_id, kind, name, email, phone_number)
       select $1, kind, 'Ada Obi', 'ada@example.ng', '+2348031234567'
         from unnest('{BUSINESS,TECHNICAL,SETTLEMENT}'::text[]) kind`,
      [merchant.merchant.merchantId],
    );
    expect(await item('CONTACTS')).toEqual({ item: 'CONTACTS', done: true, todo: null });
    const { contacts } = (await merchant.get(path)).data;
    expect(contacts.technical).toEqual({
      ...{ name: 'Ada Obi', email: 'ada@example.ng', phoneNumber: '+2348031234567' },
    });
  });

  it('names the plan that holds, and those that follow in their order', async () => {
    const merchant = await world.otherMerchant('Plans Shop');
    const { merchantId } = merchant.merchant;
    await world.query(
      `insert into fee_plan (fee_plan_id, rate_bps, flat_minor, flat_waived_below_minor, cap_minor, vat_bps)
       select 'shop-' || n, n, 0, 0, 200000, 750 from generate_series(1, 2) n on conflict do nothing`,
    );
    await world.query(
      `insert into merchant_fee_plan (merchant_id, channel, holds_from, fee_plan_id)
       values ($1, 'Bank', now() + interval '2 days', 'shop-2'), ($1, 'Bank', now() + interval '1 day', 'shop-1'),
              ($1, 'Bank', now() - interval '1 day', 'shop-1')`,
      [merchantId],
    );
    const { channels } = (await merchant.get(path)).data;
    const bank = channels.find(
      (each: { paymentChannel: string }) => each.paymentChannel === 'Bank',
    );
    expect(bank.feePlan).toMatchObject({ feePlanId: 'shop-1', from: null, rateBps: 1 });
    expect(bank.nextFeePlans.map((plan: { feePlanId: string }) => plan.feePlanId)).toEqual([
      'shop-1',
      'shop-2',
    ]);
  });
});
