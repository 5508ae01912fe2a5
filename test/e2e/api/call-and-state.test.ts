import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { order, type ApiReply, type JsonBody } from './api-client.js';
import { ApiWorld, type OpenCheckout } from './api-world.js';

/** What each call gets in each state of a checkout: the table of docs, row by row. */

let world: ApiWorld;
beforeAll(async () => {
  world = await ApiWorld.start();
});
afterAll(() => world?.stop());

interface Subject extends OpenCheckout {
  readonly request: JsonBody;
  readonly state: string;
}

type State = keyof typeof states;

/** How a checkout comes into each state. */
const states = {
  INITIATED: (request: JsonBody) => initiatedOnly(request),
  'INITIATED after a window': async (request: JsonBody) => {
    const checkout = await world.awaitingPayment(request);
    await world.endWindow(checkout.accountNumber);
    return checkout;
  },
  AWAITING_PAYMENT: (request: JsonBody) => world.awaitingPayment(request),
  PROCESSING: async (request: JsonBody) => {
    const checkout = await world.awaitingPayment(request);
    await world.query(`update checkout set status = 'PROCESSING' where payment_reference = $1`, [
      checkout.reference,
    ]);
    return checkout;
  },
  PARTIALLY_PAID: async (request: JsonBody) => {
    const checkout = await world.awaitingPayment(request);
    await world.merchant.pay({ accountNumber: checkout.accountNumber, amount: 400_000 });
    await world.until(checkout.reference, 'PARTIALLY_PAID');
    return checkout;
  },
  SUCCESSFUL: (request: JsonBody) => world.paid(request),
  EXPIRED: async (request: JsonBody) => {
    const checkout = await world.awaitingPayment(request);
    await world.endSession(checkout.reference);
    return checkout;
  },
  CANCELLED: async (request: JsonBody) => {
    const checkout = await world.awaitingPayment(request);
    await world.query(`select cancel_checkout($1, 'MERCHANT_CANCELLED')`, [
      checkout.initiated.data.checkoutId,
    ]);
    return checkout;
  },
};

async function initiatedOnly(request: JsonBody): Promise<OpenCheckout> {
  const initiated = await world.merchant.initiate(request);
  const reference = request['paymentReference'] as string;
  const { accessCode } = (await world.merchant.query(reference)).data;
  const completion = {
    paymentChannel: 'Bank',
    account: '5010000000',
    amount: 1_000_000,
    paymentReference: reference,
    accessCode,
  };
  return {
    reference,
    amount: 1_000_000,
    initiated,
    account: initiated,
    accountNumber: '',
    completion,
  };
}

const calls = {
  'initiate, same body': ({ request }: Subject) => world.merchant.initiate(request),
  'initiate, other body': ({ request }: Subject) =>
    world.merchant.initiate({ ...request, amount: 2_000_000 }),
  'create-account': ({ reference, amount }: Subject) =>
    world.merchant.createAccount({
      paymentReference: reference,
      prefix: world.prefix,
      validity: 30,
      amount,
    }),
  query: ({ reference }: Subject) => world.merchant.query(reference),
  'complete, Bank': ({ completion }: Subject) => world.merchant.complete(completion),
};

const ok = '200/00';
const wrongState = (reason: string) => `409/12 ${reason}`;
const expired = '410/68 CHECKOUT_EXPIRED';
const cancelled = '409/21 CHECKOUT_CANCELLED';
const pending = '202/09 PAYMENT_PENDING';
const sameForAll = (answer: string) =>
  Object.fromEntries(Object.keys(states).map((state) => [state, answer])) as Record<State, string>;

const table: Record<keyof typeof calls, Record<State, string>> = {
  'initiate, same body': sameForAll(ok),
  'initiate, other body': sameForAll('409/26 DUPLICATE_REFERENCE'),
  'create-account': {
    INITIATED: ok,
    'INITIATED after a window': ok,
    AWAITING_PAYMENT: ok,
    PROCESSING: wrongState('CHECKOUT_NOT_OPEN'),
    PARTIALLY_PAID: ok,
    SUCCESSFUL: '409/94 CHECKOUT_ALREADY_PAID',
    EXPIRED: expired,
    CANCELLED: cancelled,
  },
  query: sameForAll(ok),
  'complete, Bank': {
    INITIATED: wrongState('NO_PAYMENT_ATTEMPT'),
    'INITIATED after a window': '410/68 VIRTUAL_ACCOUNT_EXPIRED',
    AWAITING_PAYMENT: pending,
    PROCESSING: pending,
    PARTIALLY_PAID: pending,
    SUCCESSFUL: ok,
    EXPIRED: expired,
    CANCELLED: cancelled,
  },
};

const answerOf = ({ status, code, data }: ApiReply): string =>
  [`${status}/${code}`, data?.reason].filter(Boolean).join(' ');

describe.each(Object.keys(states) as State[])('in state %s', (state) => {
  let subject: Subject;
  beforeAll(async () => {
    const request = order();
    subject = { ...(await states[state](request)), request, state };
  });

  // create-account comes last, because it is the one call that may change the state.
  it.each([
    'query',
    'initiate, same body',
    'initiate, other body',
    'complete, Bank',
    'create-account',
  ] as const)('%s', async (call) => {
    const reply = await calls[call](subject);
    expect(answerOf(reply)).toBe(table[call][state]);
    const { isSuccessful, code } = reply;
    expect(isSuccessful).toBe(code === '00');
    if (call === 'query') {
      expect(reply.data.status).toBe(state.split(' ')[0]);
      const hasEnded = ['SUCCESSFUL', 'EXPIRED', 'CANCELLED'].includes(state);
      expect(reply.data.accessCode === null).toBe(hasEnded);
    }
    if (call === 'create-account' && ['AWAITING_PAYMENT', 'PARTIALLY_PAID'].includes(state)) {
      expect(reply.data.accountNumber).toBe(subject.accountNumber);
      expect(reply.data.expiresAt).toBe(subject.account.data.expiresAt);
      expect(reply.data.amountOutstanding).toBe(state === 'PARTIALLY_PAID' ? 600_000 : 1_000_000);
    }
  });
});
