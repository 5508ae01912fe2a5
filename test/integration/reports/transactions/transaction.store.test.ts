import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedOrders } from '../../../../scripts/bench/listing-seed.ts';
import { withClient } from '../../../../scripts/stack/postgres.ts';
import { clockSkewMs } from '../../../support/oracles/lateness.js';
import type { TransactionFilter } from '../../../../src/reports/transactions/transaction.js';
import type { Slice } from '../../../../src/domain/slice.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { PgRailEventStore } from '../../../../src/payments/cards/rail-event.store.js';
import { listQuery } from '../../../../src/reports/transactions/transaction-query.js';
import { PgTransactionStore } from '../../../../src/reports/transactions/transaction.store.js';
import { rowsOf, scansOf, printed } from '../../../support/query-plan.js';
import { addMerchant, Shop } from '../../../support/shop.js';

let shop: Shop;
let store: PgTransactionStore;

beforeAll(async () => {
  shop = await Shop.open();
  store = new PgTransactionStore(shop.pool);
});
afterAll(() => shop[Symbol.asyncDispose]());

const slice = (changes: Partial<Slice> = {}): Slice => ({
  limit: 101,
  offset: 0,
  after: null,
  ...changes,
});

async function idsOf(filter: TransactionFilter, merchantId = shop.merchantId): Promise<string[]> {
  const found = await store.list(merchantId, filter, slice());
  return found.map(({ item }) => item.creditId);
}

async function transactionOf(creditId: string) {
  const [found] = await store.list(shop.merchantId, { reference: creditId }, slice());
  return found?.item;
}

/** Merchants of a test's own, so that its lists hold nothing else. */
async function asMerchant<T>(merchantId: string, work: () => Promise<T>): Promise<T> {
  const before = shop.merchantId;
  Object.assign(shop, { merchantId });
  try {
    return await work();
  } finally {
    Object.assign(shop, { merchantId: before });
  }
}

describe('a transaction', () => {
  it('has all that belongs to a payment', async () => {
    const order = await shop.order();
    const sentAt = new Date('2026-11-20T10:00:00.000Z');
    const { creditId } = await shop.pay(order.account.accountNumber, 1_000_000n, { sentAt });
    expect(await transactionOf(creditId)).toMatchObject({
      status: 'PROCESSING',
      creditStatus: 'RECEIVED',
      outcome: null,
      settlementMinor: 0n,
      appliedAt: null,
    });
    await shop.steps.applyCredit({ creditId });
    expect(await transactionOf(creditId)).toMatchObject({
      creditId,
      checkoutId: order.checkout.checkoutId,
      paymentReference: order.checkout.paymentReference,
      channel: 'Bank',
      status: 'SUCCESSFUL',
      creditStatus: 'APPLIED',
      outcome: 'EXACT',
      amountMinor: 1_000_000n,
      expectedMinor: 1_000_000n,
      appliedMinor: 1_000_000n,
      excessMinor: 0n,
      feeMinor: 10_000n,
      vatMinor: 750n,
      settlementMinor: 989_250n,
      account: {
        virtualAccountId: order.account.virtualAccountId,
        accountNumber: order.account.accountNumber,
        bankName: 'Example MFB',
      },
      source: { accountNumber: '0123457503', accountName: 'ADA OBI' },
      card: null,
      refunds: [],
      sentAt: sentAt.toISOString(),
    });
  });

  it('that is a part counts for nothing until the rest has come', async () => {
    const order = await shop.order();
    const part = await shop.payAndPost(order, 400_000n).then(() => idsOf({ status: 'PENDING' }));
    expect(part).toHaveLength(1);
    expect((await transactionOf(part[0] ?? ''))?.settlementMinor).toBe(0n);
    await shop.payAndPost(order, 600_000n);
    const both = await store.list(
      shop.merchantId,
      { paymentReference: order.checkout.paymentReference },
      slice(),
    );
    const amounts = both.map(({ item }) => item.settlementMinor);
    expect(new Set(amounts)).toEqual(new Set([400_000n - 4_300n, 600_000n - 6_450n]));
  });

  it('of which a policy returns the excess keeps the rest', async () => {
    const order = await shop.order();
    const { creditId } = await shop.pay(order.account.accountNumber, 1_200_000n);
    await shop.steps.applyCredit({ creditId });
    expect(await transactionOf(creditId)).toMatchObject({
      status: 'SUCCESSFUL',
      creditStatus: 'APPLIED',
      outcome: 'OVERPAID',
      excessMinor: 200_000n,
      settlementMinor: 989_250n,
      refunds: [{ amountMinor: 200_000n, origin: 'POLICY', status: 'REQUESTED' }],
    });
    const [refund] = await shop.refundsOf(creditId);
    await shop.sendRefund(refund?.refundId ?? '');
    expect(await transactionOf(creditId)).toMatchObject({
      ...{ status: 'SUCCESSFUL', returnedMinor: 200_000n, refundedMinor: 0n },
      refundableMinor: 1_000_000n,
    });
  });

  it('that came late is held, and then returned', async () => {
    const { account } = await shop.order();
    const sentAt = new Date(account.expiresAt.getTime() + clockSkewMs + 1);
    const { creditId } = await shop.pay(account.accountNumber, 1_000_000n, { sentAt });
    expect(await transactionOf(creditId)).toMatchObject({ status: 'HELD', creditStatus: 'HELD' });
    await shop.heldCredits.resolveCredit({ creditId, ruling: { by: 'POLICY' } });
    const returning = { creditStatus: 'RETURN_PENDING', settlementMinor: 0n };
    expect(await transactionOf(creditId)).toMatchObject(returning);
    const [refund] = await shop.refundsOf(creditId);
    await shop.sendRefund(refund?.refundId ?? '');
    expect((await transactionOf(creditId))?.creditStatus).toBe('RETURNED');
  });

  it('is another merchant’s secret', async () => {
    const order = await shop.order();
    const { creditId } = await shop.pay(order.account.accountNumber, 1_000_000n);
    const other = await addMerchant(shop.pool);
    const { accountNumber } = order.account;
    const { paymentReference } = order.checkout;
    for (const filter of [
      {},
      { reference: creditId },
      { reference: paymentReference },
      { paymentReference },
      { accountNumber },
      { text: creditId },
      { text: accountNumber },
      { status: 'PROCESSING' } as const,
    ]) {
      expect(await idsOf(filter, other)).toEqual([]);
    }
  });
});

