import { afterAll, beforeAll, expect, it } from 'vitest';
import { read } from '../../architecture/tree.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { newToken } from '../../support/scenarios/acquirer.js';
import { newReference, order, type JsonBody } from '../../support/api-client.js';
import { ApiWorld } from '../../support/api-world.js';
import type { TestEdge } from '../../support/edge.js';
import { disputedSale } from '../../support/disputed-sale.js';

/** The table "Try in the sandbox" of docs/before-real-money.md, row by row, as the page says, by one shop in one go. */

type Shop = Awaited<ReturnType<ApiWorld['otherMerchant']>>;

let world: ApiWorld<TestEdge>;
let shop: Shop;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [world, receiver] = await Promise.all([ApiWorld.edge(), WebhookReceiver.start()]);
  shop = await world.otherMerchant('Ready Shop', ['refunds:destination']);
  await shop.post('/api/v1/webhooks/notification-url', { url: receiver.url });
});
afterAll(async () => {
  await receiver?.[Symbol.asyncDispose]();
  await world?.stop();
});

const amount = 1_000_000;

async function open() {
  const reference = newReference();
  await shop.initiate(order({ paymentReference: reference, amount }));
  const { prefix } = shop.merchant;
  const made = await shop.createAccount({
    paymentReference: reference,
    prefix,
    validity: 30,
    amount,
  });
  const accountNumber = String(made.data.accountNumber);
  return { reference, pay: (more: JsonBody = {}) => shop.pay({ accountNumber, amount, ...more }) };
}

async function seen(reference: string) {
  const { status, amountAccepted, exception } = (await shop.query(reference)).data;
  return { status, amountAccepted, exception };
}

async function becomes(reference: string, shown: object): Promise<void> {
  await expect.poll(() => seen(reference)).toMatchObject(shown);
}
const clock = (reference: string, seconds: number) =>
  shop.post(`/api/v1/sandbox/checkouts/${reference}/clock`, { seconds });

async function paid(more: JsonBody = {}) {
  const { reference, pay } = await open();
  await pay(more);
  await becomes(reference, { status: 'SUCCESSFUL', amountAccepted: amount });
  return { reference, pay };
}

async function charge(kind: string) {
  const reference = newReference();
  const { data } = await shop.initiate(order({ paymentReference: reference, amount }));
  const { accessCode } = (await shop.query(reference)).data;
  const due = data.amountPayableByChannel.Card as number;
  const card = { paymentChannel: 'Card', account: newToken(kind), paymentReference: reference };
  const reply = await shop.complete({ ...card, amount: due, accessCode }, { prefer: 'wait=20' });
  return { reference, reply };
}

async function refundOf(reference: string, changes: JsonBody = {}) {
  const refundReference = `RFD-${reference}`;
  await shop.refund(reference, {
    refundReference,
    amount: 500_000,
    reason: 'Sold out',
    ...changes,
  });
  const path = `/api/v1/refunds/${refundReference}`;
  return { path, status: async () => (await shop.get(path)).data.status as string };
}

function deliveriesOf(type: string, reference: string) {
  return receiver.requests.flatMap(({ body }) => {
    const event = JSON.parse(body) as { id: string; type: string; data: Record<string, unknown> };
    return event.type === type && event.data['paymentReference'] === reference ? [event.id] : [];
  });
}

