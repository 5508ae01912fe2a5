import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Shop } from '../../support/shop.js';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open(16);
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

/** A refund of the excess of an overpaid order. */
async function excess(policies = {}, over = 2_000_000n) {
  const order = await shop.order({ policies });
  await shop.payAndPost(order, 1_000_000n + over);
  const [refund] = await shop.refundsOf(order.checkout.checkoutId);
  return { ...order, refundId: refund?.refundId ?? '' };
}

describe('a refund', () => {
  it('goes out, and its money with it', async () => {
    const { refundId, checkout } = await excess();
    const paidOut = await shop.balanceOf('1110:sandbox');
    expect(await shop.refundSteps.find(refundId)).toEqual({
      refundId,
      status: 'REQUESTED',
      channel: 'Bank',
      provider: 'sandbox',
      amountMinor: 2_000_000n,
      attempts: 0,
      hasAccount: true,
      openSending: null,
    });
    await shop.refundSteps.take({ refundId, event: 'NAME_ASKED' });
    await shop.refundSteps.nameDestination(refundId, 'ADA N OBI');
    expect(await shop.refundSteps.instruction(refundId)).toEqual({
      refundId,
      provider: 'sandbox',
      amountMinor: 2_000_000n,
      currency: 'NGN',
      destination: { accountNumber: '0123457503', bankCode: '011', accountName: 'ADA N OBI' },
      chargeId: null,
      narration: `Refund ${checkout.paymentReference}`,
    });
    const sent = await shop.refundSteps.take({ refundId, event: 'SENT', sessionId: 's1' });
    expect(sent).toMatchObject({
      status: 'PROCESSING',
      attempts: 1,
      openSending: { sessionId: 's1', sentAt: expect.any(Date) },
    });
    expect(await shop.legsOf(refundId, 'sent#1')).toEqual({
      'owed 2300': 2_000_000n,
      'in-transit 2310': -2_000_000n,
    });
    const done = await shop.refundSteps.take({
      refundId,
      event: 'CONFIRMED',
      sessionId: 's1',
      code: '00',
    });
    expect(done).toMatchObject({ status: 'SUCCESSFUL' });
    expect(await shop.legsOf(refundId, 'confirmed#1')).toEqual({
      'paid-out 1110': -2_000_000n,
      'in-transit 2310': 2_000_000n,
      'duty 5120': 5_000n,
      'duty-paid 1110': -5_000n,
    });
    expect((await shop.balanceOf('1110:sandbox')) - paidOut).toBe(-2_005_000n);
    expect((await shop.eventsOf(checkout)).at(-1)).toBe('refund.successful');
    expect(await shop.read(checkout)).toMatchObject({ status: 'SUCCESSFUL', refundedMinor: 0n });
  });
});
