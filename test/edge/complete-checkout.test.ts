import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiWorld, type OpenCheckout } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

const statusOf = async ({ reference }: OpenCheckout): Promise<string> =>
  String((await world.merchant.query(reference)).data.status);

describe('POST /api/v1/checkout/complete-checkout', () => {
  it('is pending, never successful, before any money', async () => {
    const { completion, reference } = await world.awaitingPayment();
    const reply = await world.merchant.complete(completion);
    expect(reply).toMatchObject({ status: 202, isSuccessful: false, code: '09' });
    expect(reply.data).toMatchObject({
      reason: 'PAYMENT_PENDING',
      retryable: true,
      paymentReference: reference,
      status: 'AWAITING_PAYMENT',
      retryAfterSeconds: 5,
      amountOutstanding: 1_000_000,
    });
    expect(reply.data.secondsRemaining).toBeGreaterThan(1_790);
    expect(reply.headers.get('retry-after')).toBe('5');
  });

  it('waits for the payment when asked to, and tells its result', async () => {
    const { completion, accountNumber, amount, reference } = await world.awaitingPayment();
    const waiting = world.merchant.complete(completion, { prefer: 'wait=20' });
    const paid = await world.merchant.pay({ accountNumber, amount });
    const reply = await waiting;
    expect(reply).toMatchObject({ status: 200, isSuccessful: true, code: '00' });
    expect(reply.data).toMatchObject({
      paymentReference: reference,
      transactionReference: paid.data.transactionReference,
      sessionId: paid.data.sessionId,
      status: 'SUCCESSFUL',
      exception: null,
      paymentChannel: 'Bank',
      account: accountNumber,
      amount: 1_000_000,
      amountPaid: 1_000_000,
      amountAccepted: 1_000_000,
      excessAmount: 0,
      fee: 10_000,
      vat: 750,
      settlementAmount: 989_250,
      gatewayResponse: { code: '00' },
    });
    expect(Date.parse(reply.data.paidAt)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('tells the same result every time', async () => {
    const { completion } = await world.paid();
    const replies = await Promise.all([1, 2, 3].map(() => world.merchant.complete(completion)));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
  });

  it('believes nothing it is told', async () => {
    const checkout = await world.awaitingPayment();
    const { completion } = checkout;
    expect(await world.merchant.complete({ ...completion, amount: 1 })).toMatchObject({
      status: 400,
      code: '13',
      data: { reason: 'AMOUNT_MISMATCH', amountExpected: 1_000_000 },
    });
    const { accountNumber: another } = await world.awaitingPayment();
    expect(await world.merchant.complete({ ...completion, account: another })).toMatchObject({
      status: 404,
      code: '07',
      data: { reason: 'ACCOUNT_NOT_FOR_CHECKOUT' },
    });
    expect(await statusOf(checkout)).toBe('AWAITING_PAYMENT');
  });

  it('answers one who asks for the access code only after the payment', async () => {
    const { reference, accountNumber, amount, completion } = await world.awaitingPayment();
    await world.merchant.pay({ accountNumber, amount });
    await world.until(reference, 'SUCCESSFUL');
    const { accessCode } = (await world.merchant.query(reference)).data;
    expect(await world.merchant.complete({ ...completion, accessCode })).toMatchObject({
      status: 200,
      code: '00',
      data: { status: 'SUCCESSFUL' },
    });
  });

  it('answers to no code any more 24 hours after the payment; an unpaid end it tells at any time', async () => {
    const { reference, completion } = await world.paid();
    await world.paidAgo(reference, '23 hours 59 minutes');
    expect((await world.merchant.complete(completion)).status).toBe(200);
    await world.paidAgo(reference, '24 hours');
    expect(await world.merchant.complete(completion)).toMatchObject({
      status: 401,
      code: '15',
      data: { reason: 'ACCESS_CODE_EXPIRED', retryable: false },
    });
    const wrong = { ...completion, accessCode: `ac_${'x'.repeat(43)}` };
    expect((await world.merchant.complete(wrong)).data.reason).toBe('INVALID_ACCESS_CODE');
    const { completion: ofCancelled } = await world.cancelled();
    expect((await world.merchant.complete(ofCancelled)).data.reason).toBe('CHECKOUT_CANCELLED');
  });

  it.each([
    ['too much, the excess sent back', {}, 1_200_000, [1_000_000, 1_200_000]],
    ['too much, kept', { overpaid: 'KEEP' }, 1_200_000, [1_000_000, 1_200_000]],
    ['too little, accepted', { underpaid: 'ACCEPT' }, 400_000, [1_000_000, 400_000]],
    ['a little too little, tolerated', { tolerance: 5_000 }, 995_000, [1_000_000, 995_000]],
  ])(
    'takes what is due and what was paid: %s',
    async (_what, policies, arrives, acceptableAmounts) => {
      const { reference, accountNumber, completion } = await world.awaitingPayment({ policies });
      expect(await world.merchant.complete({ ...completion, amount: arrives })).toMatchObject({
        status: 400,
        code: '13',
        data: { amountExpected: 1_000_000, acceptableAmounts: [1_000_000] },
      });
      await world.merchant.pay({ accountNumber, amount: arrives });
      await world.until(reference, 'SUCCESSFUL');
      const [due, paid] = await Promise.all(
        acceptableAmounts.map((amount) => world.merchant.complete({ ...completion, amount })),
      );
      expect(due).toMatchObject({ status: 200, code: '00', data: { amountPaid: arrives } });
      expect(paid?.text).toBe(due?.text);
      const refused = await world.merchant.complete({ ...completion, amount: arrives + 1 });
      expect(refused).toMatchObject({
        status: 400,
        code: '13',
        data: { reason: 'AMOUNT_MISMATCH', amountExpected: 1_000_000, acceptableAmounts },
      });
      for (const amount of acceptableAmounts) expect(refused.message).toContain(`${amount} kobo`);
    },
  );

  it('takes what was received in part while the rest is missing', async () => {
    const { completion } = await world.partlyPaid();
    for (const amount of [400_000, 1_000_000]) {
      expect((await world.merchant.complete({ ...completion, amount })).code).toBe('09');
    }
    const rest = await world.merchant.complete({ ...completion, amount: 600_000 });
    expect(rest.data.acceptableAmounts).toEqual([1_000_000, 400_000]);
  });

  it('still takes what was paid after a second payment has come', async () => {
    const { reference, accountNumber, completion } = await world.paid();
    await world.merchant.pay({ accountNumber, amount: 300_000, nameEnquiry: false });
    await expect
      .poll(async () => (await world.merchant.query(reference)).data.exception)
      .toBe('DUPLICATE');
    for (const amount of [1_000_000, 1_300_000]) {
      expect((await world.merchant.complete({ ...completion, amount })).status).toBe(200);
    }
  });

  it('believes nothing of a checkout that is paid either', async () => {
    const { completion } = await world.paid();
    expect((await world.merchant.complete({ ...completion, amount: 1 })).status).toBe(400);
    expect((await world.merchant.complete({ ...completion, account: '0123456789' })).status).toBe(
      404,
    );
  });

  it('refuses the access code of another checkout and of another merchant', async () => {
    const ours = await world.awaitingPayment();
    const { completion: another } = await world.awaitingPayment();
    const { accessCode } = another;
    const refused = await world.merchant.complete({ ...ours.completion, accessCode });
    expect(refused).toMatchObject({
      status: 401,
      code: '15',
      data: { reason: 'INVALID_ACCESS_CODE' },
    });
    expect(refused.data).not.toHaveProperty('status');
    const other = await world.otherMerchant();
    const unknown = await other.complete({ ...ours.completion, paymentReference: 'ORD-UNKNOWN-1' });
    const theirs = await other.complete(ours.completion);
    expect(unknown).toMatchObject({ status: 404, code: '25' });
    expect(theirs.text).toBe(unknown.text);
    expect(await statusOf(ours)).toBe('AWAITING_PAYMENT');
  });

  it('tells a wrong code before it tells anything of the checkout', async () => {
    const { completion } = await world.paid();
    const wrong = {
      ...completion,
      accessCode: `ac_${'x'.repeat(43)}`,
      amount: 1,
      account: '0123456789',
    };
    expect((await world.merchant.complete(wrong)).data.reason).toBe('INVALID_ACCESS_CODE');
  });

  it('answers to no code any more after ten wrong ones', async () => {
    const { completion, reference } = await world.awaitingPayment();
    for (let i = 0; i < 10; i += 1) {
      const accessCode = `ac_${String(i).padEnd(43, 'x')}`;
      expect((await world.merchant.complete({ ...completion, accessCode })).status).toBe(401);
    }
    const locked = await world.merchant.complete(completion);
    expect(locked).toMatchObject({ status: 401, code: '15' });
    expect(locked.message).toContain('Locked');
    expect((await world.merchant.query(reference)).status).toBe(200);
  });

  it('says that there is no attempt yet, or that its time is over', async () => {
    const { reference, reply } = await world.initiated();
    const { accessCode } = (await world.merchant.query(reference)).data;
    const completion = {
      paymentChannel: 'Bank',
      account: '5010000000',
      amount: reply.data.amountPayable,
      paymentReference: reference,
      accessCode,
    };
    expect(await world.merchant.complete(completion)).toMatchObject({
      status: 409,
      code: '12',
      data: { reason: 'NO_PAYMENT_ATTEMPT' },
    });
    const open = await world.awaitingPayment();
    await world.endWindow(open.accountNumber);
    expect(await world.merchant.complete(open.completion)).toMatchObject({
      status: 410,
      code: '68',
      data: { reason: 'VIRTUAL_ACCOUNT_EXPIRED' },
    });
  });

  it('says that too little was paid once the time is over and the money goes back', async () => {
    const { reference, accountNumber, completion } = await world.awaitingPayment();
    await world.merchant.pay({ accountNumber, amount: 400_000 });
    await world.until(reference, 'PARTIALLY_PAID');
    expect((await world.merchant.complete(completion)).data.amountOutstanding).toBe(600_000);
    await world.endSession(reference);
    expect(await world.merchant.complete(completion)).toMatchObject({
      status: 402,
      code: '13',
      data: { reason: 'AMOUNT_UNDERPAID', amountPaid: 400_000, amountExpected: 1_000_000 },
    });
  });

  it('never takes a card number', async () => {
    const { completion } = await world.awaitingPayment();
    const card = { ...completion, paymentChannel: 'Card' };
    for (const account of ['4111111111111111', '4111 1111 1111 1111']) {
      const refused = await world.merchant.complete({ ...card, account });
      expect(refused).toMatchObject({
        status: 400,
        code: '14',
        data: { reason: 'PAN_NOT_ACCEPTED' },
      });
      expect(refused.text).not.toContain('1111');
    }
  });

  it('refuses a channel that is none, or none of this checkout', async () => {
    const { completion } = await world.awaitingPayment({ channels: ['Bank'] });
    for (const paymentChannel of ['Cash', 'Card']) {
      const reply = await world.merchant.complete({
        ...completion,
        paymentChannel,
        account: 'card_x',
      });
      expect(reply).toMatchObject({ status: 400, code: '17', data: { reason: 'INVALID_CHANNEL' } });
    }
  });

  it('accepts a former account of the checkout once it is paid by another', async () => {
    const first = await world.awaitingPayment();
    await world.endWindow(first.accountNumber);
    const again = await world.merchant.createAccount({
      paymentReference: first.reference,
      prefix: world.prefix,
      validity: 30,
      amount: first.amount,
    });
    await world.merchant.pay({ accountNumber: again.data.accountNumber, amount: first.amount });
    const done = await world.merchant.complete(first.completion, { prefer: 'wait=20' });
    expect(done).toMatchObject({ status: 200, data: { status: 'SUCCESSFUL' } });
  });
});