/** What the page says one must try, in its words, and what then happens. */
const rows: Readonly<Record<string, () => Promise<unknown>>> = {
  'an exact payment': () => paid(),
  'a smaller amount': async () => {
    const { reference, pay } = await open();
    await pay({ amount: 400_000 });
    await becomes(reference, { amountAccepted: 0, exception: 'UNDERPAID' });
    expect((await shop.query(reference)).data.amountOutstanding).toBe(600_000);
  },
  'a larger amount': async () => {
    const { reference, pay } = await open();
    await pay({ amount: 1_200_000 });
    const end = { status: 'SUCCESSFUL', amountAccepted: amount, exception: 'OVERPAID' };
    await becomes(reference, end);
  },
  'the same payment twice': async () => {
    const { reference, pay } = await paid();
    expect((await pay()).status).toBe(404);
    expect((await pay({ nameEnquiry: false })).data.responseCode).toBe('00');
    await expect
      .poll(async () => (await shop.query(reference)).data.amountPaid as number)
      .toBe(2 * amount);
    expect(await seen(reference)).toMatchObject({ status: 'SUCCESSFUL', amountAccepted: amount });
  },
  'no payment': async () => {
    const { reference } = await open();
    await clock(reference, 86_400);
    await becomes(reference, { status: 'EXPIRED', amountAccepted: 0 });
  },
  'a late payment': async () => {
    const { reference, pay } = await open();
    await clock(reference, 1_900);
    await pay({ nameEnquiry: false });
    await becomes(reference, { amountAccepted: 0, exception: 'LATE' });
  },
  'a declined card': async () => {
    const { reply } = await charge('card_declined_51');
    expect(reply).toMatchObject({ status: 402, data: { reason: 'INSUFFICIENT_FUNDS' } });
  },
  'a card with a password': async () => {
    const { reply } = await charge('card_otp');
    expect(reply).toMatchObject({ status: 202, data: { reason: 'ACTION_REQUIRED' } });
  },
  'an unknown card result': async () => {
    const { reply, reference } = await charge('card_unknown');
    expect([200, 202]).toContain(reply.status);
    await becomes(reference, { status: 'SUCCESSFUL', amountAccepted: amount });
  },
  'a refund': async () => {
    const { reference } = await paid();
    await expect.poll((await refundOf(reference)).status).toBe('SUCCESSFUL');
  },
  'a refund that needs an account': async () => {
    const { reference } = await paid({ sourceAccountNumber: '9900000007' });
    const { path, status } = await refundOf(reference);
    await expect.poll(status).toBe('NEEDS_ACCOUNT');
    const account = { accountNumber: '0123456789', bankCode: '000013' };
    const { data } = await shop.post(`${path}/destination`, account);
    expect(data.status).toBe('REQUESTED');
    expect(Date.parse(String(data.sendsFrom))).toBeGreaterThan(Date.now() + 86_000_000);
    await clock(reference, 86_400);
    await expect.poll(status).toBe('SUCCESSFUL');
  },
  'a disputed card payment': async () => {
    const { disputeId } = await disputedSale(shop, world.manilla.simulatorUrl);
    const evidence = { explanation: 'It was signed for.', deliveredAt: '2026-11-18T10:30:00Z' };
    const answer = await shop.post(`/api/v1/disputes/${disputeId}/evidence`, evidence);
    expect(answer.isSuccessful).toBe(true);
  },
  'your server is down': async () => {
    receiver.answer = () => 503;
    const { reference } = await paid();
    const deliveries = () =>
      shop.get(`/api/v1/webhooks/deliveries?status=RETRYING&paymentReference=${reference}`);
    await expect.poll(async () => (await deliveries()).data.items.length as number).toBe(2);
    receiver.answer = () => 200;
    const test = await shop.post('/api/v1/webhooks/test', {});
    const before = deliveriesOf('checkout.successful', reference).length;
    const { missed } = test.data as { missed: { count: number; replay: JsonBody } };
    expect(missed.count).toBeGreaterThanOrEqual(2);
    expect((await shop.post('/api/v1/webhooks/replay', missed.replay)).status).toBe(202);
    await expect
      .poll(() => deliveriesOf('checkout.successful', reference).length)
      .toBeGreaterThan(before);
    expect(new Set(deliveriesOf('checkout.successful', reference)).size).toBe(1);
  },
  'the same event twice': async () => {
    const { reference } = await paid();
    await expect.poll(() => deliveriesOf('checkout.successful', reference).length).toBe(1);
    const path = `/api/v1/webhooks/deliveries?paymentReference=${reference}&eventType=checkout.successful`;
    type Delivery = { deliveryId: string; status: string };
    const delivery = async () => ((await shop.get(path)).data.items as Delivery[])[0];
    // The shop has it a moment before it is known to have arrived, and nothing is sent again that is on its way.
    await expect.poll(async () => (await delivery())?.status).toBe('DELIVERED');
    const { deliveryId } = (await delivery()) ?? {};
    const again = await shop.post(`/api/v1/webhooks/deliveries/${deliveryId}/redeliver`, {});
    expect(again.status).toBe(200);
    await expect.poll(() => deliveriesOf('checkout.successful', reference).length).toBe(2);
    expect(new Set(deliveriesOf('checkout.successful', reference)).size).toBe(1);
  },
};

it('every row of "Try in the sandbox" can be tried as it is written', async () => {
  const table = /## Try in the sandbox\n([\s\S]*?)\n## /.exec(
    read('docs/before-real-money.md'),
  )?.[1];
  const named = [...(table ?? '').matchAll(/^\| ([^|]+) \|/gm)].map(([, name]) => name);
  expect(named.slice(2)).toEqual(Object.keys(rows));
  const faults: string[] = [];
  for (const [name, play] of Object.entries(rows)) {
    await play().catch((error: unknown) => faults.push(`${name}: ${String(error).slice(0, 400)}`));
  }
  expect(faults).toEqual([]);
});
