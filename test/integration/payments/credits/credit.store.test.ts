import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { arrivalGraceMs, clockSkewMs, isLate } from '../../../support/oracles/lateness.js';
import type { Checkout } from '../../../../src/payments/checkouts/checkout.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { addMerchant, Shop } from '../../../support/shop.js';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open(24);
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

const later = (at: Date, byMs: number): Date => new Date(at.getTime() + byMs);

describe('a credit that is in time', () => {
  it('is recorded, and the workflow is told', async () => {
    const { checkout, account } = await shop.order();
    const creditId = newId('txn');
    const received = await shop.pay(account.accountNumber, 1_000_000n, { creditId });
    expect(received).toMatchObject({
      creditId,
      duplicateNotification: false,
      outcome: null,
      checkoutId: checkout.checkoutId,
      fact: {
        kind: 'CREDIT_RECEIVED',
        subjectId: creditId,
        deadline: null,
        checkout: { paymentReference: checkout.paymentReference, expiresAt: checkout.expiresAt },
      },
    });
    expect(await shop.read(checkout)).toMatchObject({ status: 'PROCESSING', paidMinor: 0n });
    expect(await shop.legsOf(creditId)).toEqual({});
    expect(await shop.eventsOf(checkout)).toEqual([]);
  });

  it('is known once, however often and by however many it is reported', async () => {
    const { account } = await shop.order();
    const report = () => shop.pay(account.accountNumber, 1_000_000n, { sessionId: 'ONCE' });
    const received = await Promise.all(Array.from({ length: 20 }, report));
    const first = received.filter(({ duplicateNotification }) => !duplicateNotification);
    expect(first).toHaveLength(1);
    expect(new Set(received.map(({ creditId }) => creditId))).toEqual(
      new Set([first[0]?.creditId]),
    );
    expect(received.filter(({ fact }) => fact !== null)).toHaveLength(1);
    await shop.steps.applyCredit({ creditId: first[0]?.creditId ?? '' });
    const before = await shop.dump();
    expect(await report()).toMatchObject({
      creditId: first[0]?.creditId,
      duplicateNotification: true,
      outcome: 'EXACT',
      fact: null,
    });
    expect(await shop.dump()).toEqual(before);
  });

  it('is another one when another provider reports the same session id', async () => {
    const { checkout } = await shop.order();
    await shop.letPass(checkout, 31);
    const other = await shop.issue(checkout, { prefix: '502' });
    const first = await shop.order();
    await shop.pay(first.account.accountNumber, 1n, { sessionId: 'SHARED' });
    const received = await shop.pay(other.accountNumber, 1n, {
      sessionId: 'SHARED',
      provider: 'other',
    });
    expect(received.duplicateNotification).toBe(false);
    await shop.steps.applyCredit({ creditId: received.creditId });
  });
});

describe('lateness', () => {
  it.each([
    ['sent at the last moment of the skew', clockSkewMs, 10, false],
    ['sent a millisecond after the skew', clockSkewMs + 1, 10, true],
    ['sent in time, heard of much later', -1, 300, false],
  ])('%s', async (_, sentAfterEndMs, minutesAfterEnd, late) => {
    const { checkout, account } = await shop.order();
    await shop.letPass(checkout, 30 + minutesAfterEnd);
    const expiresAt = later(account.expiresAt, -(30 + minutesAfterEnd) * 60_000);
    const sentAt = later(expiresAt, sentAfterEndMs);
    expect(isLate({ sentAt, receivedAt: new Date(), expiresAt })).toBe(late);
    const { outcome, creditId } = await shop.pay(account.accountNumber, 1_000_000n, { sentAt });
    expect(outcome).toBe(late ? 'LATE' : null);
    if (!late) await shop.steps.applyCredit({ creditId });
  });

  it.each([
    ['within the grace', arrivalGraceMs / 60_000 - 1, false],
    ['after the grace', arrivalGraceMs / 60_000 + 1, true],
  ])('without a sender’s time, heard of %s', async (_, minutesAfterEnd, late) => {
    const { checkout, account } = await shop.order();
    await shop.letPass(checkout, 30 + minutesAfterEnd);
    const expiresAt = later(account.expiresAt, -(30 + minutesAfterEnd) * 60_000);
    expect(isLate({ sentAt: null, receivedAt: new Date(), expiresAt })).toBe(late);
    const { outcome } = await shop.pay(account.accountNumber, 400_000n);
    expect(outcome).toBe(late ? 'LATE' : null);
  });
});

