import { describe, expect, it } from 'vitest';
import type { ApiReply } from '../api/api-client.js';
import { newToken } from './acquirer.js';
import type { PublicResult, Sale } from './sale.js';
import { answerOf, minuteMs } from './surroundings.js';
import type { ScenarioWorld } from './scenario-world.js';
import { useWorld } from './shared-world.js';

let world: ScenarioWorld;
useWorld((shared) => {
  world = shared;
});

const due = 1_000_000;
const wait = { prefer: 'wait=20' };
const paidByCard: PublicResult = {
  status: 'SUCCESSFUL',
  amounts: { paid: due, accepted: due },
  outstanding: 0,
  completion: '200/00',
  events: ['collection.received', 'checkout.successful'],
  earned: 973_125,
};
const failed = (statusReason: string): PublicResult => ({
  status: 'FAILED',
  statusReason,
  amounts: { paid: 0, accepted: 0 },
  completion: '402/05 CHECKOUT_FAILED',
  events: ['checkout.failed'],
  earned: 0,
});

const attemptsOf = async (sale: Sale): Promise<string[]> =>
  ((await sale.query()).data.attempts as { paymentChannel: string; status: string }[])
    .filter(({ paymentChannel }) => paymentChannel === 'Card')
    .map(({ status }) => status);

const passTsq = (sale: Sale, durationMs: number, timers = 2): Promise<void> =>
  world.passTime(world.shop.workflowId(sale.reference), durationMs, timers);

describe.concurrent('declined', () => {
  it('18: 51, then 05, then 00: 402, 402, 200; three attempts, one transaction', async () => {
    const sale = await world.shop.initiate();
    const replies: ApiReply[] = [];
    const tokens = ['card_declined_51', 'card_declined_05', newToken('card_approved')];
    for (const token of tokens) replies.push(await sale.payByCard(token));
    expect(replies.map(answerOf)).toEqual([
      '402/51 INSUFFICIENT_FUNDS',
      '402/05 PAYMENT_DECLINED',
      '200/00',
    ]);
    expect(replies.map(({ data }) => String(data.status))).toEqual([
      'INITIATED',
      'INITIATED',
      'SUCCESSFUL',
    ]);
    expect(await attemptsOf(sale)).toEqual(['SUCCEEDED', 'FAILED', 'FAILED']);
    await sale.endsAs(paidByCard);
    const { transactions } = (await sale.query()).data;
    expect(transactions).toMatchObject([{ amountReceived: due, exception: null }]);
    expect(transactions).toHaveLength(1);
    expect(await world.acquirer.chargesOf(tokens[2] ?? '')).toMatchObject([
      { state: 'APPROVED', amount: due, calls: 1 },
    ]);
  });

  it('18: five times, and the checkout has failed', async () => {
    const sale = await world.shop.initiate();
    const replies: ApiReply[] = [];
    for (let i = 0; i < 5; i += 1) replies.push(await sale.payByCard('card_declined_05'));
    expect(new Set(replies.slice(0, 4).map(answerOf))).toEqual(
      new Set(['402/05 PAYMENT_DECLINED']),
    );
    expect(replies[4]?.status).toBe(402);
    await sale.endsAs(failed('CARD_DECLINED_MAX_ATTEMPTS'));
    const last = newToken('card_approved');
    expect(answerOf(await sale.payByCard(last))).toBe('402/05 CHECKOUT_FAILED');
    expect(await world.acquirer.chargesOf(last)).toEqual([]);
  });

  it.each(['34', '41', '43', '63'])('18: %s once, and the checkout has failed', async (code) => {
    const sale = await world.shop.initiate();
    const reply = await sale.payByCard(`card_declined_${code}`);
    expect(reply.isSuccessful).toBe(false);
    expect([402, 403]).toContain(reply.status);
    await sale.until({ status: 'FAILED' });
    const { statusReason } = (await sale.query()).data;
    await sale.endsAs(failed(statusReason as string));
  });
});

