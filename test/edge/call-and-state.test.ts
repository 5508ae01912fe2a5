import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { order, type ApiReply, type JsonBody } from '../support/api-client.js';
import { ApiWorld, type OpenCheckout } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

/** What each call gets in each state of a checkout: the table of docs, row by row. */

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
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
    return withStatus('PROCESSING', await world.awaitingPayment(request));
  },
  PARTIALLY_PAID: (request: JsonBody) => world.partlyPaid(request),
  SUCCESSFUL: (request: JsonBody) => world.paid(request),
  PARTIALLY_REFUNDED: (request: JsonBody) => paidThen('PARTIALLY_REFUNDED', request),
  REFUNDED: (request: JsonBody) => paidThen('REFUNDED', request),
  REVERSED: (request: JsonBody) => paidThen('REVERSED', request),
  FAILED: async (request: JsonBody) => withStatus('FAILED', await world.awaitingPayment(request)),
  EXPIRED: async (request: JsonBody) => {
    const checkout = await world.awaitingPayment(request);
    await world.endSession(checkout.reference);
    return checkout;
  },
  CANCELLED: async (request: JsonBody) => {
    const checkout = await world.awaitingPayment(request);
    await world.merchant.cancel(checkout.reference);
    return checkout;
  },
};

/** Not how it comes about; but how calls are answered is decided by the status alone. */
async function withStatus(status: string, checkout: OpenCheckout): Promise<OpenCheckout> {
  const values = [checkout.reference, status];
  await world.query('update checkout set status = $2 where payment_reference = $1', values);
  return checkout;
}

async function paidThen(status: string, request: JsonBody): Promise<OpenCheckout> {
  return withStatus(status, await world.paid(request));
}

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
  cancel: ({ reference }: Subject) => world.merchant.cancel(reference),
};

const ok = '200/00';
const wrongState = (reason: string) => `409/12 ${reason}`;
const expired = '410/68 CHECKOUT_EXPIRED';
const cancelled = '409/21 CHECKOUT_CANCELLED';
const pending = '202/09 PAYMENT_PENDING';
const alreadyPaid = '409/94 CHECKOUT_ALREADY_PAID';
const nothingToCancel = '409/21 NOTHING_TO_CANCEL';
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
    SUCCESSFUL: alreadyPaid,
    PARTIALLY_REFUNDED: alreadyPaid,
    REFUNDED: alreadyPaid,
    REVERSED: alreadyPaid,
    FAILED: wrongState('CHECKOUT_NOT_OPEN'),
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
    PARTIALLY_REFUNDED: ok,
    REFUNDED: ok,
    REVERSED: ok,
    FAILED: '402/05 CHECKOUT_FAILED',
    EXPIRED: expired,
    CANCELLED: cancelled,
  },
  cancel: {
    INITIATED: ok,
    'INITIATED after a window': ok,
    AWAITING_PAYMENT: ok,
    PROCESSING: wrongState('CHECKOUT_NOT_OPEN'),
    PARTIALLY_PAID: ok,
    SUCCESSFUL: alreadyPaid,
    PARTIALLY_REFUNDED: alreadyPaid,
    REFUNDED: alreadyPaid,
    REVERSED: alreadyPaid,
    FAILED: nothingToCancel,
    EXPIRED: nothingToCancel,
    CANCELLED: ok,
  },
};

/** What the payer's bank is told when it asks in whose name the account is. */
const nameAnswers: Record<State, '00' | '07' | undefined> = {
  INITIATED: undefined,
  'INITIATED after a window': '07',
  AWAITING_PAYMENT: '00',
  PROCESSING: '00',
  PARTIALLY_PAID: '00',
  SUCCESSFUL: '07',
  PARTIALLY_REFUNDED: '07',
  REFUNDED: '07',
  REVERSED: '07',
  FAILED: '07',
  EXPIRED: '07',
  CANCELLED: '07',
};

const answerOf = ({ status, code, data }: ApiReply): string =>
  [`${status}/${code}`, data?.reason].filter(Boolean).join(' ');

describe.each(Object.keys(states) as State[])('in state %s', (state) => {
  let subject: Subject;
  beforeAll(async () => {
    const request = order();
    subject = { ...(await states[state](request)), request, state };
  });

  it('name enquiry', async () => {
    if (subject.accountNumber === '') return;
    const { code } = await world.bank.enquireName(subject.accountNumber);
    expect(code).toBe(nameAnswers[state]);
  });

  // create-account and cancel come last, because they may change the state: the one for the other to no other answer.
  it.each([
    'query',
    'initiate, same body',
    'initiate, other body',
    'complete, Bank',
    'create-account',
    'cancel',
  ] as const)('%s', async (call) => {
    const reply = await calls[call](subject);
    expect(answerOf(reply)).toBe(table[call][state]);
    const { isSuccessful, code } = reply;
    expect(isSuccessful).toBe(code === '00');
    if (call === 'query') {
      expect(reply.data.status).toBe(state.split(' ')[0]);
      const hasCode = !['FAILED', 'EXPIRED', 'CANCELLED'].includes(reply.data.status);
      expect(reply.data.accessCode !== null).toBe(hasCode);
      expect(reply.data.accessCodeExpiresAt !== null).toBe(hasCode);
    }
    if (call === 'cancel' && reply.status === 200) {
      expect(reply.data).toMatchObject({ status: 'CANCELLED', accessCode: null });
      const replayed = reply.headers.get('idempotent-replayed') === 'true';
      expect(replayed).toBe(state === 'CANCELLED');
    }
    if (call === 'create-account' && ['AWAITING_PAYMENT', 'PARTIALLY_PAID'].includes(state)) {
      expect(reply.data.accountNumber).toBe(subject.accountNumber);
      expect(reply.data.expiresAt).toBe(subject.account.data.expiresAt);
      expect(reply.data.amountOutstanding).toBe(state === 'PARTIALLY_PAID' ? 600_000 : 1_000_000);
    }
  });
});
