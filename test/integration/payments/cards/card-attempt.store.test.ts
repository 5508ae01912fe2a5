import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgCardAttempts } from '../../../../src/payments/cards/card-attempt.store.js';
import type { CardVerdict } from '../../../../src/payments/cards/card-attempts.js';
import type { Checkout } from '../../../../src/payments/checkouts/checkout.js';
import { createSecretSeal } from '../../../../src/platform/keys/secret-seal.js';
import { Shop, type OpenOrder, type Order } from '../../../support/shop.js';
import { keySetOf } from '../../../../src/platform/config/key-set.js';

const due = 1_000_000n;
const approved: CardVerdict = { outcome: 'APPROVED', code: '00', failure: null };
const declined = (code: string): CardVerdict => ({ outcome: 'DECLINED', code, failure: null });
const unknown: CardVerdict = { outcome: 'UNKNOWN', code: null, failure: 'TIMEOUT' };
const mustAct: CardVerdict = { outcome: 'ACTION_REQUIRED', code: '02', failure: null };
const absent: CardVerdict = { outcome: 'ABSENT', code: '25', failure: null };

let shop: Shop;
let cards: PgCardAttempts;
beforeAll(async () => {
  shop = await Shop.open();
  cards = new PgCardAttempts(shop.pool, createSecretSeal(keySetOf('seal', [randomBytes(32)])));
});
afterAll(() => shop?.[Symbol.asyncDispose]());

const withCard: Order = { cardMinor: due };

function begin(checkout: Checkout, token = 'card_approved', amountMinor = due) {
  const { merchantId, paymentReference } = checkout;
  const provider = 'simulator-acquirer';
  return cards.begin({ merchantId, paymentReference, provider, token, amountMinor });
}

/** Begun and sent. */
async function charging(checkout: Checkout, token = 'card_approved'): Promise<string> {
  const { attemptId, outcome } = await begin(checkout, token);
  if (attemptId === null) throw new Error(`not begun: ${outcome}`);
  await cards.startCardCharge({ attemptId });
  return attemptId;
}

async function attemptsOf(checkout: Checkout): Promise<string[]> {
  return (await shop.read(checkout)).cardAttempts.map(({ status }) => status);
}

