import { afterAll, beforeAll, expect, it } from 'vitest';
import { Shop } from '../../../support/shop.js';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(async () => {
  await shop.assertBooks();
  await shop[Symbol.asyncDispose]();
});

/** Does a step three times; the second and third must answer as the first and change no row of any table. */
async function thrice<Result>(step: () => Promise<Result>): Promise<Result> {
  const first = await step();
  const before = await shop.dump();
  for (let again = 0; again < 2; again += 1) {
    expect(await step()).toEqual(first);
    expect(await shop.dump()).toEqual(before);
  }
  return first;
}

it('every step of a paid checkout may be run again', async () => {
  const request = shop.newCheckout();
  const { checkout } = await shop.checkouts.initiate(request);
  await thrice(async () => (await shop.checkouts.initiate(request)).checkout.checkoutId);
  const issue = shop.accountRequest(checkout);
  const account = await thrice(async () => (await shop.checkouts.issueAccount(issue)).account);
  const number = account?.accountNumber ?? '';
  const pay = (amountMinor: bigint, sessionId: string) => async () =>
    (await shop.pay(number, amountMinor, { sessionId })).creditId;
  const part = await thrice(pay(400_000n, 'part'));
  await thrice(() => shop.steps.applyCredit({ creditId: part }));
  const rest = await thrice(pay(700_000n, 'rest'));
  await thrice(() => shop.steps.applyCredit({ creditId: rest }));
  await thrice(pay(1_000_000n, 'second payment'));
  await thrice(() => shop.steps.applyCredit({ creditId: part }).then(({ outcome }) => outcome));
  const end = account?.expiresAt ?? new Date();
  await thrice(() =>
    shop.steps.endAccountWindow({
      virtualAccountId: account?.virtualAccountId ?? 'va_none',
      at: end,
    }),
  );
  await thrice(() =>
    shop.steps.expireCheckout({ checkoutId: checkout.checkoutId, at: checkout.expiresAt }),
  );
  await thrice(() =>
    shop.steps.cancelCheckout({
      checkoutId: checkout.checkoutId,
      statusReason: 'OPERATOR_CANCELLED',
    }),
  );
});

it('every step of an unpaid checkout may be run again', async () => {
  const { checkout, account } = await shop.order();
  await thrice(() =>
    shop.steps.endAccountWindow({
      virtualAccountId: account.virtualAccountId,
      at: account.expiresAt,
    }),
  );
  await thrice(() =>
    shop.steps.expireCheckout({ checkoutId: checkout.checkoutId, at: checkout.expiresAt }),
  );
  await thrice(
    async () => (await shop.pay(account.accountNumber, 5n, { sessionId: 'late' })).outcome,
  );
  await thrice(async () => (await shop.pay('5010000000', 5n, { sessionId: 'lost' })).outcome);
});

it('every step of money that goes back may be run again', async () => {
  const till = await shop.order({ amountMinor: 50_000_000n });
  await shop.payAndPost(till, 50_000_000n);
  const order = await shop.order({ policies: { late: 'HOLD', refundFeeBearer: 'MERCHANT' } });
  const { creditId } = await shop.payAndPost(order, 1_000_000n);
  const asked = { refundReference: 'AGAIN', refundId: 'rfd_AGAIN' };
  const refundId = await thrice(async () => {
    const { refund } = await shop.requestRefund(creditId, asked);
    return refund?.refundId ?? '';
  });
  await shop.refundSteps.take({ refundId, event: 'NAME_ASKED' });
  await thrice(() => shop.refundSteps.nameDestination(refundId, 'ADA OBI'));
  for (const event of ['SENT', 'LOST_SIGHT', 'CONFIRMED', 'RETURNED'] as const)
    await thrice(() => shop.refundSteps.take({ refundId, event, sessionId: 'again-1' }));
  const second = await shop.pay(order.account.accountNumber, 1_000_000n, { sessionId: 'again' });
  await thrice(() =>
    shop.heldCredits.resolveCredit({ creditId: second.creditId, ruling: { by: 'POLICY' } }),
  );
  const called = await shop.order();
  await shop.payAndPost(called, 400_000n);
  const { paymentReference, checkoutId } = called.checkout;
  await shop.checkouts.cancel(shop.merchantId, paymentReference);
  await thrice(async () => {
    const { outcome, fact } = await shop.checkouts.cancel(shop.merchantId, paymentReference);
    return { outcome, fact };
  });
  await thrice(() => shop.steps.cancelCheckout({ checkoutId, statusReason: 'MERCHANT_CANCELLED' }));
});
