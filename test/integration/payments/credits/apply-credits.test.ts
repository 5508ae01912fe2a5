import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Shop } from '../../../support/shop.js';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

describe('a credit of exactly what is due', () => {
  it('completes the checkout', async () => {
    const order = await shop.order();
    const result = await shop.payAndPost(order, 1_000_000n);
    expect(result).toMatchObject({ outcome: 'EXACT', status: 'SUCCESSFUL' });
    expect(await shop.read(order.checkout)).toMatchObject({
      status: 'SUCCESSFUL',
      exception: null,
      exceptions: [],
      paidMinor: 1_000_000n,
      appliedMinor: 1_000_000n,
      acceptedMinor: 1_000_000n,
      version: 4,
      accounts: [{ status: 'USED' }],
      credits: [{ outcome: 'EXACT', appliedMinor: 1_000_000n, excessMinor: 0n }],
    });
    expect(await shop.eventsOf(order.checkout)).toEqual([
      'collection.received',
      'checkout.successful',
    ]);
    expect(await shop.legsOf(result.creditId)).toEqual({
      'pool 1100': 1_000_000n,
      'merchant 2100': -1_000_000n,
      'fee-charged 2100': 10_750n,
      'fee-income 4100': -10_000n,
      'vat 2400': -750n,
    });
  });

  it('is answered as stored when it is applied again', async () => {
    const order = await shop.order();
    const { creditId, ...first } = await shop.payAndPost(order, 1_000_000n);
    const before = await shop.dump();
    expect(await shop.steps.applyCredit({ creditId })).toEqual(first);
    expect(await shop.dump()).toEqual(before);
  });

  it('is paid in full when the window has closed but the payer sent in time', async () => {
    const order = await shop.order();
    const end = order.account.expiresAt;
    await shop.steps.endAccountWindow({
      virtualAccountId: order.account.virtualAccountId,
      at: end,
    });
    expect(await shop.read(order.checkout)).toMatchObject({ status: 'INITIATED' });
    const { creditId } = await shop.pay(order.account.accountNumber, 1_000_000n, { sentAt: end });
    expect(await shop.steps.applyCredit({ creditId })).toMatchObject({ status: 'SUCCESSFUL' });
    expect(await shop.read(order.checkout)).toMatchObject({ accounts: [{ status: 'USED' }] });
  });

  it('closes a newer account when it comes to an older one', async () => {
    const { checkout, account } = await shop.order();
    await shop.steps.endAccountWindow({
      virtualAccountId: account.virtualAccountId,
      at: account.expiresAt,
    });
    await shop.issue(checkout);
    const { creditId } = await shop.pay(account.accountNumber, 1_000_000n);
    await shop.steps.applyCredit({ creditId });
    const { accounts } = await shop.read(checkout);
    expect(accounts.map(({ status }) => status)).toEqual(['CLOSED', 'USED']);
  });
});

/** The published vectors: amount, fee, VAT, net for the merchant; and what the customer pays when bearing the fee. */
const vectors = [
  ['transfer', 10_000n, 100n, 8n, 10_109n],
  ['transfer', 99_999n, 1_000n, 75n, 101_086n],
  ['transfer', 249_900n, 2_499n, 187n, 252_615n],
  ['transfer', 250_000n, 2_500n, 188n, 252_717n],
  ['transfer', 1_000_000n, 10_000n, 750n, 1_010_867n],
  ['transfer', 3_000_000n, 30_000n, 2_250n, 3_032_250n],
  ['transfer', 50_000_000n, 30_000n, 2_250n, 50_032_250n],
  ['card', 10_000n, 150n, 11n, 10_163n],
  ['card', 249_900n, 3_749n, 281n, 264_922n],
  ['card', 250_000n, 13_750n, 1_031n, 265_023n],
  ['card', 50_000_000n, 200_000n, 15_000n, 50_215_000n],
] as const;

