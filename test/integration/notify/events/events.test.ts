import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paidStatuses } from '../../../../src/domain/checkout-state.js';
import { isId } from '../../../../src/domain/ids.js';
import { resultCodes, success } from '../../../../src/domain/result-code.js';
import { PgEndpointStore } from '../../../../src/notify/webhooks/endpoint.store.js';
import { CalendarModel } from '../../../support/calendar-model.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
let endpoints: PgEndpointStore;

beforeAll(async () => {
  shop = await Shop.open(2);
  endpoints = new PgEndpointStore(shop.pool);
});
beforeEach(() => shop.afresh());
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

const url = 'https://merchant.example/hook';
const listen = (events: readonly string[] | null = null) =>
  endpoints.put({ merchantId: shop.merchantId, url, secretSealed: Buffer.from('s'), events });

interface EventRow {
  event_id: string;
  type: string;
  sequence: number;
  body: string;
  delivery_id: string | null;
  url: string | null;
  status: string | null;
}

async function events(): Promise<EventRow[]> {
  const { rows } = await shop.pool.query<EventRow>(
    `select e.event_id, e.type, e.sequence, e.body, d.delivery_id, d.url, d.status
       from event e left join webhook_delivery d using (event_id) order by e.event_id`,
  );
  return rows;
}

