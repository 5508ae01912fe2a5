import { defaultPolicies } from '../../../../src/domain/policies.js';
import { describe, expect, it } from 'vitest';
import { newCheckout } from '../../../../src/payments/checkouts/checkout-request.js';
import { InitiateRequest } from '../../../../src/payments/checkouts/initiate.dto.js';
import type { MerchantProfile } from '../../../../src/http/access/merchant.js';

const merchant: MerchantProfile = {
  merchantId: 'mch_1',
  name: 'Shop',
  tradeName: 'SHOP',
  status: 'ACTIVE',
  tokenVersion: 1,
  grantedScopes: [],
  feeBearer: 'MERCHANT',
  feeBearers: {},
  plansHoldMs: null,
  keys: {},
  feePlans: {
    Bank: {
      feePlanId: 'T',
      rateBps: 100,
      flatMinor: 0n,
      flatWaivedBelowMinor: 0n,
      capMinor: 30_000n,
      vatBps: 750,
    },
    Card: {
      feePlanId: 'C',
      rateBps: 150,
      flatMinor: 10_000n,
      flatWaivedBelowMinor: 250_000n,
      capMinor: 200_000n,
      vatBps: 750,
    },
  },
  channels: ['Bank', 'Card'],
  minAmountMinor: 10_000n,
  maxAmountMinor: 1_000_000_000n,
  dailyLimitMinor: null,
  policies: {},
  prefixes: [],
};

const request = (changes: Partial<InitiateRequest> = {}): InitiateRequest =>
  Object.assign(new InitiateRequest(), {
    email: 'ada@example.ng',
    phoneNumber: '08031234567',
    firstName: 'Ada',
    lastName: 'Obi',
    amount: 1_000_000,
    paymentReference: 'ORD-1001',
    ...changes,
  });

const hash = (changes: Partial<InitiateRequest>): string =>
  newCheckout('chk_1', merchant, request(changes)).requestHash.toString('hex');

describe('what is kept of a request', () => {
  it('has one form of address, number and channel', () => {
    const kept = newCheckout(
      'chk_1',
      merchant,
      request({ email: 'Ada@EXAMPLE.ng', channels: ['transfer', 'CARD'] }),
    );
    expect(kept.customer).toMatchObject({ email: 'Ada@example.ng', phoneNumber: '+2348031234567' });
    expect(kept.channels).toEqual(['Bank', 'Card']);
  });

  it('has the merchant’s defaults for what was left out', () => {
    expect(newCheckout('chk_1', merchant, request())).toMatchObject({
      channels: ['Bank', 'Card'],
      policies: defaultPolicies,
      sessionTtlMinutes: 1_440,
      currency: 'NGN',
    });
  });

  it('charges the merchant or the customer, by the vectors of plan T', () => {
    expect(newCheckout('chk_1', merchant, request())).toMatchObject({
      expectedMinor: 1_000_000n,
      feeMinor: 10_000n,
      vatMinor: 750n,
    });
    const bearing: MerchantProfile = { ...merchant, feeBearer: 'CUSTOMER' };
    expect(newCheckout('chk_1', bearing, request()).expectedMinor).toBe(1_010_867n);
  });

  it.each([
    [['Bank'], 1_010_867n, null],
    [['Card'], 1_027_316n, 1_027_316n],
    [['Bank', 'Card'], 1_010_867n, 1_027_316n],
  ])('is due by %j what its fee plans say', (channels, expectedMinor, cardExpectedMinor) => {
    const bearing: MerchantProfile = { ...merchant, feeBearer: 'CUSTOMER' };
    const made = newCheckout('chk_1', bearing, request({ channels }));
    expect(made.expectedMinor).toBe(expectedMinor);
    expect(made.offers.Card?.expectedMinor ?? null).toBe(cardExpectedMinor);
  });

  it('names who bears the fee of each channel, when they differ', () => {
    const made = newCheckout('chk_1', { ...merchant, feeBearers: { Bank: 'CUSTOMER' } }, request());
    expect(made).toMatchObject({
      ...{ feeBearer: 'CUSTOMER', expectedMinor: 1_010_867n },
      offers: {
        Bank: { feeBearer: 'CUSTOMER', expectedMinor: 1_010_867n },
        Card: { feeBearer: 'MERCHANT', expectedMinor: 1_000_000n },
      },
    });
  });

  it('has the request’s policies over the merchant’s', () => {
    const strict: MerchantProfile = {
      ...merchant,
      policies: { late: 'HOLD', underpaid: 'REFUND_NOW' },
    };
    const policies = { late: 'ACCEPT_LATE', tolerance: null } as const;
    expect(newCheckout('chk_1', strict, request({ policies })).policies).toEqual({
      ...defaultPolicies,
      underpaid: 'REFUND_NOW',
      late: 'ACCEPT_LATE',
    });
  });
});

describe('the same request', () => {
  it('is one that means the same', () => {
    expect(hash({ email: 'ada@EXAMPLE.NG', phoneNumber: '+2348031234567' })).toBe(hash({}));
    expect(hash({ channels: ['Card', 'Bank'] })).toBe(hash({ channels: ['banktransfer', 'card'] }));
    expect(hash({ metadata: { a: '1', b: '2' } })).toBe(hash({ metadata: { b: '2', a: '1' } }));
    expect(hash({ currency: 'NGN', metadata: null })).toBe(hash({}));
  });

  it.each([
    { amount: 1_000_001 },
    { email: 'ADA@example.ng' },
    { lastName: 'Obj' },
    { channels: ['Bank'] },
    { metadata: { a: '1' } },
    { description: 'Shoes' },
    { sessionTtlMinutes: 60 },
    { policies: { onAccountExpiry: 'EXPIRE' as const } },
  ])('is not one with %j', (changes) => {
    expect(hash(changes)).not.toBe(hash({}));
  });
});