describe('a filter', () => {
  it('finds each status among all others', async () => {
    const merchantId = await addMerchant(shop.pool);
    await asMerchant(merchantId, async () => {
      const rails = new PgRailEventStore(shop.pool);
      const pay = async (amountMinor = 1_000_000n, sessionId: string = newId('txn')) => {
        const order = await shop.order();
        const { creditId } = await shop.pay(order.account.accountNumber, amountMinor, {
          sessionId,
        });
        await shop.steps.applyCredit({ creditId });
        return creditId;
      };
      const paid = await pay();
      const rich = await pay();
      const part = await pay(400_000n);
      const over = await pay(1_200_000n);
      const disputed = await pay(1_000_000n, 'to-dispute');
      const event = {
        provider: 'sandbox',
        amountMinor: 1_000_000n,
        feeMinor: 0n,
        reference: 'c-1',
      };
      const opened = { ...event, subject: 'to-dispute', eventId: 'o1' };
      await rails.receive({ ...opened, kind: 'CHARGEBACK_OPENED' });
      const reversed = await pay(1_000_000n, 'to-recall');
      await rails.recall({ ...event, sessionId: 'to-recall', eventId: 'r1' });
      const refunded = await pay();
      const inPart = await pay();
      for (const [credit, amountMinor] of [[refunded, null] as const, [inPart, 1n] as const]) {
        const { refund } = await shop.requestRefund(credit, { amountMinor });
        await shop.sendRefund(refund?.refundId ?? '');
      }
      const leaving = await pay();
      await shop.requestRefund(leaving);
      const { account } = await shop.order();
      const waiting = (await shop.pay(account.accountNumber, 1_000_000n)).creditId;
      const found = Object.fromEntries(
        await Promise.all(
          (
            [
              ...(['PENDING', 'PROCESSING', 'SUCCESSFUL', 'FAILED', 'HELD'] as const),
              ...(['REFUND_PENDING', 'PARTIALLY_REFUNDED', 'REFUNDED'] as const),
              ...(['REVERSED', 'DISPUTED'] as const),
            ] as const
          ).map(async (status) => [status, await idsOf({ status }, merchantId)] as const),
        ),
      );
      expect(found).toEqual({
        PENDING: [part],
        PROCESSING: [waiting],
        SUCCESSFUL: [over, rich, paid],
        FAILED: [],
        HELD: [],
        REFUND_PENDING: [leaving],
        PARTIALLY_REFUNDED: [inPart],
        REFUNDED: [refunded],
        REVERSED: [reversed],
        DISPUTED: [disputed],
      });
      expect(await idsOf({ exception: 'OVERPAID' }, merchantId)).toEqual([over]);
      expect(await idsOf({ creditStatus: 'RECALLED' }, merchantId)).toEqual([reversed]);
      expect(await idsOf({ status: 'SUCCESSFUL', maxAmountMinor: 999_999n }, merchantId)).toEqual(
        [],
      );
      expect(await idsOf({ minAmountMinor: 1_200_000n }, merchantId)).toEqual([over]);
    });
  });

  it('finds what came too late and was disputed before it was in the books', async () => {
    const { account } = await shop.order();
    const sentAt = new Date(account.expiresAt.getTime() + clockSkewMs + 1);
    const sessionId: string = newId('txn');
    const { creditId } = await shop.pay(account.accountNumber, 1_000_000n, { sentAt, sessionId });
    const [provider, subject, reference] = ['sandbox', sessionId, 'c-early'];
    const given = { provider, subject, reference, eventId: 'o-early', feeMinor: 0n };
    const opened = { ...given, kind: 'CHARGEBACK_OPENED', amountMinor: 1_000_000n } as const;
    await new PgRailEventStore(shop.pool).receive(opened);
    await shop.steps.applyCredit({ creditId });
    expect(await idsOf({ exception: 'LATE' })).toContain(creditId);
    expect(await idsOf({ exception: 'LATE', status: 'DISPUTED' })).toEqual([creditId]);
  });

  it('finds a payment by whatever it is known by', async () => {
    const order = await shop.order();
    const sessionId = '000013261120151233000000000077';
    const { creditId } = await shop.pay(order.account.accountNumber, 1_000_000n, { sessionId });
    await shop.steps.applyCredit({ creditId });
    const { refund } = await shop.requestRefund(creditId, { amountMinor: 1n });
    const { accountNumber } = order.account;
    const { paymentReference } = order.checkout;
    for (const text of [
      creditId,
      paymentReference,
      accountNumber,
      sessionId,
      refund?.refundReference,
    ]) {
      expect(await idsOf({ text })).toEqual([creditId]);
    }
    expect(await idsOf({ sessionId })).toEqual([creditId]);
    expect(await idsOf({ accountNumber })).toEqual([creditId]);
    expect(await idsOf({ paymentReference, accountNumber })).toEqual([creditId]);
    expect(await idsOf({ paymentReference, accountNumber: '5019999999' })).toEqual([]);
  });

  it('finds money for a number of nobody under the merchant’s own prefix', async () => {
    const { rows } = await shop.pool.query<{ n: number }>('select 1 as n from merchant_prefix');
    expect(rows.length).toBeGreaterThan(1);
    await shop.pool.query(`select add_prefix('777', 'sandbox', '058', 'Example MFB', '000013')`);
    const sql = 'insert into merchant_prefix (merchant_id, prefix) values ($1, $2)';
    await shop.pool.query(sql, [shop.merchantId, '777']);
    const { creditId } = await shop.pay('7770000001', 5_000n);
    const filter = { accountNumber: '7770000001' };
    expect(await idsOf({ ...filter, status: 'HELD', exception: 'UNMATCHED' })).toEqual([creditId]);
    expect((await transactionOf(creditId))?.account).toMatchObject({ virtualAccountId: null });
  });
});

