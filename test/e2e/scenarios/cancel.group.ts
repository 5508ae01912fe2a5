import { describe, expect, it } from 'vitest';
import type { CheckoutStatus } from '../../../src/domain/checkout-state.js';
import { newReference } from '../api/api-client.js';
import type { Sale } from './sale.js';
import { answerOf } from './surroundings.js';
import type { ScenarioWorld } from './scenario-world.js';
import { useWorld } from './shared-world.js';

let world: ScenarioWorld;
useWorld(async (shared) => {
  world = shared;
  await Promise.all([world.shop.paid(), world.shop.paid()]);
});

const due = 1_000_000;

async function refunded(amount: number, status: string): Promise<Sale> {
  const sale = await world.shop.paid();
  await world.shop.client.post(`/api/v1/transactions/${sale.reference}/refund`, {
    refundReference: newReference(),
    reason: 'Sold out',
    amount,
  });
  await sale.until({ status });
  return sale;
}

interface Row {
  readonly reach: () => Promise<Sale>;
  /** What cancel answers. */
  readonly answer: string;
  /** What the checkout is afterwards. */
  readonly then: CheckoutStatus;
}

const nothing = '409/21 NOTHING_TO_CANCEL';
const paidAlready = '409/94 CHECKOUT_ALREADY_PAID';

/** The row of cancel in the table of calls and states. */
const table: Record<CheckoutStatus, Row> = {
  INITIATED: { reach: () => world.shop.initiate(), answer: '200/00', then: 'CANCELLED' },
  AWAITING_PAYMENT: { reach: () => world.shop.open(), answer: '200/00', then: 'CANCELLED' },
  PARTIALLY_PAID: {
    reach: async () => {
      const sale = await world.shop.open();
      await sale.pay(400_000);
      await sale.until({ status: 'PARTIALLY_PAID' });
      return sale;
    },
    answer: '200/00',
    then: 'CANCELLED',
  },
  PROCESSING: {
    reach: async () => {
      const sale = await world.shop.open();
      const reply = await sale.payByCard('card_pending');
      expect(reply.status).toBe(202);
      await sale.until({ status: 'PROCESSING' });
      return sale;
    },
    answer: '409/12 CHECKOUT_NOT_OPEN',
    then: 'PROCESSING',
  },
  SUCCESSFUL: { reach: () => world.shop.paid(), answer: paidAlready, then: 'SUCCESSFUL' },
  PARTIALLY_REFUNDED: {
    reach: () => refunded(1_000, 'PARTIALLY_REFUNDED'),
    answer: paidAlready,
    then: 'PARTIALLY_REFUNDED',
  },
  REFUNDED: { reach: () => refunded(due, 'REFUNDED'), answer: paidAlready, then: 'REFUNDED' },
  REVERSED: {
    reach: async () => {
      const sale = await world.shop.paid();
      await world.bank.recallCredit(sale.payments[0]?.sessionId ?? '');
      await sale.until({ status: 'REVERSED' });
      return sale;
    },
    answer: paidAlready,
    then: 'REVERSED',
  },
  FAILED: {
    reach: async () => {
      const sale = await world.shop.open();
      await sale.payByCard('card_declined_41');
      await sale.until({ status: 'FAILED' });
      return sale;
    },
    answer: nothing,
    then: 'FAILED',
  },
  EXPIRED: {
    reach: async () => {
      const sale = await world.shop.open({ policies: { onAccountExpiry: 'EXPIRE' } });
      await sale.passWindow();
      await sale.until({ status: 'EXPIRED' });
      return sale;
    },
    answer: nothing,
    then: 'EXPIRED',
  },
  CANCELLED: {
    reach: async () => {
      const sale = await world.shop.open();
      expect(answerOf(await sale.cancel())).toBe('200/00');
      return sale;
    },
    answer: '200/00',
    then: 'CANCELLED',
  },
};

describe.concurrent('cancel', () => {
  it.each(Object.entries(table))('of %s', async (state, { reach, answer, then }) => {
    const sale = await reach();
    const before = (await sale.query()).data;
    const reply = await sale.cancel({ reason: 'Out of stock' });
    expect(answerOf(reply), reply.text).toBe(answer);
    const isReplay = state === 'CANCELLED';
    expect(reply.headers.get('idempotent-replayed') === 'true').toBe(isReplay);
    await sale.until({ status: then });
    const changed = state !== then;
    if (!changed) expect((await sale.query()).data.version).toBe(before.version);
    if (changed) await sale.until({ statusReason: 'MERCHANT_CANCELLED', accessCode: null });
    if (then === 'CANCELLED') {
      expect(answerOf(await sale.complete())).toBe('409/21 CHECKOUT_CANCELLED');
      const again = await sale.cancel();
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(answerOf(again)).toBe('200/00');
    }
  });

  it('sends every part back to where it came from, and closes the account', async () => {
    const sale = await world.shop.open();
    const first = await sale.pay(300_000);
    await sale.until({ amountPaid: 300_000 });
    const second = await sale.pay(200_000);
    await sale.until({ status: 'PARTIALLY_PAID', amountPaid: 500_000 });
    expect(answerOf(await sale.cancel())).toBe('200/00');
    await sale.endsAs({
      status: 'CANCELLED',
      exception: 'UNDERPAID',
      statusReason: 'MERCHANT_CANCELLED',
      amounts: { paid: 500_000, accepted: 0 },
      completion: '409/21 CHECKOUT_CANCELLED',
      events: [
        'collection.received',
        'checkout.underpaid',
        'collection.received',
        'checkout.underpaid',
        'checkout.cancelled',
        'refund.successful',
        'refund.successful',
      ],
      returned: [
        [first, 300_000],
        [second, 200_000],
      ],
      earned: 0,
    });
    expect((await world.bank.enquireName(sale.accountNumber)).code).toBe('07');
  });

  it.each(['REFUND', 'ACCEPT_LATE', 'HOLD'])(
    'is for good: money that comes later goes back, also with late: %s',
    async (late) => {
      const sale = await world.shop.open({ policies: { late } });
      await sale.cancel();
      const payment = await sale.pay();
      await sale.endsAs({
        status: 'CANCELLED',
        exception: 'LATE',
        statusReason: 'MERCHANT_CANCELLED',
        amounts: { paid: due, accepted: 0 },
        policies: ['REFUND'],
        completion: '409/21 CHECKOUT_CANCELLED',
        events: [
          'checkout.cancelled',
          'collection.received',
          'checkout.late_payment',
          'refund.successful',
        ],
        returned: [[payment, due]],
        earned: 0,
      });
    },
  );
});

describe('all of it together', () => {
  it('leaves books that hold, and that agree with the bank', () => world.proveMoney());
});
