import assert from 'node:assert/strict';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isPaid } from '../../../../src/domain/checkout-state.js';
import type { Transaction } from '../../../../src/reports/transactions/transaction.js';
import { PgWalletLines } from '../../../../src/reports/wallet/wallet-lines.store.js';
import { PgTransactionStore } from '../../../../src/reports/transactions/transaction.store.js';
import { addDays, lagosDay } from '../../../support/calendar-model.js';
import { assertBooks } from '../../../support/books.js';
import { drawCases, drawsWholeSamples } from '../../../support/model-play.js';
import { feeShares } from '../../../support/oracles/fee-shares.js';
import {
  OrderPlayer,
  randomOrder,
  Reached,
  type RandomOrder,
} from '../../../support/random-orders.js';
import { SettlementWorld } from '../../../support/settlement-world.js';

const pay = { kind: 'pay', late: false, byCard: false, nth: 0, sent: true } as const;
/** Chance may draw no order that three payments pay. */
const paidInThree: RandomOrder = {
  ...{ amountMinor: 100_000n, byCustomer: false, policies: { underpaid: 'HOLD_TOP_UP' }, acts: [] },
  pays: [
    { ...pay, size: 'part', share: 300n },
    { ...pay, size: 'part', share: 500n },
    { ...pay, size: 'rest', share: 300n },
  ],
};

let world: SettlementWorld;

beforeAll(async () => {
  world = await SettlementWorld.open(8);
});
afterAll(() => world[Symbol.asyncDispose]());

/** What a run must have met, and how often at the least in a hundred orders: else it shows nothing about it. */
const floors: Readonly<Record<string, number>> = {
  ...{ 'paid by 1': 10, 'paid by 2': 5, 'paid by 3': 2, 'paid by both channels': 1 },
  ...{ 'excess goes back': 2, 'excess is kept': 2, 'the fee eats up a payment': 0.3 },
  ...{
    'an operator accepts parts': 0.5,
    'a late payment pays': 0.1,
    'a second payment is kept': 1,
  },
  ...{
    'refund REQUESTED': 5,
    'refund NOT_REFUNDABLE': 1,
    'a refund after a part was taken back': 0.3,
  },
  ...{ 'RECALL REVERSED': 3, 'CHARGEBACK_OPENED OPENED': 2, 'CHARGEBACK_WON WON': 1 },
  ...{ 'CHARGEBACK_LOST LOST': 2, 'a part is taken back': 1, 'a held part is taken back': 0.1 },
  ...{ 'one of several payments is taken back': 1, 'an order is REVERSED': 1 },
  ...{
    'an order is REFUNDED': 0.5,
    'an order is PARTIALLY_REFUNDED': 0.5,
    'an order is EXPIRED': 0.5,
  },
  ...{ 'a part is gone of an order that is not REVERSED': 1, 'a payout arrives': 0.3 },
  ...{ 'a payout comes back': 0.1, 'money goes back that was never the merchant’s': 5 },
};

interface LineSum {
  lines: number;
  gross: bigint;
  fee: bigint;
  vat: bigint;
  net: bigint;
  settlement: string | null;
}

/** A merchant's statement by reference: what each payment, refund and dispute came to. */
async function statementOf(merchantId: string): Promise<Map<string, LineSum>> {
  const { rows } = await world.shop.pool.query<LineSum & { type: string; reference: string }>(
    `select b.type, b.reference, count(*)::int as lines, sum(b.gross_minor)::bigint as gross, sum(b.fee_minor)::bigint as fee,
            sum(b.vat_minor)::bigint as vat, sum(b.net_minor)::bigint as net, max(s.settlement_reference) as settlement
       from balance_line b left join settlement s on s.settlement_id = b.settlement_id
      where b.merchant_id = $1 group by b.type, b.reference`,
    [merchantId],
  );
  return new Map(rows.map((row) => [`${row.type} ${row.reference}`, row]));
}

/** A merchant's wallet by journal's source: what each line of a source came to. */
async function walletOf(merchantId: string): Promise<Map<string, bigint>> {
  const lines = await new PgWalletLines(world.shop.pool).list(
    merchantId,
    { since: new Date(0), before: new Date(Date.now() + 60_000) },
    { after: null, offset: 0, limit: 100_000 },
  );
  const sums = new Map<string, bigint>();
  for (const { item } of lines) {
    const key = `${item.sourceId} ${item.type}`;
    sums.set(key, (sums.get(key) ?? 0n) + item.amountMinor);
    sums.set('', (sums.get('') ?? 0n) + item.amountMinor);
  }
  return sums;
}