describe('a long list', () => {
  const count = 3_000;
  let merchantId: string;

  beforeAll(async () => {
    await shop.assertBooks(); // what is made in bulk has told nobody
    merchantId = await addMerchant(shop.pool);
    // Longer than the engine's own statements may take.
    await withClient(shop.database.url, async (client) => {
      await client.query('begin');
      await seedOrders(client, { merchantId, prefix: '502', mark: 'long', count });
      await client.query('commit');
      await client.query('vacuum analyze');
    });
  });

  it('is read whole by cursor, each row once, the newest first', async () => {
    const seen: string[] = [];
    const times: number[] = [];
    let after: Slice['after'] = null;
    for (;;) {
      const page = await store.list(merchantId, {}, slice({ limit: 101, after }));
      const shown = page.slice(0, 100);
      seen.push(...shown.map(({ item }) => item.creditId));
      times.push(...shown.map(({ item }) => Date.parse(item.receivedAt)));
      after = shown.at(-1)?.position ?? null;
      if (page.length <= 100) break;
    }
    expect(new Set(seen).size).toBe(count);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('shows by number what it shows by cursor', async () => {
    const first = await store.list(merchantId, {}, slice({ limit: 40 }));
    const second = await store.list(merchantId, {}, slice({ limit: 20, offset: 20 }));
    expect(second.map(({ item }) => item.creditId)).toEqual(
      first.slice(20).map(({ item }) => item.creditId),
    );
  });

  it('loses and repeats nothing while more comes in', async () => {
    const first = await store.list(merchantId, {}, slice({ limit: 20 }));
    await asMerchant(merchantId, async () => {
      const order = await shop.order();
      await shop.payAndPost(order, 1_000_000n);
    });
    const after = first.at(-1)?.position ?? null;
    const next = await store.list(merchantId, {}, slice({ limit: 20, after }));
    const [last, following] = [first.at(-1)?.item, next[0]?.item];
    expect(Date.parse(last?.receivedAt ?? '')).toBe(
      Date.parse(following?.receivedAt ?? '') + 60_000,
    );
  });

  const day = (days: number) => new Date(Date.now() - days * 86_400_000);
  const deep = slice({ limit: 21, after: [String(day(1.5).getTime() * 1_000), 'txn_'] });
  const big = [
    'inward_credit',
    'checkout',
    'virtual_account',
    'noted_credit',
    'balance_transaction',
    'entry',
    'journal',
  ];
  const filters: Record<string, [TransactionFilter, Slice?]> = {
    nothing: [{}],
    'a deep cursor': [{}, deep],
    'a deep page': [{}, slice({ limit: 21, offset: 1_980 })],
    'a status of most': [{ status: 'SUCCESSFUL' }],
    'a status of few': [{ status: 'HELD' }],
    'a status of none': [{ status: 'DISPUTED' }],
    'money under way': [{ status: 'PROCESSING' }],
    'an exception': [{ exception: 'OVERPAID' }],
    'a channel': [{ channel: 'Card' }],
    'amounts of none': [{ minAmountMinor: 1n, maxAmountMinor: 2n }],
    'a period': [{ since: day(1), before: day(0.9) }],
    'an order': [{ paymentReference: 'long-0001000' }],
    'an account': [{ accountNumber: '5020001000' }],
    'a session': [{ sessionId: 'x'.repeat(30) }],
    'any text': [{ text: 'long-0001000' }],
    'a reference': [{ reference: 'long-0001000' }],
    'the credits’ status': [{ creditStatus: 'UNMATCHED' }],
  };

  it.each(Object.entries(filters))(
    'filtered by %s reads little more than the rows of its page',
    async (_name, [filter, asked = slice({ limit: 21 })]) => {
      const scans = await scansOf(shop.pool, listQuery(merchantId, filter, asked));
      expect(scans.length).toBeGreaterThan(0);
      const whole = scans.filter(({ kind }) => kind === 'Seq Scan').map(({ table }) => table);
      expect(whole.filter((table) => big.includes(table))).toEqual([]);
      expect(rowsOf(scans, big), printed(scans)).toBeLessThanOrEqual(400 + asked.offset);
    },
  );

  it('takes none of a payment’s updates out of its page', async () => {
    const hot = async () => {
      const { rows } = await shop.pool.query<{ updated: bigint; hot: bigint }>(
        `select n_tup_upd as updated, n_tup_hot_upd as hot from pg_stat_user_tables where relname = 'inward_credit'`,
      );
      return rows[0];
    };
    await shop.pool.query(`select pg_stat_reset_single_table_counters('inward_credit'::regclass)`);
    for (let n = 0; n < 5; n += 1) await shop.payAndPost(await shop.order(), 1_000_000n);
    await expect
      .poll(
        async () => {
          await shop.pool.query('select pg_stat_force_next_flush()');
          return (await hot())?.updated;
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThanOrEqual(5n);
    // Updates of earlier tests may be counted late; none of all of them may have left its page.
    const counted = await hot();
    expect(counted?.hot).toBe(counted?.updated);
  });
});
