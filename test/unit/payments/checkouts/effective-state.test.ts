import { defaultPolicies, resolvePolicies } from '../../../../src/domain/policies.js';
import { describe, expect, it } from 'vitest';
import type {
  Checkout,
  CreditView,
  VirtualAccount,
} from '../../../../src/payments/checkouts/checkout.js';
import { effectiveState } from '../../../../src/payments/checkouts/effective-state.js';

const noon = new Date('2026-11-20T12:00:00.000Z');
const later = (ms: number): Date => new Date(noon.getTime() + ms);
const minute = 60_000;

const account: VirtualAccount = {
  virtualAccountId: 'va_1',
  accountNumber: '5011234561',
  accountName: 'SHOP-ADA OBI',
  bankCode: '50547',
  bankName: 'Simulator MFB',
  nipInstitutionCode: '090547',
  prefix: '501',
  channel: 'Bank',
  amountMinor: 100n,
  validityMinutes: 30,
  status: 'ACTIVE',
  createdAt: noon,
  expiresAt: later(30 * minute),
};

function checkout(changes: Partial<Checkout>): Checkout {
  return {
    checkoutId: 'chk_1',
    merchantId: 'mch_1',
    paymentReference: 'ORD-1',
    status: 'AWAITING_PAYMENT',
    exception: null,
    exceptions: [],
    statusReason: null,
    currency: 'NGN',
    amountMinor: 100n,
    expectedMinor: 100n,
    feeMinor: 1n,
    vatMinor: 0n,
    feeBearer: 'MERCHANT',
    amountRule: 'EXACT',
    paidMinor: 0n,
    appliedMinor: 0n,
    acceptedMinor: 0n,
    channels: ['Bank'],
    customer: { email: '', phoneNumber: '', firstName: '', lastName: '' },
    metadata: {},
    policies: defaultPolicies,
    offers: {},
    refundedMinor: 0n,
    takenBackMinor: 0n,
    returnedMinor: 0n,
    keptMinor: 0n,
    badCodeTries: 0,
    paymentLinkId: null,
    version: 2,
    createdAt: noon,
    updatedAt: noon,
    expiresAt: later(1_440 * minute),
    accounts: [account],
    credits: [],
    cardAttempts: [],
    now: noon,
    ...changes,
  };
}

describe('an account’s window', () => {
  it('is open until the last millisecond', () => {
    const state = effectiveState(checkout({ now: later(30 * minute - 1) }));
    expect(state).toMatchObject({ status: 'AWAITING_PAYMENT', changesAt: account.expiresAt });
    expect(state.accounts[0]?.status).toBe('ACTIVE');
  });

  it('is over at its end, whether or not the timer has come, and the payer may try again', () => {
    const state = effectiveState(checkout({ now: account.expiresAt }));
    expect(state).toMatchObject({ status: 'INITIATED', statusReason: null, ended: false });
    expect(state.accounts[0]?.status).toBe('EXPIRED');
    expect(state.changesAt).toEqual(later(1_440 * minute));
  });

  it('ends the checkout where the policy says so', () => {
    const state = effectiveState(
      checkout({
        now: account.expiresAt,
        policies: resolvePolicies({ onAccountExpiry: 'EXPIRE' }),
      }),
    );
    expect(state).toMatchObject({ status: 'EXPIRED', statusReason: 'UNPAID', ended: true });
    expect(state.changesAt).toBeUndefined();
  });

  it('does not stop money that is on its way into the books', () => {
    const state = effectiveState(checkout({ status: 'PROCESSING', now: account.expiresAt }));
    expect(state.status).toBe('PROCESSING');
  });

  it('is no time to wait for once it is over, nor is the session that ended with it', () => {
    const end = later(1_440 * minute);
    const changesAt = (status: Checkout['status'], now: Date) =>
      effectiveState(checkout({ status, now })).changesAt;
    expect(changesAt('PROCESSING', account.expiresAt)).toEqual(end);
    expect(changesAt('PROCESSING', later(1_440 * minute - 1))).toEqual(end);
    expect(changesAt('PROCESSING', end)).toBeUndefined();
    expect(changesAt('PROCESSING', later(1_441 * minute))).toBeUndefined();
  });

  it('leaves what was paid in part', () => {
    const paid = { status: 'PARTIALLY_PAID', paidMinor: 40n, appliedMinor: 40n } as const;
    expect(effectiveState(checkout({ ...paid, now: account.expiresAt })).status).toBe(
      'PARTIALLY_PAID',
    );
  });
});

describe('the session', () => {
  const end = later(1_440 * minute);

  it('is over at its end', () => {
    const state = effectiveState(checkout({ status: 'INITIATED', accounts: [], now: end }));
    expect(state).toMatchObject({ status: 'EXPIRED', statusReason: 'ABANDONED', ended: true });
  });

  it('tells why it ended', () => {
    expect(effectiveState(checkout({ now: end })).statusReason).toBe('UNPAID');
    const paid = { status: 'PARTIALLY_PAID', appliedMinor: 40n } as const;
    expect(effectiveState(checkout({ ...paid, now: end })).statusReason).toBe('UNDERPAID');
  });

  it('may end before the window', () => {
    const state = effectiveState(checkout({ expiresAt: later(minute) }));
    expect(state.changesAt).toEqual(later(minute));
  });

  it('changes nothing that has ended', () => {
    const cancelled = checkout({
      status: 'CANCELLED',
      statusReason: 'MERCHANT_CANCELLED',
      now: end,
    });
    expect(effectiveState(cancelled)).toMatchObject({
      status: 'CANCELLED',
      statusReason: 'MERCHANT_CANCELLED',
    });
    expect(effectiveState(checkout({ status: 'SUCCESSFUL', now: end })).status).toBe('SUCCESSFUL');
  });
});

describe('the access code', () => {
  const end = later(1_440 * minute);
  const day = 1_440 * minute;
  const paid = (changes: Partial<Checkout>) =>
    checkout({
      status: 'SUCCESSFUL',
      credits: [
        { appliedMinor: 100n, appliedAt: noon },
        { appliedMinor: 0n, appliedAt: later(minute) },
      ] as CreditView[],
      ...changes,
    });

  it('is valid as long as the checkout is open, until its session ends', () => {
    expect(effectiveState(checkout({})).codeEndsAt).toEqual(end);
    expect(effectiveState(checkout({ now: end })).codeEndsAt).toBeUndefined();
  });

  it('has no end that is known while a payment is booked after the session', () => {
    expect(effectiveState(checkout({ status: 'PROCESSING', now: end })).codeEndsAt).toBeUndefined();
  });

  it.each(['SUCCESSFUL', 'PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED'] as const)(
    'is valid for 24 hours after the payment of one that is %s, whatever else came later',
    (status) => {
      const expiresAt = later(minute);
      const codeEndsAt = later(day);
      expect(effectiveState(paid({ status, expiresAt })).codeEndsAt).toEqual(codeEndsAt);
      expect(effectiveState(paid({ status, now: later(day - 1) })).codeEndsAt).toEqual(codeEndsAt);
      expect(effectiveState(paid({ status, now: codeEndsAt })).codeEndsAt).toBeUndefined();
    },
  );

  it('is not valid once the checkout ended otherwise', () => {
    for (const status of ['FAILED', 'EXPIRED', 'CANCELLED'] as const) {
      expect(effectiveState(paid({ status })).codeEndsAt).toBeUndefined();
    }
  });
});