describe('fees', () => {
  it.each(vectors)('%s plan, merchant bears, %i kobo: fee %i, VAT %i', async (...vector) => {
    const [plan, amountMinor, fee, vat] = vector;
    const order = await shop.order({ plan, amountMinor });
    const { creditId } = await shop.payAndPost(order, amountMinor);
    expect(await shop.legsOf(creditId)).toEqual({
      'pool 1100': amountMinor,
      'merchant 2100': -amountMinor,
      'fee-charged 2100': fee + vat,
      'fee-income 4100': -fee,
      'vat 2400': -vat,
    });
  });

  it.each(vectors)('%s plan, customer bears, merchant gets all of %i kobo', async (...vector) => {
    const [plan, amountMinor, , , payable] = vector;
    const order = await shop.order({ plan, amountMinor, feeBearer: 'CUSTOMER' });
    expect(order.account.amountMinor).toBe(payable);
    const { creditId } = await shop.payAndPost(order, payable);
    const legs = await shop.legsOf(creditId);
    expect(legs['pool 1100']).toBe(payable);
    expect((legs['merchant 2100'] ?? 0n) + (legs['fee-charged 2100'] ?? 0n)).toBe(-amountMinor);
    expect((legs['fee-income 4100'] ?? 0n) + (legs['vat 2400'] ?? 0n)).toBe(amountMinor - payable);
    expect(await shop.read(order.checkout)).toMatchObject({ acceptedMinor: payable });
  });
});

describe('a credit of less than what is due', () => {
  it('is held, and the checkout waits for the rest', async () => {
    const order = await shop.order();
    const part = await shop.payAndPost(order, 400_000n);
    expect(part).toMatchObject({ outcome: 'UNDERPAID', status: 'PARTIALLY_PAID' });
    expect(await shop.legsOf(part.creditId)).toEqual({
      'pool 1100': 400_000n,
      'part-held 2210': -400_000n,
    });
    expect(await shop.read(order.checkout)).toMatchObject({
      exception: 'UNDERPAID',
      exceptions: ['UNDERPAID'],
      paidMinor: 400_000n,
      appliedMinor: 400_000n,
      acceptedMinor: 0n,
      accounts: [{ status: 'ACTIVE' }],
    });
    expect(await shop.eventsOf(order.checkout)).toEqual([
      'collection.received',
      'checkout.underpaid',
    ]);
  });

  it('is released by the top-up that reaches the due', async () => {
    const order = await shop.order();
    const part = await shop.payAndPost(order, 400_000n);
    const rest = await shop.payAndPost(order, 600_000n);
    expect(rest).toMatchObject({ outcome: 'EXACT', status: 'SUCCESSFUL' });
    expect(await shop.legsOf(part.creditId, 'part-accepted')).toEqual({
      'part-released 2210': 400_000n,
      'merchant 2100': -400_000n,
      'fee-charged 2100': 4_300n,
      'fee-income 4100': -4_000n,
      'vat 2400': -300n,
    });
    expect(await shop.legsOf(rest.creditId)).toEqual({
      'pool 1100': 600_000n,
      'merchant 2100': -600_000n,
      'fee-charged 2100': 6_450n,
      'fee-income 4100': -6_000n,
      'vat 2400': -450n,
    });
    expect(await shop.read(order.checkout)).toMatchObject({
      exception: null,
      exceptions: ['UNDERPAID'],
      acceptedMinor: 1_000_000n,
    });
    expect(await shop.eventsOf(order.checkout)).toEqual([
      'collection.received',
      'checkout.underpaid',
      'collection.received',
      'checkout.successful',
    ]);
  });

  it('one kobo short is short, one kobo over is over', async () => {
    const short = await shop.order();
    expect(await shop.payAndPost(short, 999_999n)).toMatchObject({ outcome: 'UNDERPAID' });
    const over = await shop.order();
    expect(await shop.payAndPost(over, 1_000_001n)).toMatchObject({ outcome: 'OVERPAID' });
  });

  it('may be followed by a top-up that is too much', async () => {
    const order = await shop.order();
    await shop.payAndPost(order, 400_000n);
    const rest = await shop.payAndPost(order, 700_000n);
    expect(rest).toMatchObject({ outcome: 'OVERPAID', status: 'SUCCESSFUL' });
    expect(await shop.legsOf(rest.creditId)).toMatchObject({
      'merchant 2100': -600_000n,
      'excess-held 2220': -100_000n,
    });
  });
});

