import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PgCardAttempts } from '../../../../src/payments/cards/card-attempt.store.js';
import { createSecretSeal } from '../../../../src/platform/keys/secret-seal.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { PgRailEventStore } from '../../../../src/payments/cards/rail-event.store.js';
import { PgCheckoutClock } from '../../../../src/payments/sandbox/checkout-clock.store.js';
import { PgDynamicAccountStore } from '../../../../src/payments/accounts/dynamic-account.store.js';
import { PgEndpointStore } from '../../../../src/notify/webhooks/endpoint.store.js';
import { PgReplayStore } from '../../../../src/notify/webhooks/replay.store.js';
import { Shop } from '../../../support/shop.js';
import { keySetOf } from '../../../../src/platform/config/key-set.js';

/**
 * Whoever waits looks again when its time is over, and a dispatcher looks every second: nothing is wrong without a notice
 * but that all is slow.
 */
let shop: Shop;
let listener: pg.Client;
let cards: PgCardAttempts;
let heard: string[] = [];

beforeAll(async () => {
  shop = await Shop.open(4);
  cards = new PgCardAttempts(shop.pool, createSecretSeal(keySetOf('seal', [randomBytes(32)])));
  listener = new pg.Client({ connectionString: shop.database.url });
  await listener.connect();
  await listener.query('listen checkout_changed; listen deliveries');
  listener.on('notification', ({ channel, payload }) => {
    heard.push(channel === 'deliveries' ? channel : (payload ?? ''));
  });
});
beforeEach(() => {
  heard = [];
});
afterAll(async () => {
  await listener.end();
  await shop.assertBooks();
  await shop[Symbol.asyncDispose]();
});

/** What is heard of from one step on. */
async function noticesOf(step: () => Promise<unknown>): Promise<readonly string[]> {
  // A notice of what was done before has come when one's own has.
  await shop.pool.query(`notify checkout_changed, 'before'`);
  await expect.poll(() => heard, { interval: 5 }).toContain('before');
  heard = [];
  await step();
  await shop.pool.query(`notify checkout_changed, 'after'`);
  await expect.poll(() => heard, { interval: 5 }).toContain('after');
  return heard;
}

const due = 1_000_000n;
const withCard = { cardMinor: due };

async function charging(): Promise<{ checkoutId: string; attemptId: string }> {
  const { checkoutId, paymentReference } = await shop.initiate(withCard);
  const { merchantId } = shop;
  const begun = await cards.begin({
    ...{ merchantId, paymentReference, provider: 'simulator-acquirer' },
    ...{ token: 'card_x', amountMinor: due },
  });
  return { checkoutId, attemptId: begun.attemptId ?? '' };
}

async function paid() {
  const order = await shop.order();
  const sessionId = newId('txn');
  const { creditId } = await shop.pay(order.account.accountNumber, due, { sessionId });
  await shop.steps.applyCredit({ creditId });
  return { ...order.checkout, creditId, sessionId };
}

/** A refund of a whole payment; another payment leaves the merchant enough for it. */
async function refunding() {
  await paid();
  const { creditId, checkoutId } = await paid();
  const { refund } = await shop.requestRefund(creditId);
  if (refund === null || refund === undefined) throw new Error('the refund was refused');
  return { checkoutId, refundId: refund.refundId };
}

/** Arranges what comes before; the step, and the id that is waited for. */
type Arranged = Promise<readonly [step: () => Promise<unknown>, id: string]>;

