import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultPolicies } from '../../src/domain/policies.js';
import { newReference, order, untilServed } from '../support/api-client.js';
import { ApiWorld } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

describe('POST /api/v1/checkout/initiate', () => {
  it('starts a checkout and says what comes next', async () => {
    const body = order();
    const reply = await world.merchant.initiate(body);
    expect(reply).toMatchObject({ status: 200, isSuccessful: true, code: '00' });
    expect(reply.headers.get('idempotent-replayed')).toBeNull();
    expect(reply.data).toMatchObject({
      checkoutId: expect.stringMatching(/^chk_[0-9A-Z]{26}$/) as string,
      paymentReference: body.paymentReference,
      status: 'INITIATED',
      amount: 1_000_000,
      amountExpected: 1_000_000,
      amountPayable: 1_000_000,
      amountPayableByChannel: { Bank: 1_000_000, Card: 1_000_000 },
      amountPaid: 0,
      amountAccepted: 0,
      amountOutstanding: 1_000_000,
      policies: defaultPolicies,
      amountFormatted: '₦10,000.00',
      currency: 'NGN',
      channels: ['Card', 'Bank'],
      feeBearer: 'MERCHANT',
      customerFee: 0,
      nextActions: ['create-account', 'query'],
    });
    const lifetime = Date.parse(reply.data.expiresAt) - Date.parse(reply.data.createdAt);
    expect(lifetime).toBeCloseTo(24 * 3_600_000, -2);
    expect(reply.data).not.toHaveProperty('accessCode');
  });

  it('makes one checkout, and tells of it once, of fifty identical requests at once', async () => {
    const body = order();
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => untilServed(() => world.merchant.initiate(body))),
    );
    expect(new Set(replies.map(({ status, code }) => `${status}/${code}`))).toEqual(
      new Set(['200/00']),
    );
    expect(new Set(replies.map(({ data }) => data.checkoutId)).size).toBe(1);
    const replayed = replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
    expect(replayed).toHaveLength(49);
    const rows = await world.query(
      `select f.kind from checkout c join fact f using (checkout_id) where c.payment_reference = $1`,
      [body.paymentReference],
    );
    expect(rows).toEqual([{ kind: 'INITIATED' }]);
  });

  it('answers the same request again with the same checkout', async () => {
    const body = order();
    const first = await world.merchant.initiate(body);
    const again = await world.merchant.initiate({ ...body, phoneNumber: '+2348031234567' });
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('refuses another request under the same reference and leaves the first alone', async () => {
    const body = order();
    await world.merchant.initiate(body);
    for (const change of [{ amount: 2_000_000 }, { lastName: 'Obj' }, { channels: ['Bank'] }]) {
      expect(await world.merchant.initiate({ ...body, ...change })).toMatchObject({
        status: 409,
        code: '26',
        data: {
          ...{ reason: 'DUPLICATE_REFERENCE', retryable: false },
          errors: [{ field: Object.keys(change)[0], rule: 'duplicate' }],
        },
      });
    }
    expect((await world.merchant.query(body.paymentReference)).data.amount).toBe(1_000_000);
  });

  it('lets another merchant use the same reference for an order of its own', async () => {
    const other = await world.otherMerchant();
    const paymentReference = newReference();
    const ours = await world.merchant.initiate(order({ paymentReference }));
    const theirs = await other.initiate(order({ paymentReference, amount: 5_000_000 }));
    expect(theirs.status).toBe(200);
    expect(theirs.data.checkoutId).not.toBe(ours.data.checkoutId);
    expect((await world.merchant.query(paymentReference)).data.amount).toBe(1_000_000);
  });

  it('adds the fee for the customer where the customer bears it', async () => {
    const other = await world.otherMerchant('Fee Shop', [], { fee_bearer: 'CUSTOMER' });
    expect((await other.initiate(order())).data).toMatchObject({
      amount: 1_000_000,
      amountPayable: 1_010_867,
      amountPayableByChannel: { Bank: 1_010_867, Card: 1_027_316 },
      customerFee: 10_867,
      amountFormatted: '₦10,108.67',
    });
  });

  it('takes the merchant’s channels when none are named', async () => {
    const { channels: _, ...rest } = order();
    expect((await world.merchant.initiate(rest)).data.channels).toEqual(['Bank', 'Card']);
  });

  it('refuses a channel the merchant may not use', async () => {
    const other = await world.otherMerchant('Bank Only Shop', [], { channels: ['Bank'] });
    expect((await other.initiate(order())).data.reason).toBe('CHANNEL_NOT_ENABLED');
  });

  it('asks no more of payers than the merchant may take in a day', async () => {
    const columns = { daily_limit_minor: 1_500_000 };
    const other = await world.otherMerchant('Limited Shop', [], columns);
    const { prefix } = other.merchant;
    const collect = async (amount: number) => {
      const body = order({ amount });
      await other.initiate(body);
      const { paymentReference } = body;
      const account = { paymentReference, prefix, validity: 30, amount };
      const { accountNumber } = (await other.createAccount(account)).data;
      expect(await other.pay({ accountNumber, amount })).toMatchObject({ status: 200 });
      return body;
    };
    const before = await collect(1_000_000);
    const tooMuch = () => order({ amount: 500_001 });
    await expect
      .poll(async () => (await other.initiate(tooMuch())).data)
      .toMatchObject({
        reason: 'LIMIT_EXCEEDED',
        retryable: true,
        amountAvailable: 500_000,
        errors: [{ field: 'amount', rule: 'max' }],
      });
    const refused = tooMuch();
    expect(await other.initiate(refused)).toMatchObject({ status: 403, code: '61' });
    expect(await other.query(refused.paymentReference)).toMatchObject({ status: 404 });
    expect((await other.initiate(order({ amount: 500_000 }))).status).toBe(200);
    // what was let through before is answered as ever
    expect((await other.initiate(before)).headers.get('idempotent-replayed')).toBe('true');
    const account = { paymentReference: newReference(), prefix, amount: 500_001, validity: 60 };
    const dynamic = '/api/v1/virtual-account/dynamic';
    expect(await other.post(dynamic, account)).toMatchObject({ status: 403, code: '61' });
    const made = await other.post(dynamic, { ...account, amount: 500_000 });
    const path = `/api/v1/virtual-account/${made.data.accountNumber}`;
    const change = (amount: number) =>
      other.send('PATCH', path, {
        body: JSON.stringify({ amount }),
        headers: { 'content-type': 'application/json' },
      });
    expect(await change(500_001)).toMatchObject({
      status: 403,
      data: { reason: 'LIMIT_EXCEEDED', amountAvailable: 500_000 },
    });
    await collect(400_000);
    expect(await change(400_000)).toMatchObject({ status: 200, data: { amount: 400_000 } });
    expect(await change(400_001)).toMatchObject({
      status: 403,
      data: { reason: 'LIMIT_EXCEEDED', amountAvailable: 100_000 },
    });
  });

  it.each([
    [{ amount: 9_999 }, 400, '13', 'AMOUNT_OUT_OF_RANGE', 'amount', 'min'],
    [{ amount: 1_000_000_001 }, 400, '13', 'AMOUNT_OUT_OF_RANGE', 'amount', 'max'],
    [{ amount: 0.5 }, 400, '13', 'AMOUNT_NOT_INTEGER', 'amount', 'integer'],
    [{ amount: '1000000' }, 400, '13', 'AMOUNT_NOT_INTEGER', 'amount', 'integer'],
    [{ channels: ['Cash'] }, 400, '17', 'INVALID_CHANNEL', 'channels', 'oneOf'],
    [{ email: 'ada' }, 400, '30', 'VALIDATION_FAILED', 'email', 'email'],
    [
      { paymentReference: 'a b c d' },
      400,
      '30',
      'VALIDATION_FAILED',
      'paymentReference',
      'pattern',
    ],
    [{ paymentreference: 'ORD-1' }, 400, '30', 'UNKNOWN_FIELD', 'paymentreference', 'unknown'],
    [{ status: 'SUCCESSFUL' }, 400, '30', 'UNKNOWN_FIELD', 'status', 'unknown'],
  ])('refuses %j with %i/%s %s', async (changes, status, code, reason, field, rule) => {
    const reply = await world.merchant.initiate(order(changes));
    expect(reply).toMatchObject({ status, code, isSuccessful: false });
    expect(reply.data).toMatchObject({ reason, retryable: false, errors: [{ field, rule }] });
  });

  it.each([
    '9007199254740993',
    '1e400',
    '1.00000000000000000001',
    '9007199254740991.5',
    '-1',
    '-0',
    '0',
    'true',
    'null',
    '"1e3"',
    '[1000000]',
  ])('refuses the amount %s as it is written', async (literal) => {
    const json = JSON.stringify(order({ amount: 777 })).replace('777', literal);
    const reply = await world.merchant.send('POST', '/api/v1/checkout/initiate', {
      body: json,
      headers: { 'content-type': 'application/json' },
    });
    expect(reply.status).toBe(400);
    expect(reply.data.errors[0].field).toBe('amount');
  });

  it('takes a whole number in any notation for that number', async () => {
    const json = JSON.stringify(order({ amount: 777 })).replace('777', '1.000000e6');
    const reply = await world.merchant.send('POST', '/api/v1/checkout/initiate', {
      body: json,
      headers: { 'content-type': 'application/json' },
    });
    expect(reply.data.amount).toBe(1_000_000);
  });

  it('keeps what looks like SQL, markup or another script as text', async () => {
    const texts = ["'; drop table checkout; --", '<script>alert(1)</script>', '😀 ₦ Ọ'];
    for (const description of texts) {
      const reply = await world.merchant.initiate(order({ description }));
      const rows = await world.query('select description from checkout where checkout_id = $1', [
        reply.data.checkoutId,
      ]);
      expect(rows).toEqual([{ description }]);
    }
  });
});
