import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PgRailEventStore } from '../../../../src/payments/cards/rail-event.store.js';
import { clockSkewMs } from '../../../support/oracles/lateness.js';
import { type OpenOrder, type Order, Shop } from '../../../support/shop.js';

let shop: Shop;
let store: PgRailEventStore;
let count = 0;
let lossBefore: bigint;

const loss = () => shop.balanceOf('5300:-:NGN');
const merchant = () => shop.balanceOf(`2100:${shop.merchantId}:NGN`);

beforeAll(async () => {
  shop = await Shop.open();
  store = new PgRailEventStore(shop.pool);
  lossBefore = await loss();
});
// Whatever was taken back here was held, so none of it is our loss.
afterEach(async () => {
  expect(await loss()).toBe(lossBefore);
  await shop.assertBooks();
});
afterAll(() => shop[Symbol.asyncDispose]());

const decided = (decision: 'accept' | 'return' | 'keep') => ({ by: 'OPERATOR', decision }) as const;
const resolve = (creditId: string, decision: 'accept' | 'return' | 'keep') =>
  shop.heldCredits.resolveCredit({ creditId, ruling: decided(decision) });

/** A transfer, and what its bank takes back of it. */
async function paid({ account }: OpenOrder, amountMinor: bigint, sentAt?: Date) {
  const sessionId = `taken-${(count += 1)}`;
  const { creditId } = await shop.pay(account.accountNumber, amountMinor, {
    sessionId,
    ...(sentAt && { sentAt }),
  });
  return { creditId, ...recalls(sessionId) };
}

function recalls(sessionId: string) {
  const recall = (minor: bigint) =>
    store.recall({
      ...{ provider: 'sandbox', eventId: `rcl-${(count += 1)}`, sessionId },
      amountMinor: minor,
    });
  return { sessionId, recall };
}

/** ₦10,000 that came late, for an order that still waits. */
async function late(policies: Order['policies'] = {}) {
  const order = await shop.order({ policies: { late: 'HOLD', ...policies } });
  const sentAt = new Date(order.account.expiresAt.getTime() + clockSkewMs + 1);
  return { ...order, ...(await paid(order, 1_000_000n, sentAt)) };
}

/** ₦10,000 that came for an order that was paid already. */
async function second() {
  const order = await shop.order();
  await shop.payAndPost(order, 1_000_000n);
  return { ...order, ...(await paid(order, 1_000_000n)) };
}

/** ₦4,000 of ₦10,000, held until the rest comes. */
async function part() {
  const order = await shop.order({ policies: { underpaid: 'HOLD_TOP_UP' } });
  const credit = await paid(order, 400_000n);
  await shop.steps.applyCredit({ creditId: credit.creditId });
  const held = () => shop.balanceOf(`2210:${order.checkout.checkoutId}:NGN`);
  return { order, ...credit, held };
}

