import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { shownHashOf } from '../../../src/operators/cases/shown-decision.js';
import { newCheckout } from '../../../src/payments/checkouts/checkout-request.js';
import { InitiateRequest, OrderLine } from '../../../src/payments/checkouts/initiate.dto.js';
import { answerHash } from '../../../src/payments/disputes/disputes.service.js';
import type { DisputeEvidence } from '../../../src/domain/card-rail.port.js';
import type { MerchantProfile } from '../../../src/http/access/merchant.js';
import {
  type LinkForm,
  linkCheckoutReference,
} from '../../../src/payments/links/link-checkouts.js';
import { type RefundRequest, DestinationRequest } from '../../../src/payouts/refunds/refund.dto.js';
import { refundRequestHash } from '../../../src/payouts/refunds/refunds.service.js';
import type { SettlementRequestBody } from '../../../src/payouts/settlement/settlement.dto.js';
import { settlementRequestHash } from '../../../src/payouts/settlement/settlements.service.js';
import { CreateDynamicAccountRequest } from '../../../src/payments/accounts/dynamic-account.dto.js';
import { StaticAccountRequest } from '../../../src/payments/accounts/static-account.dto.js';
import { newDynamicAccount } from '../../../src/payments/accounts/dynamic-account-request.js';
import { IdentityHash } from '../../../src/payments/accounts/identity-hash.js';
import { newStaticAccount } from '../../../src/payments/accounts/static-account-request.js';

/**
 * A request that is made again is answered as done, so two requests that want different things must never count as one. Each
 * table has every field of its request, because a field that is new does not compile without a row.
 */
type Others<Request> = { readonly [Field in keyof Required<Request>]: unknown };

/** It names the request, or means nothing beside the rest. */
const doesNotCount = Symbol('does not count');

interface Kind {
  readonly hashOf: (request: never) => Buffer | string;
  readonly same: object;
  readonly others: Readonly<Record<string, unknown>>;
}

function kind<Request extends object>(
  hashOf: (request: Request) => Buffer | string,
  same: Request,
  others: Others<Request>,
): Kind {
  return { hashOf, same, others };
}

const plan = {
  ...{ feePlanId: 'T', rateBps: 100, flatMinor: 0n, flatWaivedBelowMinor: 0n, capMinor: 30_000n },
  vatBps: 750,
};
const merchant: MerchantProfile = {
  ...{ merchantId: 'mch_1', name: 'Shop', tradeName: 'SHOP', status: 'ACTIVE', tokenVersion: 1 },
  ...{ grantedScopes: [], feeBearer: 'MERCHANT', feeBearers: {}, plansHoldMs: null, keys: {} },
  ...{ feePlans: { Bank: plan, Card: plan }, channels: ['Bank', 'Card'], policies: {} },
  ...{ minAmountMinor: 1n, maxAmountMinor: 1_000_000_000n, dailyLimitMinor: null, prefixes: [] },
};
const identities = new IdentityHash(randomBytes(32));
const account = { accountNumber: '0123456789', bankCode: '000014' };
const otherAccount = { accountNumber: '0123456780', bankCode: '000013' };
const line: OrderLine = { name: 'Shoes', quantity: 1, amount: 5 };
const evidence: DisputeEvidence = {
  ...{ explanation: 'It was delivered.', deliveredAt: '2026-11-20T10:00:00.000Z' },
  deliveryReference: 'GIG-1',
  documents: [{ type: 'PROOF_OF_DELIVERY', url: 'https://shop.example.ng/1.pdf' }],
};

const withDestination = (destination: DestinationRequest | null | undefined) =>
  destination ? { ...destination } : null;

