import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNubanValid } from '../../src/domain/nuban.js';
import type { JsonBody } from '../support/api-client.js';
import { ApiWorld } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

const base = '/api/v1/virtual-account';
const soon = { timeout: 20_000, interval: 100 };
const minute = 60;

let world: ApiWorld<TestEdge>;
let count = 0;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

const request = (changes: JsonBody = {}) => ({
  paymentReference: `INV-${process.pid}-${(count += 1)}`,
  prefix: world.prefix,
  amount: 1_000_000,
  validity: 60,
  ...changes,
});
const create = (body: JsonBody) => world.merchant.post(`${base}/dynamic`, body);
const change = (accountNumber: string, body: JsonBody) =>
  world.merchant.send('PATCH', `${base}/${accountNumber}`, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
const close = (accountNumber: string) => world.merchant.post(`${base}/${accountNumber}/close`, {});
const advance = (reference: string, seconds: number) =>
  world.merchant.post(`/api/v1/sandbox/checkouts/${reference}/clock`, { seconds });

async function created(changes: JsonBody = {}) {
  const body = request(changes);
  const reply = await create(body);
  expect(reply).toMatchObject({ status: 200, code: '00' });
  return {
    body,
    reference: body.paymentReference,
    reply,
    accountNumber: String(reply.data.accountNumber),
  };
}

async function eventsOf(reference: string): Promise<string[]> {
  const rows = await world.query<{ type: string }>(
    `select v.type from event v join checkout c on c.checkout_id = v.checkout_id
      where c.payment_reference = $1 order by v.sequence`,
    [reference],
  );
  return rows.map(({ type }) => type);
}

/** As it is written, not as the clock makes it look: its workflow has done its part. */
async function written(reference: string): Promise<string | undefined> {
  const [row] = await world.query<{ status: string }>(
    'select status from checkout where payment_reference = $1',
    [reference],
  );
  return row?.status;
}

describe('POST /api/v1/virtual-account/dynamic', () => {
  it('makes an account for one payment, and its checkout is queried by the reference', async () => {
    const { reference, reply, accountNumber } = await created({
      accountName: 'Ada Obi',
      email: 'ada@EXAMPLE.ng',
      metadata: { invoice: '7' },
    });
    expect(reply.data).toMatchObject({
      paymentReference: reference,
      accountName: 'SANDBOX SHOP-ADA OBI',
      bankCode: '50547',
      prefix: world.prefix,
      amount: 1_000_000,
      amountOutstanding: 1_000_000,
      amountRule: 'EXACT',
      validity: 60,
      status: 'ACTIVE',
      secondsRemaining: 3_600,
    });
    expect(isNubanValid('50547', accountNumber)).toBe(true);
    const { data } = await world.merchant.query(reference);
    expect(data).toMatchObject({
      status: 'AWAITING_PAYMENT',
      channels: ['Bank'],
      expiresAt: reply.data.expiresAt,
      virtualAccount: { accountNumber, amountRule: 'EXACT' },
    });
  });

  it('is paid like a checkout, with two facts and the same events', async () => {
    const { reference, accountNumber } = await created();
    await world.merchant.pay({ accountNumber, amount: 1_000_000 });
    await world.until(reference, 'SUCCESSFUL');
    expect(await eventsOf(reference)).toEqual(['collection.received', 'checkout.successful']);
    const facts = await world.query(
      'select f.kind from fact f join checkout c using (checkout_id) where c.payment_reference = $1 order by f.fact_id',
      [reference],
    );
    expect(facts).toEqual([{ kind: 'INITIATED' }, { kind: 'CREDIT_RECEIVED' }]);
  });

  it('answers the same request with the same account, and another with 409/26', async () => {
    const body = request();
    const replies = await Promise.all(Array.from({ length: 10 }, () => create(body)));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(replies.map(({ data }) => `${data.accountNumber} ${data.expiresAt}`)).size).toBe(
      1,
    );
    const replayed = replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
    expect(replayed).toHaveLength(9);
    for (const other of [{ amount: 2_000_000 }, { validity: 61 }, { amountRule: 'ANY' }]) {
      expect(await create({ ...body, ...other })).toMatchObject({
        status: 409,
        code: '26',
        data: { reason: 'DUPLICATE_REFERENCE' },
      });
    }
    const { reference } = await world.initiated();
    expect(await create(request({ paymentReference: reference }))).toMatchObject({
      status: 409,
      code: '26',
    });
  });

  it.each([
    ['AT_LEAST', 1_200_000],
    ['AT_MOST', 100_000],
    ['ANY', 1],
  ])('%s is complete with %i kobo', async (amountRule, amount) => {
    const { reference, accountNumber } = await created({ amountRule });
    await world.merchant.pay({ accountNumber, amount });
    await world.until(reference, 'SUCCESSFUL');
    const { data } = await world.merchant.query(reference);
    expect(data).toMatchObject({ amountAccepted: amount, amountOutstanding: 0, exception: null });
    const { accessCode } = data;
    const paid = { paymentChannel: 'Bank', account: accountNumber, paymentReference: reference };
    for (const confirmed of [amount, 1_000_000]) {
      const reply = await world.merchant.complete({ ...paid, accessCode, amount: confirmed });
      expect(reply).toMatchObject({ status: 200, code: '00' });
    }
  });

  it('expires with its account, and its workflow ends', async () => {
    const { reference } = await created();
    await advance(reference, 60 * minute);
    await expect.poll(() => written(reference), soon).toBe('EXPIRED');
    expect(await eventsOf(reference)).toEqual(['checkout.expired']);
    expect((await world.merchant.query(reference)).data.statusReason).toBe('UNPAID');
  });

  it.each([
    [{ paymentReference: 'a b' }, 'paymentReference'],
    [{ prefix: '5' }, 'prefix'],
    [{ validity: 4_321 }, 'validity'],
    [{ validity: 0 }, 'validity'],
    [{ amountRule: 'SOME' }, 'amountRule'],
    [{ accountName: 'A' }, 'accountName'],
    [{ email: 'ada' }, 'email'],
    [{ metadata: { a: 1 } }, 'metadata.a'],
    [{ phoneNumber: '08031234567' }, 'phoneNumber'],
  ])('refuses %j', async (changes, field) => {
    const reply = await create(request(changes));
    expect(reply).toMatchObject({ status: 400, code: '30' });
    expect(reply.data.errors[0].field).toBe(field);
  });

  it('knows whose prefixes are whose, and what amounts may be asked', async () => {
    expect(await create(request({ prefix: '999' }))).toMatchObject({ status: 400, code: '16' });
    expect(await create(request({ amount: 1 }))).toMatchObject({ status: 400, code: '13' });
    expect(await create(request({ amount: 1.5 }))).toMatchObject({ status: 400, code: '13' });
  });

  it('may be valid for three days', async () => {
    const { reply } = await created({ validity: 4_320 });
    const { createdAt, expiresAt } = reply.data;
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(4_320 * 60_000);
  });
});