describe('whoever waits for a checkout is woken', () => {
  const steps: Readonly<Record<string, () => Arranged>> = {
    'when it is paid': async () => {
      const { checkout, account } = await shop.order();
      const { creditId } = await shop.pay(account.accountNumber, due);
      return [() => shop.steps.applyCredit({ creditId }), checkout.checkoutId];
    },
    'when a second payment is held': async () => {
      const order = await shop.order();
      await shop.payAndPost(order, due);
      return [() => shop.pay(order.account.accountNumber, due), order.checkout.checkoutId];
    },
    'when it is decided about that': async () => {
      const order = await shop.order();
      await shop.payAndPost(order, due);
      const { creditId } = await shop.pay(order.account.accountNumber, due);
      const decision = { by: 'OPERATOR', decision: 'keep' } as const;
      return [
        () => shop.heldCredits.resolveCredit({ creditId, ruling: decision }),
        order.checkout.checkoutId,
      ];
    },
    'when its window ends': async () => {
      const { checkout, account } = await shop.order();
      const { virtualAccountId, expiresAt } = account;
      return [
        () => shop.steps.endAccountWindow({ virtualAccountId, at: expiresAt }),
        checkout.checkoutId,
      ];
    },
    'when its session ends': async () => {
      const { checkoutId, expiresAt } = await shop.initiate();
      return [() => shop.steps.expireCheckout({ checkoutId, at: expiresAt }), checkoutId];
    },
    'when a card is about to be charged': async () => {
      const { checkoutId, paymentReference } = await shop.initiate(withCard);
      const { merchantId } = shop;
      const attempt = { merchantId, paymentReference, provider: 'simulator-acquirer' };
      return [() => cards.begin({ ...attempt, token: 'card_x', amountMinor: due }), checkoutId];
    },
    'when the card is declined': async () => {
      const { checkoutId, attemptId } = await charging();
      await cards.startCardCharge({ attemptId });
      const declined = { outcome: 'DECLINED', code: '51', failure: null } as const;
      return [
        () => cards.recordCardAnswer({ attemptId, verdict: declined, isFinal: false }),
        checkoutId,
      ];
    },
    'when the payer has to act': async () => {
      const { checkoutId, attemptId } = await charging();
      await cards.startCardCharge({ attemptId });
      const action = { outcome: 'ACTION_REQUIRED', code: '02', failure: null } as const;
      return [
        () => cards.recordCardAnswer({ attemptId, verdict: action, isFinal: false }),
        checkoutId,
      ];
    },
    'when the card is called off': async () => {
      const { checkoutId, attemptId } = await charging();
      return [() => cards.cancelUnsent(attemptId), checkoutId];
    },
    'when its refund is on its way': async () => {
      const { refundId, checkoutId } = await refunding();
      return [() => shop.refundSteps.take({ refundId, event: 'NAME_ASKED' }), checkoutId];
    },
    'when its refund arrives': async () => {
      const { refundId, checkoutId } = await refunding();
      return [() => shop.sendRefund(refundId), checkoutId];
    },
    'when its payment is recalled': async () => {
      const { sessionId, checkoutId } = await paid();
      const recall = { provider: 'sandbox', eventId: `rcl-${sessionId}`, sessionId };
      return [
        () => new PgRailEventStore(shop.pool).recall({ ...recall, amountMinor: due }),
        checkoutId,
      ];
    },
    'when its clock is moved': async () => {
      const { checkoutId, paymentReference } = await shop.initiate();
      const clock = new PgCheckoutClock(shop.pool);
      return [() => clock.advance(shop.merchantId, paymentReference, 60), checkoutId];
    },
    'when its account is closed': async () => {
      const { checkout, account } = await shop.order();
      const accounts = new PgDynamicAccountStore(shop.pool);
      return [() => accounts.close(shop.merchantId, account.accountNumber), checkout.checkoutId];
    },
    'when its account ends at another time': async () => {
      const { checkout, account } = await shop.order();
      const { checkoutId } = checkout;
      // As of an account that was made by itself.
      const sql = `update checkout set origin = 'VIRTUAL_ACCOUNT' where checkout_id = $1`;
      await shop.pool.query(sql, [checkoutId]);
      const accounts = new PgDynamicAccountStore(shop.pool);
      const { accountNumber } = account;
      const change = { merchantId: shop.merchantId, accountNumber, charges: null };
      return [() => accounts.change({ ...change, validityMinutes: 90 }), checkoutId];
    },
  };

  it.each(Object.entries(steps))('%s', async (_, arrange) => {
    const [step, id] = await arrange();
    expect(await noticesOf(step)).toContain(id);
  });

  it('and so is whoever waits for a refund', async () => {
    const { refundId } = await refunding();
    expect(await noticesOf(() => shop.sendRefund(refundId))).toContain(refundId);
  });
});

describe('a dispatcher is woken', () => {
  const expired = async (): Promise<void> => {
    const { checkoutId, expiresAt } = await shop.initiate();
    await shop.steps.expireCheckout({ checkoutId, at: expiresAt });
  };
  beforeAll(async () => {
    await new PgEndpointStore(shop.pool).put({
      merchantId: shop.merchantId,
      ...{ url: 'https://merchant.example/hook', secretSealed: Buffer.from('s'), events: null },
    });
  });

  it('by an event that is sent once more, and by a replay', async () => {
    await expired();
    await shop.pool.query(`update webhook_delivery set status = 'DEAD'`);
    const replays = new PgReplayStore(shop.pool);
    const replayId = newId('rpl');
    const range = { since: new Date(0), before: new Date(Date.now() + 60_000) };
    const filter = { merchantId: shop.merchantId, ...range, eventTypes: null, onlyFailed: true };
    await replays.request(replayId, filter);
    expect(await noticesOf(() => replays.queueNext(replayId))).toContain('deliveries');
    await shop.pool.query(`update webhook_delivery set status = 'DEAD'`);
    const { rows } = await shop.pool.query<{ id: string }>(
      'select delivery_id as id from webhook_delivery limit 1',
    );
    const again = () => replays.redeliver(shop.merchantId, rows[0]?.id ?? '');
    expect(await noticesOf(again)).toContain('deliveries');
  });
});
