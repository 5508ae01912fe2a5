import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient, type ApiReply, type JsonBody } from '../support/api-client.js';
import { ApiWorld, mintSessionId, type OpenCheckout } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
let paid: OpenCheckout;
let part: OpenCheckout;

beforeAll(async () => {
  world = await ApiWorld.edge();
  paid = await world.paid({ metadata: { cart: 'c-1' } });
  part = await world.partlyPaid();
  for (let n = 0; n < 4; n += 1) await world.paid();
});
afterAll(() => world?.stop());

const get = (path: string, query: Record<string, string> = {}, by: ApiClient = world.merchant) =>
  by.get(`/api/v1/${path}?${new URLSearchParams(query).toString()}`);
const references = (reply: ApiReply): string[] =>
  reply.data.items.map((each: { paymentReference: string }) => each.paymentReference);

describe('GET /api/v1/transactions', () => {
  it('lists what was received, the newest first, page by page', async () => {
    const all = await get('transactions');
    expect(all).toMatchObject({ status: 200, code: '00' });
    expect(all.data.items).toHaveLength(6);
    expect(all.data.page).toEqual({
      size: 20,
      number: 1,
      totalItems: 6,
      nextCursor: null,
      hasMore: false,
    });
    expect(references(all).slice(-2)).toEqual([part.reference, paid.reference]);
    const seen: string[] = [];
    let page = await get('transactions', { size: '4' });
    seen.push(...references(page));
    expect(page.data.page).toMatchObject({ size: 4, number: 1, hasMore: true });
    page = await get('transactions', { size: '4', cursor: page.data.page.nextCursor });
    seen.push(...references(page));
    expect(page.data.page).toEqual({ size: 4, nextCursor: null, hasMore: false });
    expect(seen).toEqual(references(all));
    expect(references(await get('transactions', { page: '2', size: '4' }))).toEqual(seen.slice(4));
  });

  it.each([
    ['status', () => ({ status: 'PENDING' }), () => [part.reference]],
    ['paymentReference', () => ({ paymentReference: paid.reference }), () => [paid.reference]],
    ['accountNumber', () => ({ accountNumber: paid.accountNumber }), () => [paid.reference]],
    ['q', () => ({ q: paid.accountNumber }), () => [paid.reference]],
    ['exception', () => ({ exception: 'UNDERPAID' }), () => [part.reference]],
    ['maxAmount', () => ({ maxAmount: '400000' }), () => [part.reference]],
    ['paymentChannel', () => ({ paymentChannel: 'Card' }), () => []],
    ['from', () => ({ from: '2099-01-01' }), () => []],
  ])('narrows the list by %s', async (_name, query, expected) => {
    expect(references(await get('transactions', query()))).toEqual(expected());
  });

  it.each([
    [{ page: '101' }, 'page', 'max'],
    [{ size: '0' }, 'size', 'min'],
    [{ cursor: 'nonsense' }, 'cursor', 'pattern'],
    [{ page: '1', cursor: 'nonsense' }, 'page', 'unique'],
    [{ status: 'paid' }, 'status', 'oneOf'],
    [{ exception: 'EXACT' }, 'exception', 'oneOf'],
    [{ minAmount: '1.5' }, 'minAmount', 'integer'],
    [{ minAmount: '9007199254740993' }, 'minAmount', 'max'],
    [{ minAmount: '2', maxAmount: '1' }, 'maxAmount', 'min'],
    [{ from: '2026-11-20', to: '2026-11-19' }, 'to', 'min'],
    [{ q: 'a\0bcd' }, 'q', 'text'],
    [{ q: 'x y' }, 'q', 'pattern'],
    [{ accountNumber: '12' }, 'accountNumber', 'pattern'],
    [{ statuss: 'HELD' }, 'statuss', 'unknown'],
  ])('refuses %j by name', async (query, field, rule) => {
    const reply = await get('transactions', query);
    expect(reply).toMatchObject({ status: 400, code: '30' });
    expect(reply.data.errors[0]).toMatchObject({ field, rule });
    expect(reply.text.length).toBeLessThan(1_024);
  });

  it('tells who goes too deep to use the cursor', async () => {
    const { message } = await get('transactions', { page: '101' });
    expect(message).toContain('nextCursor');
  });

  it('needs a token, and shows a merchant only its own', async () => {
    expect((await get('transactions', {}, world.anonymous)).status).toBe(401);
    const other = await world.otherMerchant();
    expect((await get('transactions', {}, other)).data.items).toEqual([]);
    expect((await get(`transactions/${paid.reference}`, {}, other)).status).toBe(404);
  });
});

