import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { midnight, SettlementWorld } from '../../../support/settlement-world.js';
import { whileHeld } from '../../../support/while-held.js';

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
const saturday = '2026-11-21';
const monday = '2026-11-23';
const tuesday = '2026-11-24';
const wednesday = '2026-11-25';

/** What a collection of so much leaves its merchant, at 1 % and VAT. */
const netOf = (amountMinor: bigint) => amountMinor - (amountMinor * 1_075n) / 100_000n;

/** A lost card or a recall: takes money back from the merchant of a credit. */
function recall(creditId: string, amountMinor: bigint) {
  return world.shop.pool.query(
    `select receive_rail_event('sandbox', 'recall-' || $1, 'RECALL',
                               (select session_id from inward_credit where credit_id = $1), null, $2, 0)`,
    [creditId, amountMinor],
  );
}

describe('a run', () => {
  it('pays out what is due, and nothing that is not', async () => {
    const merchantId = await world.merchant();
    await world.collect(merchantId, 1_000_000n, friday);
    await world.collect(merchantId, 400_000n, monday);
    const { frozen, tally } = await world.settle(merchantId, monday);
    expect(frozen).toMatchObject([{ merchantId, currency: 'NGN' }]);
    expect(tally).toEqual({
      ...{ merchants: 1, settled: 1, amountMinor: 989_250n },
      ...{ belowMinimum: 0, onHold: 0, withoutAccount: 0, failed: 0 },
    });
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
    await world.settle(merchantId, tuesday);
    expect(await world.lastOf(merchantId)).toMatchObject({ number: 2, net_minor: 395_700n });
  });

  it('made again changes nothing', async () => {
    const merchantId = await world.merchant();
    await world.collect(merchantId, 500_000n, friday);
    const first = await world.settle(merchantId, monday);
    const before = await world.shop.dump();
    expect(await world.settle(merchantId, monday)).toEqual(first);
    expect(await world.shop.dump()).toEqual(before);
    // what comes in meanwhile is for the next run, not for this one again
    await world.collect(merchantId, 300_000n, friday);
    await world.settle(merchantId, monday);
    expect(await world.settlementsOf(merchantId)).toHaveLength(1);
    await world.take(first.frozen[0]?.settlementId ?? '', ['SENT']);
    expect((await world.settle(merchantId, monday)).frozen).toEqual([]);
  });

  it('made twice at once freezes once', async () => {
    const merchantId = await world.merchant();
    for (let n = 0; n < 5; n += 1) await world.collect(merchantId, 500_000n, friday);
    const pages = await Promise.all(
      Array.from({ length: 6 }, () => world.settle(merchantId, monday)),
    );
    expect(new Set(pages.map((page) => page.frozen[0]?.settlementId)).size).toBe(1);
    expect(await world.settlementsOf(merchantId)).toHaveLength(1);
    expect(await world.moneyOf(merchantId)).toEqual({ '2320': 5n * netOf(500_000n) - 5_000n });
  });

  it('is noted, and is none on a day without banks', async () => {
    const daily = { cycle: 'DAILY', cutOff: midnight(monday) } as const;
    expect(await world.runs.open(daily, 4)).toBe(1);
    expect(await world.runs.open({ ...daily, cutOff: midnight('2026-11-22') }, 4)).toBe(0);
    expect(await world.runs.open({ cycle: 'INSTANT', cutOff: midnight('2026-11-22') }, 4)).toBe(1);
    const { tally } = await world.run(monday);
    await world.runs.close(daily, tally);
    const { rows } = await world.shop.pool.query<{ finished_at: Date | null; result: object }>(
      `select finished_at, result from settlement_run where cycle = 'DAILY' and cut_off = $1`,
      [daily.cutOff],
    );
    expect(rows[0]?.finished_at).toBeInstanceOf(Date);
    expect(rows[0]?.result).toMatchObject({
      merchants: tally.merchants,
      amountMinor: String(tally.amountMinor),
    });
  });

  it('goes through its merchants page by page, each cycle through its own', async () => {
    const daily = [await world.merchant(), await world.merchant(), await world.merchant()];
    const instant = await world.merchant({ schedule: 'T0_INSTANT' });
    for (const merchantId of [...daily, instant]) {
      await world.collect(merchantId, 200_000n, friday);
    }
    const seen: string[] = [];
    const run = { cycle: 'DAILY', cutOff: midnight(monday) } as const;
    let after: string | null = null;
    do {
      const page = await world.runs.settlePage(run, after, 2);
      seen.push(...page.frozen.map(({ merchantId }) => merchantId));
      after = page.next;
    } while (after !== null);
    expect(daily.every((merchantId) => seen.includes(merchantId))).toBe(true);
    expect(seen).not.toContain(instant);
    expect(seen).toEqual([...seen].toSorted());
    await world.settle(instant, saturday, 'INSTANT');
    expect(await world.lastOf(instant)).toMatchObject({ net_minor: netOf(200_000n) });
  });

  it('goes on when the books of one merchant are not in order', async () => {
    const broken = await world.merchant();
    await world.collect(broken, 200_000n, friday);
    await world.shop.pool.query(
      'update balance_transaction set gross_minor = gross_minor + 1, net_minor = net_minor + 1 where merchant_id = $1',
      [broken],
    );
    const sound = await world.merchant();
    await world.collect(sound, 200_000n, friday);
    const { failed, frozen, tally } = await world.run(monday);
    expect(failed.map(({ merchantId }) => merchantId)).toEqual([broken]);
    expect(failed[0]?.reason).toContain('settlement_adds_up');
    expect(tally.failed).toBe(1);
    expect(frozen.map(({ merchantId }) => merchantId)).toContain(sound);
    await world.shop.pool.query(
      'update balance_transaction set gross_minor = gross_minor - 1, net_minor = net_minor - 1 where merchant_id = $1',
      [broken],
    );
  });

  it('goes on when somebody holds the books of one merchant, and names that merchant', async () => {
    const merchants = [await world.merchant(), await world.merchant()];
    for (const merchantId of merchants) await world.collect(merchantId, 200_000n, friday);
    const [busy = '', free = ''] = merchants.toSorted();
    const run = { cycle: 'DAILY', cutOff: midnight(monday) } as const;
    const lock = 'select from ledger_account where account_id = $1 for update';
    await whileHeld(world.shop.pool, lock, [`2100:${busy}:NGN`], async () => {
      const { locked, next, failed } = await world.run(monday);
      expect({ locked, next, failed }).toEqual({ locked: busy, next: busy, failed: [] });
      const rest = await world.runs.settlePage(run, next, 10_000);
      expect(rest.frozen.map(({ merchantId }) => merchantId)).toEqual([free]);
    });
    const { frozen, locked } = await world.runs.settleMerchants(run, [busy]);
    expect(locked).toBeNull();
    expect(frozen).toMatchObject([{ merchantId: busy }]);
  });
});

