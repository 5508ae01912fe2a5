import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CancelResult } from '../../../../src/payments/checkouts/checkout.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

const minute = 60_000;

describe('the end of an account’s window', () => {
  it('lets the payer try again', async () => {
    const { checkout, account } = await shop.order();
    const result = await shop.steps.endAccountWindow({
      virtualAccountId: account.virtualAccountId,
      at: account.expiresAt,
    });
    expect(result).toEqual({ status: 'INITIATED' });
    expect(await shop.read(checkout)).toMatchObject({
      version: 3,
      accounts: [{ status: 'EXPIRED' }],
    });
    const again = await shop.issue(checkout);
    expect(again.accountNumber).not.toBe(account.accountNumber);
    expect(await shop.read(checkout)).toMatchObject({ status: 'AWAITING_PAYMENT' });
    expect(await shop.eventsOf(checkout)).toEqual(['virtual_account.expired']);
  });

  it('ends the checkout when the merchant wants that', async () => {
    const { checkout, account } = await shop.order({ policies: { onAccountExpiry: 'EXPIRE' } });
    const result = await shop.steps.endAccountWindow({
      virtualAccountId: account.virtualAccountId,
      at: account.expiresAt,
    });
    expect(result).toMatchObject({ status: 'EXPIRED' });
    expect(await shop.read(checkout)).toMatchObject({ statusReason: 'UNPAID', exception: null });
    expect(await shop.eventsOf(checkout)).toEqual(['checkout.expired']);
  });

  it('ends a partly paid checkout as underpaid when the merchant wants that', async () => {
    const order = await shop.order({ policies: { onAccountExpiry: 'EXPIRE' } });
    await shop.payAndPost(order, 400_000n);
    const { virtualAccountId, expiresAt } = order.account;
    await shop.steps.endAccountWindow({ virtualAccountId, at: expiresAt });
    expect(await shop.read(order.checkout)).toMatchObject({
      status: 'EXPIRED',
      statusReason: 'UNDERPAID',
      acceptedMinor: 0n,
    });
  });

  it.each([
    ['is held', 'HOLD_TOP_UP', 'UNDERPAID'],
    ['goes back', 'REFUND_NOW', 'UNPAID'],
  ] as const)(
    'ends the checkout, if the merchant wants that, once money that was on its way and %s is in the books',
    async (_, underpaid, statusReason) => {
      const order = await shop.order({ policies: { onAccountExpiry: 'EXPIRE', underpaid } });
      const { virtualAccountId, accountNumber, expiresAt } = order.account;
      const { creditId } = await shop.pay(accountNumber, 400_000n);
      const end = () => shop.steps.endAccountWindow({ virtualAccountId, at: expiresAt });
      expect(await end()).toMatchObject({ status: 'PROCESSING' });
      await shop.steps.applyCredit({ creditId });
      // as the workflow does, which judges the end again then
      expect(await end()).toMatchObject({ status: 'EXPIRED' });
      expect(await shop.read(order.checkout)).toMatchObject({ statusReason, appliedMinor: 0n });
      expect(await shop.refundsOf(creditId)).toMatchObject([{ amountMinor: 400_000n }]);
      const before = await shop.dump();
      expect(await end()).toMatchObject({ status: 'EXPIRED' });
      expect(await shop.dump()).toEqual(before);
    },
  );

  it('of an account that was replaced does not end the checkout', async () => {
    const order = await shop.order({ policies: { onAccountExpiry: 'EXPIRE' } });
    const { virtualAccountId, accountNumber, expiresAt } = order.account;
    const { creditId } = await shop.pay(accountNumber, 400_000n);
    await shop.steps.endAccountWindow({ virtualAccountId, at: expiresAt });
    await shop.steps.applyCredit({ creditId });
    await shop.issue(await shop.read(order.checkout));
    expect(await shop.steps.endAccountWindow({ virtualAccountId, at: expiresAt })).toMatchObject({
      status: 'PARTIALLY_PAID',
    });
  });

  it('leaves a partly paid checkout open', async () => {
    const order = await shop.order();
    await shop.payAndPost(order, 400_000n);
    const { virtualAccountId, expiresAt } = order.account;
    expect(await shop.steps.endAccountWindow({ virtualAccountId, at: expiresAt })).toMatchObject({
      status: 'PARTIALLY_PAID',
    });
    const rest = await shop.issue(await shop.read(order.checkout));
    expect(rest.amountMinor).toBe(600_000n);
  });

  it('changes nothing when it is told again, and nothing on a paid checkout', async () => {
    const { account } = await shop.order();
    const first = await shop.steps.endAccountWindow({
      virtualAccountId: account.virtualAccountId,
      at: account.expiresAt,
    });
    const paid = await shop.order();
    await shop.payAndPost(paid, 1_000_000n);
    const before = await shop.dump();
    const { virtualAccountId, expiresAt } = paid.account;
    expect(await shop.steps.endAccountWindow({ virtualAccountId, at: expiresAt })).toMatchObject({
      status: 'SUCCESSFUL',
    });
    expect(
      await shop.steps.endAccountWindow({
        virtualAccountId: account.virtualAccountId,
        at: account.expiresAt,
      }),
    ).toEqual(first);
    expect(await shop.dump()).toEqual(before);
  });

  it('changes nothing before its time, and tells it', async () => {
    const { account } = await shop.order();
    const early = new Date(account.expiresAt.getTime() - 1);
    const before = await shop.dump();
    expect(
      await shop.steps.endAccountWindow({ virtualAccountId: account.virtualAccountId, at: early }),
    ).toEqual({
      status: 'AWAITING_PAYMENT',
      openUntil: account.expiresAt.toISOString(),
    });
    expect(await shop.dump()).toEqual(before);
  });

  it('is refused for an account that does not exist', async () => {
    await expect(
      shop.steps.endAccountWindow({ virtualAccountId: 'va_none', at: new Date() }),
    ).rejects.toThrow('va_none');
  });
});

