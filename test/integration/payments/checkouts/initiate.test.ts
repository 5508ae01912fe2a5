import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isId } from '../../../../src/domain/ids.js';
import { assertBooks } from '../../../support/books.js';
import { addMerchant, Shop } from '../../../support/shop.js';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open(16);
});
// Amounts here may be larger than an event can name.
afterEach(() => assertBooks(shop.database));
afterAll(() => shop[Symbol.asyncDispose]());

describe('initiate', () => {
  it('makes a checkout and the fact that starts its workflow', async () => {
    const request = shop.newCheckout({
      overrides: {
        metadata: { cart: '17', note: 'ünïcode "quoted"' },
        description: 'Shoes',
        sessionTtlMinutes: 10,
      },
    });
    const { created, sameRequest, checkout, fact } = await shop.checkouts.initiate(request);
    expect({ created, sameRequest }).toEqual({ created: true, sameRequest: true });
    const {
      requestHash: _,
      description: __,
      redirectUrl: ___,
      page: ______,
      sessionTtlMinutes,
      ...given
    } = request;
    expect(checkout).toMatchObject({
      ...given,
      status: 'INITIATED',
      exception: null,
      exceptions: [],
      statusReason: null,
      paidMinor: 0n,
      appliedMinor: 0n,
      acceptedMinor: 0n,
      badCodeTries: 0,
      version: 1,
      accounts: [],
      credits: [],
    });
    const lifeMs = checkout.expiresAt.getTime() - checkout.createdAt.getTime();
    expect(lifeMs).toBe(sessionTtlMinutes * 60_000);
    expect(fact).toEqual({
      factId: expect.stringMatching(/^\d+$/),
      kind: 'INITIATED',
      subjectId: null,
      deadline: null,
      checkout: {
        checkoutId: request.checkoutId,
        merchantId: shop.merchantId,
        paymentReference: request.paymentReference,
        amountMinor: 1_000_000n,
        currency: 'NGN',
        expiresAt: checkout.expiresAt,
      },
    });
  });

  it('answers the same request with the checkout as it stands now', async () => {
    const request = shop.newCheckout({ reference: 'SAME-1' });
    const { checkout } = await shop.checkouts.initiate(request);
    const account = await shop.issue(checkout);
    await shop.pay(account.accountNumber, 5n);
    const again = await shop.checkouts.initiate({ ...request, checkoutId: 'chk_other' });
    expect(again).toMatchObject({
      created: false,
      sameRequest: true,
      fact: null,
      checkout: {
        checkoutId: checkout.checkoutId,
        status: 'PROCESSING',
        accounts: [{ virtualAccountId: account.virtualAccountId }],
        credits: [{ amountMinor: 5n, outcome: null }],
      },
    });
  });

  it('tells another request under the same reference, and leaves the first untouched', async () => {
    await shop.initiate({ reference: 'TAKEN-1' });
    const before = await shop.dump();
    const other = shop.newCheckout({ reference: 'TAKEN-1', amountMinor: 2_000_000n });
    expect(await shop.checkouts.initiate(other)).toMatchObject({
      created: false,
      sameRequest: false,
      fact: null,
      checkout: { amountMinor: 1_000_000n },
    });
    expect(await shop.dump()).toEqual(before);
  });

  it('makes one checkout of 50 requests at once', async () => {
    const requests = Array.from({ length: 50 }, () => shop.newCheckout({ reference: 'FIFTY' }));
    const results = await Promise.all(requests.map((each) => shop.checkouts.initiate(each)));
    expect(results.filter(({ created }) => created)).toHaveLength(1);
    expect(results.filter(({ fact }) => fact !== null)).toHaveLength(1);
    expect(results.every(({ sameRequest }) => sameRequest)).toBe(true);
    expect(new Set(results.map(({ checkout }) => checkout.checkoutId)).size).toBe(1);
  });

  it('keeps the references of two merchants apart', async () => {
    await shop.initiate({ reference: 'SHARED' });
    const merchantId = await addMerchant(shop.pool);
    const other = shop.newCheckout({ reference: 'SHARED', overrides: { merchantId } });
    expect(await shop.checkouts.initiate(other)).toMatchObject({ created: true });
  });
});

describe('find', () => {
  it('finds nothing under an unknown reference, nor under another merchant’s', async () => {
    const { paymentReference } = await shop.initiate();
    const stranger = await addMerchant(shop.pool);
    expect(await shop.checkouts.find(shop.merchantId, 'NONE')).toBeUndefined();
    expect(await shop.checkouts.find(stranger, paymentReference)).toBeUndefined();
  });

  it('shows accounts newest first and credits oldest first, with exact figures and times', async () => {
    const { checkout, account } = await shop.order();
    const sentAt = new Date('2026-11-20T14:12:33.000Z');
    await shop.pay(account.accountNumber, 400_000n, { sentAt, sessionId: 'a' });
    await shop.pay(account.accountNumber, 9_007_199_254_740_993n, { sessionId: 'b' });
    await shop.steps.endAccountWindow({
      virtualAccountId: account.virtualAccountId,
      at: account.expiresAt,
    });
    const read = await shop.read(checkout);
    expect(read.credits).toMatchObject([
      { sessionId: 'a', amountMinor: 400_000n, sentAt },
      { sessionId: 'b', amountMinor: 9_007_199_254_740_993n, sentAt: null },
    ]);
    expect(read.credits.every(({ creditId }) => isId('txn', creditId))).toBe(true);
    expect(read.accounts).toEqual([{ ...account, status: 'EXPIRED' }]);
    expect(Math.abs(read.now.getTime() - Date.now())).toBeLessThan(60_000);
    await shop.steps.applyCredit({ creditId: read.credits[0]?.creditId ?? '' });
  });
});

describe('wrong access codes', () => {
  it('are counted', async () => {
    const { checkoutId } = await shop.initiate();
    expect(await shop.checkouts.countBadCode(checkoutId)).toBe(1);
    expect(await shop.checkouts.countBadCode(checkoutId)).toBe(2);
  });
});

describe('serials', () => {
  it('are dealt in blocks that nobody else gets', async () => {
    const blocks = await Promise.all(
      Array.from({ length: 20 }, () => shop.numbers.reserveSerials('501')),
    );
    const firsts = blocks.map((block) => block?.first ?? 0);
    expect(firsts.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index * 32),
    );
  });

  it('are used up after a million', async () => {
    await shop.pool.query("select setval('serial_502', 999936)");
    expect(await shop.numbers.reserveSerials('502')).toEqual({ first: 999_968, count: 32 });
    expect(await shop.numbers.reserveSerials('502')).toBeUndefined();
    expect(await shop.numbers.reserveSerials('502')).toBeUndefined();
  });
});
