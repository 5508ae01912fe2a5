import { describe, expect, it } from 'vitest';
import { disputedSale } from '../api/disputed-sale.js';
import { newToken } from './acquirer.js';
import type { Sale } from './sale.js';
import { answerOf } from './surroundings.js';
import type { ScenarioWorld } from './scenario-world.js';
import { useWorld } from './shared-world.js';

/** Money that the payer's bank, or the card's issuer, takes back. */

let world: ScenarioWorld;
useWorld(async (shared) => {
  world = shared;
  await Promise.all([world.shop.paid(), world.shop.paid()]);
});

const due = 1_000_000;
const paid = ['collection.received', 'checkout.successful'];
const byTransfer = 989_250;
const byCard = 973_125;

async function paidByCard(): Promise<{ sale: Sale; chargeId: string }> {
  const sale = await world.shop.initiate();
  const token = newToken('card_approved');
  expect(answerOf(await sale.payByCard(token))).toBe('200/00');
  const [charge] = await world.acquirer.chargesOf(token);
  return { sale, chargeId: charge?.charge_id ?? '' };
}

interface Row {
  /** What happens, to a sale that was paid; answers how often the merchant must hear of it in the end. */
  readonly play: () => Promise<Sale>;
  readonly status: string;
  readonly events: readonly string[];
  readonly earned: number;
}

const table: Readonly<Record<string, Row>> = {
  'a recall of a transfer': {
    play: async () => {
      const sale = await world.shop.paid();
      await world.bank.recallCredit(sale.payments[0]?.sessionId ?? '');
      return sale;
    },
    status: 'REVERSED',
    events: [...paid, 'transaction.reversed'],
    earned: byTransfer - due,
  },
  'a recall that is told three times': {
    play: async () => {
      const sale = await world.shop.paid();
      for (let i = 0; i < 3; i += 1) {
        await world.bank.recallCredit(sale.payments[0]?.sessionId ?? '');
      }
      return sale;
    },
    status: 'REVERSED',
    events: [...paid, 'transaction.reversed'],
    earned: byTransfer - due,
  },
  'a reversal of a card': {
    play: async () => {
      const { sale, chargeId } = await paidByCard();
      await world.acquirer.reverse(chargeId);
      await world.acquirer.reverse(chargeId);
      return sale;
    },
    status: 'REVERSED',
    events: [...paid, 'transaction.reversed'],
    earned: byCard - due,
  },
  'a chargeback that is open': {
    play: async () => {
      const { sale, chargeId } = await paidByCard();
      await world.acquirer.openChargeback(chargeId);
      return sale;
    },
    status: 'SUCCESSFUL',
    events: [...paid, 'dispute.opened'],
    earned: byCard,
  },
  'a chargeback that is won': {
    play: async () => {
      const { sale, chargeId } = await paidByCard();
      const { number } = await world.acquirer.openChargeback(chargeId);
      await world.acquirer.closeChargeback(number, 'won');
      await world.acquirer.closeChargeback(number, 'won');
      return sale;
    },
    status: 'SUCCESSFUL',
    events: [...paid, 'dispute.opened', 'dispute.won'],
    earned: byCard,
  },
  'a chargeback that is lost': {
    play: async () => {
      const { sale, chargeId } = await paidByCard();
      const { number } = await world.acquirer.openChargeback(chargeId);
      await world.acquirer.closeChargeback(number, 'lost');
      await world.acquirer.closeChargeback(number, 'lost');
      return sale;
    },
    status: 'REVERSED',
    events: [...paid, 'dispute.opened', 'dispute.lost', 'transaction.reversed'],
    earned: byCard - due,
  },
};

describe.concurrent('taken back', () => {
  it.each(Object.entries(table))('%s', async (_what, { play, status, events, earned }) => {
    const sale = await play();
    await sale.until({ status, exception: null, amountPaid: due });
    await sale.wasTold(events);
    expect(sale.told.at(-1)?.data).toMatchObject({ status, amount: due, amountPaid: due });
    expect(await sale.earned()).toBe(earned);
  });

  it('what was disputed is listed with the time until which it can be answered', async () => {
    const evidenceDueAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
    const { client } = world.shop;
    const { reference, disputeId } = await disputedSale(client, world.api.manilla.simulatorUrl, {
      evidenceDueAt,
    });
    const listed = await client.get(`/api/v1/disputes?status=OPENED&reference=${reference}`);
    expect(listed.data.items).toMatchObject([
      {
        ...{ disputeId, kind: 'CHARGEBACK', status: 'OPENED', reason: 'Goods not received' },
        ...{ paymentReference: reference, amount: due, evidenceDueAt, closedAt: null },
      },
    ]);
    const found = await client.get(`/api/v1/disputes/${disputeId}`);
    expect(found.data).toEqual(listed.data.items[0]);
    expect((await client.get('/api/v1/disputes?kind=RECALL&status=OPENED')).data.items).toEqual([]);
    const { client: other } = await world.newShop('Other Shop');
    expect(answerOf(await other.get(`/api/v1/disputes/${disputeId}`))).toBe(
      '404/25 RESOURCE_NOT_FOUND',
    );
    expect((await other.get('/api/v1/disputes')).data.items).toEqual([]);
  });

  it('what was disputed cannot be refunded', async () => {
    const { sale, chargeId } = await paidByCard();
    await world.acquirer.openChargeback(chargeId);
    const refund = { refundReference: `RFD-${sale.reference}`, reason: 'Sold out' };
    const path = `/api/v1/transactions/${sale.reference}/refund`;
    expect(answerOf(await world.shop.client.post(path, refund))).toBe('409/12 NOT_REFUNDABLE');
  });

  it('a merchant who has not so much owes it', async () => {
    const shop = await world.newShop('Poor Shop');
    const sale = await shop.paid();
    await world.bank.recallCredit(sale.payments[0]?.sessionId ?? '');
    await sale.until({ status: 'REVERSED' });
    const [row] = await world.query<{ owed: string }>(
      'select balance_minor::text as owed from ledger_account where account_id = $1',
      [`1300:${shop.merchant.merchantId}`],
    );
    expect(row?.owed).toBe(String(due - byTransfer));
  });

  it('what had gone back by policy before is not taken from the merchant a second time', async () => {
    const [duplicate, excess] = await Promise.all([world.shop.paid(), world.shop.open()]);
    const second = await duplicate.pay();
    const tooMuch = await excess.pay(1_200_000);
    await Promise.all([duplicate, excess].map((sale) => sale.untilRefund('SUCCESSFUL')));
    await world.bank.recallCredit(second.sessionId);
    await world.bank.recallCredit(tooMuch.sessionId);
    await duplicate.wasTold([
      ...paid,
      'collection.received',
      'checkout.duplicate_payment',
      'refund.successful',
      'transaction.reversed',
    ]);
    await duplicate.until({ status: 'SUCCESSFUL', amountAccepted: due });
    expect(await duplicate.earned()).toBe(byTransfer);
    await excess.until({ status: 'REVERSED' });
    expect(await excess.earned()).toBe(byTransfer - due);
  });

  it('a recall that the bank only writes on its statement is found there', async () => {
    const sale = await world.shop.paid();
    await world.recallSilently(sale.payments[0]?.sessionId ?? '');
    await world.reconcile();
    await sale.until({ status: 'REVERSED' });
    await sale.wasTold([...paid, 'transaction.reversed']);
    expect(await sale.earned()).toBe(byTransfer - due);
  });
});

describe('all of it together', () => {
  it('leaves books that hold, and that agree with the bank', () => world.proveMoney());
});