async function transactionsOf(merchantId: string): Promise<Transaction[]> {
  const store = new PgTransactionStore(world.shop.pool);
  const found: Transaction[] = [];
  let after: readonly [string, string] | null = null;
  for (;;) {
    const page = await store.list(merchantId, {}, { after, offset: 0, limit: 101 });
    found.push(...page.map(({ item }) => item));
    const last = page.at(-1);
    if (page.length < 101 || last === undefined) return found;
    after = last.position as [string, string];
  }
}

/** Statement, wallet, list and order say the same of each payment. */
async function compare(merchantId: string, orders: readonly string[]): Promise<void> {
  const [statement, wallet, transactions] = await Promise.all([
    statementOf(merchantId),
    walletOf(merchantId),
    transactionsOf(merchantId),
  ]);
  let collected = 0;
  for (const t of transactions) {
    const line = statement.get(`COLLECTION ${t.creditId}`);
    const gross = t.settlementMinor + t.feeMinor + t.vatMinor;
    collected += line === undefined ? 0 : 1;
    const told = {
      lines: gross > 0n ? 1 : undefined,
      gross: gross || undefined,
      net: line && t.settlementMinor,
    };
    assert.deepEqual({ lines: line?.lines, gross: line?.gross, net: line?.net }, told, t.creditId);
    assert.deepEqual([line?.fee ?? 0n, line?.vat ?? 0n], [t.feeMinor, t.vatMinor], t.creditId);
    assert.equal(t.settlement?.reference ?? null, line?.settlement ?? null, t.creditId);
    assert.equal(t.settlement === null, line === undefined, t.creditId);
    const held = t.amountMinor - gross - t.returnedMinor;
    assert.ok(held === 0n || (gross === 0n && held > 0n), `${t.creditId} ${t.status}`);
    const ofWallet = (type: string): bigint => wallet.get(`${t.creditId} ${type}`) ?? 0n;
    const lines = [ofWallet('COLLECTION'), -ofWallet('FEE'), -ofWallet('VAT')];
    assert.deepEqual(lines, [gross, t.feeMinor, t.vatMinor], t.creditId);
    assert.ok(t.refundableMinor <= gross, t.creditId);
  }
  assert.equal(collected, [...statement.keys()].filter((key) => key.startsWith('COLL')).length);
  await compareRest(merchantId, statement, wallet);
  for (const reference of orders) await compareOrder(merchantId, reference, transactions);
}

/** Refunds, disputes, payouts and balance, by reference. */
async function compareRest(
  merchantId: string,
  statement: Map<string, LineSum>,
  wallet: Map<string, bigint>,
): Promise<void> {
  const { rows } = await world.shop.pool.query<{ key: string; gross: bigint }>(
    `select 'REFUND ' || r.refund_reference as key, -r.amount_minor as gross from refund r
      where r.merchant_id = $1 and r.origin = 'MERCHANT'
     union all
     select 'CHARGEBACK ' || d.dispute_id, case d.status when 'WON' then 0 else -d.merchant_minor end from dispute d
      where d.merchant_id = $1
     union all
     select 'SETTLEMENT ' || s.settlement_reference, -sum(p.amount_minor) from settlement s join payout p using (settlement_id)
      where s.merchant_id = $1 group by s.settlement_reference`,
    [merchantId],
  );
  for (const { key, gross } of rows)
    assert.equal(statement.get(key)?.gross ?? 0n, BigInt(gross), key);
  const net = [...statement.values()].reduce((sum, line) => sum + line.net, 0n);
  assert.equal(net, wallet.get('') ?? 0n);
  const money = await world.moneyOf(merchantId);
  assert.equal(net, (money['2100'] ?? 0n) + (money['2110'] ?? 0n) + (money['1300'] ?? 0n));
  const { rows: settlements } = await world.shop.pool.query<{ off: bigint }>(
    `select s.opening_minor + sum(b.net_minor)::bigint - s.closing_minor as off
       from settlement s join balance_transaction b using (settlement_id)
      where s.merchant_id = $1 group by s.settlement_id having s.opening_minor + sum(b.net_minor) <> s.closing_minor`,
    [merchantId],
  );
  assert.deepEqual(settlements, []);
}