describe('PATCH /api/v1/virtual-account/{accountNumber}', () => {
  it('moves the end, and the workflow goes by the new one', async () => {
    const { reference, reply, accountNumber } = await created();
    const later = await change(accountNumber, { validity: 120 });
    expect(later.data).toMatchObject({ validity: 120, status: 'ACTIVE' });
    expect(Date.parse(later.data.expiresAt) - Date.parse(reply.data.createdAt)).toBe(7_200_000);
    const again = await change(accountNumber, { validity: 120 });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.data.expiresAt).toBe(later.data.expiresAt);

    // Its first timer would fire after an hour.
    await advance(reference, 90 * minute);
    expect((await world.merchant.query(reference)).data.status).toBe('AWAITING_PAYMENT');
    await advance(reference, 30 * minute);
    await expect.poll(() => written(reference), soon).toBe('EXPIRED');
  });

  it('ends it sooner', async () => {
    const { reference, accountNumber } = await created();
    await advance(reference, 10 * minute);
    expect((await change(accountNumber, { validity: 11 })).data.secondsRemaining).toBeLessThan(61);
    await advance(reference, minute);
    await expect.poll(() => written(reference), soon).toBe('EXPIRED');
  });

  it('asks another amount', async () => {
    const { reference, accountNumber } = await created();
    const reply = await change(accountNumber, { amount: 2_000_000 });
    expect(reply.data).toMatchObject({
      amount: 2_000_000,
      amountOutstanding: 2_000_000,
      validity: 60,
    });
    await world.merchant.pay({ accountNumber, amount: 2_000_000 });
    await world.until(reference, 'SUCCESSFUL');
    expect(await change(accountNumber, { amount: 3_000_000 })).toMatchObject({
      status: 409,
      code: '94',
    });
  });

  it('is refused for the account of a checkout, one that saw money, one that ended, and nobody’s', async () => {
    const { accountNumber } = await world.awaitingPayment();
    expect(await change(accountNumber, { validity: 90 })).toMatchObject({
      status: 403,
      code: '57',
    });
    const part = await created();
    await world.merchant.pay({ accountNumber: part.accountNumber, amount: 1 });
    await world.until(part.reference, 'PARTIALLY_PAID');
    expect(await change(part.accountNumber, { validity: 90 })).toMatchObject({
      status: 409,
      code: '12',
    });
    const over = await created();
    await advance(over.reference, 60 * minute);
    expect(await change(over.accountNumber, { validity: 90 })).toMatchObject({
      status: 410,
      code: '68',
    });
    expect(await change('0000000000', { validity: 90 })).toMatchObject({ status: 404, code: '25' });
  });

  it.each([[{}], [{ validity: 0 }], [{ amountRule: 'ANY' }], [{ validity: null, amount: null }]])(
    'refuses %j',
    async (body) => {
      const { accountNumber } = await created();
      expect(await change(accountNumber, body)).toMatchObject({ status: 400, code: '30' });
    },
  );
});