describe.concurrent('no answer', () => {
  it('19: a timeout, and 00 when it is asked: 202/01, then 200/00, and exactly one charge', async () => {
    const sale = await world.shop.initiate();
    const token = newToken('card_unknown');
    const lost = await sale.payByCard(token, { prefer: 'wait=25' });
    expect(answerOf(lost)).toBe('202/01 OUTCOME_UNKNOWN');
    expect(lost).toMatchObject({ isSuccessful: false, data: { retryable: true } });
    expect(answerOf(await sale.payByCard(token, { prefer: 'wait=0' }))).toBe(
      '202/01 OUTCOME_UNKNOWN',
    );
    expect(answerOf(await sale.payByCard(newToken('card_approved')))).toBe(
      '409/12 ATTEMPT_IN_PROGRESS',
    );
    await passTsq(sale, 5_000);
    expect(answerOf(await sale.payByCard(token, wait))).toBe('200/00');
    await sale.endsAs(paidByCard);
    expect(await attemptsOf(sale)).toEqual(['SUCCEEDED']);
    expect(await world.acquirer.chargesOf(token)).toMatchObject([
      { state: 'APPROVED', amount: due, calls: 1 },
    ]);
  });

  it.each(['card_garbage', 'card_malfunction'])('19: so it is with %s', async (kind) => {
    const sale = await world.shop.initiate();
    const token = newToken(kind);
    expect(answerOf(await sale.payByCard(token))).toBe('202/01 OUTCOME_UNKNOWN');
    await passTsq(sale, 5_000);
    expect(answerOf(await sale.payByCard(token, wait))).toBe('200/00');
    await sale.endsAs(paidByCard);
    expect(await world.acquirer.chargesOf(token)).toMatchObject([{ calls: 1 }]);
  });

  it('19: a charge that is in progress, and declined in the end, may be tried with another card', async () => {
    const sale = await world.shop.initiate();
    const token = newToken('card_pending');
    expect(answerOf(await sale.payByCard(token))).toBe('202/01 OUTCOME_UNKNOWN');
    const [charge] = await world.acquirer.chargesOf(token);
    await world.acquirer.conclude(charge?.charge_id ?? '', '51');
    await sale.until({ status: 'INITIATED' });
    expect(answerOf(await sale.payByCard(newToken('card_approved')))).toBe('200/00');
    expect(await attemptsOf(sale)).toEqual(['SUCCEEDED', 'FAILED']);
    await sale.endsAs(paidByCard);
  });
});

describe.concurrent('the payer has to act', () => {
  const act = (url: string, how: 'approve' | 'decline', form: Record<string, string> = {}) =>
    fetch(`${url}/${how}`, { method: 'POST', body: new URLSearchParams(form) });

  it('3-D Secure: 202/02 with a page; approved there, it is paid', async () => {
    const sale = await world.shop.initiate();
    const token = newToken('card_3ds');
    const reply = await sale.payByCard(token);
    expect(answerOf(reply)).toBe('202/02 ACTION_REQUIRED');
    expect(reply.data.action).toMatchObject({ type: '3DS' });
    const { url } = reply.data.action as { url: string };
    expect(await (await fetch(url)).text()).toContain('Approve');
    expect((await act(url, 'approve')).status).toBe(200);
    await sale.until({ status: 'SUCCESSFUL' });
    expect(answerOf(await sale.payByCard(token, wait))).toBe('200/00');
    await sale.endsAs(paidByCard);
    expect(await world.acquirer.chargesOf(token)).toMatchObject([{ state: 'APPROVED' }]);
  });

  it('declined there, it is a decline', async () => {
    const sale = await world.shop.initiate();
    const token = newToken('card_3ds');
    const { action } = (await sale.payByCard(token)).data as { action: { url: string } };
    await act(action.url, 'decline');
    await sale.until({ status: 'INITIATED' });
    expect(await attemptsOf(sale)).toEqual(['FAILED']);
  });

  it('a one-time password: wrong, then right', async () => {
    const sale = await world.shop.initiate();
    const token = newToken('card_otp');
    const reply = await sale.payByCard(token);
    expect(reply.data.action).toMatchObject({ type: 'OTP' });
    const { url } = reply.data.action as { url: string };
    await act(url, 'approve', { otp: '000000' });
    expect(answerOf(await sale.payByCard(token, { prefer: 'wait=0' }))).toBe(
      '202/02 ACTION_REQUIRED',
    );
    await act(url, 'approve', { otp: '123456' });
    await sale.until({ status: 'SUCCESSFUL' });
    expect(answerOf(await sale.payByCard(token, wait))).toBe('200/00');
    await sale.endsAs(paidByCard);
  });

  it('not within ten minutes, it is over, and another card may be tried', async () => {
    const sale = await world.shop.initiate();
    expect(answerOf(await sale.payByCard(newToken('card_3ds')))).toBe('202/02 ACTION_REQUIRED');
    await passTsq(sale, 10 * minuteMs);
    await sale.until({ status: 'INITIATED' });
    expect(await attemptsOf(sale)).toEqual(['EXPIRED']);
    expect(answerOf(await sale.payByCard(newToken('card_approved')))).toBe('200/00');
    await sale.endsAs(paidByCard);
  });
});

