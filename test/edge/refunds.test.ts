import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient, newReference, type JsonBody } from '../support/api-client.js';
import { ApiWorld, type OpenCheckout } from '../support/api-world.js';
import { payAs } from '../support/pay-as.js';
import { accountHeldBy } from '../support/same-holder.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge(['refunds:destination']);
  // The fee of a payment is kept: only who has more than one can refund one whole.
  for (let i = 0; i < 8; i += 1) await world.paid();
});
afterAll(() => world?.stop());

let refunds = 0;
const newRefund = (changes: JsonBody = {}): JsonBody & { refundReference: string } => {
  refunds += 1;
  return { refundReference: `RFD-${newReference()}-${refunds}`, reason: 'Sold out', ...changes };
};
const refund = (reference: string, body: JsonBody, merchant: ApiClient = world.merchant) =>
  merchant.refund(reference, body);
const shown = (refundReference: string) => world.merchant.get(`/api/v1/refunds/${refundReference}`);
const transactionOf = async ({ reference }: OpenCheckout): Promise<string> =>
  String((await world.merchant.query(reference)).data.transaction.transactionReference);

describe('POST /api/v1/transactions/{reference}/refund', () => {
  it('takes a refund of all that was received, and tells when the payer has it', async () => {
    const checkout = await world.paid();
    const transactionReference = await transactionOf(checkout);
    const body = newRefund();
    const reply = await refund(transactionReference, body);
    expect(reply).toMatchObject({ status: 202, code: '00', isSuccessful: true });
    expect(reply.data).toMatchObject({
      refundReference: body.refundReference,
      refundId: expect.stringMatching(/^rfd_/) as string,
      transactionReference,
      paymentReference: checkout.reference,
      status: 'REQUESTED',
      origin: 'MERCHANT',
      cause: 'MERCHANT_REQUEST',
      reason: 'Sold out',
      amount: 1_000_000,
      amountFormatted: '₦10,000.00',
      currency: 'NGN',
      duty: 5_000,
      dutyBearer: 'PLATFORM',
      paymentChannel: 'Bank',
      destination: { accountNumber: expect.stringMatching(/^\*{6}\d{4}$/) as string },
      completedAt: null,
    });
    const done = await world.untilRefund(body.refundReference, 'SUCCESSFUL');
    expect(Date.parse(done.data.completedAt)).toBeGreaterThan(Date.now() - 60_000);
    const again = await refund(transactionReference, body);
    expect(again).toMatchObject({ status: 200, code: '00', isSuccessful: true });
    expect(again.data).toEqual(done.data);
    const { data } = await world.merchant.query(checkout.reference);
    expect(data.status).toBe('REFUNDED');
  });

  it('takes several parts, by the order’s own reference, and never more than was received', async () => {
    const { reference } = await world.paid();
    const first = newRefund({ amount: 300_000 });
    const second = newRefund({ amount: 300_000 });
    const replies = await Promise.all([refund(reference, first), refund(reference, second)]);
    expect(replies.map(({ status }) => status)).toEqual([202, 202]);
    const tooMuch = await refund(reference, newRefund({ amount: 400_001 }));
    expect(tooMuch).toMatchObject({ status: 400, code: '13' });
    expect(tooMuch.data).toMatchObject({
      reason: 'AMOUNT_EXCEEDS_REFUNDABLE',
      amountRefundable: 400_000,
      errors: [{ field: 'amount', rule: 'max' }],
    });
    await world.untilRefund(first.refundReference, 'SUCCESSFUL');
    await world.untilRefund(second.refundReference, 'SUCCESSFUL');
    expect((await world.merchant.query(reference)).data.status).toBe('PARTIALLY_REFUNDED');
    const rest = newRefund();
    expect((await refund(reference, rest)).data.amount).toBe(400_000);
    await world.untilRefund(rest.refundReference, 'SUCCESSFUL');
    expect((await world.merchant.query(reference)).data.status).toBe('REFUNDED');
    const list = await world.merchant.get(`/api/v1/transactions/${reference}/refunds`);
    expect(list.data.items.map(({ amount }: { amount: number }) => amount).toSorted()).toEqual([
      300_000, 300_000, 400_000,
    ]);
    expect((await refund(reference, newRefund({ amount: 1 }))).code).not.toBe('00');
  });

  it('makes one refund of the same request many times at once, and refuses another', async () => {
    const { reference } = await world.paid();
    const body = newRefund({ amount: 100_000 });
    const replies = await Promise.all(Array.from({ length: 10 }, () => refund(reference, body)));
    const ids = new Set(replies.map(({ data }) => data.refundId));
    expect(ids.size).toBe(1);
    const replayed = replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
    expect(replayed).toHaveLength(9);
    for (const change of [{ amount: 100_001 }, { reason: 'Other' }, { amount: undefined }]) {
      expect(await refund(reference, { ...body, ...change })).toMatchObject({
        status: 409,
        code: '26',
        data: { reason: 'DUPLICATE_REFERENCE' },
      });
    }
    const { items: all } = (await world.merchant.get(`/api/v1/transactions/${reference}/refunds`))
      .data;
    expect(all).toHaveLength(1);
  });

  it('is refused when the merchant does not have so much', async () => {
    const poor = await world.otherMerchant('Poor Shop');
    const { merchant } = poor;
    const paymentReference = newReference();
    await payAs(world.bank, poor, merchant.prefix, paymentReference);
    expect(await refund(paymentReference, newRefund(), poor)).toMatchObject({
      status: 402,
      code: '51',
      data: { reason: 'INSUFFICIENT_AVAILABLE_BALANCE', retryable: true },
    });
    const part = await refund(paymentReference, newRefund({ amount: 989_250 }), poor);
    expect(part.status).toBe(202);
  });

  it('answers for another merchant’s transaction and refund as for an unknown one', async () => {
    const checkout = await world.paid();
    const body = newRefund({ amount: 1_000 });
    await refund(checkout.reference, body);
    const other = await world.otherMerchant('Grantee', ['refunds:destination']);
    const unknown = await refund('ORD-UNKNOWN-1', newRefund(), other);
    expect(unknown).toMatchObject({ status: 404, code: '25' });
    for (const reference of [checkout.reference, await transactionOf(checkout)]) {
      expect((await refund(reference, newRefund(), other)).text).toBe(unknown.text);
      expect((await other.get(`/api/v1/transactions/${reference}/refunds`)).text).toBe(
        unknown.text,
      );
    }
    const path = `/api/v1/refunds/${body.refundReference}`;
    const unheard = await other.get('/api/v1/refunds/RFD-UNKNOWN-1');
    expect(unheard).toMatchObject({ status: 404, code: '25' });
    expect((await other.get(path)).text).toBe(unheard.text);
    const account = { accountNumber: '0123456789', bankCode: '000013' };
    expect((await other.post(`${path}/destination`, account)).text).toBe(unheard.text);
  });

  it.each([
    [{ refundReference: undefined }, '30', 'refundReference', 'required'],
    [{ refundReference: 'a b' }, '30', 'refundReference', 'pattern'],
    [{ reason: undefined }, '30', 'reason', 'required'],
    [{ reason: '' }, '30', 'reason', 'length'],
    [{ reason: 'x'.repeat(201) }, '30', 'reason', 'length'],
    [{ amount: 0 }, '13', 'amount', 'min'],
    [{ amount: -5 }, '13', 'amount', 'min'],
    [{ amount: 0.5 }, '13', 'amount', 'integer'],
    [{ amount: '5' }, '13', 'amount', 'integer'],
    [{ ammount: 5 }, '30', 'ammount', 'unknown'],
    [{ destination: 'x' }, '30', 'destination', 'type'],
    [{ destination: {} }, '30', 'destination.accountNumber', 'required'],
    [
      { destination: { accountNumber: '123', bankCode: '000013' } },
      '30',
      'destination.accountNumber',
      'pattern',
    ],
    [
      { destination: { accountNumber: '0123456789', bankCode: '58' } },
      '30',
      'destination.bankCode',
      'pattern',
    ],
    [
      { destination: { accountNumber: '0123456789', bankCode: '888888' } },
      '16',
      'destination.bankCode',
      'oneOf',
    ],
  ])('refuses %j', async (changes, code, field, rule) => {
    const reply = await refund('ORD-UNKNOWN-1', newRefund(changes));
    expect(reply).toMatchObject({ status: 400, code });
    expect(reply.data.errors[0]).toMatchObject({ field, rule });
  });

  it('needs a token', async () => {
    expect((await refund('ORD-UNKNOWN-1', newRefund(), world.anonymous)).status).toBe(401);
  });
});

