import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgEarlyRuns } from '../../../../src/payouts/settlement/early-run.store.js';
import { PgSettlementRequests } from '../../../../src/payouts/settlement/settlement-request.store.js';
import { createPool } from '../../../../src/platform/database/database.js';
import { SettlementWorld } from '../../../support/settlement-world.js';

let world: SettlementWorld;

beforeAll(async () => {
  world = await SettlementWorld.open(12);
});
afterAll(async () => {
  await world.shop.assertBooks();
  await world[Symbol.asyncDispose]();
});

const longAgo = '2026-11-02';
const day = '2026-11-04';
/** Of a collection of 1,000,000. */
const net = 989_250n;

describe('a request', () => {
  it('pays all that is due now, or so much of it', async () => {
    const merchantId = await world.merchant({ schedule: 'MANUAL', minimumMinor: 100_000_000n });
    await world.collect(merchantId, 1_000_000n, longAgo);
    await world.collect(merchantId, 500_000n, new Date());
    const part = await world.request(merchantId, { amountMinor: 300_000n });
    expect(part).toMatchObject({
      outcome: 'REQUESTED',
      payableMinor: net,
      settlement: { type: 'ON_DEMAND', status: 'SCHEDULED', amountMinor: 300_000n },
    });
    expect(part.settlement?.sums).toMatchObject({
      netMinor: 300_000n,
      closingMinor: net - 300_000n,
    });
    expect(part.factId).toEqual(expect.any(BigInt));
    await world.pay(part.settlement?.settlementId ?? '');
    const rest = await world.request(merchantId);
    expect(rest).toMatchObject({ outcome: 'REQUESTED', settlement: { transactionCount: 0 } });
    expect(rest.settlement?.sums).toMatchObject({
      openingMinor: net - 300_000n,
      netMinor: net - 300_000n,
      closingMinor: 0n,
    });
  });

  it('made again is answered as it stands', async () => {
    const merchantId = await world.merchant();
    await world.collect(merchantId, 1_000_000n, longAgo);
    const asked = { settlementReference: 'AGAIN', requestHash: Buffer.from('same') };
    const { settlement } = await world.request(merchantId, asked);
    const before = await world.shop.dump();
    expect(await world.request(merchantId, asked)).toEqual({
      ...{ outcome: 'EXISTING', settlement, payableMinor: null, factId: null },
    });
    expect(
      await world.request(merchantId, { ...asked, requestHash: Buffer.from('other') }),
    ).toMatchObject({ outcome: 'DUPLICATE_REFERENCE', settlement: null });
    expect(await world.shop.dump()).toEqual(before);
    // the reference is this merchant's alone
    const other = await world.merchant();
    await world.collect(other, 1_000_000n, longAgo);
    expect(await world.request(other, asked)).toMatchObject({ outcome: 'REQUESTED' });
  });

  it('with very much to settle may take longer than any other call', async () => {
    const { pool } = world.shop;
    const merchants = [await world.merchant(), await world.merchant()] as const;
    for (const merchantId of merchants) await world.collect(merchantId, 1_000_000n, longAgo);
    // As long as some 100,000 transactions take.
    await pool.query(`
      create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(3.2); return new; end $$;
      create trigger slow before insert on settlement for each row execute function slow()`);
    // The pool of a test bears slow statements anyway.
    const settings = { max: 2, applicationName: 'test-as-a-program' };
    const programs = createPool(world.shop.database.url, settings);
    try {
      const [asked, run] = await Promise.all([
        world.request(merchants[0], {}, new PgSettlementRequests(programs)),
        new PgEarlyRuns(programs).settle(merchants[1]),
      ]);
      expect(asked.outcome).toBe('REQUESTED');
      expect(run.outcome).toBe('SETTLED');
    } finally {
      await programs.end();
      await pool.query('drop trigger slow on settlement; drop function slow()');
    }
  });

  it.each([
    ['more than is due', { amountMinor: net + 1n }, 'INSUFFICIENT_AVAILABLE_BALANCE'],
    ['so little that its costs eat it', { amountMinor: 1_075n }, 'AMOUNT_TOO_SMALL'],
    ['to an account of nobody', { settlementAccountId: 'sta_NOBODY' }, 'ACCOUNT_NOT_USABLE'],
  ])('for %s is refused, and changes nothing', async (_what, asked, outcome) => {
    const merchantId = await world.merchant({ payoutFeeMinor: 1_000n });
    await world.collect(merchantId, 1_000_000n, longAgo);
    expect(await world.request(merchantId, asked)).toMatchObject({ outcome, settlement: null });
    expect(await world.settlementsOf(merchantId)).toEqual([]);
    // what is due has become available, no more
    expect(await world.moneyOf(merchantId)).toEqual({ '2110': net });
  });

  it('is never paid to an account of another merchant', async () => {
    const merchantId = await world.merchant();
    await world.collect(merchantId, 1_000_000n, longAgo);
    const other = await world.merchant();
    const [theirs, removed] = [await world.account(other), await world.account(merchantId)];
    const own = await world.account(merchantId);
    await world.shop.pool.query(
      `update settlement_account set status = 'REMOVED' where settlement_account_id = $1`,
      [removed],
    );
    for (const settlementAccountId of [theirs, removed])
      expect(await world.request(merchantId, { settlementAccountId })).toMatchObject({
        ...{ outcome: 'ACCOUNT_NOT_USABLE', settlement: null },
      });
    const asked = await world.request(merchantId, { settlementAccountId: own });
    expect(asked.outcome).toBe('REQUESTED');
    const { rows } = await world.shop.pool.query(
      'select settlement_account_id as id from settlement where settlement_id = $1',
      [asked.settlement?.settlementId],
    );
    expect(rows).toEqual([{ id: own }]);
  });

  it('is refused to who has nothing, is suspended, or has no account that can be used', async () => {
    const merchantId = await world.merchant();
    expect(await world.request(merchantId)).toMatchObject({
      outcome: 'INSUFFICIENT_AVAILABLE_BALANCE',
      payableMinor: 0n,
    });
    const suspended = await world.merchant({ status: 'SUSPENDED' });
    await world.collect(suspended, 1_000_000n, longAgo);
    expect(await world.request(suspended)).toMatchObject({ outcome: 'MERCHANT_INACTIVE' });
    await world.collect(merchantId, 1_000_000n, longAgo);
    const cooling = await world.account(merchantId, new Date(Date.now() + 3_600_000));
    const asked = { settlementAccountId: cooling };
    expect(await world.request(merchantId, asked)).toMatchObject({ outcome: 'ACCOUNT_NOT_USABLE' });
    expect(await world.request(merchantId)).toMatchObject({ outcome: 'REQUESTED' });
  });

  it('takes no more than the merchant may have on demand in a day', async () => {
    const merchantId = await world.merchant();
    await world.collect(merchantId, 1_000_000n, longAgo);
    await world.shop.pool.query(
      'update merchant set daily_settlement_limit_minor = 500000 where merchant_id = $1',
      [merchantId],
    );
    const exceeded = { outcome: 'LIMIT_EXCEEDED', settlement: null };
    expect(await world.request(merchantId)).toMatchObject({ ...exceeded, payableMinor: 500_000n });
    const first = await world.request(merchantId, { amountMinor: 300_000n });
    await world.pay(first.settlement?.settlementId ?? '');
    const more = { ...exceeded, payableMinor: 200_000n };
    expect(await world.request(merchantId, { amountMinor: 200_001n })).toMatchObject(more);
    // what comes to nothing is asked for again
    for (const events of [
      ['GIVEN_UP'],
      ['CALLED_OFF'],
      ['SENT', 'CONFIRMED', 'RETURNED'],
    ] as const) {
      const lost = await world.request(merchantId, { amountMinor: 200_000n });
      expect(lost.outcome).toBe('REQUESTED');
      await world.take(lost.settlement?.settlementId ?? '', events);
      expect(await world.request(merchantId, { amountMinor: 200_001n })).toMatchObject(more);
    }
    const second = await world.request(merchantId, { amountMinor: 200_000n });
    await world.pay(second.settlement?.settlementId ?? '');
    expect(await world.request(merchantId, { amountMinor: 1n })).toMatchObject({
      ...exceeded,
      payableMinor: 0n,
    });
    expect((await world.settlementsOf(merchantId)).map(({ status }) => status)).toEqual([
      ...['SUCCESSFUL', 'FAILED', 'CANCELLED', 'REVERSED', 'SUCCESSFUL'],
    ]);
    // another day
    await world.shop.pool.query(
      `update settlement set created_at = created_at - interval '1 day' where merchant_id = $1`,
      [merchantId],
    );
    expect(await world.request(merchantId, { amountMinor: 400_000n })).toMatchObject({
      outcome: 'REQUESTED',
    });
  });

  it.each([
    ['is given up', 'GIVEN_UP', 'FAILED', 100_000n],
    ['is called off', 'CALLED_OFF', 'SUCCESSFUL', 200_000n],
  ] as const)(
    'of which a transfer %s counts for the limit with those that have left',
    async (_what, event, status, left) => {
      const merchantId = await world.merchant();
      await world.collect(merchantId, 1_000_000n, longAgo);
      const { pool } = world.shop;
      await pool.query(
        'update merchant set daily_settlement_limit_minor = 300000 where merchant_id = $1',
        [merchantId],
      );
      const limit = `update setting set value = $1 where name = 'payout_limit_minor'`;
      await pool.query(limit, ['100000']);
      const { settlement } = await world.request(merchantId, { amountMinor: 300_000n });
      await pool.query(limit, ['1000000000']);
      const id = settlement?.settlementId ?? '';
      const arrived = event === 'GIVEN_UP' ? [1, 2] : [1];
      for (const part of [1, 2, 3]) {
        await world.take(id, arrived.includes(part) ? ['SENT', 'CONFIRMED'] : [event], part);
      }
      expect(await world.lastOf(merchantId)).toMatchObject({ status });
      expect(await world.request(merchantId, { amountMinor: left + 1n })).toMatchObject({
        ...{ outcome: 'LIMIT_EXCEEDED', payableMinor: left },
      });
    },
  );

  it('waits for the one before', async () => {
    const merchantId = await world.merchant();
    await world.collect(merchantId, 1_000_000n, longAgo);
    const first = await world.request(merchantId, { amountMinor: 100_000n });
    const inProgress = { outcome: 'SETTLEMENT_IN_PROGRESS' };
    expect(await world.request(merchantId)).toMatchObject(inProgress);
    const id = first.settlement?.settlementId ?? '';
    await world.take(id, ['SENT']);
    expect(await world.request(merchantId)).toMatchObject(inProgress);
    await world.take(id, ['CONFIRMED']);
    expect(await world.request(merchantId)).toMatchObject({ outcome: 'REQUESTED' });
  });
});

