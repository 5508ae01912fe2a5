import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyReturn } from '../../sdk/src/index.ts';
import { type AnyWorld, ApiWorld } from '../support/api-world.js';
import type { ApiReply, JsonBody } from '../support/api-client.js';
import {
  cardCheckout as newCardCheckout,
  type CardCheckout,
  cardCompletion,
  chargesOf as chargesFor,
} from '../support/card-checkouts.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

const cardCheckout = (changes: JsonBody = {}) => newCardCheckout(world, changes);
const completionOf = () => cardCompletion(world);
const chargesOf = (reference: string) => chargesFor(world, reference);

async function press(url: string, decision: string, fields = ''): Promise<string> {
  const reply = await fetch(`${url}/${decision}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: fields,
  });
  expect(reply.status).toBe(200);
  return reply.text();
}

describe('complete-checkout by card', () => {
  it('charges an approved card, and tells the same result every time', async () => {
    const { reference, pay } = await cardCheckout();
    const reply = await pay('card_approved');
    expect(reply).toMatchObject({ status: 200, code: '00', isSuccessful: true });
    expect(reply.data).toMatchObject({
      paymentReference: reference,
      status: 'SUCCESSFUL',
      exception: null,
      paymentChannel: 'Card',
      card: { brand: 'VISA' },
      amountPaid: 1_000_000,
      amountAccepted: 1_000_000,
    });
    expect(reply.data.account).toMatch(/^\*{12}\d{4}$/);
    expect(reply.data.transactionReference).toMatch(/^txn_/);
    const again = await Promise.all([pay('card_approved'), pay('card_other')]);
    for (const each of again) expect(each.data).toEqual(reply.data);
    expect(await chargesOf(reference)).toHaveLength(1);
  });

  it('is declined, declined and paid in three attempts and one transaction', async () => {
    const { reference, pay } = await cardCheckout();
    expect(await pay('card_declined_51')).toMatchObject({
      status: 402,
      code: '51',
      data: { reason: 'INSUFFICIENT_FUNDS', status: 'INITIATED' },
    });
    expect(await pay('card_declined_05')).toMatchObject({
      status: 402,
      code: '05',
      data: { reason: 'PAYMENT_DECLINED', gatewayResponse: { code: '05' } },
    });
    expect(await pay('card_approved')).toMatchObject({ status: 200, code: '00' });
    const { data } = await world.merchant.query(reference);
    expect(data.attempts.map(({ status }: { status: string }) => status)).toEqual([
      'SUCCEEDED',
      'FAILED',
      'FAILED',
    ]);
    expect(data.transactions).toHaveLength(1);
  });

  it('says that the outcome is unknown, and learns it without charging again', async () => {
    const { reference, pay } = await cardCheckout();
    expect(await pay('card_unknown')).toMatchObject({
      status: 202,
      code: '01',
      data: { reason: 'OUTCOME_UNKNOWN', status: 'PROCESSING' },
    });
    expect(await pay('card_unknown', { prefer: 'wait=20' })).toMatchObject({
      status: 200,
      code: '00',
    });
    expect(await chargesOf(reference)).toMatchObject([{ calls: 1, state: 'APPROVED' }]);
  });

  it('sends the payer to a page that approves', async () => {
    const { pay } = await cardCheckout();
    const first = await pay('card_3ds');
    expect(first).toMatchObject({
      status: 202,
      code: '02',
      data: { reason: 'ACTION_REQUIRED', action: { type: '3DS' } },
    });
    expect((await pay('card_3ds')).data.action).toEqual(first.data.action);
    const { url } = first.data.action;
    expect(await (await fetch(url)).text()).toContain('Approve');
    expect(await press(url, 'approve')).toContain('approved');
    expect((await waitedFor(pay, 'card_3ds')).status).toBe(200);
  });

  it.each([
    ['approve', 'SUCCESSFUL', 'https://shop.example.ng/thanks?order=A%20B&x=~', '#done'],
    ['decline', 'INITIATED', 'http://localhost:4050/thanks', ''],
  ] as const)(
    'leads the payer who presses %s back to the shop, signed',
    async (how, status, address, fragment) => {
      const secret = String((await world.initiated()).reply.data.returnSecret);
      const { reference, pay } = await cardCheckout({ redirectUrl: `${address}${fragment}` });
      const { url } = (await pay('card_3ds')).data.action;
      const back = /href="([^"]+)"/.exec(await press(url, how))?.[1] ?? '';
      const { status: http, headers } = await fetch(back, { redirect: 'manual' });
      expect(http).toBe(303);
      const location = headers.get('location') ?? '';
      expect(location.startsWith(address)).toBe(true);
      expect(location.endsWith(fragment)).toBe(true);
      expect(verifyReturn({ url: location, secret })).toMatchObject({
        ...{ paymentReference: reference, status },
      });
    },
  );

  it('tells that the payer has declined', async () => {
    const { reference, pay } = await cardCheckout();
    const { url } = (await pay('card_3ds')).data.action;
    await press(url, 'decline');
    await world.until(reference, 'INITIATED');
    const { data } = await world.merchant.query(reference);
    expect(data.attempts).toMatchObject([{ status: 'FAILED', responseCode: '05' }]);
  });

  it('asks for a one-time password, and takes the right one only', async () => {
    const { reference, pay } = await cardCheckout();
    const reply = await pay('card_otp');
    expect(reply.data.action.type).toBe('OTP');
    const { url } = reply.data.action;
    expect(await press(url, 'approve', 'otp=000000')).toContain('not the password');
    await press(url, 'approve', 'otp=123456');
    await world.until(reference, 'SUCCESSFUL');
  });

  it('ends after five declines, and at once with a stolen card', async () => {
    const { reference, pay } = await cardCheckout();
    for (let tries = 1; tries <= 5; tries += 1) {
      expect((await pay('card_declined_51')).status).toBe(402);
    }
    expect(await pay('card_approved')).toMatchObject({
      status: 402,
      code: '05',
      data: { reason: 'CHECKOUT_FAILED' },
    });
    const { data } = await world.merchant.query(reference);
    expect(data).toMatchObject({ status: 'FAILED', statusReason: 'CARD_DECLINED_MAX_ATTEMPTS' });
    const stolen = await cardCheckout();
    expect((await stolen.pay('card_declined_43')).status).toBe(402);
    expect((await stolen.pay('card_approved')).data.reason).toBe('CHECKOUT_FAILED');
    const fraud = await cardCheckout();
    expect(await fraud.pay('card_declined_34')).toMatchObject({ status: 403, code: '34' });
  });

  it('takes no card number, no other text than a token, and no other amount', async () => {
    const { reference: _, ...completion } = await completionOf();
    const tries = [
      ['4111111111111111', 1_000_000, 'PAN_NOT_ACCEPTED'],
      ['tok_123', 1_000_000, 'CARD_TOKEN_INVALID'],
      ['card_approved', 1, 'AMOUNT_MISMATCH'],
    ] as const;
    for (const [account, amount, reason] of tries) {
      const reply = await world.merchant.complete({ ...completion, account, amount });
      expect(reply).toMatchObject({ status: 400, data: { reason } });
    }
  });

  it('lets one card be tried at a time', async () => {
    const { pay } = await cardCheckout();
    await pay('card_3ds');
    expect(await pay('card_approved')).toMatchObject({
      status: 409,
      code: '12',
      data: { reason: 'ATTEMPT_IN_PROGRESS' },
    });
  });

  it('charges once when asked many times at once', async () => {
    const { reference, pay } = await cardCheckout();
    const replies = await Promise.all(Array.from({ length: 10 }, () => pay('card_approved')));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(await chargesOf(reference)).toHaveLength(1);
  });

  it('takes what a card is due, which is more where the customer bears the fee', async () => {
    const dear = await ApiWorld.edge([], 'CUSTOMER');
    const { pay } = await newCardCheckout(dear);
    const { data, status } = await pay('card_approved');
    expect(status).toBe(200);
    expect(data.settlementAmount).toBe(1_000_000);
    expect(data.amountExpected).toBe(data.amountPaid);
    await confirmsByEitherChannel(dear);
  });
});

describe('a card and a transfer for one checkout', () => {
  it('closes the account when the card has paid', async () => {
    const { reference, accountNumber, completion } = await world.awaitingPayment();
    const card = { ...completion, paymentChannel: 'Card', account: 'card_approved' };
    expect((await world.merchant.complete(card)).status).toBe(200);
    const { data } = await world.merchant.query(reference);
    expect(data.virtualAccount).toMatchObject({ accountNumber, status: 'CLOSED' });
  });

  it('answers by whatever has paid, and charges no card any more', async () => {
    const { reference, completion } = await world.paid();
    const card = { ...completion, paymentChannel: 'Card', account: 'card_approved' };
    expect(await world.merchant.complete(card)).toMatchObject({
      status: 200,
      data: { paymentChannel: 'Bank' },
    });
    expect(await chargesOf(reference)).toEqual([]);
  });
});

/** Where a card and a transfer are due different amounts: whatever paid, each channel's due and what was paid are right. */
async function confirmsByEitherChannel(dear: AnyWorld): Promise<void> {
  const answers = async (completion: JsonBody, amounts: readonly number[]) => {
    const replies = await Promise.all(
      amounts.map((amount) => dear.merchant.complete({ ...completion, amount })),
    );
    return replies.map(({ status }) => status);
  };
  const byCard = await dear.awaitingPayment();
  const card = Number(byCard.initiated.data.amountPayableByChannel.Card);
  expect(card).toBeGreaterThan(byCard.amount);
  const charge = { ...byCard.completion, paymentChannel: 'Card', account: 'card_approved' };
  expect(await answers(charge, [byCard.amount, 1])).toEqual([400, 400]);
  expect(await answers(charge, [card])).toEqual([200]);
  expect(await answers(byCard.completion, [byCard.amount, card, 1])).toEqual([200, 200, 400]);
  expect(await answers(charge, [card, byCard.amount])).toEqual([200, 400]);

  const byBank = await dear.paid();
  const asked = { ...byBank.completion, paymentChannel: 'Card', account: 'card_approved' };
  expect(await answers(asked, [card, byBank.amount, 1])).toEqual([200, 200, 400]);
  expect(await answers(byBank.completion, [byBank.amount, card])).toEqual([200, 400]);
}

/** As soon as the workflow has heard of the payer's decision. */
async function waitedFor(pay: CardCheckout['pay'], token: string): Promise<ApiReply> {
  for (let tries = 0; tries < 50; tries += 1) {
    const reply = await pay(token, { prefer: 'wait=0' });
    if (reply.status !== 202) return reply;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('the attempt did not end');
}