describe('what can be refunded', () => {
  const states: Record<string, [() => Promise<OpenCheckout>, string]> = {
    'paid, in part': [() => world.paid(), '202/00'],
    'waiting for money': [() => world.awaitingPayment(), '404/25'],
    'paid in part': [() => world.partlyPaid(), '409/12'],
  };

  it.each(Object.entries(states))('of a checkout that is %s', async (_name, [make, answer]) => {
    const { reference } = await make();
    const { status, code } = await refund(reference, newRefund({ amount: 1_000 }));
    expect(`${status}/${code}`).toBe(answer);
  });
});

describe('POST /api/v1/refunds/{refundReference}/destination', () => {
  const bankCode = '000013';
  const account = { accountNumber: accountHeldBy('ADA OBI', bankCode), bankCode };
  const provide = (refundReference: string, body: JsonBody) =>
    world.merchant.post(`/api/v1/refunds/${refundReference}/destination`, body);

  it('gives the refund an account to go to, when the payer’s takes none', async () => {
    const checkout = await world.awaitingPayment();
    const closed = '5550001111';
    await world.bank.misbehave({ on: 'name-enquiry', account: closed, answer: '07' });
    await world.bank.payInward({
      accountNumber: checkout.accountNumber,
      amount: checkout.amount,
      source: { accountNumber: closed, accountName: 'Obi, Ada' },
    });
    await world.until(checkout.reference, 'SUCCESSFUL');
    const body = newRefund({ amount: 200_000 });
    await refund(checkout.reference, body);
    await world.untilRefund(body.refundReference, 'NEEDS_ACCOUNT');
    const unknown = await provide(body.refundReference, {
      ...account,
      accountNumber: '9900000007',
    });
    expect(unknown).toMatchObject({ status: 400, code: '07', data: { responseCode: '07' } });
    const nowhere = await provide(body.refundReference, { ...account, bankCode: '999' });
    expect(nowhere).toMatchObject({ status: 400, code: '16' });
    expect(nowhere.data.errors).toMatchObject([{ field: 'bankCode', rule: 'oneOf' }]);
    const reply = await provide(body.refundReference, { ...account, bankCode: '058' });
    expect(reply).toMatchObject({ status: 200, code: '00' });
    expect(reply.data.destination).toMatchObject({
      accountNumber: `******${account.accountNumber.slice(-4)}`,
      accountName: 'ADA OBI',
      bankCode: '000013',
      bankName: 'Guaranty Trust Bank',
    });
    expect(Date.parse(reply.data.sendsFrom)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect(await provide(body.refundReference, account)).toMatchObject({
      status: 409,
      code: '12',
      data: { reason: 'REFUND_NEEDS_NO_ACCOUNT' },
    });
  });

  it.each([
    [{ ...account, accountNumber: '12' }, 'accountNumber'],
    [{ ...account, bankCode: 'GTB' }, 'bankCode'],
    [{ accountNumber: account.accountNumber }, 'bankCode'],
    [{ ...account, accountName: 'X' }, 'accountName'],
  ])('refuses %j', async (body, field) => {
    const reply = await provide('RFD-UNKNOWN-1', body);
    expect(reply).toMatchObject({ status: 400, code: '30' });
    expect(reply.data.errors[0].field).toBe(field);
  });

  it('is told of a refund that is none', async () => {
    expect(await provide('RFD-UNKNOWN-1', account)).toMatchObject({ status: 404, code: '25' });
    expect(await shown('RFD-UNKNOWN-1')).toMatchObject({ status: 404, code: '25' });
  });
});

describe('one who asks how far a refund is', () => {
  it('is told when it has changed, and 304 while it has not', async () => {
    const { reference } = await world.paid();
    const body = newRefund({ amount: 100_000 });
    await refund(reference, body);
    const path = `/api/v1/refunds/${body.refundReference}`;
    const first = await world.merchant.get(path);
    let seen = first.headers.get('etag') ?? '';
    // It may be there already: then there is nothing more to wait for.
    let status = String(first.data.status);
    for (let asked = 0; asked < 20 && status !== 'SUCCESSFUL'; asked += 1) {
      const headers = { prefer: 'wait=20', 'if-none-match': seen };
      const reply = await world.merchant.get(path, headers);
      if (reply.status === 304) break;
      expect(reply.headers.get('etag')).not.toBe(seen);
      seen = reply.headers.get('etag') ?? '';
      status = String(reply.data.status);
    }
    expect(status).toBe('SUCCESSFUL');
    const began = performance.now();
    const known = { 'if-none-match': seen, prefer: 'wait=20' };
    const again = await world.merchant.get(path, known);
    expect(again).toMatchObject({ status: 304, text: '' });
    expect(performance.now() - began, 'what is final is not waited for').toBeLessThan(15_000);
  });

  it('is told 304 for a list that he has', async () => {
    const { reference } = await world.paid();
    const path = `/api/v1/transactions/${reference}/refunds`;
    const none = await world.merchant.get(path);
    const etag = none.headers.get('etag') ?? '';
    expect((await world.merchant.get(path, { 'if-none-match': etag })).status).toBe(304);
    await refund(reference, newRefund({ amount: 100_000 }));
    const some = await world.merchant.get(path, { 'if-none-match': etag });
    expect(some.status).toBe(200);
    expect(some.data.items).toHaveLength(1);
  });
});