describe('GET /api/v1/checkouts', () => {
  const customer = { email: 'Bola.Ade@Example.ng', phoneNumber: '08099999999' };
  let left: string;
  let off: OpenCheckout;
  beforeAll(async () => {
    left = (await world.initiated({ ...customer, metadata: { cart: 'c-2' } })).reference;
    off = await world.cancelled();
  });

  it('lists all, the newest first, page by page', async () => {
    const all = await get('checkouts');
    expect(all).toMatchObject({ status: 200, code: '00', data: { page: { totalItems: 8 } } });
    expect(references(all).slice(0, 2)).toEqual([off.reference, left]);
    expect(references(all).slice(-2)).toEqual([part.reference, paid.reference]);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: Record<string, string> = cursor === '' ? {} : { cursor };
      const { data } = await get('checkouts', { size: '3', ...query });
      seen.push(...data.items.map((each: OpenCheckout & JsonBody) => each['paymentReference']));
      cursor = data.page.nextCursor as string | null;
    }
    expect(seen).toEqual(references(all));
  });

  it('shows where one stands, without the customer’s whole address and number', async () => {
    const { data } = await get('checkouts', { paymentReference: left });
    expect(data.items).toMatchObject([
      {
        ...{ paymentReference: left, origin: 'CHECKOUT', status: 'INITIATED', statusReason: null },
        ...{ exception: null, exceptions: [], amount: 1_000_000, amountOutstanding: 1_000_000 },
        ...{ amountPaid: 0, paymentChannel: null, accountNumber: null, metadata: { cart: 'c-2' } },
        customer: {
          ...{ firstName: 'Ada', lastName: 'Obi', email: 'B*******@example.ng' },
          phoneNumber: '**********9999',
        },
      },
    ]);
    const [one] = (await get('checkouts', { paymentReference: paid.reference })).data.items;
    expect(one).toMatchObject({
      ...{ status: 'SUCCESSFUL', paymentChannel: 'Bank', accountNumber: paid.accountNumber },
      ...{ amountPaid: 1_000_000, amountAccepted: 1_000_000, amountOutstanding: 0 },
    });
  });

  it.each([
    ['status', () => ({ status: 'INITIATED' }), () => [left]],
    ['status, ended', () => ({ status: 'CANCELLED' }), () => [off.reference]],
    ['statusReason', () => ({ statusReason: 'MERCHANT_CANCELLED' }), () => [off.reference]],
    ['exception', () => ({ exception: 'UNDERPAID' }), () => [part.reference]],
    ['paymentChannel', () => ({ paymentChannel: 'Card' }), () => []],
    ['email', () => ({ email: 'bola.ade@example.ng' }), () => [left]],
    ['phoneNumber', () => ({ phoneNumber: customer.phoneNumber }), () => [left]],
    ['phoneNumber, E.164', () => ({ phoneNumber: '+2348099999999' }), () => [left]],
    ['paymentReference', () => ({ paymentReference: paid.reference }), () => [paid.reference]],
    ['from', () => ({ from: '2099-01-01' }), () => []],
  ])('narrows the list by %s', async (_name, query, expected) => {
    expect(references(await get('checkouts', query() as Record<string, string>))).toEqual(
      expected(),
    );
  });

  it('takes a phone number whose plus was not encoded', async () => {
    const reply = await world.merchant.get('/api/v1/checkouts?phoneNumber=+2348099999999');
    expect(references(reply)).toEqual([left]);
  });

  it.each([
    [{ status: 'PAID' }, 'status', 'oneOf'],
    [{ statusReason: 'BORED' }, 'statusReason', 'oneOf'],
    [{ exception: 'UNMATCHED' }, 'exception', 'oneOf'],
    [{ email: 'bola' }, 'email', 'email'],
    [{ phoneNumber: '12' }, 'phoneNumber', 'pattern'],
    [{ cursor: 'nonsense' }, 'cursor', 'pattern'],
    [{ q: 'bola' }, 'q', 'unknown'],
  ])('refuses %j by name', async (query, field, rule) => {
    const reply = await get('checkouts', query as Record<string, string>);
    expect(reply).toMatchObject({ status: 400, code: '30' });
    expect(reply.data.errors[0]).toMatchObject({ field, rule });
  });

  it('needs a token, and shows a merchant only its own', async () => {
    expect((await get('checkouts', {}, world.anonymous)).status).toBe(401);
    const other = await world.otherMerchant();
    expect((await get('checkouts', {}, other)).data.items).toEqual([]);
    expect((await get('checkouts', { email: customer.email }, other)).data.items).toEqual([]);
  });
});