describe('a credit that is held', () => {
  async function expectHeld(checkout: Checkout, creditId: string, outcome: 'LATE' | 'DUPLICATE') {
    expect(await shop.legsOf(creditId)).toEqual({
      'pool 1100': 1_000_000n,
      'credit-held 2230': -1_000_000n,
    });
    const read = await shop.read(checkout);
    expect(read).toMatchObject({ exception: outcome, exceptions: [outcome] });
    expect(read.credits.at(-1)).toMatchObject({
      outcome,
      appliedMinor: 0n,
      excessMinor: 1_000_000n,
    });
    expect((await shop.eventsOf(checkout)).slice(-2)).toEqual([
      'collection.received',
      outcome === 'LATE' ? 'checkout.late_payment' : 'checkout.duplicate_payment',
    ]);
  }

  it('is held as a second payment when the checkout is paid, time and again', async () => {
    const order = await shop.order();
    await shop.payAndPost(order, 1_000_000n);
    const second = await shop.pay(order.account.accountNumber, 1_000_000n);
    expect(second).toMatchObject({
      outcome: 'DUPLICATE',
      fact: {
        kind: 'CREDIT_HELD',
        subjectId: second.creditId,
        checkout: { paymentReference: order.checkout.paymentReference },
      },
    });
    await expectHeld(order.checkout, second.creditId, 'DUPLICATE');
    const third = await shop.pay(order.account.accountNumber, 1_000_000n);
    await expectHeld(order.checkout, third.creditId, 'DUPLICATE');
    expect(await shop.read(order.checkout)).toMatchObject({
      status: 'SUCCESSFUL',
      paidMinor: 3_000_000n,
      acceptedMinor: 1_000_000n,
    });
    expect(await shop.steps.applyCredit({ creditId: third.creditId })).toMatchObject({
      outcome: 'DUPLICATE',
    });
  });

  it('is held as a second payment when the first was refunded in part', async () => {
    const order = await shop.order();
    const { creditId: first } = await shop.payAndPost(order, 1_000_000n);
    const { refund } = await shop.requestRefund(first, { amountMinor: 100_000n });
    await shop.sendRefund(refund?.refundId ?? '');
    expect(await shop.read(order.checkout)).toMatchObject({ status: 'PARTIALLY_REFUNDED' });
    const second = await shop.pay(order.account.accountNumber, 1_000_000n);
    expect(second).toMatchObject({ outcome: 'DUPLICATE' });
    await expectHeld(order.checkout, second.creditId, 'DUPLICATE');
  });

  it('is late when it was sent too late for a checkout that has expired', async () => {
    const { checkout, account } = await shop.order({ policies: { onAccountExpiry: 'EXPIRE' } });
    await shop.steps.endAccountWindow({
      virtualAccountId: account.virtualAccountId,
      at: account.expiresAt,
    });
    const sentAt = later(account.expiresAt, clockSkewMs + 1);
    const late = await shop.pay(account.accountNumber, 1_000_000n, { sentAt });
    expect(late).toMatchObject({ outcome: 'LATE', fact: { kind: 'CREDIT_HELD' } });
    await expectHeld(checkout, late.creditId, 'LATE');
    expect(await shop.read(checkout)).toMatchObject({ status: 'EXPIRED', paidMinor: 1_000_000n });
  });

  it('is held as late when the checkout was cancelled', async () => {
    const { checkout, account } = await shop.order();
    await shop.steps.cancelCheckout({
      checkoutId: checkout.checkoutId,
      statusReason: 'MERCHANT_CANCELLED',
    });
    const late = await shop.pay(account.accountNumber, 1_000_000n);
    await expectHeld(checkout, late.creditId, 'LATE');
    expect(await shop.read(checkout)).toMatchObject({ status: 'CANCELLED' });
  });

  it('is held as late while the checkout stays open for its next account', async () => {
    const { checkout, account } = await shop.order();
    await shop.steps.endAccountWindow({
      virtualAccountId: account.virtualAccountId,
      at: account.expiresAt,
    });
    await shop.letPass(checkout, 60);
    const fresh = await shop.issue(checkout);
    const late = await shop.pay(account.accountNumber, 1_000_000n);
    await expectHeld(checkout, late.creditId, 'LATE');
    expect(await shop.read(checkout)).toMatchObject({ status: 'AWAITING_PAYMENT' });
    const paid = await shop.payAndPost({ checkout, account: fresh }, 1_000_000n);
    expect(paid).toMatchObject({ outcome: 'EXACT', status: 'SUCCESSFUL' });
  });

  it.each([
    ['an unknown number', () => '5019999999', 'sandbox'],
    [
      'a number of another provider',
      async () => (await shop.order()).account.accountNumber,
      'other',
    ],
  ])('goes to suspense: %s', async (_, number, provider) => {
    const received = await shop.pay(await number(), 700_000n, { provider });
    expect(received).toMatchObject({
      outcome: 'UNMATCHED',
      checkoutId: null,
      fact: { kind: 'CREDIT_HELD', subjectId: received.creditId, checkout: null },
    });
    expect(await shop.legsOf(received.creditId)).toEqual({
      'pool 1100': 700_000n,
      'credit-held 2200': -700_000n,
    });
  });
});

