import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { arrivalGraceMs, clockSkewMs, isLate } from '../../../src/domain/lateness.js';
import type { Checkout } from '../../../src/domain/ports/checkout-store.port.js';
import { newId } from '../../../src/persistence/new-id.js';
import { Shop } from '../../support/shop.js';

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
    await shop.steps.applyCredit(first[0]?.creditId ?? '');
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
    await shop.steps.applyCredit(received.creditId);
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
    if (!late) await shop.steps.applyCredit(creditId);
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

describe('a credit no workflow waits for', () => {
  async function expectHeld(checkout: Checkout, creditId: string, outcome: string) {
    expect(await shop.legsOf(creditId)).toEqual({
      'pool 1100': 1_000_000n,
      'stray-held 2230': -1_000_000n,
    });
    const read = await shop.read(checkout);
    expect(read).toMatchObject({ exception: outcome, exceptions: [outcome] });
    expect(read.credits.at(-1)).toMatchObject({
      outcome,
      appliedMinor: 0n,
      excessMinor: 1_000_000n,
    });
    expect((await shop.eventsOf(checkout)).at(-1)).toBe('collection.received');
  }

  it('is held as a second payment when the checkout is paid, time and again', async () => {
    const order = await shop.order();
    await shop.payAndPost(order, 1_000_000n);
    const second = await shop.pay(order.account.accountNumber, 1_000_000n);
    expect(second).toMatchObject({ outcome: 'DUPLICATE', fact: null });
    await expectHeld(order.checkout, second.creditId, 'DUPLICATE');
    const third = await shop.pay(order.account.accountNumber, 1_000_000n);
    await expectHeld(order.checkout, third.creditId, 'DUPLICATE');
    expect(await shop.read(order.checkout)).toMatchObject({
      status: 'SUCCESSFUL',
      paidMinor: 3_000_000n,
      acceptedMinor: 1_000_000n,
    });
    expect(await shop.steps.applyCredit(third.creditId)).toMatchObject({ outcome: 'DUPLICATE' });
  });

  it('is held as late when the checkout has expired, though it was sent in time', async () => {
    const { checkout, account } = await shop.order({ policies: { onAccountExpiry: 'EXPIRE' } });
    await shop.steps.endAccountWindow(account.virtualAccountId, account.expiresAt);
    const late = await shop.pay(account.accountNumber, 1_000_000n);
    expect(late).toMatchObject({ outcome: 'LATE', fact: null });
    await expectHeld(checkout, late.creditId, 'LATE');
    expect(await shop.read(checkout)).toMatchObject({ status: 'EXPIRED', paidMinor: 1_000_000n });
  });

  it('is held as late when the checkout was cancelled', async () => {
    const { checkout, account } = await shop.order();
    await shop.steps.cancelCheckout(checkout.checkoutId, 'MERCHANT_CANCELLED');
    const late = await shop.pay(account.accountNumber, 1_000_000n);
    await expectHeld(checkout, late.creditId, 'LATE');
    expect(await shop.read(checkout)).toMatchObject({ status: 'CANCELLED' });
  });

  it('is held as late while the checkout stays open for its next account', async () => {
    const { checkout, account } = await shop.order();
    await shop.steps.endAccountWindow(account.virtualAccountId, account.expiresAt);
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
    expect(received).toMatchObject({ outcome: 'UNMATCHED', checkoutId: null, fact: null });
    expect(await shop.legsOf(received.creditId)).toEqual({
      'pool 1100': 700_000n,
      'stray-held 2200': -700_000n,
    });
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
        await shop.steps.cancelCheckout(checkout.checkoutId, 'MERCHANT_CANCELLED');
        return account;
      },
    ],
    ['nobody has', () => Promise.resolve({ accountNumber: '5010000000' })],
  ])('knows no number %s', async (_, arrange) => {
    const { accountNumber } = await arrange();
    expect(await shop.credits.enquireName('sandbox', accountNumber)).toBeUndefined();
  });
});