describe('the body of an event', () => {
  it('has every field of a paid checkout', async () => {
    await listen();
    const metadata = { cart: '17', note: 'line\n"two" ₦' };
    const order = await shop.order({ overrides: { metadata }, feeBearer: 'CUSTOMER' });
    const { checkout, account } = order;
    const sentAt = new Date(checkout.createdAt.getTime() + 1);
    const received = await shop.pay(account.accountNumber, 1_010_867n, {
      sentAt,
      sessionId: '000013261120151233000000000001',
      narration: 'for “shoes”',
    });
    await shop.steps.applyCredit({ creditId: received.creditId });
    const paid = await shop.read(checkout);
    const receivedAt = paid.credits[0]?.receivedAt ?? new Date(0);
    const written = await events();
    expect(written.map(({ type }) => type)).toEqual(['collection.received', 'checkout.successful']);
    written.forEach(({ event_id, type, sequence, body }, index) => {
      expect(isId('evt', event_id)).toBe(true);
      expect(sequence).toBe(index + 1);
      expect(JSON.parse(body)).toEqual({
        id: event_id,
        type,
        timestamp: paid.updatedAt.toISOString(),
        apiVersion: 'v1',
        environment: 'sandbox',
        sequence,
        merchantId: shop.merchantId,
        data: {
          transactionReference: received.creditId,
          paymentReference: checkout.paymentReference,
          checkoutId: checkout.checkoutId,
          status: 'SUCCESSFUL',
          exception: null,
          statusReason: null,
          paymentChannel: 'Bank',
          currency: 'NGN',
          amount: 1_000_000,
          amountExpected: 1_010_867,
          amountReceived: 1_010_867,
          amountPaid: 1_010_867,
          amountAccepted: 1_010_867,
          ...{ amountHeld: 0, amountKept: 0, amountReturned: 0 },
          ...{ amountRefunded: 0, amountTakenBack: 0 },
          amountOutstanding: 0,
          excessAmount: 0,
          fee: 10_109,
          vat: 758,
          feeBearer: 'CUSTOMER',
          settlementAmount: 1_000_000,
          settlementDueDate: new CalendarModel().dueOn('T1', 'Bank', receivedAt),
          transactions: [
            {
              transactionReference: received.creditId,
              ...{ amountReceived: 1_010_867, fee: 10_109, vat: 758, settlementAmount: 1_000_000 },
              settlementDueDate: new CalendarModel().dueOn('T1', 'Bank', receivedAt),
            },
          ],
          sessionId: '000013261120151233000000000001',
          narration: 'for “shoes”',
          virtualAccount: {
            accountNumber: account.accountNumber,
            accountName: 'SHOP-ADA OBI',
            bankCode: '058',
            bankName: 'Example MFB',
            prefix: '501',
            type: 'DYNAMIC',
            expiresAt: account.expiresAt.toISOString(),
            reference: null,
          },
          source: {
            accountNumber: '******7503',
            accountName: 'ADA OBI',
            bankCode: '011',
            bankName: 'First Bank',
          },
          card: null,
          customer: {
            email: 'ada@example.ng',
            phoneNumber: '+2348031234567',
            firstName: 'Ada',
            lastName: 'Obi',
          },
          responseCode: '00',
          responseMessage: 'Successful',
          initiatedAt: checkout.createdAt.toISOString(),
          paidAt: sentAt.toISOString(),
          receivedAt: receivedAt.toISOString(),
          policyApplied: null,
          refund: null,
          dispute: null,
          metadata,
          version: paid.version,
        },
      });
    });
  });

  it('tells what is still to be paid after a part, and the rest with the top-up', async () => {
    const order = await shop.order();
    await shop.payAndPost(order, 400_000n);
    await shop.payAndPost(order, 700_000n);
    const [part, underpaid, rest, overpaid] = (await events()).map(
      ({ body }) => JSON.parse(body).data,
    );
    expect(underpaid).toEqual(part);
    expect(overpaid).toEqual(rest);
    expect(part).toMatchObject({
      status: 'PARTIALLY_PAID',
      exception: 'UNDERPAID',
      amountReceived: 400_000,
      amountPaid: 400_000,
      amountAccepted: 0,
      amountOutstanding: 600_000,
      excessAmount: 0,
      fee: 0,
      vat: 0,
      settlementAmount: 0,
      ...{ amountHeld: 400_000, transactions: [] },
      responseCode: '09',
      policyApplied: 'HOLD_TOP_UP',
      refund: null,
    });
    expect(rest).toMatchObject({
      status: 'SUCCESSFUL',
      exception: 'OVERPAID',
      amountReceived: 700_000,
      amountPaid: 1_100_000,
      amountAccepted: 1_000_000,
      amountOutstanding: 0,
      excessAmount: 100_000,
      fee: 6_000,
      vat: 450,
      settlementAmount: 593_550,
      transactions: [
        { amountReceived: 400_000, fee: 4_000, vat: 300, settlementAmount: 395_700 },
        { amountReceived: 700_000, fee: 6_000, vat: 450, settlementAmount: 593_550 },
      ],
      ...{ amountReturned: 100_000, amountHeld: 0 },
      responseCode: '00',
      policyApplied: 'REFUND_EXCESS',
      refund: { amount: 100_000, status: 'REQUESTED' },
    });
  });

  it('speaks of no credit and no account when there was none', async () => {
    const checkout = await shop.initiate();
    await shop.steps.expireCheckout({ checkoutId: checkout.checkoutId, at: checkout.expiresAt });
    const [{ type, body } = { type: '', body: '{}' }] = await events();
    expect(type).toBe('checkout.expired');
    expect(JSON.parse(body).data).toMatchObject({
      transactionReference: null,
      status: 'EXPIRED',
      statusReason: 'ABANDONED',
      paymentChannel: null,
      amountReceived: null,
      amountPaid: 0,
      sessionId: null,
      virtualAccount: null,
      source: null,
      paidAt: null,
      receivedAt: null,
      policyApplied: null,
      responseCode: '68',
    });
  });

  it('names the latest account of a checkout that ends unpaid', async () => {
    const { checkout, account } = await shop.order();
    await shop.steps.endAccountWindow({
      virtualAccountId: account.virtualAccountId,
      at: account.expiresAt,
    });
    const latest = await shop.issue(checkout);
    await shop.steps.cancelCheckout({
      checkoutId: checkout.checkoutId,
      statusReason: 'MERCHANT_CANCELLED',
    });
    const [expired, cancelled] = (await events()).map(({ body }) => JSON.parse(body));
    expect(expired).toMatchObject({
      type: 'virtual_account.expired',
      data: {
        status: 'INITIATED',
        amountReceived: null,
        virtualAccount: { accountNumber: account.accountNumber },
      },
    });
    expect(cancelled.data).toMatchObject({
      statusReason: 'MERCHANT_CANCELLED',
      virtualAccount: { accountNumber: latest.accountNumber },
    });
  });

  it('uses codes and messages of the API’s own table', async () => {
    const order = await shop.order();
    await shop.payAndPost(order, 1n);
    await shop.payAndPost(order, 999_999n);
    const expired = await shop.initiate();
    await shop.steps.expireCheckout({ checkoutId: expired.checkoutId, at: expired.expiresAt });
    const cancelled = await shop.initiate();
    await shop.steps.cancelCheckout({
      checkoutId: cancelled.checkoutId,
      statusReason: 'MERCHANT_CANCELLED',
    });
    const codes = async () => {
      const { rows } = await shop.pool.query<{ status: string; code: string; message: string }>(
        'select s.status, r.* from unnest($1::text[]) s (status), response_of(s.status) r',
        [['FAILED', ...paidStatuses]],
      );
      return rows.map(({ status, ...said }) => [status, said] as const);
    };
    const told = (await events()).map(({ body }) => {
      const { status, responseCode: code, responseMessage: message } = JSON.parse(body).data;
      return [status, { code, message }];
    });
    const { PAYMENT_PENDING, CHECKOUT_EXPIRED, CHECKOUT_CANCELLED, CHECKOUT_FAILED } = resultCodes;
    const table = {
      PARTIALLY_PAID: PAYMENT_PENDING,
      SUCCESSFUL: success,
      EXPIRED: CHECKOUT_EXPIRED,
      CANCELLED: CHECKOUT_CANCELLED,
      FAILED: CHECKOUT_FAILED,
      // Whatever became of the money since: the order was paid.
      PARTIALLY_REFUNDED: success,
      REFUNDED: success,
      REVERSED: success,
    };
    expect(Object.fromEntries([...told, ...(await codes())])).toEqual(
      Object.fromEntries(
        Object.entries(table).map(([status, { code, message }]) => [status, { code, message }]),
      ),
    );
  });
});

