import { defaultPolicies } from '../../src/domain/policies.js';
import type {
  CardAttemptView,
  Checkout,
  CreditRefund,
  CreditView,
  VirtualAccount,
} from '../../src/payments/checkouts/checkout.js';

/** A checkout as it is read, with what the test is about laid over it. The clock of such a checkout stands at noon. */

export const noon = new Date('2026-11-20T12:00:00.000Z');
export const later = (minutes: number): Date => new Date(noon.getTime() + minutes * 60_000);

export function account(changes: Partial<VirtualAccount> = {}): VirtualAccount {
  return {
    virtualAccountId: 'va_1',
    accountNumber: '5011234561',
    accountName: 'SHOP-ADA OBI',
    bankCode: '50547',
    bankName: 'Simulator MFB',
    nipInstitutionCode: '090547',
    prefix: '501',
    channel: 'Bank',
    amountMinor: 1_000_050n,
    validityMinutes: 30,
    status: 'ACTIVE',
    createdAt: noon,
    expiresAt: later(30),
    ...changes,
  };
}

export function credit(changes: Partial<CreditView> = {}): CreditView {
  return {
    creditId: 'txn_1',
    channel: 'Bank',
    sessionId: 'session-1',
    accountNumber: '5011234561',
    amountMinor: 1_000_050n,
    appliedMinor: 1_000_050n,
    excessMinor: 0n,
    feeMinor: 0n,
    vatMinor: 0n,
    settlementMinor: 1_000_050n,
    returnedMinor: 0n,
    refundedMinor: 0n,
    takenBackMinor: 0n,
    refundableMinor: 1_000_050n,
    outcome: 'EXACT',
    policyApplied: null,
    resolution: null,
    sentAt: noon,
    receivedAt: noon,
    appliedAt: noon,
    settlementDueOn: null,
    refunds: [],
    ...changes,
  };
}

export function refund(changes: Partial<CreditRefund> = {}): CreditRefund {
  return {
    refundId: 'rfd_1',
    refundReference: 'RFD-1',
    origin: 'POLICY',
    reason: 'OVERPAID',
    amountMinor: 200_000n,
    status: 'PROCESSING',
    ...changes,
  };
}

export function attempt(changes: Partial<CardAttemptView> = {}): CardAttemptView {
  return {
    attemptId: 'att_1',
    status: 'PROCESSING',
    amountMinor: 1_000_050n,
    responseCode: null,
    action: null,
    card: null,
    creditId: null,
    createdAt: noon,
    ...changes,
  };
}

export function checkout(changes: Partial<Checkout> = {}): Checkout {
  return {
    checkoutId: 'chk_01KAT5MZ8QG3WJ5Y4N2E7R9VXK',
    merchantId: 'mch_1',
    paymentReference: 'ORD-1001',
    status: 'AWAITING_PAYMENT',
    exception: null,
    exceptions: [],
    statusReason: null,
    currency: 'NGN',
    amountMinor: 1_000_050n,
    expectedMinor: 1_000_050n,
    feeMinor: 0n,
    vatMinor: 0n,
    feeBearer: 'MERCHANT',
    amountRule: 'EXACT',
    paidMinor: 0n,
    appliedMinor: 0n,
    acceptedMinor: 0n,
    channels: ['Bank', 'Card'],
    customer: {
      email: 'ada@example.ng',
      phoneNumber: '+2348031234567',
      firstName: 'Ada',
      lastName: 'Obi',
    },
    metadata: { cart: 'c-1' },
    policies: defaultPolicies,
    offers: {
      Bank: { feePlanId: 'T', expectedMinor: 1_000_050n, feeMinor: 0n, vatMinor: 0n },
      Card: { feePlanId: 'C', expectedMinor: 1_020_000n, feeMinor: 0n, vatMinor: 0n },
    },
    refundedMinor: 0n,
    takenBackMinor: 0n,
    returnedMinor: 0n,
    keptMinor: 0n,
    badCodeTries: 0,
    paymentLinkId: null,
    version: 2,
    createdAt: noon,
    updatedAt: noon,
    expiresAt: later(1_440),
    accounts: [account()],
    credits: [],
    cardAttempts: [],
    now: noon,
    ...changes,
  };
}