describe('GET /api/v1/transactions/{reference}', () => {
  it('shows one by either reference, with the payer’s account masked', async () => {
    const byOrder = await get(`transactions/${paid.reference}`);
    expect(byOrder).toMatchObject({ status: 200, code: '00' });
    expect(byOrder.data).toMatchObject({
      transactionReference: expect.stringMatching(/^txn_/) as string,
      paymentReference: paid.reference,
      type: 'COLLECTION',
      status: 'SUCCESSFUL',
      exception: null,
      paymentChannel: 'Bank',
      currency: 'NGN',
      amountExpected: 1_000_000,
      amountReceived: 1_000_000,
      amountFormatted: '₦10,000.00',
      amountApplied: 1_000_000,
      excessAmount: 0,
      fee: 10_000,
      vat: 750,
      feeBearer: 'MERCHANT',
      settlementAmount: 989_250,
      settlementStatus: 'PENDING',
      settlementDueDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
      settlementReference: null,
      virtualAccount: { accountNumber: paid.accountNumber },
      source: { accountNumber: expect.stringMatching(/^\*{6}\d{4}$/) as string },
      card: null,
      gatewayResponse: { code: '00' },
      refunds: [],
      metadata: { cart: 'c-1' },
    });
    const { transactionReference } = byOrder.data;
    const byId = await get(`transactions/${transactionReference}`);
    expect(byId.data).toEqual(byOrder.data);
    expect((await get('transactions/ORD-UNKNOWN-1')).status).toBe(404);
  });

  it('shows the whole account, and customers’ contacts, to merchants that were granted it', async () => {
    const { merchant } = world.manilla;
    await world.query(
      `update merchant set granted_scopes = '{transactions:pii}' where merchant_id = $1`,
      [merchant.merchantId],
    );
    try {
      await expect
        .poll(
          async () => {
            const granted = await ApiClient.authenticated(world.manilla.baseUrl, merchant);
            const { data } = await get(`transactions/${paid.reference}`, {}, granted);
            const list = await get('checkouts', { paymentReference: paid.reference }, granted);
            const { email, phoneNumber } = list.data.items[0].customer;
            return [data.source.accountNumber, email, phoneNumber].join(' ');
          },
          { timeout: 60_000, interval: 1_000 },
        )
        .toMatch(/^\d{10} ada@example.ng \+2348031234567$/);
    } finally {
      await world.query(`update merchant set granted_scopes = '{}' where merchant_id = $1`, [
        merchant.merchantId,
      ]);
    }
  });
});

describe('GET /api/v1/credits', () => {
  it('lists credits, and shows one', async () => {
    const list = await get('credits', { paymentReference: part.reference });
    expect(list.data.items).toMatchObject([
      {
        status: 'APPLIED',
        exception: 'UNDERPAID',
        amountReceived: 400_000,
        accountNumber: part.accountNumber,
      },
    ]);
    const [credit] = list.data.items;
    expect((await get(`credits/${credit.transactionReference}`)).data).toEqual(credit);
    expect((await get('credits', { sessionId: credit.sessionId })).data.items).toEqual([credit]);
    expect((await get('credits/txn_01KA0000000000000000000000')).status).toBe(404);
    expect((await get('credits/nonsense')).status).toBe(400);
  });
});

describe('GET /api/v1/refunds', () => {
  it('lists what goes back', async () => {
    const body = { refundReference: 'RFD-LISTED-1', reason: 'Sold out', amount: 1_000 };
    await world.merchant.refund(paid.reference, body);
    const list = await get('refunds', { reference: paid.reference });
    expect(list.data.items).toMatchObject([{ refundReference: 'RFD-LISTED-1', amount: 1_000 }]);
    expect((await get('refunds', { status: 'DONE' })).data.errors[0].field).toBe('status');
  });
});