const kinds: Readonly<Record<string, Kind>> = {
  refund: kind<Omit<RefundRequest, 'refundReference'> & { transactionReference: string }>(
    ({ transactionReference, destination, ...request }) =>
      refundRequestHash(transactionReference, request, withDestination(destination)),
    {
      ...{ transactionReference: 'txn_1', amount: 500, reason: 'sold out' },
      destination: account,
    },
    {
      ...{ transactionReference: 'txn_2', amount: 501, reason: 'sold' },
      destination: otherAccount,
    },
  ),
  'account of a refund': kind<DestinationRequest>(
    (destination) => refundRequestHash('txn_1', { reason: 'sold out' }, destination),
    account,
    otherAccount,
  ),
  settlement: kind<Omit<SettlementRequestBody, 'settlementReference' | 'all'>>(
    ({ destination, ...body }) => settlementRequestHash(body, withDestination(destination)),
    { amount: 500, destination: account, narration: 'week 47' },
    { amount: 501, destination: otherAccount, narration: 'week 48' },
  ),
  'account of a settlement': kind<DestinationRequest>(
    (destination) => settlementRequestHash({ amount: 500 }, destination),
    account,
    otherAccount,
  ),
  'answer to a dispute': kind<DisputeEvidence>(answerHash, evidence, {
    ...{ explanation: 'It was.', deliveredAt: null, deliveryReference: 'GIG-2', documents: [] },
  }),
  'document of an answer': kind<DisputeEvidence['documents'][number]>(
    (document) => answerHash({ ...evidence, documents: [document] }),
    { type: 'PROOF_OF_DELIVERY', url: 'https://shop.example.ng/1.pdf' },
    { type: 'INVOICE', url: 'https://shop.example.ng/2.pdf' },
  ),
  checkout: kind<InitiateRequest>(
    (request) => newCheckout('chk_1', merchant, request).requestHash,
    Object.assign(new InitiateRequest(), {
      ...{ email: 'ada@example.ng', phoneNumber: '08031234567', firstName: 'Ada' },
      ...{ lastName: 'Obi', amount: 500, paymentReference: 'ORD-1', items: [line] },
    }),
    {
      ...{ email: 'ada@example.com', phoneNumber: '08031234568', firstName: 'Ade' },
      ...{ lastName: 'Obu', amount: 501, paymentReference: doesNotCount, currency: doesNotCount },
      ...{ channels: ['Bank'], metadata: { a: '1' }, policies: { late: 'HOLD' } },
      ...{ sessionTtlMinutes: 60, description: 'Shoes', redirectUrl: 'https://shop.example.ng/r' },
      ...{ cancelUrl: 'https://shop.example.ng/c', locale: 'ha', accentColor: '#123456' },
      ...{ embedOrigin: 'https://shop.example.ng', items: [line, line] },
    },
  ),
  'line of a checkout': kind<OrderLine>(
    (item) =>
      newCheckout(
        'chk_1',
        merchant,
        Object.assign(new InitiateRequest(), {
          ...{ email: 'ada@example.ng', phoneNumber: '08031234567', firstName: 'Ada' },
          ...{ lastName: 'Obi', amount: 500, paymentReference: 'ORD-1', items: [item] },
        }),
      ).requestHash,
    line,
    { name: 'Shoe', quantity: 2, amount: 6 },
  ),
  'dynamic account': kind<CreateDynamicAccountRequest>(
    (request) => newDynamicAccount(merchant, request).requestHash,
    { paymentReference: 'INV-1', prefix: '501', amount: 500, validity: 30 },
    {
      ...{ paymentReference: doesNotCount, prefix: '502', amount: 501, validity: 31 },
      ...{ amountRule: 'AT_LEAST', accountName: 'ADA', email: 'ada@example.ng' },
      metadata: { a: '1' },
    },
  ),
  'static account': kind<StaticAccountRequest>(
    (request) => newStaticAccount('va_1', 'mch_1', request, identities).requestHash,
    {
      ...{ reference: 'CUS-1', prefix: '501', accountName: 'Ada Obi', email: 'ada@example.ng' },
      ...{ phoneNumber: '08031234567', bvn: '22123456789' },
    },
    {
      ...{ reference: doesNotCount, prefix: '502', accountName: 'Ada Obu', firstName: 'Ada' },
      ...{ lastName: 'Obi', email: 'ada@example.com', phoneNumber: '08031234568' },
      // The database compares identities: the hash of the request must not tell the number.
      ...{ bvn: doesNotCount, nin: doesNotCount, metadata: { a: '1' } },
    },
  ),
  'form of a payment link': kind<LinkForm>(
    (form) => linkCheckoutReference({ paymentLinkId: 'lnk_1' }, form),
    {
      ...{ key: 'k', firstName: 'Ada', lastName: 'Obi', email: 'ada@example.ng' },
      ...{ phoneNumber: null, amountMinor: 500n, quantity: 1, answers: {} },
    },
    {
      ...{ key: 'l', firstName: 'Ade', lastName: 'Obu', email: 'ada@example.com' },
      ...{ phoneNumber: '08031234567', amountMinor: 501n, quantity: 2, answers: { Pupil: 'Ada' } },
    },
  ),
  'decision that is shown': kind<Parameters<typeof shownHashOf>[0]>(
    shownHashOf,
    {
      ...{ caseNumber: 1n, decision: 'redirect', operatorId: 'opr_1', reason: 'asked' },
      ...{ input: account, shown: [['Amount', '₦1.00']] },
    },
    {
      ...{ caseNumber: 2n, decision: 'release', operatorId: 'opr_2', reason: 'told' },
      ...{ input: otherAccount, shown: [['Amount', '₦1.01']] },
    },
  ),
  'account of a decision': kind<DestinationRequest>(
    (input) =>
      shownHashOf({
        ...{ caseNumber: 1n, decision: 'redirect', operatorId: 'opr_1', reason: 'asked' },
        ...{ input, shown: [] },
      }),
    account,
    otherAccount,
  ),
};

const text = (hash: Buffer | string) => (typeof hash === 'string' ? hash : hash.toString('hex'));

describe.each(Object.entries(kinds))('two requests: %s', (_name, { hashOf, same, others }) => {
  const of = (changes: object) => text(hashOf({ ...same, ...changes } as never));

  it.each(Object.entries(others))('are another by %s alone, when it counts', (field, other) => {
    if (other === doesNotCount) expect(of({ [field]: 'another' })).toBe(of({}));
    else expect(of({ [field]: other })).not.toBe(of({}));
  });

  it('are one when they say the same', () => {
    expect(of({})).toBe(text(hashOf({ ...same } as never)));
  });
});

it('no evidence, which accepts the chargeback, is another answer than any evidence', () => {
  expect(text(answerHash(null))).not.toBe(text(answerHash(evidence)));
});

it('all that is due is another settlement than an amount', () => {
  const hash = (body: object) => text(settlementRequestHash(body, null));
  expect(hash({ all: true })).not.toBe(hash({ amount: 500 }));
});
