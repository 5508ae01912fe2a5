import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgSettlementRuns } from '../../../../src/payouts/settlement/settlement-runs.store.js';
import { midnight, SettlementWorld } from '../../../support/settlement-world.js';

let world: SettlementWorld;

beforeAll(async () => {
  world = await SettlementWorld.open();
});
afterAll(async () => {
  await world.shop.assertBooks();
  await world[Symbol.asyncDispose]();
});

// Money of Friday, 20 Nov 2026 is due on the Monday after it; there are no holidays in that week.
const friday = '2026-11-20';
const monday = '2026-11-23';
const tuesday = '2026-11-24';

/** What a collection of so much leaves its merchant, at 1 % and VAT. */
const netOf = (amountMinor: bigint) => amountMinor - (amountMinor * 1_075n) / 100_000n;

describe('a run over many transactions', () => {
  /** Freezes five at once. */
  const settle = (merchantId: string, day: string) =>
    world.settle(merchantId, day, 'DAILY', new PgSettlementRuns(world.shop.pool, 5));

  async function merchantWith(collections: number): Promise<string> {
    const merchantId = await world.merchant();
    for (let n = 0; n < collections; n += 1) await world.collect(merchantId, 100_000n, friday);
    return merchantId;
  }

  /** The run gives up waiting for the accounts, as a worker that dies does; the next one goes on where it has stopped. */
  async function settleWhileHeld(merchantId: string): Promise<void> {
    const holder = await world.shop.pool.connect();
    await holder.query('begin');
    await holder.query('select from ledger_account where owner = $1 for update', [merchantId]);
    expect(await settle(merchantId, monday)).toMatchObject({ locked: merchantId, frozen: [] });
    await holder.query('rollback');
    holder.release();
  }

  async function frozenOf(merchantId: string): Promise<number> {
    const { rows } = await world.shop.pool.query<{ frozen: number }>(
      `select count(*)::int as frozen from balance_transaction where merchant_id = $1 and settlement_id is not null`,
      [merchantId],
    );
    return rows[0]?.frozen ?? 0;
  }

  it('freezes most of them while somebody else holds the accounts', async () => {
    const merchantId = await merchantWith(12);
    await settleWhileHeld(merchantId);
    expect(await frozenOf(merchantId)).toBe(10);
    expect(await world.settlementsOf(merchantId)).toEqual([]);
    // Meanwhile the merchant is paid once more.
    await world.collect(merchantId, 300_000n, friday);
    const { tally } = await settle(merchantId, monday);
    expect(tally).toMatchObject({
      settled: 1,
      amountMinor: 12n * netOf(100_000n) + netOf(300_000n) - 5_000n,
    });
    expect(await world.lastOf(merchantId)).toMatchObject({
      transaction_count: 13,
      gross_minor: 1_500_000n,
      closing_minor: 0n,
    });
    await world.pay((await world.lastOf(merchantId)).settlement_id);
  });

  it.each([
    ['is suspended', `update merchant set status = 'SUSPENDED' where merchant_id = $1`],
    ['owes more than is due', 'select $1::text'],
    [
      'owes more than is due and has no account',
      `update settlement_account set status = 'REMOVED' where merchant_id = $1`,
    ],
  ])('freezes in parts what it holds back from a merchant that %s', async (what, change) => {
    const merchantId = await merchantWith(12);
    const isDebt = what.startsWith('owes');
    if (isDebt) {
      const creditId = await world.collect(merchantId, 5_000_000n, monday);
      await world.shop.requestRefund(creditId, { merchantId, amountMinor: 4_000_000n });
    }
    await world.shop.pool.query(change, [merchantId]);
    await settleWhileHeld(merchantId);
    expect(await frozenOf(merchantId)).toBe(10);
    const { tally } = await settle(merchantId, monday);
    expect(tally).toMatchObject({ settled: 0, onHold: 1 });
    expect(await world.lastOf(merchantId)).toMatchObject({
      status: 'ON_HOLD',
      hold_reason: isDebt ? 'NEGATIVE_BALANCE' : 'MERCHANT_INACTIVE',
      transaction_count: isDebt ? 13 : 12,
    });
  });

  it('freezes nothing of a merchant without an account', async () => {
    const merchantId = await merchantWith(8);
    await world.shop.pool.query(
      `update settlement_account set status = 'REMOVED' where merchant_id = $1`,
      [merchantId],
    );
    expect((await settle(merchantId, monday)).tally).toMatchObject({ withoutAccount: 1 });
    expect(await frozenOf(merchantId)).toBe(0);
  });

  it('drops what was frozen for a later day', async () => {
    const merchantId = await merchantWith(6);
    for (let n = 0; n < 6; n += 1) await world.collect(merchantId, 200_000n, monday);
    const draft = 'select draft_settlement($1, $2, 5)';
    await world.shop.pool.query(draft, [merchantId, midnight(tuesday)]);
    await world.shop.pool.query(draft, [merchantId, midnight(tuesday)]);
    expect(await frozenOf(merchantId)).toBe(10);
    await settle(merchantId, monday);
    expect(await world.lastOf(merchantId)).toMatchObject({
      transaction_count: 6,
      net_minor: 6n * netOf(100_000n),
    });
    expect(await world.moneyOf(merchantId)).toMatchObject({ '2100': 6n * netOf(200_000n) });
    await settle(merchantId, tuesday);
    expect(await world.lastOf(merchantId)).toMatchObject({
      transaction_count: 6,
      closing_minor: 0n,
    });
  });

  it('freezes nothing for a merchant that is not paid', async () => {
    const merchantId = await merchantWith(8);
    await world.shop.pool.query(
      `update merchant set settlement_schedule = 'MANUAL' where merchant_id = $1`,
      [merchantId],
    );
    await settle(merchantId, monday);
    expect(await frozenOf(merchantId)).toBe(0);
  });
});