describe('GET /api/v1/checkout/{paymentReference}/timeline', () => {
  it('tells the story of an order without a word about persons', async () => {
    const reply = await get(`checkout/${paid.reference}/timeline`);
    expect(reply).toMatchObject({ status: 200, data: { status: expect.any(String) as string } });
    const told = reply.data.items.map(
      ({ kind, status }: { kind: string; status: string }) => `${kind} ${status}`,
    );
    expect(told.slice(0, 3)).toEqual(['CHECKOUT INITIATED', 'ACCOUNT ISSUED', 'CREDIT EXACT']);
    expect(told).toContain('EVENT checkout.successful');
    expect(reply.text).not.toMatch(/ada@|Obi|0803/i);
    expect((await get('checkout/ORD-UNKNOWN-1/timeline')).status).toBe(404);
  });
});

describe('GET /api/v1/inward/inward-transquery', () => {
  const path = 'inward/inward-transquery';

  it('finds a transfer in each of four ways', async () => {
    const { data } = await get(`transactions/${paid.reference}`);
    const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
    const { transactionReference, sessionId } = data;
    for (const query of [
      { sessionId },
      { transactionReference },
      { paymentReference: paid.reference },
      { accountNumber: paid.accountNumber, amount: '1000000', date: today },
    ]) {
      const reply = await get(path, query);
      expect(reply).toMatchObject({ status: 200, code: '00' });
      expect(reply.data).toMatchObject({
        items: [{ transactionReference, inwardStatus: 'APPLIED', responseCode: '00' }],
      });
    }
  });

  it.each([
    [{}, 'sessionId'],
    [{ refresh: 'true' }, 'sessionId'],
    [{ sessionId: '0'.repeat(30), paymentReference: 'ORD-1001' }, 'sessionId'],
    [{ sessionId: '12' }, 'sessionId'],
    [{ accountNumber: '5010000001', amount: '5' }, 'date'],
    [{ accountNumber: '5010000001', date: '2026-11-20' }, 'amount'],
    [{ accountNumber: '5010000001', amount: '5', date: '2026-02-30' }, 'date'],
    [{ paymentReference: 'ORD-1001', refresh: 'yes' }, 'refresh'],
  ])('refuses %j', async (query, field) => {
    const reply = await get(path, query as Record<string, string>);
    expect(reply).toMatchObject({ status: 400, code: '30' });
    expect(reply.data.errors[0].field).toBe(field);
  });

  it('asks the bank for what it kept to itself, and not too often', async () => {
    const checkout = await world.awaitingPayment();
    const sessionId = mintSessionId();
    const unseen = await get(path, { sessionId });
    expect(unseen).toMatchObject({
      status: 404,
      code: '25',
      data: { reason: 'TRANSFER_NOT_SEEN', retryable: true },
    });
    await world.bank.payInwardBatch([
      { sessionId, accountNumber: checkout.accountNumber, amount: 1_000_000, narration: 'Unheard' },
    ]);
    expect((await get(path, { sessionId })).status).toBe(404);
    const asked = await get(path, { sessionId, refresh: 'true' });
    expect(asked).toMatchObject({ status: 200, data: { page: { size: 1 } } });
    await world.until(checkout.reference, 'SUCCESSFUL');
    const again = await get(path, { sessionId, refresh: 'true' });
    expect(again).toMatchObject({ status: 429, code: '65' });
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await get(path, { sessionId })).data.items[0].status).toBe('SUCCESSFUL');
  });
});

describe('GET /api/v1/inward/get-wallet-transactions', () => {
  it('adds up, line by line', async () => {
    const reply = await get('inward/get-wallet-transactions', { size: '100' });
    expect(reply).toMatchObject({ status: 200, code: '00' });
    const { items } = reply.data;
    expect(items.at(-1).balanceBefore).toBe(0);
    for (const [at, item] of items.entries()) {
      const signed = item.direction === 'DEBIT' ? -item.amount : item.amount;
      expect(item.balanceAfter - item.balanceBefore).toBe(signed);
      if (at > 0) expect(items[at - 1].balanceBefore).toBe(item.balanceAfter);
    }
    const fees = await get('inward/get-wallet-transactions', { type: 'FEE', direction: 'DEBIT' });
    for (const fee of fees.data.items) expect(items).toContainEqual(fee);
    expect(fees.data.items.length).toBeGreaterThan(4);
  });

  it('covers 90 days at most', async () => {
    const query = { from: '2026-01-01', to: '2026-06-01' };
    const reply = await get('inward/get-wallet-transactions', query);
    expect(reply).toMatchObject({ status: 400, code: '30' });
    expect(reply.data.errors[0].field).toBe('from');
  });
});