describe('what is paid', () => {
  it('waits until it is worth a transfer', async () => {
    const merchantId = await world.merchant({ minimumMinor: 500_000n });
    await world.collect(merchantId, 400_000n, friday);
    const { tally } = await world.settle(merchantId, monday);
    expect(tally).toMatchObject({ belowMinimum: 1, settled: 0 });
    expect(await world.moneyOf(merchantId)).toEqual({ '2110': 395_700n });
    await world.collect(merchantId, 400_000n, monday);
    await world.settle(merchantId, tuesday);
    expect(await world.settlementsOf(merchantId)).toMatchObject([
      { number: 1, transaction_count: 2, net_minor: 791_400n },
    ]);
  });

  it('is what is left of refunds and chargebacks', async () => {
    const merchantId = await world.merchant();
    const first = await world.collect(merchantId, 600_000n, friday);
    const second = await world.collect(merchantId, 300_000n, friday);
    await world.shop.requestRefund(first, { merchantId, amountMinor: 100_000n });
    await recall(second, 300_000n);
    await world.settle(merchantId, monday);
    expect(await world.lastOf(merchantId)).toMatchObject({
      gross_minor: 900_000n,
      refund_minor: 100_000n,
      chargeback_minor: 300_000n,
      net_minor: netOf(600_000n) + netOf(300_000n) - 400_000n,
      closing_minor: 0n,
      transaction_count: 4,
    });
  });

  it('bears its duty and its fee; what a transfer cannot carry stays', async () => {
    const merchantId = await world.merchant({ payoutFeeMinor: 1_000n });
    await world.collect(merchantId, 1_013_000n, friday);
    await world.settle(merchantId, monday);
    const settlement = await world.lastOf(merchantId);
    // 1,013,000 leaves 1,002,110, from which the fee and its VAT of 75 go: 1,001,035 cannot bear the duty of 5,000
    expect(settlement).toMatchObject({
      net_minor: 999_999n,
      payout_fee_minor: 1_075n,
      payout_duty_minor: 0n,
      closing_minor: 1_036n,
    });
    expect(await world.moneyOf(merchantId)).toEqual({ '2110': 1_036n, '2320': 999_999n });
    await world.collect(merchantId, 6_000_000n, monday);
    await world.settle(merchantId, tuesday);
    const second = await world.lastOf(merchantId);
    expect(second).toMatchObject({
      opening_minor: 1_036n,
      payout_duty_minor: 5_000n,
      payout_fee_minor: 1_075n,
      closing_minor: 0n,
      net_minor: 1_036n + 6_000_000n - 32_250n - 6_075n,
    });
  });

  it('bears the VAT on its fee, half a kobo of it as a whole one', async () => {
    const merchantId = await world.merchant({ payoutFeeMinor: 2_500n });
    await world.collect(merchantId, 100_000n, friday);
    await world.settle(merchantId, monday);
    // 7.5 % of 2,500 is 187.5
    expect(await world.lastOf(merchantId)).toMatchObject({
      payout_fee_minor: 2_688n,
      net_minor: netOf(100_000n) - 2_688n,
      closing_minor: 0n,
    });
  });

  it('is split by what one transfer may be', async () => {
    const limit = (minor: bigint) =>
      world.shop.pool.query(`update setting set value = $1 where name = 'payout_limit_minor'`, [
        String(minor),
      ]);
    const merchantId = await world.merchant();
    await world.collect(merchantId, 5_000_000n, friday);
    await limit(2_000_000n);
    await world.settle(merchantId, monday);
    await limit(1_000_000_000n);
    const { settlement_id: id } = await world.lastOf(merchantId);
    const { payouts } = await world.payouts.find(id);
    expect(payouts.map(({ part, amountMinor }) => [part, amountMinor])).toEqual([
      [1, 2_000_000n],
      [2, 2_000_000n],
      [3, 957_750n],
    ]);
  });

  it('makes up first for what the merchant owes', async () => {
    const merchantId = await world.merchant();
    const creditId = await world.collect(merchantId, 500_000n, friday);
    await world.settle(merchantId, monday);
    await world.pay((await world.lastOf(merchantId)).settlement_id);
    await recall(creditId, 500_000n);
    expect(await world.moneyOf(merchantId)).toEqual({ '1300': -500_000n });
    await world.settle(merchantId, tuesday);
    expect(await world.lastOf(merchantId)).toMatchObject({
      status: 'ON_HOLD',
      hold_reason: 'NEGATIVE_BALANCE',
      net_minor: 0n,
      closing_minor: -500_000n,
    });
    // nothing new to tell of
    await world.settle(merchantId, wednesday);
    expect(await world.settlementsOf(merchantId)).toHaveLength(2);
    // some of it is made up for: another statement, no other event
    await world.collect(merchantId, 100_000n, wednesday);
    await world.settle(merchantId, '2026-11-26');
    await world.collect(merchantId, 600_000n, '2026-11-26');
    await world.settle(merchantId, '2026-11-27');
    expect(await world.settlementsOf(merchantId)).toMatchObject([
      { status: 'SUCCESSFUL' },
      { status: 'CANCELLED', hold_reason: 'NEGATIVE_BALANCE' },
      { status: 'CANCELLED', closing_minor: -500_000n + netOf(100_000n) },
      { status: 'SCHEDULED', net_minor: netOf(100_000n) + netOf(600_000n) - 500_000n },
    ]);
    expect(await world.eventsOf(merchantId)).toEqual([
      'settlement.successful',
      'settlement.on_hold',
    ]);
  });

  it('is held for a debt no longer than there is one', async () => {
    const merchantId = await world.merchant({ minimumMinor: 1_000_000n });
    const creditId = await world.collect(merchantId, 1_100_000n, friday);
    await world.settle(merchantId, monday);
    await world.pay((await world.lastOf(merchantId)).settlement_id);
    await recall(creditId, 1_100_000n);
    await world.settle(merchantId, tuesday);
    const held = async () => (await world.lastOf(merchantId)).status;
    expect(await held()).toBe('ON_HOLD');
    // too little for a transfer, and enough to owe nothing
    await world.collect(merchantId, 1_200_000n, tuesday);
    expect((await world.settle(merchantId, wednesday)).tally).toMatchObject({ belowMinimum: 1 });
    expect(await held()).toBe('CANCELLED');
  });

  it('holds back what refunds have used of money that is not due', async () => {
    const merchantId = await world.merchant();
    const creditId = await world.collect(merchantId, 500_000n, monday);
    await world.shop.requestRefund(creditId, { merchantId, amountMinor: 200_000n });
    await world.settle(merchantId, monday);
    expect(await world.lastOf(merchantId)).toMatchObject({
      hold_reason: 'NEGATIVE_BALANCE',
      closing_minor: -200_000n,
    });
    await world.settle(merchantId, tuesday);
    expect(await world.lastOf(merchantId)).toMatchObject({
      opening_minor: -200_000n,
      net_minor: netOf(500_000n) - 200_000n,
      closing_minor: 0n,
    });
  });
});