/** The order, its payments and what its last event told are one. */
async function compareOrder(
  merchantId: string,
  reference: string,
  transactions: readonly Transaction[],
): Promise<void> {
  const order = await world.shop.checkouts.find(merchantId, reference);
  if (order === undefined || !isPaid(order.status)) return;
  const paying = order.credits.filter(({ appliedMinor }) => appliedMinor > 0n);
  const accepted = paying.map((k) => k.amountMinor - k.returnedMinor);
  assert.equal(
    accepted.reduce((sum, each) => sum + each, 0n),
    order.acceptedMinor,
    reference,
  );
  const byArrival = new Set(paying.map(({ outcome }) => outcome)).has('LATE') ? [] : paying;
  assert.deepEqual(
    byArrival.map(({ feeMinor, vatMinor }) => ({ feeMinor, vatMinor })),
    byArrival.length === 0 ? [] : feeShares(accepted, order),
    reference,
  );
  for (const k of order.credits) {
    const t = transactions.find(({ creditId }) => creditId === k.creditId);
    const figures = (x: typeof k | Transaction | undefined) => [
      ...[x?.settlementMinor, x?.feeMinor, x?.vatMinor, x?.returnedMinor],
      ...[x?.refundedMinor, x?.takenBackMinor, x?.refundableMinor],
    ];
    assert.deepEqual(figures(k), figures(t), reference);
  }
  const { rows } = await world.shop.pool.query<{ told: unknown }>(
    `select body::json -> 'data' -> 'transactions' as told from event
      where checkout_id = $1 and type = 'checkout.successful' order by sequence desc limit 1`,
    [order.checkoutId],
  );
  const told = paying.map((k) => ({
    ...{ transactionReference: k.creditId, amountReceived: Number(k.amountMinor) },
    ...{ fee: Number(k.feeMinor), vat: Number(k.vatMinor) },
    ...{ settlementAmount: Number(k.settlementMinor), settlementDueDate: k.settlementDueOn },
  }));
  assert.deepEqual(rows[0]?.told, told, reference);
}

/** One merchant's orders, with settlements between them. */
async function playMerchant(orders: readonly RandomOrder[], reached: Reached): Promise<void> {
  const merchantId = await world.merchant({ payoutFeeMinor: 2_500n });
  await world.shop.pool.query(
    `insert into merchant_channel (merchant_id, channel, fee_plan_id, place) values ($1, 'Card', 'card', 2)`,
    [merchantId],
  );
  const player = new OrderPlayer(world, merchantId, reached);
  const references: string[] = [];
  // all that has come is due by then
  let day = addDays(lagosDay(new Date()), 14);
  for (const [nth, order] of orders.entries()) {
    references.push(await player.play(order));
    if (nth % 5 !== 4) continue;
    day = addDays(day, 1);
    await world.settle(merchantId, day);
    const last = (await world.settlementsOf(merchantId)).at(-1);
    if (last?.status !== 'SCHEDULED') continue;
    const events =
      nth % 10 === 9
        ? (['SENT', 'CONFIRMED', 'RETURNED'] as const)
        : (['SENT', 'CONFIRMED'] as const);
    const { payouts } = await world.payouts.find(last.settlement_id);
    for (const { part } of payouts) await world.take(last.settlement_id, events, part);
    reached.note('a payout arrives');
    reached.note('a payout comes back', events.length === 3);
  }
  await compare(merchantId, references);
}

it('statement, wallet, settlements, lists and events say the same of each payment, by reference, to the kobo', async () => {
  const orders = [paidInThree, ...drawCases('orders of parts', randomOrder, 2_000, 250)];
  const reached = new Reached();
  const merchants = Array.from({ length: Math.ceil(orders.length / 50) }, (_, n) =>
    orders.slice(n * 50, n * 50 + 50),
  );
  // a few at once, as many as there are connections for
  const next = merchants.values();
  const work = async (): Promise<void> => {
    for (const each of next) await playMerchant(each, reached);
  };
  await Promise.all([work(), work(), work(), work()]);
  // not by the pool: all of it takes longer than a payment's statement may, and by plans for tables of this size
  await world.shop.database.query('analyze');
  await assertBooks(world.shop.database);
  const met = Object.fromEntries([...reached.counts].toSorted(([a], [b]) => a.localeCompare(b)));
  console.log(`${orders.length} orders have met`, met);
  // Chance may leave the rare ones out of a small run.
  const least = (floor: number): number =>
    drawsWholeSamples ? Math.max(1, (floor * orders.length) / 100) : Number(floor >= 2);
  const missed = Object.entries(floors).filter(
    ([branch, floor]) => (reached.counts.get(branch) ?? 0) < least(floor),
  );
  expect(
    missed.map(
      ([branch, floor]) => `${branch}: ${reached.counts.get(branch) ?? 0}, not ${floor} in 100`,
    ),
  ).toEqual([]);
}, 600_000);
