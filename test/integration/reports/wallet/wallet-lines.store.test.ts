import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WalletLine, WalletLineFilter } from '../../../../src/reports/wallet/wallet-lines.js';
import type { Slice } from '../../../../src/domain/slice.js';
import { PgRailEventStore } from '../../../../src/payments/cards/rail-event.store.js';
import { PgWalletLines } from '../../../../src/reports/wallet/wallet-lines.store.js';
import { addMerchant, Shop } from '../../../support/shop.js';

let shop: Shop;
let wallet: PgWalletLines;
const period = {
  since: new Date(Date.now() - 86_400_000),
  before: new Date(Date.now() + 3_600_000),
};

beforeAll(async () => {
  shop = await Shop.open();
  wallet = new PgWalletLines(shop.pool);
  // Something of everything that changes what a merchant has.
  for (let n = 0; n < 3; n += 1) await shop.payAndPost(await shop.order(), 1_000_000n);
  const { creditId } = await shop.payAndPost(await shop.order(), 1_000_000n);
  const { refund } = await shop.requestRefund(creditId, { amountMinor: 300_000n });
  await shop.sendRefund(refund?.refundId ?? '');
  const disputed = await shop.order();
  const { accountNumber } = disputed.account;
  const credit = await shop.pay(accountNumber, 1_000_000n, { sessionId: 'disputed' });
  await shop.steps.applyCredit({ creditId: credit.creditId });
  const rails = new PgRailEventStore(shop.pool);
  const event = { provider: 'sandbox', subject: 'disputed', amountMinor: 1_000_000n, feeMinor: 0n };
  const reference = 'cbk-1';
  await rails.receive({ ...event, reference, eventId: 'o', kind: 'CHARGEBACK_OPENED' });
  await rails.receive({ ...event, reference, eventId: 'w', kind: 'CHARGEBACK_WON' });
  const { merchantId } = shop;
  await shop.pool.query(`select post_journals(array[
    ('correction', 'c-1', 'posted', 'merchant', '2100', '${merchantId}', 'NGN', -500),
    ('correction', 'c-1', 'posted', 'house', '5300', '-', 'NGN', 500)]::leg[])`);
  await shop.pool.query(`select post_journals(array[
    ('payout', 'p-1', 'scheduled', 'merchant', '2110', '${merchantId}', 'NGN', 7000),
    ('payout', 'p-1', 'scheduled', 'in-transit', '2320', '${merchantId}', 'NGN', -7000)]::leg[])`);
  await shop.pool.query(`select post_journals(array[
    ('payout', 'p-1', 'returned', 'came-back', '1110', 'sandbox', 'NGN', 7000),
    ('payout', 'p-1', 'returned', 'merchant', '2110', '${merchantId}', 'NGN', -7000)]::leg[])`);
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
});

async function linesOf(
  filter: Partial<WalletLineFilter> = {},
  slice: Partial<Slice> = {},
): Promise<WalletLine[]> {
  const found = await wallet.list(
    shop.merchantId,
    { ...period, ...filter },
    { limit: 101, offset: 0, after: null, ...slice },
  );
  return found.map(({ item }) => item);
}

async function balance(): Promise<bigint> {
  const { rows } = await shop.pool.query<{ total: string }>(
    `select -sum(balance_minor) as total from ledger_account where owner = $1 and code in ('2100', '2110', '1300')`,
    [shop.merchantId],
  );
  return BigInt(rows[0]?.total ?? 0);
}

describe('the lines of a wallet', () => {
  it('go from nothing to what the books say, without a gap', async () => {
    const lines = await linesOf();
    expect(lines[0]?.afterMinor).toBe(await balance());
    expect(lines.at(-1)?.beforeMinor).toBe(0n);
    for (const [at, line] of lines.entries()) {
      expect(line.afterMinor - line.beforeMinor).toBe(line.amountMinor);
      if (at > 0) expect(lines[at - 1]?.beforeMinor).toBe(line.afterMinor);
    }
  });

  it('tell a payment, its fee and the VAT apart', async () => {
    const lines = await linesOf();
    const first = lines.slice(-3).toReversed();
    expect(first.map(({ type, amountMinor }) => [type, amountMinor])).toEqual([
      ['COLLECTION', 1_000_000n],
      ['FEE', -10_000n],
      ['VAT', -750n],
    ]);
    expect(new Set(first.map(({ journalId }) => journalId)).size).toBe(1);
    expect(first[0]?.paymentReference).toMatch(/^ORD-/);
  });

  it('show what a dispute puts aside and gives back, a refund, a correction and a payout', async () => {
    const of = async (type: WalletLineFilter['type']) =>
      (await linesOf({ type })).map(({ amountMinor }) => amountMinor);
    expect(await of('CHARGEBACK')).toEqual([1_000_000n, -1_000_000n]);
    expect(await of('REFUND')).toEqual([-300_000n]);
    expect(await of('ADJUSTMENT')).toEqual([500n]);
    expect(await of('SETTLEMENT')).toEqual([-7_000n]);
    expect(await of('SETTLEMENT_REVERSAL')).toEqual([7_000n]);
  });

  it('leave out what only moves from pending to available', async () => {
    const before = await linesOf();
    const { merchantId } = shop;
    await shop.pool.query(`select post_journals(array[
      ('due', 'd-1', 'moved', 'pending', '2100', '${merchantId}', 'NGN', 700000),
      ('due', 'd-1', 'moved', 'available', '2110', '${merchantId}', 'NGN', -700000)]::leg[])`);
    expect(await linesOf()).toEqual(before);
  });

  it('have the same balances whatever is filtered, and on every page', async () => {
    const all = await linesOf();
    const same = (line: WalletLine) =>
      all.find(({ journalId, line: n }) => journalId === line.journalId && n === line.line);
    for (const filter of [
      { type: 'FEE' },
      { type: 'SETTLEMENT' },
      { type: 'REFUND' },
      { type: 'CHARGEBACK' },
      { direction: 'DEBIT' },
      { direction: 'CREDIT', type: 'COLLECTION' },
    ] as const) {
      const lines = await linesOf(filter);
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(line).toEqual(same(line));
    }
    for (let offset = 0; offset < all.length; offset += 4) {
      expect(await linesOf({}, { offset, limit: 4 })).toEqual(all.slice(offset, offset + 4));
    }
    const seen: WalletLine[] = [];
    let after: Slice['after'] = null;
    for (;;) {
      const page = await wallet.list(shop.merchantId, period, { limit: 4, offset: 0, after });
      if (page.length === 0) break;
      seen.push(...page.map(({ item }) => item));
      after = page.at(-1)?.position ?? null;
    }
    expect(seen).toEqual(all);
  });

  it('of a period that is over have the balances of then', async () => {
    const all = await linesOf();
    const middle = all[Math.floor(all.length / 2)];
    const before = middle?.postedAt ?? new Date();
    const earlier = await linesOf({ before });
    expect(earlier).toEqual(all.filter(({ postedAt }) => postedAt < before));
    expect(await linesOf({ since: before })).toEqual(
      all.filter(({ postedAt }) => postedAt >= before),
    );
  });

  it('are none for a merchant that has never had anything', async () => {
    const other = await addMerchant(shop.pool);
    expect(await wallet.list(other, period, { limit: 5, offset: 0, after: null })).toEqual([]);
  });
});
