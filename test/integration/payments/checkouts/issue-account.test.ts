import { isTerminal } from '../../../../src/domain/checkout-state.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AccountOutcome, Checkout } from '../../../../src/payments/checkouts/checkout.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open(16);
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

describe('create-account', () => {
  it('issues an account under the offered number, and the fact that arms its timer', async () => {
    const checkout = await shop.initiate();
    const request = shop.accountRequest(checkout, { validityMinutes: 45 });
    const result = await shop.checkouts.issueAccount(request);
    expect(result).toMatchObject({
      outcome: 'ISSUED',
      outstandingMinor: 1_000_000n,
      cutBySession: false,
      account: {
        virtualAccountId: request.virtualAccountId,
        accountNumber: request.accountNumber,
        accountName: 'SHOP-ADA OBI',
        bankCode: '058',
        bankName: 'Example MFB',
        nipInstitutionCode: '000013',
        prefix: '501',
        amountMinor: 1_000_000n,
        validityMinutes: 45,
        status: 'ACTIVE',
        createdAt: result.now,
      },
    });
    const { account, fact, now } = result;
    expect(account?.expiresAt.getTime()).toBe(now.getTime() + 45 * 60_000);
    expect(fact).toMatchObject({
      kind: 'ACCOUNT_ISSUED',
      subjectId: request.virtualAccountId,
      deadline: account?.expiresAt,
      checkout: { checkoutId: checkout.checkoutId, expiresAt: checkout.expiresAt },
    });
    expect(await shop.read(checkout)).toMatchObject({ status: 'AWAITING_PAYMENT', version: 2 });
  });

  it('answers the same call with the same account and the same expiry', async () => {
    const { checkout, account } = await shop.order();
    const before = await shop.dump();
    const again = await shop.checkouts.issueAccount(shop.accountRequest(checkout));
    expect(again).toMatchObject({ outcome: 'EXISTING', account, fact: null });
    expect(await shop.dump()).toEqual(before);
  });

  it('answers the same call alike when a part has been paid meanwhile', async () => {
    const order = await shop.order();
    await shop.payAndPost(order, 400_000n);
    const again = await shop.checkouts.issueAccount(
      shop.accountRequest(order.checkout, { amountMinor: 1_000_000n }),
    );
    expect(again).toMatchObject({
      outcome: 'EXISTING',
      outstandingMinor: 600_000n,
      account: { accountNumber: order.account.accountNumber },
    });
  });

  it('issues one number for 20 calls at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const checkout = await shop.initiate();
      const requests = Array.from({ length: 20 }, () => shop.accountRequest(checkout));
      const results = await Promise.all(requests.map((each) => shop.checkouts.issueAccount(each)));
      expect(results.map(({ outcome }) => outcome).toSorted()).toEqual([
        ...Array.from({ length: 19 }, () => 'EXISTING'),
        'ISSUED',
      ]);
      expect(results.filter(({ fact }) => fact !== null)).toHaveLength(1);
      const given = results.map(
        ({ account }) => `${account?.accountNumber} ${account?.expiresAt.toISOString()}`,
      );
      expect(new Set(given).size).toBe(1);
    }
  });

  it('cuts a name of more than 100 characters', async () => {
    const customer = { email: 'a@b.ng', phoneNumber: '+2348031234567' };
    const long = { ...customer, firstName: 'É'.repeat(50), lastName: 'o’brien-'.repeat(7) };
    const { account } = await shop.order({ overrides: { customer: long } });
    expect(account.accountName).toHaveLength(100);
    expect(account.accountName).toMatch(/^SHOP-E{50} OBRIEN-/);
  });

  it('ends the window with the session, and says so each time', async () => {
    const checkout = await shop.initiate({ overrides: { sessionTtlMinutes: 20 } });
    for (const outcome of ['ISSUED', 'EXISTING']) {
      const result = await shop.checkouts.issueAccount(shop.accountRequest(checkout));
      expect(result).toMatchObject({
        outcome,
        cutBySession: true,
        account: { expiresAt: checkout.expiresAt, validityMinutes: 30 },
      });
    }
  });

  it('replaces an account whose window has ended before its timer has said so', async () => {
    const { checkout, account } = await shop.order();
    await shop.letPass(checkout, 31);
    const fresh = await shop.issue(checkout);
    expect(fresh.virtualAccountId).not.toBe(account.virtualAccountId);
    const read = await shop.read(checkout);
    expect(read.status).toBe('AWAITING_PAYMENT');
    expect(read.accounts.map(({ status }) => status)).toEqual(['ACTIVE', 'EXPIRED']);
    const before = await shop.dump();
    await shop.steps.endAccountWindow({
      virtualAccountId: account.virtualAccountId,
      at: account.expiresAt,
    });
    expect(await shop.dump()).toEqual(before);
  });

  it('refuses a number that is taken and changes nothing, also after a window that has ended', async () => {
    const { account } = await shop.order();
    const ended = await shop.order();
    await shop.letPass(ended.checkout, 31);
    const before = await shop.dump();
    const { accountNumber } = account;
    const request = shop.accountRequest(ended.checkout, { accountNumber });
    const result = await shop.checkouts.issueAccount(request);
    expect(result).toMatchObject({ outcome: 'NUMBER_TAKEN', account: null, fact: null });
    expect(await shop.dump()).toEqual(before);
  });
});