describe('the session’s deadline', () => {
  it.each([
    ['nobody asked for an account', 'ABANDONED', async () => shop.initiate()],
    ['nobody paid', 'UNPAID', async () => (await shop.order()).checkout],
    [
      'a part was paid',
      'UNDERPAID',
      async () => {
        const order = await shop.order();
        await shop.payAndPost(order, 1n);
        return order.checkout;
      },
    ],
  ])('expires a checkout: %s', async (_, statusReason, arrange) => {
    const checkout = await arrange();
    const result = await shop.steps.expireCheckout({
      checkoutId: checkout.checkoutId,
      at: checkout.expiresAt,
    });
    expect(result).toMatchObject({ status: 'EXPIRED' });
    const read = await shop.read(checkout);
    expect(read).toMatchObject({ status: 'EXPIRED', statusReason });
    expect(read.accounts.every(({ status }) => status === 'EXPIRED')).toBe(true);
    expect((await shop.eventsOf(checkout)).at(-1)).toBe('checkout.expired');
    const before = await shop.dump();
    expect(
      await shop.steps.expireCheckout({ checkoutId: checkout.checkoutId, at: checkout.expiresAt }),
    ).toEqual(result);
    expect(await shop.dump()).toEqual(before);
  });

  it('does not touch a paid checkout', async () => {
    const order = await shop.order();
    await shop.payAndPost(order, 1_000_000n);
    const { checkoutId, expiresAt } = order.checkout;
    const before = await shop.dump();
    expect(await shop.steps.expireCheckout({ checkoutId, at: expiresAt })).toEqual({
      status: 'SUCCESSFUL',
    });
    expect(await shop.dump()).toEqual(before);
  });

  it('changes nothing before its time, and tells it', async () => {
    const { checkoutId, expiresAt } = await shop.initiate();
    const early = new Date(expiresAt.getTime() - minute);
    const before = await shop.dump();
    expect(await shop.steps.expireCheckout({ checkoutId, at: early })).toEqual({
      status: 'INITIATED',
      openUntil: expiresAt.toISOString(),
    });
    expect(await shop.dump()).toEqual(before);
  });
});