describe('for the same money', () => {
  it('of 20 requests at once, one gets it', async () => {
    const merchantId = await world.merchant();
    await world.collect(merchantId, 1_000_000n, longAgo);
    const results = await Promise.all(Array.from({ length: 20 }, () => world.request(merchantId)));
    expect(results.filter(({ outcome }) => outcome === 'REQUESTED')).toHaveLength(1);
    expect(await world.moneyOf(merchantId)).toEqual({ '2320': net });
  });

  it('of the same request 20 times at once, all get the same settlement', async () => {
    const merchantId = await world.merchant();
    await world.collect(merchantId, 1_000_000n, longAgo);
    const asked = { settlementReference: 'ONCE', requestHash: Buffer.from('once') };
    const results = await Promise.all(
      Array.from({ length: 20 }, () => world.request(merchantId, asked)),
    );
    expect(new Set(results.map(({ settlement }) => settlement?.settlementId)).size).toBe(1);
    expect(results.filter(({ outcome }) => outcome === 'REQUESTED')).toHaveLength(1);
  });

  it('a run, a request and a refund at once never spend it twice', async () => {
    for (let round = 0; round < 10; round += 1) {
      const merchantId = await world.merchant();
      const creditId = await world.collect(merchantId, 1_000_000n, longAgo);
      await Promise.all([
        world.settle(merchantId, day),
        world.request(merchantId),
        world.shop.requestRefund(creditId, { merchantId, amountMinor: 900_000n }),
        world.settle(merchantId, day),
      ]);
      const money = await world.moneyOf(merchantId);
      const { rows } = await world.shop.pool.query<{ minor: bigint | null }>(
        'select sum(amount_minor)::bigint as minor from refund where merchant_id = $1',
        [merchantId],
      );
      const had = (money['2320'] ?? 0n) + (money['2110'] ?? 0n) + (rows[0]?.minor ?? 0n);
      expect(had).toBe(net);
      expect(money['1300'] ?? 0n).toBe(0n);
    }
    await world.shop.assertBooks();
  });
});
