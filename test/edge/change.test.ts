import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient, JsonBody } from '../support/api-client.js';
import { ApiWorld } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';
import { load, openPage, openPageWithAccount, press, textOf } from './pay/page-requests.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

const change = (
  reference: string,
  body: JsonBody,
  headers: Record<string, string> = {},
  by: ApiClient = world.merchant,
) =>
  by.send('PATCH', `/api/v1/checkout/${reference}`, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });

describe('PATCH /api/v1/checkout/{paymentReference}', () => {
  it('changes the amount at once: for the merchant, for who waits, on the page, and for the number', async () => {
    const { reference, url, accountNumber } = await openPageWithAccount(world);
    const seen = await world.merchant.query(reference);
    const etag = seen.headers.get('etag') ?? '';
    const waiting = world.merchant.query(reference, { prefer: 'wait=10', 'if-none-match': etag });
    const reply = await change(reference, { amount: 1_500_000 });
    expect(reply).toMatchObject({
      status: 200,
      data: {
        ...{ paymentReference: reference, status: 'AWAITING_PAYMENT', amount: 1_500_000 },
        ...{ amountExpected: 1_500_000, amountOutstanding: 1_500_000 },
        virtualAccount: { accountNumber, amount: 1_500_000 },
      },
    });
    expect((await waiting).data.amount).toBe(1_500_000);
    expect(textOf((await load(url)).html)).toContain('₦15,000.00');
    await world.merchant.pay({ accountNumber, amount: 1_500_000 });
    await world.until(reference, 'SUCCESSFUL');
    expect((await world.merchant.query(reference)).data.amountAccepted).toBe(1_500_000);
  });

  it('shows new lines on the page', async () => {
    const { reference, url } = await openPage(world, {
      items: [{ name: 'Hat', quantity: 1, amount: 1_000_000 }],
    });
    expect(textOf((await load(url)).html)).toContain('Hat');
    await change(reference, { items: [{ name: 'Shoes', quantity: 2, amount: 1_000_000 }] });
    const text = textOf((await load(url)).html);
    expect(text).toContain('Shoes');
    expect(text).not.toContain('Hat');
  });

  it('charges no card by an amount that the payer was not shown', async () => {
    const { reference, url } = await openPage(world);
    const { html } = await load(`${url}/card?card=card_approved`);
    const amount = /name="amount" value="(\d+)"/.exec(html)?.[1] ?? '';
    expect(amount).toBe('1000000');
    await change(reference, { amount: 2_000_000 });
    const pressed = await press(`${url}/card`, { card: 'card_approved', amount });
    // The page goes on to a bank only where there is an attempt that waits for one.
    expect(pressed).toMatchObject({ status: 303, location: `${new URL(url).pathname}?go=bank` });
    expect((await world.merchant.query(reference)).data.attempts).toEqual([]);
    await press(`${url}/card`, { card: 'card_approved', amount: '2000000' });
    await world.until(reference, 'SUCCESSFUL');
  });

  it('is done once under a key, and tells that a change was there already', async () => {
    const { reference } = await openPage(world);
    const key = { 'idempotency-key': `change-${reference}` };
    const first = await change(reference, { amount: 1_200_000 }, key);
    const again = await change(reference, { amount: 1_200_000 }, key);
    const same = await change(reference, { amount: 1_200_000 });
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.text).toBe(first.text);
    expect(same.headers.get('idempotent-replayed')).toBe('true');
    expect(same.data.version).toBe(first.data.version);
  });

  it('stands in the timeline', async () => {
    const { reference } = await openPage(world);
    await change(reference, { amount: 1_200_000 });
    const { data } = await world.merchant.get(`/api/v1/checkout/${reference}/timeline`);
    expect(data.items).toMatchObject([
      { kind: 'CHECKOUT', status: 'INITIATED', amount: 1_000_000 },
      { kind: 'CHECKOUT', status: 'CHANGED', amount: 1_200_000 },
    ]);
  });

  it.each<[string, JsonBody, string]>([
    ['nothing', {}, 'VALIDATION_FAILED'],
    ['nothing but null', { amount: null, items: null }, 'VALIDATION_FAILED'],
    ['half a kobo', { amount: 100.5 }, 'AMOUNT_NOT_INTEGER'],
    ['no amount', { amount: 0 }, 'AMOUNT_OUT_OF_RANGE'],
    ['an unknown field', { paymentReference: 'ORD-2' }, 'UNKNOWN_FIELD'],
    ['a line without a name', { items: [{ quantity: 1, amount: 1 }] }, 'VALIDATION_FAILED'],
  ])('refuses %s', async (_what, body, reason) => {
    const { reference } = await openPage(world);
    const reply = await change(reference, body);
    expect(reply).toMatchObject({ status: 400, data: { reason } });
  });

  it('refuses an order that is paid, called off, made with a standalone account, or of another', async () => {
    const [paid, off] = await Promise.all([world.paid(), world.cancelled()]);
    const { reference } = await openPage(world);
    const other = await world.otherMerchant();
    const standalone = `ALONE-${Date.now()}`;
    await world.merchant.post('/api/v1/virtual-account/dynamic', {
      ...{ paymentReference: standalone, prefix: world.prefix, validity: 30, amount: 500_000 },
      email: 'ada@example.ng',
    });
    const replies = await Promise.all([
      change(paid.reference, { amount: 2_000_000 }),
      change(off.reference, { amount: 2_000_000 }),
      change(standalone, { amount: 2_000_000 }),
      change(reference, { amount: 2_000_000 }, {}, other),
      change('ORD-OF-NOBODY', { amount: 2_000_000 }),
    ]);
    expect(replies.map(({ status, data }) => `${status} ${data.reason as string}`)).toEqual([
      '409 CHECKOUT_ALREADY_PAID',
      '409 CHECKOUT_CANCELLED',
      '403 OPERATION_NOT_PERMITTED',
      '404 RESOURCE_NOT_FOUND',
      '404 RESOURCE_NOT_FOUND',
    ]);
  });
});