describe('GET /api/v1/virtual-account/{accountNumber}', () => {
  it('shows an account for one payment with what has come of it', async () => {
    const { reference, accountNumber } = await created({
      amountRule: 'ANY',
      email: 'ada@example.ng',
    });
    await world.merchant.pay({ accountNumber, amount: 5_000 });
    await world.until(reference, 'SUCCESSFUL');
    const { data } = await world.merchant.get(`${base}/${accountNumber}`);
    expect(data).toMatchObject({
      type: 'DYNAMIC',
      paymentReference: reference,
      status: 'USED',
      paymentStatus: 'SUCCESSFUL',
      amountPaid: 5_000,
      amountAccepted: 5_000,
      transactionCount: 1,
      lastCreditAt: expect.any(String) as string,
      owner: { email: 'ada@example.ng', firstName: null, lastName: null },
    });
    expect(data.history.map((each: { kind: string }) => each.kind)).toContain('CREDIT');
  });

  it('does not show another merchant’s', async () => {
    const { accountNumber } = await created();
    const other = await world.otherMerchant();
    expect(await other.get(`${base}/${accountNumber}`)).toMatchObject({ status: 404, code: '25' });
  });
});

describe('POST /api/v1/virtual-account/{accountNumber}/close', () => {
  it('calls the payment off, and the bank is told that there is no such account', async () => {
    const { reference, accountNumber } = await created();
    expect(await close(accountNumber)).toMatchObject({
      status: 200,
      data: { type: 'DYNAMIC', status: 'CLOSED', paymentStatus: 'CANCELLED' },
    });
    const again = await close(accountNumber);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await eventsOf(reference)).toEqual(['checkout.cancelled']);
    expect((await world.bank.enquireName(accountNumber)).code).toBe('07');
  });

  it('closes the account of a checkout, which may have another', async () => {
    const { reference, accountNumber, amount } = await world.awaitingPayment();
    expect((await close(accountNumber)).data).toMatchObject({
      status: 'CLOSED',
      paymentStatus: 'INITIATED',
    });
    const next = await world.merchant.createAccount({
      paymentReference: reference,
      prefix: world.prefix,
      validity: 30,
      amount,
    });
    await world.merchant.pay({ accountNumber: next.data.accountNumber, amount });
    await world.until(reference, 'SUCCESSFUL');
  });

  it('is refused when it is paid', async () => {
    const { accountNumber } = await world.paid();
    expect(await close(accountNumber)).toMatchObject({ status: 409, code: '94' });
  });
});
