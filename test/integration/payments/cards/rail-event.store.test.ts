import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RailEvent } from '../../../../src/payments/cards/rail-event.js';
import { PgRailEventStore } from '../../../../src/payments/cards/rail-event.store.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { acquirer, chargeback, paidByCard as cardSale } from '../../../support/card-sale.js';
import { Shop, type Order } from '../../../support/shop.js';

let shop: Shop;
let store: PgRailEventStore;
let count = 0;

beforeAll(async () => {
  shop = await Shop.open(16);
  store = new PgRailEventStore(shop.pool);
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

async function disputeOf(creditId: string) {
  const { rows } = await shop.pool.query<{ id: string; status: string }>(
    'select dispute_id as id, status from dispute where credit_id = $1',
    [creditId],
  );
  return rows[0] ?? { id: '', status: '' };
}

/** An order that a transfer paid. */
async function paidByBank(policies = {}) {
  const order = await shop.order({ policies });
  const sessionId = `bank-${(count += 1)}`;
  const { creditId } = await shop.pay(order.account.accountNumber, 1_000_000n, { sessionId });
  await shop.steps.applyCredit({ creditId });
  return { ...order, creditId, sessionId };
}

const paidByCard = (order?: Order, amountMinor?: bigint) => cardSale(shop, order, amountMinor);

/** A second charge of an order that is paid: it is held. */
async function secondCharge(checkout: { readonly checkoutId: string }, paidBy: string) {
  const [creditId, chargeId] = [newId('txn'), `att_${newId('txn').slice(4)}`];
  await shop.pool.query(
    `insert into inward_credit (credit_id, provider, session_id, checkout_id, merchant_id, amount_minor, channel)
       select $1, k.provider, $2, $3, k.merchant_id, k.amount_minor, k.channel from inward_credit k where k.credit_id = $4`,
    [creditId, chargeId, checkout.checkoutId, paidBy],
  );
  await shop.pool.query('select post_journals(judge_credit($1, false))', [creditId]);
  return { creditId, chargeId };
}

describe('a card payment', () => {
  it('is a receivable of the acquirer, with the card plan’s fee', async () => {
    const { creditId, checkout } = await paidByCard();
    expect(await shop.legsOf(creditId)).toEqual({
      'pool 1200': 1_000_000n,
      'merchant 2100': -1_000_000n,
      'fee-charged 2100': 26_875n,
      'fee-income 4110': -25_000n,
      'vat 2400': -1_875n,
    });
    expect(await shop.read(checkout)).toMatchObject({
      status: 'SUCCESSFUL',
      feeMinor: 25_000n,
      credits: [{ channel: 'Card', accountNumber: null, feeMinor: 25_000n, vatMinor: 1_875n }],
    });
  });

  it('leaves the merchant whole when the customer bears the fee of the card', async () => {
    const { creditId, checkout } = await paidByCard({ feeBearer: 'CUSTOMER' }, 1_027_316n);
    expect(await shop.legsOf(creditId)).toEqual({
      'pool 1200': 1_027_316n,
      'merchant 2100': -1_027_316n,
      'fee-charged 2100': 27_316n,
      'fee-income 4110': -25_410n,
      'vat 2400': -1_906n,
    });
    expect(await shop.read(checkout)).toMatchObject({
      amountMinor: 1_000_000n,
      expectedMinor: 1_027_316n,
      acceptedMinor: 1_027_316n,
      exception: null,
    });
  });

  it('goes back to the card, out of the receivable', async () => {
    await paidByBank();
    const { creditId, checkout, chargeId } = await paidByCard();
    const { refund } = await shop.requestRefund(creditId);
    expect(refund).toMatchObject({ channel: 'Card', destination: null, dutyMinor: 0n });
    const refundId = refund?.refundId ?? '';
    expect(await shop.refundSteps.instruction(refundId)).toMatchObject({
      destination: null,
      chargeId,
    });
    await shop.refundSteps.take({ refundId, event: 'SENT', sessionId: refundId });
    await shop.refundSteps.take({ refundId, event: 'CONFIRMED', sessionId: refundId });
    expect(await shop.legsOf(refundId, 'confirmed#1')).toEqual({
      'in-transit 2310': 1_000_000n,
      'paid-out 1200': -1_000_000n,
    });
    expect(await shop.read(checkout)).toMatchObject({ status: 'REFUNDED' });
  });
});

describe('a chargeback', () => {
  it('puts the money aside until it is won', async () => {
    await paidByBank();
    const { creditId, chargeId, checkout } = await paidByCard();
    const opened = chargeback('CHARGEBACK_OPENED', chargeId, 'cbk-1');
    expect(await store.receive(opened)).toEqual({ outcome: 'OPENED', duplicate: false });
    expect(await store.receive(opened)).toEqual({ outcome: 'OPENED', duplicate: true });
    const dispute = await disputeOf(creditId);
    expect(await shop.legsOf(dispute.id, 'opened')).toEqual({
      'merchant-2100 2100': 1_000_000n,
      'put-aside 2120': -1_000_000n,
    });
    expect(await shop.requestRefund(creditId)).toMatchObject({ outcome: 'NOT_REFUNDABLE' });
    expect(await store.receive(chargeback('CHARGEBACK_WON', chargeId, 'cbk-1'))).toEqual({
      outcome: 'WON',
      duplicate: false,
    });
    expect(await shop.legsOf(dispute.id, 'won')).toEqual({
      'merchant-2100 2100': -1_000_000n,
      'put-aside 2120': 1_000_000n,
    });
    expect(await shop.read(checkout)).toMatchObject({ status: 'SUCCESSFUL' });
    expect((await shop.eventsOf(checkout)).slice(-2)).toEqual(['dispute.opened', 'dispute.won']);
    // The money is the merchant's again, and the merchant's to lose.
    await store.receive(chargeback('REVERSAL', chargeId, 'rvs-1'));
    const { rows } = await shop.pool.query<{ id: string }>(
      `select dispute_id as id from dispute where credit_id = $1 and kind = 'RECALL'`,
      [creditId],
    );
    expect(await shop.legsOf(rows[0]?.id ?? '', 'taken-back')).toEqual({
      'merchant-2100 2100': 1_000_000n,
      'rail 1200': -1_000_000n,
    });
  });

  it('that is lost takes the money, and the fee of losing', async () => {
    await shop.pool.query("update setting set value = '200010' where name = 'dispute_fee_minor'");
    const { creditId, chargeId, checkout } = await paidByCard();
    await store.receive(chargeback('CHARGEBACK_OPENED', chargeId, 'cbk-2'));
    await store.receive(chargeback('CHARGEBACK_LOST', chargeId, 'cbk-2'));
    await shop.pool.query("update setting set value = '0' where name = 'dispute_fee_minor'");
    expect(await shop.legsOf((await disputeOf(creditId)).id, 'lost')).toMatchObject({
      'put-aside 2120': 1_000_000n,
      'rail 1200': -1_000_000n,
      'fee-income 4120': -200_010n,
      // 15,000.75 by the rate
      'vat 2400': -15_001n,
    });
    expect(await shop.read(checkout)).toMatchObject({ status: 'REVERSED' });
    expect((await shop.eventsOf(checkout)).slice(-2)).toEqual([
      'dispute.lost',
      'transaction.reversed',
    ]);
    const { rows } = await shop.pool.query<{ data: object }>(
      "select body::json -> 'data' as data from event where checkout_id = $1 order by sequence desc limit 1",
      [checkout.checkoutId],
    );
    expect(rows[0]?.data).toMatchObject({
      status: 'REVERSED',
      paymentChannel: 'Card',
      virtualAccount: null,
      source: null,
      dispute: { kind: 'CHARGEBACK', amount: 1_000_000, status: 'LOST' },
    });
  });

  it('of a second payment that is held takes nothing from the merchant, who never had it', async () => {
    const { creditId, chargeId, checkout } = await paidByCard();
    const second = await secondCharge(checkout, creditId);
    const merchant = () => shop.balanceOf(`2100:${shop.merchantId}:NGN`);
    const before = await merchant();
    await store.receive(chargeback('CHARGEBACK_OPENED', second.chargeId, 'cbk-held'));
    expect(await merchant()).toBe(before);
    expect(await shop.balanceOf(`2230:${second.creditId}:NGN`)).toBe(-1_000_000n);
    await store.receive(chargeback('CHARGEBACK_LOST', second.chargeId, 'cbk-held'));
    expect(await merchant()).toBe(before);
    expect(await shop.legsOf((await disputeOf(second.creditId)).id, 'lost')).toEqual({
      'held 2230': 1_000_000n,
      'rail 1200': -1_000_000n,
    });
    expect(
      await shop.heldCredits.resolveCredit({ creditId: second.creditId, ruling: { by: 'POLICY' } }),
    ).toMatchObject({
      resolution: 'RETURNED',
    });
    expect(await shop.refundsOf(second.creditId)).toEqual([]);
    expect(chargeId).not.toBe(second.chargeId);
  });

  it('of a second payment that became the merchant’s since takes it from the merchant', async () => {
    const { creditId, checkout } = await paidByCard();
    const second = await secondCharge(checkout, creditId);
    const before = await shop.balanceOf(`2100:${shop.merchantId}:NGN`);
    await store.receive(chargeback('CHARGEBACK_OPENED', second.chargeId, 'cbk-kept'));
    const decision = { by: 'OPERATOR', decision: 'accept' } as const;
    await shop.heldCredits.resolveCredit({ creditId: second.creditId, ruling: decision });
    await store.receive(chargeback('CHARGEBACK_LOST', second.chargeId, 'cbk-kept'));
    // The fee of the payment stays paid.
    expect(await shop.balanceOf(`2100:${shop.merchantId}:NGN`)).toBe(before + 26_875n);
  });

  it('of a second payment that went back by policy is our loss, unless it is won', async () => {
    for (const [kind, loss] of [
      ['CHARGEBACK_WON', 0n],
      ['CHARGEBACK_LOST', 1_000_000n],
    ] as const) {
      const { creditId, checkout } = await paidByCard();
      const second = await secondCharge(checkout, creditId);
      await shop.heldCredits.resolveCredit({ creditId: second.creditId, ruling: { by: 'POLICY' } });
      const [merchant, lost] = [`2100:${shop.merchantId}:NGN`, '5300:-:NGN'];
      const before = [await shop.balanceOf(merchant), await shop.balanceOf(lost)] as const;
      await store.receive(chargeback('CHARGEBACK_OPENED', second.chargeId, `cbk-${kind}`));
      await store.receive(chargeback(kind, second.chargeId, `cbk-${kind}`));
      expect(await shop.balanceOf(merchant)).toBe(before[0]);
      expect(await shop.balanceOf(lost)).toBe(before[1] + loss);
    }
  });

  it('that is lost over another amount than was disputed is shown to a person', async () => {
    const { creditId, chargeId } = await paidByCard();
    await store.receive(chargeback('CHARGEBACK_OPENED', chargeId, 'cbk-part'));
    const lost = { ...chargeback('CHARGEBACK_LOST', chargeId, 'cbk-part'), amountMinor: 400_000n };
    for (let times = 0; times < 2; times += 1) await store.receive(lost);
    const { rows } = await shop.pool.query(
      `select detail, action from finding where kind = 'DISPUTE_DIFFERS' and subject = $1`,
      [`${acquirer}/cbk-part`],
    );
    const detail = { askedMinor: '400000', bookedMinor: '1000000', creditId, provider: acquirer };
    expect(rows).toEqual([{ detail, action: 'ATTENTION' }]);
  });

  it('that is told out of order ends as it ended', async () => {
    const { creditId, chargeId } = await paidByCard();
    await store.receive(chargeback('CHARGEBACK_LOST', chargeId, 'cbk-3'));
    expect(await store.receive(chargeback('CHARGEBACK_OPENED', chargeId, 'cbk-3'))).toEqual({
      outcome: 'LOST',
      duplicate: false,
    });
    const { id } = await disputeOf(creditId);
    expect(await store.receive(chargeback('CHARGEBACK_WON', chargeId, 'cbk-3'))).toEqual({
      outcome: 'LOST',
      duplicate: false,
    });
    expect(await disputeOf(creditId)).toMatchObject({ status: 'LOST' });
    expect(await shop.legsOf(id, 'won')).toEqual({});
  });

  it('of a merchant that has nothing left is what it owes us', async () => {
    const alone = await Shop.open(4);
    try {
      const order = await alone.order();
      const { creditId } = await alone.pay(order.account.accountNumber, 1_000_000n, {
        sessionId: 'poor',
      });
      await alone.steps.applyCredit({ creditId });
      const event = { provider: 'sandbox', eventId: 'r', sessionId: 'poor' };
      await new PgRailEventStore(alone.pool).recall({ ...event, amountMinor: 1_000_000n });
      expect(await alone.balanceOf(`1300:${alone.merchantId}:NGN`)).toBe(10_750n);
      expect(await alone.balanceOf(`2100:${alone.merchantId}:NGN`)).toBe(0n);
      await alone.assertBooks();
    } finally {
      await alone[Symbol.asyncDispose]();
    }
  });
});

describe('a recall', () => {
  const recall = (sessionId: string, amountMinor = 1_000_000n) =>
    store.recall({ provider: 'sandbox', eventId: `rcl-${sessionId}`, sessionId, amountMinor });

  it('of what paid an order takes it from the merchant, once', async () => {
    const { creditId, sessionId, checkout } = await paidByBank();
    const results = await Promise.all(Array.from({ length: 8 }, () => recall(sessionId)));
    expect(results.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(results.every(({ outcome }) => outcome === 'REVERSED')).toBe(true);
    expect(await shop.legsOf((await disputeOf(creditId)).id, 'taken-back')).toEqual({
      'merchant-2100 2100': 1_000_000n,
      'rail 1100': -1_000_000n,
    });
    expect(await shop.read(checkout)).toMatchObject({ status: 'REVERSED' });
    expect((await shop.eventsOf(checkout)).at(-1)).toBe('transaction.reversed');
    expect(await shop.requestRefund(creditId)).toMatchObject({ outcome: 'NOT_REFUNDABLE' });
  });

  it('of what is held takes it out of suspense', async () => {
    const order = await paidByBank();
    const sessionId = 'held-then-recalled';
    const second = await shop.pay(order.account.accountNumber, 1_000_000n, { sessionId });
    await recall(sessionId);
    expect(await shop.balanceOf(`2230:${second.creditId}:NGN`)).toBe(0n);
    expect(
      await shop.heldCredits.resolveCredit({ creditId: second.creditId, ruling: { by: 'POLICY' } }),
    ).toMatchObject({
      resolution: 'RETURNED',
    });
    expect(await shop.refundsOf(second.creditId)).toEqual([]);
    expect(await shop.read(order.checkout)).toMatchObject({ status: 'SUCCESSFUL' });
  });

  it('of money for a number of nobody takes it out of suspense, and nobody returns it again', async () => {
    const sessionId = 'unmatched-then-recalled';
    const { creditId } = await shop.pay('5019999999', 700_000n, { sessionId });
    expect(await shop.balanceOf(`2200:${creditId}:NGN`)).toBe(-700_000n);
    expect(await recall(sessionId, 700_000n)).toEqual({ outcome: 'REVERSED', duplicate: false });
    expect(await shop.legsOf((await disputeOf(creditId)).id, 'taken-back')).toEqual({
      'held 2200': 700_000n,
      'rail 1100': -700_000n,
    });
    expect(await shop.balanceOf(`2200:${creditId}:NGN`)).toBe(0n);
    const decision = { by: 'OPERATOR', decision: 'return' } as const;
    expect(await shop.heldCredits.resolveCredit({ creditId, ruling: decision })).toMatchObject({
      resolution: 'RETURNED',
    });
    expect(await shop.refundsOf(creditId)).toEqual([]);
  });

  it('of a part has the whole order to be paid again', async () => {
    const order = await shop.order();
    const sessionId = 'part-then-recalled';
    const { creditId } = await shop.pay(order.account.accountNumber, 400_000n, { sessionId });
    await recall(sessionId, 400_000n);
    expect(await shop.steps.applyCredit({ creditId })).toMatchObject({ outcome: 'UNDERPAID' });
    expect(await shop.read(order.checkout)).toMatchObject({
      status: 'AWAITING_PAYMENT', // nothing is held for it any more
      ...{ paidMinor: 400_000n, appliedMinor: 0n, returnedMinor: 400_000n },
    });
    const { checkoutId } = order.checkout;
    expect(await shop.steps.acceptPart({ checkoutId })).toMatchObject({
      status: 'AWAITING_PAYMENT',
    });
    expect(await shop.payAndPost(order, 1_000_000n)).toMatchObject({ status: 'SUCCESSFUL' });
  });

  it('of a part does not overtake a transfer that came before it', async () => {
    const order = await shop.order();
    const sessionId = 'part-recalled-while-another-comes';
    const first = await shop.pay(order.account.accountNumber, 400_000n, { sessionId });
    await shop.steps.applyCredit({ creditId: first.creditId });
    const second = await shop.pay(order.account.accountNumber, 1_000_000n);
    await recall(sessionId, 400_000n);
    // As if it had been posted at once: the excess goes back, and the part is missing from what was paid.
    const standing = { outcome: 'OVERPAID', status: 'SUCCESSFUL' };
    const { status, takenBackMinor, credits } = await shop.read(order.checkout);
    expect({ outcome: credits[1]?.outcome, status }).toEqual(standing);
    expect(takenBackMinor).toBe(400_000n);
    expect(await shop.steps.applyCredit({ creditId: second.creditId })).toMatchObject(standing);
  });

  it('of a late payment that was taken for a part is no payment that the merchant keeps', async () => {
    const order = await shop.order({ policies: { late: 'ACCEPT_LATE' } });
    const sessionId = 'late-part-then-recalled';
    const sentAt = new Date(order.account.expiresAt.getTime() + 3_600_000);
    const late = { sessionId, sentAt };
    const { creditId } = await shop.pay(order.account.accountNumber, 400_000n, late);
    await shop.heldCredits.resolveCredit({ creditId, ruling: { by: 'POLICY' } });
    expect((await shop.read(order.checkout)).status).toBe('PARTIALLY_PAID');
    await recall(sessionId, 400_000n);
    const { credits } = await shop.read(order.checkout);
    expect(credits).toMatchObject([{ appliedMinor: 0n, resolution: 'RETURNED' }]);
    expect(await shop.balanceOf(`2210:${order.checkout.checkoutId}:NGN`)).toBe(0n);
  });

  it('of a transfer we have not heard of is not taken down: it may be told again', async () => {
    expect(await recall('never-seen')).toEqual({ outcome: null, duplicate: false });
    const order = await shop.order();
    const sessionId = 'never-seen';
    await shop.pay(order.account.accountNumber, 1_000_000n, { sessionId });
    expect(await recall('never-seen')).toEqual({ outcome: 'REVERSED', duplicate: false });
  });
});

describe('an acquirer’s settlement', () => {
  it('is our money at the bank that it pays into, less its fee', async () => {
    const settlement: RailEvent = {
      ...{ provider: acquirer, eventId: 'stl-1', kind: 'SETTLEMENT', subject: 'stl-1' },
      ...{ reference: 'stl-1', amountMinor: 1_000_000n, feeMinor: 15_000n },
    };
    expect(await store.receive(settlement)).toEqual({ outcome: 'SETTLED', duplicate: false });
    expect(await store.receive(settlement)).toEqual({ outcome: 'SETTLED', duplicate: true });
    const receivable = await shop.balanceOf(`1200:${acquirer}:NGN`);
    await store.receive({ ...settlement, eventId: 'told-by-another-event' });
    expect(await shop.balanceOf(`1200:${acquirer}:NGN`)).toBe(receivable);
    expect(await shop.legsOf(`${acquirer}/stl-1`, 'received')).toEqual({
      'pool 1100': 985_000n,
      'rail-cost 5110': 15_000n,
      'receivable 1200': -1_000_000n,
    });
    const { rows } = await shop.pool.query(
      "select minor from pool_position where provider = 'simulator'",
    );
    expect(rows).toEqual([{ minor: expect.anything() }]);
  });
});