describe('who is paid, and where', () => {
  it('is nobody without an account, and nothing is frozen then', async () => {
    const merchantId = await world.merchant();
    await world.shop.pool.query(
      `update settlement_account set status = 'REMOVED', is_default = false where merchant_id = $1`,
      [merchantId],
    );
    await world.collect(merchantId, 500_000n, friday);
    expect((await world.settle(merchantId, monday)).tally).toMatchObject({ withoutAccount: 1 });
    expect(await world.settlementsOf(merchantId)).toEqual([]);
    await world.account(merchantId);
    await world.settle(merchantId, tuesday);
    expect(await world.lastOf(merchantId)).toMatchObject({ net_minor: netOf(500_000n) });
  });

  it('is the account before while a new one is cooling', async () => {
    const merchantId = await world.merchant();
    const { account_number: before } = await accountOf(merchantId, 'is_default');
    await world.account(merchantId, new Date(Date.now() + 3_600_000));
    await world.collect(merchantId, 500_000n, friday);
    await world.settle(merchantId, monday);
    const { settlement_id: id } = await world.lastOf(merchantId);
    expect((await world.payouts.account(id)).accountNumber).toBe(before);
    await world.shop.pool.query('update settlement_account set usable_from = now()');
    const { account_number: now } = await accountOf(merchantId, 'is_default');
    await world.collect(merchantId, 500_000n, monday);
    await world.settle(merchantId, tuesday);
    const { settlement_id: next } = await world.lastOf(merchantId);
    expect((await world.payouts.account(next)).accountNumber).toBe(now);
  });

  it('is held for a merchant that is suspended, and can be released', async () => {
    const merchantId = await world.merchant({ status: 'SUSPENDED' });
    await world.collect(merchantId, 500_000n, friday);
    const { tally, frozen } = await world.settle(merchantId, monday);
    expect(tally).toMatchObject({ onHold: 1, settled: 0, amountMinor: 0n });
    const settlementId = frozen[0]?.settlementId ?? '';
    const held = { status: 'ON_HOLD', holdReason: 'MERCHANT_INACTIVE' };
    expect(await world.payouts.find(settlementId)).toMatchObject(held);
    expect(await world.eventsOf(merchantId)).toEqual(['settlement.on_hold']);
    const unsent = [{ status: 'SCHEDULED', attempts: 0 }];
    expect(await world.take(settlementId, ['SENT'])).toMatchObject({ ...held, payouts: unsent });
    await world.release(settlementId, 'MERCHANT_INACTIVE');
    expect(await world.payouts.find(settlementId)).toMatchObject({ status: 'SCHEDULED' });
    await world.pay(settlementId);
  });

  it('is paid on the days of its schedule', async () => {
    const terms = ['T2', 'WEEKLY:WED', 'MONTHLY:24', 'MANUAL'];
    const merchants = await Promise.all(terms.map((schedule) => world.merchant({ schedule })));
    const paid: Record<string, string | null> = {};
    for (const [n, merchantId] of merchants.entries()) {
      await world.collect(merchantId, 500_000n, friday);
      for (const day of [monday, tuesday, wednesday]) {
        const { tally } = await world.settle(merchantId, day);
        if (tally.settled === 1) paid[terms[n] ?? ''] ??= day;
      }
    }
    expect(paid).toEqual({ T2: tuesday, 'WEEKLY:WED': wednesday, 'MONTHLY:24': tuesday });
    // it is available to whoever asks for it
    expect(await world.moneyOf(merchants[3] ?? '')).toEqual({ '2110': netOf(500_000n) });
  });

  async function accountOf(merchantId: string, condition: string) {
    const { rows } = await world.shop.pool.query<{ account_number: string }>(
      `select account_number from settlement_account where merchant_id = $1 and ${condition}`,
      [merchantId],
    );
    return rows[0] ?? { account_number: '' };
  }
});