describe.concurrent('two rails', () => {
  it('race: the transfer is first, and the card’s money goes back to the card', async () => {
    const sale = await world.shop.open();
    const token = newToken('card_pending');
    expect(answerOf(await sale.payByCard(token))).toBe('202/01 OUTCOME_UNKNOWN');
    await sale.pay();
    await sale.until({ status: 'SUCCESSFUL', amountPaid: due });
    const [charge] = await world.acquirer.chargesOf(token);
    await world.acquirer.conclude(charge?.charge_id ?? '');
    await sale.until({ exception: 'DUPLICATE', amountPaid: 2 * due, amountAccepted: due });
    expect(await sale.untilRefund('SUCCESSFUL')).toMatchObject({
      paymentChannel: 'Card',
      amount: due,
      cause: 'DUPLICATE',
      duty: 0,
    });
    await sale.wasTold([
      'collection.received',
      'checkout.successful',
      'collection.received',
      'checkout.duplicate_payment',
      'refund.successful',
    ]);
    expect(await sale.earned()).toBe(989_250);
  });

  it('race: the card is first, and the transfer goes back', async () => {
    const sale = await world.shop.open();
    expect(answerOf(await sale.payByCard(newToken('card_approved')))).toBe('200/00');
    const transfer = await sale.pay();
    await sale.endsAs({
      ...paidByCard,
      exception: 'DUPLICATE',
      amounts: { paid: 2 * due, accepted: due },
      events: [
        ...paidByCard.events,
        'collection.received',
        'checkout.duplicate_payment',
        'refund.successful',
      ],
      returned: [[transfer, due]],
    });
  });

  it('a card is not charged for an order of which a part was paid', async () => {
    const sale = await world.shop.open();
    await sale.pay(400_000);
    await sale.until({ status: 'PARTIALLY_PAID' });
    const token = newToken('card_approved');
    expect(answerOf(await sale.payByCard(token))).toBe('409/12 CHECKOUT_NOT_OPEN');
    expect(await world.acquirer.chargesOf(token)).toEqual([]);
  });
});

describe('all of it together', () => {
  it('leaves books that hold, and that agree with the bank, also when the acquirer has paid', async () => {
    await world.proveMoney();
    const { gross, net } = await world.acquirer.payOut();
    expect(net).toBeLessThan(gross);
    await world.proveMoney();
    const [row] = await world.query<{ owed: string }>(
      `select balance_minor::text as owed from ledger_account where account_id = '1200:simulator-acquirer:NGN'`,
    );
    expect(row?.owed).toBe('0');
  });
});
