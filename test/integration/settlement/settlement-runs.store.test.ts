import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { midnight, SettlementWorld } from '../../support/settlement-world.js';

let world: SettlementWorld;

beforeAll(async () => {
  world = await SettlementWorld.open();
});
afterAll(async () => {
  await world.shop.assertBooks();
  await world[Symbol.asyncDispose]();
});

// Mon 23 Nov 2026 is a business day; money of the Friday before is due on it.
const friday = '2026-11-20';
const monday = '2026-11-23';
const tuesday = '2026-11-24';

describe('a run', () => {
  it('pays out what is due, and nothing that is not', async () => {
    const merchantId = await world.merchant();
    await world.collect(merchantId, 1_000_000n, friday);
    await world.collect(merchantId, 400_000n, monday);
    const { frozen, tally } = await world.run(monday);
    expect(frozen.map((settlement) => settlement.merchantId)).toContain(merchantId);
    expect(tally.settled).toBeGreaterThan(0);
    expect(await world.moneyOf(merchantId)).toEqual({ '2100': 395_700n, '2320': 989_250n });
    const settlement = await world.lastOf(merchantId);
    expect(settlement).toMatchObject({
      status: 'SCHEDULED',
      opening_minor: 0n,
      gross_minor: 1_000_000n,
      fee_minor: 10_000n,
      vat_minor: 750n,
      net_minor: 989_250n,
      closing_minor: 0n,
      transaction_count: 1,
    });
    await world.pay(settlement.settlement_id);
    expect(await world.moneyOf(merchantId)).toEqual({ '2100': 395_700n });
    expect(await world.eventsOf(merchantId)).toEqual(['settlement.successful']);
    await world.run(tuesday);
    expect(await world.lastOf(merchantId)).toMatchObject({ number: 2, net_minor: 395_700n });
  });

  it('made again changes nothing', async () => {
    const merchantId = await world.merchant();
    await world.collect(merchantId, 500_000n, friday);
    const first = await world.run(monday);
    const mine = (page: typeof first) =>
      page.frozen.filter((settlement) => settlement.merchantId === merchantId);
    const before = await world.shop.dump();
    expect(mine(await world.run(monday))).toEqual(mine(first));
    expect(await world.shop.dump()).toEqual(before);
    const { settlement_id: id } = await world.lastOf(merchantId);
    await world.take(id, ['SENT']);
    expect(mine(await world.run(monday))).toEqual([]);
  });

  it('is noted, and is none on a day without banks', async () => {
    expect(await world.runs.open({ cycle: 'DAILY', cutOff: midnight(monday) })).toBe(true);
    expect(await world.runs.open({ cycle: 'DAILY', cutOff: midnight('2026-11-22') })).toBe(false);
    expect(await world.runs.open({ cycle: 'INSTANT', cutOff: midnight('2026-11-22') })).toBe(true);
  });
});