describe('a card attempt', () => {
  it('is begun once for the same card, and no other card is tried meanwhile', async () => {
    const checkout = await shop.initiate(withCard);
    const first = await begin(checkout);
    expect(first).toMatchObject({
      outcome: 'BEGUN',
      fact: { kind: 'CARD_ATTEMPTED', subjectId: first.attemptId, deadline: null },
    });
    expect(await begin(checkout)).toEqual({
      outcome: 'OPEN',
      attemptId: first.attemptId,
      fact: null,
    });
    expect((await begin(checkout, 'card_other')).outcome).toBe('ATTEMPT_IN_PROGRESS');
    expect((await begin(checkout, 'card_approved', due - 1n)).outcome).toBe('ATTEMPT_IN_PROGRESS');
    expect((await shop.read(checkout)).status).toBe('PROCESSING');
    const many = await Promise.all(Array.from({ length: 10 }, () => begin(checkout)));
    expect(new Set(many.map(({ attemptId }) => attemptId))).toEqual(new Set([first.attemptId]));
  });

  it('keeps its token sealed, and to itself', async () => {
    const checkout = await shop.initiate(withCard);
    const attemptId = await charging(checkout, 'card_secret_token');
    const { rows } = await shop.pool.query<{ row: string }>(
      'select row_to_json(a)::text as row from card_attempt a where attempt_id = $1',
      [attemptId],
    );
    expect(rows[0]?.row).not.toContain('secret_token');
    expect(await cards.instruction(attemptId)).toMatchObject({
      provider: 'simulator-acquirer',
      chargeId: attemptId,
      token: 'card_secret_token',
      amountMinor: due,
    });
  });

  it('is refused where a card cannot be charged', async () => {
    const { checkout } = await shop.order();
    expect((await begin(checkout)).outcome).toBe('CHANNEL_NOT_ENABLED');
    const open = await shop.initiate(withCard);
    expect((await begin(open, 'card_x', 1n)).outcome).toBe('AMOUNT_MISMATCH');
    const part = await shop.order(withCard);
    await shop.payAndPost(part, 400_000n);
    expect((await begin(part.checkout)).outcome).toBe('CHECKOUT_NOT_OPEN');
    await shop.payAndPost(part, 600_000n);
    expect((await begin(part.checkout)).outcome).toBe('ALREADY_PAID');
    const late = await shop.initiate(withCard);
    await shop.letPass(late, 2_000);
    expect((await begin(late)).outcome).toBe('CHECKOUT_EXPIRED');
    const unknownOne = { ...late, paymentReference: 'ORD-nobody' };
    expect((await begin(unknownOne)).outcome).toBe('RESOURCE_NOT_FOUND');
  });

  it('pays the checkout once, whoever says so how often, and closes the account', async () => {
    const { checkout } = await shop.order(withCard);
    const attemptId = await charging(checkout);
    const first = await cards.recordCardAnswer({ attemptId, verdict: approved, isFinal: false });
    expect(first).toMatchObject({ status: 'SUCCESSFUL', attemptStatus: 'SUCCEEDED' });
    expect(await cards.recordCardAnswer({ attemptId, verdict: approved, isFinal: false })).toEqual(
      first,
    );
    expect(
      await cards.recordCardAnswer({ attemptId, verdict: declined('05'), isFinal: true }),
    ).toEqual(first);
    const paid = await shop.read(checkout);
    expect(paid.accounts.map(({ status }) => status)).toEqual(['CLOSED']);
    expect(paid.credits).toHaveLength(1);
    const [credit] = paid.credits;
    expect(credit).toMatchObject({ channel: 'Card', sessionId: attemptId, outcome: 'EXACT' });
    // The card's own fee: 1.5 % and 100 naira.
    expect(await shop.legsOf(credit?.creditId ?? '')).toEqual({
      'pool 1200': due,
      'merchant 2100': -due,
      'fee-charged 2100': 26_875n,
      'vat 2400': -1_875n,
      'fee-income 4110': -25_000n,
    });
    expect(await shop.eventsOf(checkout)).toEqual(['collection.received', 'checkout.successful']);
  });

  it('leaves the checkout as it was when it is declined', async () => {
    const bare = await shop.initiate(withCard);
    const first = await cards.recordCardAnswer({
      attemptId: await charging(bare),
      verdict: declined('51'),
      isFinal: false,
    });
    expect(first).toMatchObject({ status: 'INITIATED', attemptStatus: 'FAILED' });
    const { checkout } = await shop.order(withCard);
    const second = await cards.recordCardAnswer({
      attemptId: await charging(checkout),
      verdict: declined('05'),
      isFinal: false,
    });
    expect(second).toMatchObject({ status: 'AWAITING_PAYMENT', attemptStatus: 'FAILED' });
    expect((await begin(checkout)).outcome).toBe('BEGUN');
  });

  it('ends a checkout that was to end with its window, when that was over before the card was declined', async () => {
    const overAt = async (onAccountExpiry: 'EXPIRE' | 'REISSUE', verdict: CardVerdict) => {
      const { checkout, account } = await shop.order({
        ...withCard,
        policies: { onAccountExpiry },
      });
      const attemptId = await charging(checkout);
      const ended = await shop.steps.endAccountWindow({
        virtualAccountId: account.virtualAccountId,
        at: account.expiresAt,
      });
      expect(ended.status).toBe('PROCESSING');
      const { status } = await cards.recordCardAnswer({
        attemptId,
        verdict,
        isFinal: verdict === absent,
      });
      return { status, told: await shop.eventsOf(checkout) };
    };
    const closed = {
      status: 'EXPIRED',
      told: ['virtual_account.expired', 'checkout.expired'],
    };
    expect(await overAt('EXPIRE', declined('51'))).toEqual(closed);
    expect(await overAt('EXPIRE', absent)).toEqual(closed);
    expect(await overAt('REISSUE', declined('51'))).toEqual({
      status: 'INITIATED',
      told: ['virtual_account.expired'],
    });
    expect((await overAt('EXPIRE', approved)).status).toBe('SUCCESSFUL');
  });

  it('ends the checkout with the fifth decline', async () => {
    const checkout = await shop.initiate(withCard);
    for (let tries = 1; tries <= 5; tries += 1) {
      const attemptId = await charging(checkout, `card_${tries}`);
      const { status } = await cards.recordCardAnswer({
        attemptId,
        verdict: declined('51'),
        isFinal: false,
      });
      expect(status).toBe(tries < 5 ? 'INITIATED' : 'FAILED');
      await cards.recordCardAnswer({ attemptId, verdict: declined('51'), isFinal: false });
    }
    const { statusReason } = await shop.read(checkout);
    expect(statusReason).toBe('CARD_DECLINED_MAX_ATTEMPTS');
    expect(await shop.eventsOf(checkout)).toEqual(['checkout.failed']);
    expect((await begin(checkout)).outcome).toBe('CHECKOUT_FAILED');
  });

  it('ends the checkout at once with a stolen card, and with fraud', async () => {
    for (const [code, reason] of [
      ['43', 'PAYMENT_DECLINED'],
      ['34', 'SUSPECTED_FRAUD'],
    ] as const) {
      const { checkout } = await shop.order(withCard);
      const done = await cards.recordCardAnswer({
        attemptId: await charging(checkout),
        verdict: declined(code),
        isFinal: false,
      });
      expect(done.status).toBe('FAILED');
      const ended = await shop.read(checkout);
      expect(ended.statusReason).toBe(reason);
      expect(ended.accounts.map(({ status }) => status)).toEqual(['CLOSED']);
    }
  });

  it('waits for the payer, and is given up when that takes too long', async () => {
    const checkout = await shop.initiate(withCard);
    const attemptId = await charging(checkout);
    const waiting = await cards.recordCardAnswer({ attemptId, verdict: mustAct, isFinal: false });
    expect(waiting).toMatchObject({ status: 'PROCESSING', attemptStatus: 'REQUIRES_ACTION' });
    await cards.recordCardAnswer({ attemptId, verdict: unknown, isFinal: false });
    expect(await attemptsOf(checkout)).toEqual(['REQUIRES_ACTION']);
    const given = await cards.recordCardAnswer({ attemptId, verdict: mustAct, isFinal: true });
    expect(given).toMatchObject({ status: 'INITIATED', attemptStatus: 'EXPIRED' });
    // The payer has approved after all: that is money, and nothing else paid the order.
    const late = await cards.recordCardAnswer({ attemptId, verdict: approved, isFinal: false });
    expect(late).toMatchObject({ status: 'SUCCESSFUL', attemptStatus: 'SUCCEEDED' });
  });

  it('is never failed by an answer that cannot be believed', async () => {
    const checkout = await shop.initiate(withCard);
    const attemptId = await charging(checkout);
    for (const verdict of [unknown, absent, unknown]) {
      const done = await cards.recordCardAnswer({ attemptId, verdict, isFinal: false });
      expect(done).toMatchObject({ status: 'PROCESSING', attemptStatus: 'UNKNOWN' });
    }
    const lost = await cards.recordCardAnswer({ attemptId, verdict: absent, isFinal: true });
    expect(lost).toMatchObject({ status: 'INITIATED', attemptStatus: 'FAILED' });
  });

  it('is not sent any more when a transfer has paid before', async () => {
    const open = await shop.order(withCard);
    const { attemptId } = await begin(open.checkout);
    await shop.payAndPost(open, due);
    const done = await cards.startCardCharge({ attemptId: attemptId ?? '' });
    expect(done).toMatchObject({ status: 'SUCCESSFUL', attemptStatus: 'CANCELLED' });
  });

  it('is not sent any more after ten minutes: its payer has gone', async () => {
    const { checkout } = await shop.order(withCard);
    const { attemptId } = await begin(checkout);
    await shop.pool.query(
      `update card_attempt set created_at = created_at - interval '11 minutes' where attempt_id = $1`,
      [attemptId],
    );
    for (let times = 0; times < 2; times += 1) {
      const done = await cards.startCardCharge({ attemptId: attemptId ?? '' });
      expect(done).toMatchObject({ status: 'AWAITING_PAYMENT', attemptStatus: 'CANCELLED' });
    }
    expect((await begin(checkout, 'card_other')).outcome).toBe('BEGUN');
  });

  it('is not sent once it was judged, nor ten minutes after it was to be sent', async () => {
    const attemptId = await charging(await shop.initiate(withCard));
    expect(await cards.instruction(attemptId)).toMatchObject({
      ...{ sendingStatus: 'SENT', isLate: false },
    });
    await shop.pool.query(
      `update card_attempt set updated_at = updated_at - interval '11 minutes' where attempt_id = $1`,
      [attemptId],
    );
    expect(await cards.instruction(attemptId)).toMatchObject({ isLate: true });
    await cards.recordCardAnswer({ attemptId, verdict: absent, isFinal: true });
    expect(await cards.instruction(attemptId)).toMatchObject({ sendingStatus: null });
  });

  it('is not sent any more when its session is over', async () => {
    const checkout = await shop.initiate(withCard);
    const { attemptId } = await begin(checkout);
    await shop.letPass(checkout, 2_000);
    const done = await cards.startCardCharge({ attemptId: attemptId ?? '' });
    expect(done).toMatchObject({ status: 'INITIATED', attemptStatus: 'CANCELLED' });
  });

  it('is called off before it is sent by its payer, and by its merchant', async () => {
    const left = await shop.initiate(withCard);
    const first = await begin(left);
    await cards.giveUp(left.checkoutId);
    expect((await shop.read(left)).status).toBe('INITIATED');
    const cancelled = await shop.initiate(withCard);
    const second = await begin(cancelled);
    const { merchantId, paymentReference } = cancelled;
    expect(await shop.checkouts.cancel(merchantId, paymentReference)).toMatchObject({
      outcome: 'CANCELLED',
      checkout: { status: 'CANCELLED' },
    });
    for (const { attemptId } of [first, second]) {
      const done = await cards.startCardCharge({ attemptId: attemptId ?? '' });
      expect(done.attemptStatus).toBe('CANCELLED');
    }
  });

  it('is not called off by its merchant once it is sent', async () => {
    const checkout = await shop.initiate(withCard);
    await charging(checkout);
    const { merchantId, paymentReference } = checkout;
    const { outcome } = await shop.checkouts.cancel(merchantId, paymentReference);
    expect(outcome).toBe('CHECKOUT_NOT_OPEN');
  });

  it('is held as a second payment when a transfer has paid meanwhile', async () => {
    const open = await shop.order(withCard);
    const attemptId = await charging(open.checkout);
    await shop.payAndPost(open, due);
    await cards.recordCardAnswer({ attemptId, verdict: approved, isFinal: false });
    const { credits, exception, status } = await shop.read(open.checkout);
    expect(credits.map(({ channel, outcome }) => [channel, outcome])).toEqual([
      ['Bank', 'EXACT'],
      ['Card', 'DUPLICATE'],
    ]);
    expect({ exception, status }).toEqual({ exception: 'DUPLICATE', status: 'SUCCESSFUL' });
  });

  it('makes a transfer that comes after it the second payment', async () => {
    const open = await shop.order(withCard);
    const attemptId = await charging(open.checkout);
    await cards.recordCardAnswer({ attemptId, verdict: approved, isFinal: false });
    await shop.pay(open.account.accountNumber, due);
    const { credits } = await shop.read(open.checkout);
    expect(credits.map(({ channel, outcome }) => [channel, outcome])).toEqual([
      ['Card', 'EXACT'],
      ['Bank', 'DUPLICATE'],
    ]);
  });

  it('does not undo a transfer that is on its way when it is declined', async () => {
    const open = await shop.order(withCard);
    const attemptId = await charging(open.checkout);
    const { creditId } = await shop.pay(open.account.accountNumber, due);
    const done = await cards.recordCardAnswer({
      attemptId,
      verdict: declined('51'),
      isFinal: false,
    });
    expect(done.status).toBe('PROCESSING');
    expect((await shop.steps.applyCredit({ creditId })).status).toBe('SUCCESSFUL');
  });

  it('leaves the checkout open when it is declined after other money was dealt with', async () => {
    const declineAfter = async (open: OpenOrder, settled: string) => {
      const attemptId = await charging(open.checkout);
      const { status } = await cards.recordCardAnswer({
        attemptId,
        verdict: declined('51'),
        isFinal: false,
      });
      const { credits } = await shop.read(open.checkout);
      expect(credits.map(({ outcome }) => outcome)).toEqual([settled]);
      return status;
    };
    const late = await shop.order(withCard);
    await shop.steps.endAccountWindow({
      virtualAccountId: late.account.virtualAccountId,
      at: late.account.expiresAt,
    });
    const sentAt = new Date(late.account.expiresAt.getTime() + 3_600_000);
    await shop.pay(late.account.accountNumber, due, { sentAt });
    expect(await declineAfter(late, 'LATE')).toBe('INITIATED');
    const returned = await shop.order({ ...withCard, policies: { underpaid: 'REFUND_NOW' } });
    await shop.payAndPost(returned, 400_000n);
    expect(await declineAfter(returned, 'UNDERPAID')).toBe('AWAITING_PAYMENT');
    // and the payer may try again
    expect((await begin(returned.checkout, 'card_other')).outcome).toBe('BEGUN');
  });

  it('is called off when nobody will send it', async () => {
    const checkout = await shop.initiate(withCard);
    const { attemptId } = await begin(checkout);
    const done = await cards.cancelUnsent(attemptId ?? '');
    expect(done.status).toBe('INITIATED');
    expect(await attemptsOf(checkout)).toEqual(['CANCELLED']);
    expect((await cards.cancelUnsent(attemptId ?? '')).status).toBe('INITIATED');
  });

  it('leaves books that balance', async () => {
    await shop.assertBooks();
  });
});