describe('a cancellation', () => {
  it('closes the account and tells the merchant once', async () => {
    const { checkout } = await shop.order();
    const cancel = () =>
      shop.steps.cancelCheckout({
        checkoutId: checkout.checkoutId,
        statusReason: 'MERCHANT_CANCELLED',
      });
    const result = await cancel();
    expect(result).toMatchObject({ status: 'CANCELLED' });
    expect(await shop.read(checkout)).toMatchObject({
      statusReason: 'MERCHANT_CANCELLED',
      accounts: [{ status: 'CLOSED' }],
    });
    const before = await shop.dump();
    expect(await cancel()).toEqual(result);
    expect(await shop.dump()).toEqual(before);
    expect(await shop.eventsOf(checkout)).toEqual(['checkout.cancelled']);
  });

  it('does not undo a payment', async () => {
    const order = await shop.order();
    await shop.payAndPost(order, 1_000_000n);
    const { checkoutId } = order.checkout;
    expect(
      await shop.steps.cancelCheckout({ checkoutId, statusReason: 'OPERATOR_CANCELLED' }),
    ).toMatchObject({
      status: 'SUCCESSFUL',
    });
  });
});

describe('a merchant’s cancellation', () => {
  const cancel = (reference: string): Promise<CancelResult> =>
    shop.checkouts.cancel(shop.merchantId, reference);

  it('is done at once, and its fact ends the workflow', async () => {
    const { checkout } = await shop.order();
    const { outcome, checkout: after, fact } = await cancel(checkout.paymentReference);
    expect({ outcome, status: after?.status }).toEqual({
      outcome: 'CANCELLED',
      status: 'CANCELLED',
    });
    expect(fact).toMatchObject({
      kind: 'CANCEL_REQUESTED',
      subjectId: null,
      checkout: { checkoutId: checkout.checkoutId },
    });
    const facts = async (): Promise<{ kind: string }[]> =>
      (
        await shop.pool.query<{ kind: string }>(
          'select kind from fact where checkout_id = $1 and applied_at is null',
          [checkout.checkoutId],
        )
      ).rows;
    expect(await facts()).toEqual([{ kind: 'CANCEL_REQUESTED' }]);
    await shop.steps.cancelCheckout({
      checkoutId: checkout.checkoutId,
      statusReason: 'MERCHANT_CANCELLED',
    });
    expect(await facts()).toEqual([]);
    expect(await shop.eventsOf(checkout)).toEqual(['checkout.cancelled']);
  });

  it.each([
    ['RESOURCE_NOT_FOUND', (): Promise<string> => Promise.resolve('NONE')],
    [
      'CHECKOUT_ALREADY_PAID',
      async () => {
        const order = await shop.order();
        await shop.payAndPost(order, 1_000_000n);
        return order.checkout.paymentReference;
      },
    ],
    [
      'CHECKOUT_NOT_OPEN',
      async () => {
        const { checkout, account } = await shop.order();
        await shop.pay(account.accountNumber, 1_000_000n);
        return checkout.paymentReference;
      },
    ],
    [
      'ENDED',
      async () => {
        const checkout = await shop.initiate();
        await shop.steps.expireCheckout({
          checkoutId: checkout.checkoutId,
          at: checkout.expiresAt,
        });
        return checkout.paymentReference;
      },
    ],
    [
      'REPLAYED',
      async () => {
        const { paymentReference } = await shop.initiate();
        await cancel(paymentReference);
        return paymentReference;
      },
    ],
  ] as const)('changes nothing: %s', async (outcome, arrange) => {
    const reference = await arrange();
    const before = await shop.dump();
    expect(await cancel(reference)).toMatchObject({ outcome, fact: null });
    expect(await shop.dump()).toEqual(before);
  });
});