describe('money in suspense that is taken back in part', () => {
  const suspense = (creditId: string) => shop.balanceOf(`2230:${creditId}:NGN`);
  const refunds = async (id: string) => (await shop.refundsOf(id)).map((r) => r.amountMinor);

  it('is returned for the rest', async () => {
    const { creditId, recall } = await late();
    await recall(400_000n);
    expect(await suspense(creditId)).toBe(-600_000n);
    expect(await resolve(creditId, 'return')).toMatchObject({
      ...{ resolution: 'RETURNED', amountMinor: '600000' },
    });
    expect(await refunds(creditId)).toEqual([600_000n]);
    expect(await suspense(creditId)).toBe(0n);
  });

  it('is no longer held once the parts are the whole', async () => {
    const { creditId, recall } = await late();
    await recall(400_000n);
    expect(await resolve(creditId, 'keep')).toMatchObject({ resolution: 'KEPT' });
    await recall(600_000n);
    expect(await suspense(creditId)).toBe(0n);
    expect(await resolve(creditId, 'return')).toMatchObject({ resolution: 'RETURNED' });
    expect(await refunds(creditId)).toEqual([]);
  });

  it('pays its order with the rest', async () => {
    const { checkout, creditId, recall } = await late({ underpaid: 'HOLD_TOP_UP' });
    await recall(400_000n);
    expect(await resolve(creditId, 'accept')).toMatchObject({ resolution: 'ACCEPTED' });
    expect(await shop.read(checkout)).toMatchObject({
      ...{ status: 'PARTIALLY_PAID', paidMinor: 1_000_000n, appliedMinor: 600_000n },
      ...{ returnedMinor: 400_000n },
      credits: [{ appliedMinor: 600_000n, excessMinor: 400_000n }],
    });
    // The rest of it is a part that waits: it can be taken back too.
    await recall(600_000n);
    expect(await shop.read(checkout)).toMatchObject({
      appliedMinor: 0n,
      returnedMinor: 1_000_000n,
    });
    expect((await shop.read(checkout)).status).toBe('AWAITING_PAYMENT');
  });

  it('that is kept for the merchant is the merchant’s but for that part', async () => {
    const { checkout, creditId, recall } = await second();
    await recall(250_000n);
    const before = await merchant();
    await resolve(creditId, 'accept');
    // 1 % and VAT of what is left
    expect(await merchant()).toBe(before - 750_000n + 8_063n);
    const { keptMinor, returnedMinor, credits } = await shop.read(checkout);
    expect({ keptMinor, returnedMinor }).toEqual({ keptMinor: 750_000n, returnedMinor: 250_000n });
    expect(credits[1]).toMatchObject({ settlementMinor: 741_937n, refundableMinor: 750_000n });
    await recall(750_000n);
    expect(await merchant()).toBe(before + 8_063n);
  });

  it('goes back for the rest when it was for a number of nobody', async () => {
    const { sessionId, recall } = recalls(`nobody-${(count += 1)}`);
    const { creditId } = await shop.pay('5019999999', 700_000n, { sessionId });
    await recall(200_000n);
    expect(await shop.balanceOf(`2200:${creditId}:NGN`)).toBe(-500_000n);
    await resolve(creditId, 'return');
    expect(await refunds(creditId)).toEqual([500_000n]);
  });

  it('by a chargeback that is lost is returned for the rest', async () => {
    const { creditId, sessionId } = await second();
    await store.receive({
      ...{
        provider: 'sandbox',
        eventId: 'cbk-held-part',
        kind: 'CHARGEBACK_LOST',
        subject: sessionId,
      },
      ...{ reference: 'cbk-held-part', amountMinor: 300_000n, feeMinor: 0n },
    });
    expect(await suspense(creditId)).toBe(-700_000n);
    await shop.heldCredits.resolveCredit({ creditId, ruling: { by: 'POLICY' } });
    expect(await refunds(creditId)).toEqual([700_000n]);
  });
});

describe('a part payment that is taken back in parts', () => {
  it('leaves the order to be paid anew once nothing of it is left', async () => {
    const { order, recall, held } = await part();
    await recall(150_000n);
    expect(await held()).toBe(-250_000n);
    expect(await shop.read(order.checkout)).toMatchObject({
      ...{ status: 'PARTIALLY_PAID', appliedMinor: 250_000n, returnedMinor: 150_000n },
    });
    await recall(250_000n);
    expect(await held()).toBe(0n);
    expect(await shop.read(order.checkout)).toMatchObject({
      ...{ status: 'AWAITING_PAYMENT', appliedMinor: 0n, returnedMinor: 400_000n },
    });
    expect(await shop.payAndPost(order, 1_000_000n)).toMatchObject({ status: 'SUCCESSFUL' });
  });

  it('goes back for the rest when the order ends', async () => {
    const { order, creditId, recall, held } = await part();
    await recall(150_000n);
    const { checkoutId, expiresAt } = order.checkout;
    await shop.steps.expireCheckout({ checkoutId, at: expiresAt });
    expect(await shop.refundsOf(creditId)).toMatchObject([{ amountMinor: 250_000n }]);
    expect(await held()).toBe(0n);
  });

  it('counts for the rest when the order is paid', async () => {
    const { order, creditId, recall, held } = await part();
    await recall(150_000n);
    const before = await merchant();
    expect(await shop.payAndPost(order, 750_000n)).toMatchObject({ status: 'SUCCESSFUL' });
    expect(await held()).toBe(0n);
    expect(await merchant()).toBe(before - 989_250n);
    const { credits } = await shop.read(order.checkout);
    const ofEach = credits.map(({ settlementMinor }) => settlementMinor);
    expect(ofEach.reduce((sum, minor) => sum + minor, 0n)).toBe(989_250n);
    expect(credits[0]).toMatchObject({ creditId, refundableMinor: 250_000n });
    const { rows } = await shop.pool.query<{ told: string[] }>(
      `select array(select t ->> 'settlementAmount' from json_array_elements(body::json -> 'data' -> 'transactions') t) as told
         from event where checkout_id = $1 and type = 'checkout.successful'`,
      [order.checkout.checkoutId],
    );
    expect(rows).toEqual([{ told: ofEach.map(String) }]);
    await recall(250_000n);
    expect(await merchant()).toBe(before - 739_250n);
  });
});