describe('a delivery', () => {
  it('is written for each event and the endpoint of that moment', async () => {
    await listen();
    await shop.payAndPost(await shop.order(), 1_000_000n);
    for (const event of await events()) {
      expect(event).toMatchObject({ url, status: 'PENDING' });
      expect(event.delivery_id).toBe(event.event_id.replace('evt_', 'dlv_'));
    }
  });

  it('is written only for the events the merchant asked for', async () => {
    await listen(['checkout.successful']);
    await shop.payAndPost(await shop.order(), 1_000_000n);
    expect((await events()).map(({ type, status }) => [type, status])).toEqual([
      ['collection.received', null],
      ['checkout.successful', 'PENDING'],
    ]);
  });

  it('is kept as suppressed while there is no endpoint, or a disabled one', async () => {
    await shop.payAndPost(await shop.order(), 400_000n);
    await listen();
    await shop.pool.query(`update webhook_endpoint set status = 'DISABLED'`);
    await shop.payAndPost(await shop.order(), 400_000n);
    expect((await events()).map((row) => [row.status, row.url])).toEqual([
      ...Array.from({ length: 4 }, () => ['SUPPRESSED', null]),
    ]);
  });

  it('rings the dispatcher once per transaction, and not for suppressed ones', async () => {
    const client = await shop.pool.connect();
    const heard: (string | undefined)[] = [];
    client.on('notification', ({ channel }) => heard.push(channel));
    await client.query('listen deliveries');
    try {
      await shop.payAndPost(await shop.order(), 1_000_000n);
      await client.query('select 1');
      expect(heard).toEqual([]);
      await listen();
      await shop.payAndPost(await shop.order(), 1_000_000n);
      await client.query('select 1');
      expect(heard).toEqual(['deliveries']);
    } finally {
      client.release(true);
    }
  });
});