type Arrange = () => Promise<Checkout>;

const paid: Arrange = async () => {
  const order = await shop.order();
  await shop.payAndPost(order, 1_000_000n);
  return order.checkout;
};
const cancelled: Arrange = async () => {
  const checkout = await shop.initiate();
  await shop.steps.cancelCheckout({
    checkoutId: checkout.checkoutId,
    statusReason: 'MERCHANT_CANCELLED',
  });
  return checkout;
};
const expired: Arrange = async () => {
  const checkout = await shop.initiate();
  await shop.steps.expireCheckout({ checkoutId: checkout.checkoutId, at: checkout.expiresAt });
  return checkout;
};
const overdue: Arrange = async () => {
  const checkout = await shop.initiate();
  await shop.letPass(checkout, 1441);
  return checkout;
};
const endedForGood: Arrange = async () => {
  const { checkout } = await shop.order({ policies: { onAccountExpiry: 'EXPIRE' } });
  await shop.letPass(checkout, 31);
  return checkout;
};
const processing: Arrange = async () => {
  const { checkout, account } = await shop.order();
  await shop.pay(account.accountNumber, 1_000_000n);
  return checkout;
};
const cardOnly: Arrange = () => shop.initiate({ overrides: { channels: ['Card'] } });
const waiting: Arrange = async () => (await shop.order()).checkout;

const refusals: readonly (readonly [string, AccountOutcome, Arrange, object])[] = [
  ['without the Bank channel', 'CHANNEL_NOT_ENABLED', cardOnly, {}],
  ['that is paid', 'CHECKOUT_ALREADY_PAID', paid, {}],
  ['that is cancelled', 'CHECKOUT_CANCELLED', cancelled, {}],
  ['that has expired', 'CHECKOUT_EXPIRED', expired, {}],
  ['whose session has ended before its timer said so', 'CHECKOUT_EXPIRED', overdue, {}],
  ['whose only window has ended before its timer said so', 'CHECKOUT_EXPIRED', endedForGood, {}],
  ['with money on its way', 'CHECKOUT_NOT_OPEN', processing, {}],
  ['for another amount', 'AMOUNT_MISMATCH', waiting, { amountMinor: 10_000n }],
  ['with another validity', 'VIRTUAL_ACCOUNT_ACTIVE', waiting, { validityMinutes: 15 }],
  ['with another prefix', 'VIRTUAL_ACCOUNT_ACTIVE', waiting, { prefix: '502' }],
  ['under another merchant', 'RESOURCE_NOT_FOUND', waiting, { merchantId: 'mch_other' }],
];

describe('create-account is refused for a checkout', () => {
  it.each(refusals)('%s: %s', async (_, outcome, arrange, overrides) => {
    const checkout = await arrange();
    const before = await shop.dump();
    const request = shop.accountRequest(checkout, overrides);
    const result = await shop.checkouts.issueAccount(request);
    expect(result).toMatchObject({ outcome, account: null, fact: null });
    const due = isTerminal((await shop.read(checkout)).status) ? 0n : 1_000_000n;
    expect(result.outstandingMinor).toBe(outcome === 'RESOURCE_NOT_FOUND' ? null : due);
    expect(await shop.dump()).toEqual(before);
  });
});
