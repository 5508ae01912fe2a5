import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgBankLimits } from '../../../../src/providers/bank-limit.store.js';
import { SettlementWorld } from '../../../support/settlement-world.js';

let world: SettlementWorld;

beforeAll(async () => {
  world = await SettlementWorld.open();
});
afterAll(async () => {
  await world.shop.assertBooks();
  await world[Symbol.asyncDispose]();
});

interface Forecast {
  readonly run_on: string;
  readonly amount_minor: bigint;
}

async function forecast(merchantId: string, at: string): Promise<Forecast | undefined> {
  const { rows } = await world.shop.pool.query<Forecast>(
    'select run_on::text, amount_minor from next_settlement($1, $2)',
    [merchantId, at],
  );
  return rows[0];
}

const friday = '2026-11-20';
const monday = '2026-11-23';

describe('the next settlement', () => {
  it.each([
    ['T1', '2026-11-20T12:00:00+01:00', monday],
    ['T1', '2026-11-23T05:59:59+01:00', monday],
    ['T1', '2026-11-23T06:00:00+01:00', '2026-11-24'],
    ['T2', '2026-11-23T12:00:00+01:00', '2026-11-24'],
    ['WEEKLY:FRI', '2026-11-23T12:00:00+01:00', '2026-11-27'],
    ['MONTHLY:1', '2026-11-23T12:00:00+01:00', '2026-12-01'],
    ['MANUAL', '2026-11-23T12:00:00+01:00', undefined],
    ['T0_INSTANT', '2026-11-20T12:00:00+01:00', friday],
    ['T0_INSTANT', '2026-11-22T23:59:00+01:00', '2026-11-22'],
  ])('by %s at %s is on %s', async (schedule, at, day) => {
    const merchantId = await world.merchant({ schedule });
    await world.collect(merchantId, 500_000n, friday);
    const expected = day === undefined ? undefined : { run_on: day, amount_minor: 494_625n };
    expect(await forecast(merchantId, at)).toEqual(expected);
  });

  it('is the first that is worth a transfer, and what that one sends', async () => {
    const merchantId = await world.merchant({ minimumMinor: 800_000n });
    await world.collect(merchantId, 500_000n, friday);
    await world.collect(merchantId, 700_000n, monday);
    const expected = { run_on: '2026-11-24', amount_minor: 494_625n + 692_475n - 5_000n };
    expect(await forecast(merchantId, '2026-11-20T12:00:00+01:00')).toEqual(expected);
    await world.settle(merchantId, monday);
    expect(await forecast(merchantId, '2026-11-23T12:00:00+01:00')).toEqual(expected);
    await world.settle(merchantId, '2026-11-24');
    expect(await world.lastOf(merchantId)).toMatchObject({ net_minor: expected.amount_minor });
    expect(await forecast(merchantId, '2026-11-24T12:00:00+01:00')).toBeUndefined();
  });

  it('is none without an account, and waits for one that is cooling', async () => {
    const merchantId = await world.merchant();
    await world.collect(merchantId, 500_000n, friday);
    await world.shop.pool.query(
      `update settlement_account set status = 'REMOVED', is_default = false where merchant_id = $1`,
      [merchantId],
    );
    expect(await forecast(merchantId, '2026-11-20T12:00:00+01:00')).toBeUndefined();
    await world.account(merchantId, new Date('2026-11-24T12:00:00+01:00'));
    expect(await forecast(merchantId, '2026-11-20T12:00:00+01:00')).toMatchObject({
      run_on: '2026-11-25',
    });
  });
});

it('the wallet is one snapshot of what the merchant has', async () => {
  const merchantId = await world.merchant({ schedule: 'T0_INSTANT' });
  const wallet = async () => {
    const { rows } = await world.shop.pool.query('select * from wallet_balance($1)', [merchantId]);
    return rows[0] as unknown;
  };
  const empty = {
    available_minor: 0n,
    pending_minor: 0n,
    reserved_minor: 0n,
    in_transit_minor: 0n,
  };
  expect(await wallet()).toEqual({ currency: 'NGN', ...empty, total_minor: 0n });
  await world.collect(merchantId, 500_000n, friday);
  await world.collect(merchantId, 300_000n, new Date(Date.now() + 2 * 86_400_000));
  expect(await wallet()).toMatchObject({ pending_minor: 791_400n, total_minor: 791_400n });
  await world.request(merchantId, { amountMinor: 100_000n });
  expect(await wallet()).toEqual({
    currency: 'NGN',
    ...{ available_minor: 394_625n, pending_minor: 296_775n, reserved_minor: 0n },
    ...{ in_transit_minor: 100_000n, total_minor: 791_400n },
  });
});

it('is split by what its bank takes as one transfer, as the run splits it', async () => {
  const { pool } = world.shop;
  const limited = (provider: string, transferLimitMinor: bigint) =>
    new PgBankLimits(pool).write(new Map([[provider, { capabilities: { transferLimitMinor } }]]));
  const merchantId = await world.merchant();
  await world.collect(merchantId, 5_000_000n, friday);
  await limited('sandbox', 500_000_000n);
  await limited('sandbox', 3_000_000n);
  await limited('other', 1_000_000n);
  const foretold = await forecast(merchantId, '2026-11-20T12:00:00+01:00');
  await world.settle(merchantId, monday);
  await pool.query('delete from bank_limit');
  const { settlement_id: id } = await world.lastOf(merchantId);
  const { payouts } = await world.payouts.find(id);
  expect(payouts.map(({ amountMinor }) => amountMinor)).toEqual([3_000_000n, 1_957_750n]);
  expect(foretold).toEqual({ run_on: monday, amount_minor: 4_957_750n });
});
