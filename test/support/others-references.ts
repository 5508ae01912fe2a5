import type { ApiClient, JsonBody } from './api-client.js';
import { newReference, order } from './api-client.js';
import type { SandboxMerchant } from './stack.js';

/** A name of a field or a parameter that may point at something of a merchant. */
export const looksLikeReference = (name: string): boolean =>
  /([rR]eference|Id|\bid|[aA]ccount|[aA]ccountNumber|accessCode|prefix|cursor|^\?q)$/.test(name);

export type Shop = ApiClient & { readonly merchant: SandboxMerchant };

/** A request of merchant A that is in order but for one value. */
export interface OthersReference {
  /** Which of B's ids is put there. */
  readonly kind: string;
  /** The rest of the request, made anew each time; `path` values for a template that has some. */
  readonly rest?: (a: Shop) => JsonBody | Promise<JsonBody>;
  /** Why the answers differ, though both are refusals. */
  readonly differs?: string;
  readonly path?: (a: Shop) => Promise<Record<string, string>>;
}

/** Fields that look like references, and cannot point at anything of another merchant. */
export type NoReference = string;

async function openOrder(a: Shop) {
  const body = order();
  const { paymentReference } = body;
  const { data } = await a.initiate(body);
  const amount = Number(data.amountPayable);
  const prefix = a.merchant.prefix;
  const account = await a.createAccount({ paymentReference, prefix, validity: 30, amount });
  const { accessCode } = (await a.query(paymentReference)).data as { accessCode: string };
  const accountNumber = String(account.data.accountNumber);
  return {
    ...{ paymentChannel: 'Bank', account: accountNumber, amount, paymentReference, accessCode },
  };
}

async function ordered(a: Shop) {
  const body = order();
  const { data } = await a.initiate(body);
  const paymentReference = body.paymentReference;
  return {
    ...{ paymentReference, prefix: a.merchant.prefix, validity: 30 },
    amount: Number(data.amountPayable),
  };
}

async function paidOrder(a: Shop): Promise<Record<string, string>> {
  const completion = await openOrder(a);
  await a.pay({ accountNumber: completion.account, amount: completion.amount });
  await a.complete(completion, { prefer: 'wait=20' });
  return { reference: completion.paymentReference };
}

const staticBody = (a: Shop) => ({
  ...{ reference: newReference(), prefix: a.merchant.prefix, accountName: 'Ada Obi' },
  ...{ email: 'ada@example.ng', phoneNumber: '08031234567' },
});
const dynamicBody = (a: Shop) => ({
  ...{ reference: newReference(), prefix: a.merchant.prefix, amount: 500_000, validity: 30 },
});

const outside = 'an account at any bank, which is nobody’s row';
const bankPrefix =
  'a prefix is the bank’s and stands in each account number: whose it is, is not told, only that it is not yours';
const payer = 'plays the payer, who may pay any account';