describe('a credit that was sent in time to a checkout that has expired since', () => {
  async function expired(policies = {}) {
    const order = await shop.order({ policies });
    const { checkout } = order;
    await shop.steps.expireCheckout({ checkoutId: checkout.checkoutId, at: checkout.expiresAt });
    return order;
  }

  it('pays it silently', async () => {
    const { checkout, account } = await expired();
    const { outcome, fact } = await shop.pay(account.accountNumber, 1_000_000n);
    expect({ outcome, fact }).toEqual({ outcome: 'EXACT', fact: null });
    expect(await shop.read(checkout)).toMatchObject({
      status: 'SUCCESSFUL',
      statusReason: null,
      exception: null,
      exceptions: [],
      acceptedMinor: 1_000_000n,
      accounts: [{ status: 'USED' }],
    });
    expect(await shop.eventsOf(checkout)).toEqual([
      'checkout.expired',
      'collection.received',
      'checkout.successful',
    ]);
  });

  it('goes back when it is short, for nobody can top it up any more', async () => {
    const { checkout, account } = await expired();
    const { creditId } = await shop.pay(account.accountNumber, 400_000n);
    expect(await shop.read(checkout)).toMatchObject({ status: 'EXPIRED', acceptedMinor: 0n });
    expect(await shop.refundsOf(creditId)).toMatchObject([
      { origin: 'POLICY', reason: 'UNDERPAID', amountMinor: 400_000n, status: 'REQUESTED' },
    ]);
  });

  it('pays it short or over when the policies say so', async () => {
    const short = await expired({ underpaid: 'ACCEPT' });
    await shop.pay(short.account.accountNumber, 400_000n);
    expect(await shop.read(short.checkout)).toMatchObject({
      status: 'SUCCESSFUL',
      exception: 'UNDERPAID',
      acceptedMinor: 400_000n,
    });
    const over = await expired({ overpaid: 'REFUND_ALL' });
    const { creditId } = await shop.pay(over.account.accountNumber, 1_400_000n);
    expect(await shop.read(over.checkout)).toMatchObject({ status: 'EXPIRED' });
    expect(await shop.refundsOf(creditId)).toMatchObject([{ amountMinor: 1_400_000n }]);
  });
});

describe('a credit to a number of nobody', () => {
  interface Told {
    merchant_id: string;
    checkout_id: string | null;
    sequence: number;
    data: object;
  }
  const eventsOf = async (creditId: string) =>
    (
      await shop.pool.query<Told>(
        `select merchant_id, checkout_id, sequence, body::json -> 'data' as data from event
          where type = 'collection.unmatched' and body::json -> 'data' ->> 'transactionReference' = $1`,
        [creditId],
      )
    ).rows;

  it('is told to the one merchant that has the prefix', async () => {
    await shop.pool.query(
      "delete from merchant_prefix where prefix = '501' and merchant_id <> $1",
      [shop.merchantId],
    );
    const { creditId } = await shop.pay('5019999998', 700_000n);
    expect(await eventsOf(creditId)).toMatchObject([
      {
        merchant_id: shop.merchantId,
        checkout_id: null,
        sequence: 1,
        data: {
          checkoutId: null,
          paymentReference: null,
          status: null,
          amountReceived: 700_000,
          virtualAccount: { accountNumber: '5019999998', prefix: '501' },
          source: { accountNumber: '******7503' },
          customer: null,
          version: 1,
        },
      },
    ]);
  });

  it('is told to nobody when several merchants share the prefix', async () => {
    await addMerchant(shop.pool);
    const { creditId } = await shop.pay('5019999997', 700_000n);
    expect(await eventsOf(creditId)).toEqual([]);
  });
});

describe('name enquiry', () => {
  it('answers for a number that takes money now, with what is still to be paid', async () => {
    const order = await shop.order();
    const { accountNumber, accountName, expiresAt } = order.account;
    expect(await shop.credits.enquireName('sandbox', accountNumber)).toEqual({
      accountName,
      expectedMinor: 1_000_000n,
      expiresAt,
    });
    await shop.payAndPost(order, 400_000n);
    expect(await shop.credits.enquireName('sandbox', accountNumber)).toMatchObject({
      expectedMinor: 600_000n,
    });
    expect(await shop.credits.enquireName('other', accountNumber)).toBeUndefined();
  });

  it.each([
    [
      'whose window is over',
      async () => {
        const { checkout, account } = await shop.order();
        await shop.letPass(checkout, 30);
        return account;
      },
    ],
    [
      'that has been paid',
      async () => {
        const order = await shop.order();
        await shop.payAndPost(order, 1_000_000n);
        return order.account;
      },
    ],
    [
      'of a cancelled checkout',
      async () => {
        const { checkout, account } = await shop.order();
        await shop.steps.cancelCheckout({
          checkoutId: checkout.checkoutId,
          statusReason: 'MERCHANT_CANCELLED',
        });
        return account;
      },
    ],
    ['nobody has', () => Promise.resolve({ accountNumber: '5010000000' })],
  ])('knows no number %s', async (_, arrange) => {
    const { accountNumber } = await arrange();
    expect(await shop.credits.enquireName('sandbox', accountNumber)).toBeUndefined();
  });
});