describe('a credit of more than what is due', () => {
  it('completes the checkout and the excess goes back', async () => {
    const order = await shop.order();
    const over = await shop.payAndPost(order, 1_200_000n);
    expect(over).toMatchObject({ outcome: 'OVERPAID', status: 'SUCCESSFUL' });
    expect(await shop.legsOf(over.creditId)).toEqual({
      'pool 1100': 1_200_000n,
      'merchant 2100': -1_000_000n,
      'excess-held 2220': -200_000n,
      'fee-charged 2100': 10_750n,
      'fee-income 4100': -10_000n,
      'vat 2400': -750n,
    });
    expect(await shop.read(order.checkout)).toMatchObject({
      exception: 'OVERPAID',
      paidMinor: 1_200_000n,
      appliedMinor: 1_000_000n,
      acceptedMinor: 1_000_000n,
      credits: [{ appliedMinor: 1_000_000n, excessMinor: 200_000n }],
    });
  });
});

describe('credits that were seen before the first one was posted', () => {
  it('are posted with it, in the order they arrived', async () => {
    const { checkout, account } = await shop.order();
    const first = await shop.pay(account.accountNumber, 300_000n);
    const second = await shop.pay(account.accountNumber, 700_000n);
    const third = await shop.pay(account.accountNumber, 1_000_000n);
    expect(await shop.steps.applyCredit({ creditId: second.creditId })).toMatchObject({
      outcome: 'EXACT',
      status: 'SUCCESSFUL',
    });
    const { credits } = await shop.read(checkout);
    expect(credits.map(({ creditId, outcome }) => [creditId, outcome])).toEqual([
      [first.creditId, 'UNDERPAID'],
      [second.creditId, 'EXACT'],
      [third.creditId, 'DUPLICATE'],
    ]);
    expect(await shop.legsOf(third.creditId)).toEqual({
      'pool 1100': 1_000_000n,
      'credit-held 2230': -1_000_000n,
    });
    expect(await shop.steps.applyCredit({ creditId: third.creditId })).toMatchObject({
      outcome: 'DUPLICATE',
    });
  });

  it('hold the checkout in PROCESSING when its clocks run out', async () => {
    const { checkout, account } = await shop.order();
    const { creditId } = await shop.pay(account.accountNumber, 400_000n);
    await shop.steps.endAccountWindow({
      virtualAccountId: account.virtualAccountId,
      at: account.expiresAt,
    });
    const { status } = await shop.steps.expireCheckout({
      checkoutId: checkout.checkoutId,
      at: checkout.expiresAt,
    });
    expect(status).toBe('PROCESSING');
    expect(
      await shop.steps.cancelCheckout({
        checkoutId: checkout.checkoutId,
        statusReason: 'MERCHANT_CANCELLED',
      }),
    ).toMatchObject({ status: 'PROCESSING' });
    expect(await shop.steps.applyCredit({ creditId })).toMatchObject({ status: 'PARTIALLY_PAID' });
    expect(
      await shop.steps.expireCheckout({ checkoutId: checkout.checkoutId, at: checkout.expiresAt }),
    ).toMatchObject({
      status: 'EXPIRED',
    });
    expect(await shop.read(checkout)).toMatchObject({ statusReason: 'UNDERPAID' });
  });
});

describe('a credit nobody has received', () => {
  it('is told', async () => {
    await expect(shop.steps.applyCredit({ creditId: 'txn_nobody' })).rejects.toThrow('txn_nobody');
  });
});