/** By operation and field: how A names something of B's there, or why the field points at no row of a merchant. */
export const othersReferences: Readonly<Record<string, OthersReference | NoReference>> = {
  'POST /api/v1/merchant/authenticate clientId': {
    kind: 'clientId',
    rest: (a) => ({ clientSecret: a.merchant.clientSecret }),
  },
  'POST /api/v1/checkout/initiate paymentReference': {
    kind: 'paymentReference',
    rest: () => ({ ...order() }),
  },
  'POST /api/v1/checkout/create-account paymentReference': {
    kind: 'paymentReference',
    rest: ordered,
  },
  'POST /api/v1/checkout/create-account prefix': {
    kind: 'prefix',
    rest: ordered,
    differs: bankPrefix,
  },
  'POST /api/v1/checkout/complete-checkout account': { kind: 'accountNumber', rest: openOrder },
  'POST /api/v1/checkout/complete-checkout paymentReference': {
    kind: 'paymentReference',
    rest: openOrder,
  },
  'POST /api/v1/checkout/complete-checkout accessCode': { kind: 'accessCode', rest: openOrder },
  'POST /api/v1/transactions/{reference}/refund refundReference': {
    kind: 'refundReference',
    rest: () => ({ amount: 100, reason: 'Sold out' }),
    path: paidOrder,
  },
  'POST /api/v1/transactions/{reference}/refund destination.accountNumber': outside,
  'POST /api/v1/refunds/{refundReference}/destination accountNumber': outside,
  'POST /api/v1/disputes/{disputeId}/evidence deliveryReference':
    'the number that a carrier gave, as text',
  'POST /api/v1/disputes/{disputeId}/evidence documents.fileId':
    'a file of another dispute, which another merchant’s is, is known to none (test/edge/evidence-files.test.ts)',
  'POST /api/v1/settlement/accounts accountNumber': outside,
  'POST /api/v1/settlement/merchant-settlement settlementReference': {
    kind: 'settlementReference',
    rest: () => ({ amount: 1_000 }),
  },
  'POST /api/v1/settlement/merchant-settlement destination.accountNumber': outside,
  'POST /api/v1/virtual-account/static reference': { kind: 'staticReference', rest: staticBody },
  'POST /api/v1/virtual-account/static prefix': {
    kind: 'prefix',
    rest: staticBody,
    differs: bankPrefix,
  },
  'POST /api/v1/virtual-account/dynamic paymentReference': {
    kind: 'paymentReference',
    rest: dynamicBody,
  },
  'POST /api/v1/virtual-account/dynamic prefix': {
    kind: 'prefix',
    rest: dynamicBody,
    differs: bankPrefix,
  },
  'POST /api/v1/virtual-account/validate-virtual-account accountNumber': {
    kind: 'accountNumber',
    rest: () => ({}),
  },
  'POST /api/v1/sandbox/inward-credit accountNumber': payer,
  'POST /api/v1/sandbox/inward-credit sessionId': payer,
  'POST /api/v1/sandbox/inward-credit sourceAccountNumber': outside,
  'GET /api/v1/checkouts ?cursor': { kind: 'cursor' },
  'GET /api/v1/checkouts ?paymentReference': { kind: 'paymentReference' },
  'GET /api/v1/checkouts ?paymentLinkId': { kind: 'paymentLinkId' },
  'GET /api/v1/refunds ?cursor': { kind: 'cursor' },
  'GET /api/v1/refunds ?reference': { kind: 'paymentReference' },
  'GET /api/v1/disputes ?cursor': { kind: 'cursor' },
  'GET /api/v1/disputes ?reference': { kind: 'paymentReference' },
  'GET /api/v1/transactions ?cursor': { kind: 'cursor' },
  'GET /api/v1/transactions ?paymentReference': { kind: 'paymentReference' },
  'GET /api/v1/transactions ?accountNumber': { kind: 'accountNumber' },
  'GET /api/v1/transactions ?q': { kind: 'paymentReference' },
  'GET /api/v1/search ?q': { kind: 'paymentReference' },
  'GET /api/v1/credits ?cursor': { kind: 'cursor' },
  'GET /api/v1/credits ?paymentReference': { kind: 'paymentReference' },
  'GET /api/v1/credits ?accountNumber': { kind: 'accountNumber' },
  'GET /api/v1/credits ?sessionId': { kind: 'sessionId' },
  'GET /api/v1/inward/inward-transquery ?sessionId': { kind: 'sessionId' },
  'GET /api/v1/inward/inward-transquery ?transactionReference': { kind: 'transactionReference' },
  'GET /api/v1/inward/inward-transquery ?paymentReference': { kind: 'paymentReference' },
  'GET /api/v1/inward/inward-transquery ?accountNumber': {
    kind: 'accountNumber',
    rest: () => ({ amount: 1_000_000, date: new Date().toISOString().slice(0, 10) }),
  },
  'GET /api/v1/inward/get-wallet-transactions ?cursor': { kind: 'cursor' },
  'GET /api/v1/settlement/get-settlement-history ?cursor': { kind: 'cursor' },
  'GET /api/v1/settlement/{settlementReference}/transactions ?cursor':
    'the path is walked: who has no such settlement sees no page of it',
  'GET /api/v1/virtual-account/static ?cursor': { kind: 'cursor' },
  'GET /api/v1/virtual-account/static ?prefix': { kind: 'prefix' },
  'GET /api/v1/virtual-account/static ?q': { kind: 'staticReference' },
  'GET /api/v1/virtual-account/get-dynamic-virtual-accounts ?cursor': { kind: 'cursor' },
  'GET /api/v1/virtual-account/get-dynamic-virtual-accounts ?paymentReference': {
    kind: 'paymentReference',
  },
  'GET /api/v1/payment-links ?cursor': { kind: 'cursor' },
  'GET /api/v1/requests ?cursor': { kind: 'cursor' },
  'GET /api/v1/requests ?clientId': { kind: 'clientId' },
  'GET /api/v1/webhooks/deliveries ?cursor': { kind: 'cursor' },
  'GET /api/v1/webhooks/deliveries ?paymentReference': { kind: 'paymentReference' },
};
