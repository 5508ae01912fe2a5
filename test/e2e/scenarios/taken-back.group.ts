import { describe, expect, it } from 'vitest';
import { disputedSale } from '../api/disputed-sale.js';
import { newToken } from './acquirer.js';
import type { Sale } from './sale.js';
import { answerOf, eventually } from './surroundings.js';
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

async function disputed(): Promise<{ sale: Sale; number: number; path: string }> {
  const { sale, chargeId } = await paidByCard();
  const { number } = await world.acquirer.openChargeback(chargeId);
  const disputeId = await eventually(async () => {
    const { data } = await world.shop.client.get(`/api/v1/disputes?reference=${sale.reference}`);
    expect(data.items).toHaveLength(1);
    return String(data.items[0]?.disputeId);
  });
  return { sale, number, path: `/api/v1/disputes/${disputeId}` };
}

const evidence = {
  explanation: 'The customer received the shoes and signed for them.',
  deliveryReference: 'GIG-1029384756',
  documents: [{ type: 'PROOF_OF_DELIVERY', url: 'https://shop.example.ng/proof.pdf' }],
};

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
  'a chargeback that the merchant accepts': {
    play: async () => {
      const { sale, path } = await disputed();
      const accepted = await world.shop.client.send('POST', `${path}/accept`);
      expect(accepted).toMatchObject({ status: 200, code: '00' });
      return sale;
    },
    status: 'REVERSED',
    events: [...paid, 'dispute.opened', 'dispute.lost', 'transaction.reversed'],
    earned: byCard - due,
  },
  'a chargeback that is won by evidence, though the acquirer’s reply to it was lost': {
    play: async () => {
      const { sale, number, path } = await disputed();
      const { client } = world.shop;
      const rule = { on: 'dispute-answer', account: `cbk-${number}`, times: 1 };
      await world.bank.misbehave({ ...rule, answer: 'HTTP_500', done: true });
      const sent = await client.post(`${path}/evidence`, evidence);
      expect(sent).toMatchObject({
        ...{ status: 200, code: '00' },
        data: {
          status: 'OPENED',
          answer: { type: 'EVIDENCE', status: 'PENDING' },
          nextActions: [],
        },
      });
      await expect
        .poll(async () => (await client.get(path)).data.answer.status, { timeout: 60_000 })
        .toBe('DELIVERED');
      const { answers } = await world.acquirer.chargeback(number);
      expect(answers).toMatchObject([{ kind: 'EVIDENCE', evidence, code: '00', calls: 1 }]);
      await world.acquirer.closeChargeback(number, 'won');
      return sale;
    },
    status: 'SUCCESSFUL',
    events: [...paid, 'dispute.opened', 'dispute.updated', 'dispute.won'],
    earned: byCard,
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

  it('a dispute is answered once, in time, and only while it is open', async () => {
    const { client } = world.shop;
    const { path, sale } = await disputed();
    const sent = await client.post(`${path}/evidence`, evidence);
    const again = await client.post(`${path}/evidence`, evidence);
    expect([sent.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = { ...evidence, explanation: 'Something else.' };
    for (const reply of [
      await client.post(`${path}/evidence`, other),
      await client.send('POST', `${path}/accept`),
    ]) {
      expect(answerOf(reply)).toBe('409/12 DISPUTE_ALREADY_ANSWERED');
    }
    const evidenceDueAt = new Date(Date.now() - 1_000).toISOString();
    const late = await disputedSale(client, world.api.manilla.simulatorUrl, { evidenceDueAt });
    const latePath = `/api/v1/disputes/${late.disputeId}`;
    expect((await client.get(latePath)).data.nextActions).toEqual([]);
    expect(answerOf(await client.post(`${latePath}/evidence`, evidence))).toBe(
      '410/68 DISPUTE_DEADLINE_PASSED',
    );
    await world.acquirer.closeChargeback(late.number, 'won');
    expect(answerOf(await client.send('POST', `${latePath}/accept`))).toBe(
      '409/12 DISPUTE_NOT_OPEN',
    );
    const { client: stranger } = await world.newShop('Stranger');
    expect(answerOf(await stranger.send('POST', `${path}/accept`))).toBe(
      '404/25 RESOURCE_NOT_FOUND',
    );
    await sale.wasTold([...paid, 'dispute.opened', 'dispute.updated']);
  });

  it.each([
    [{}, 'explanation', 'required'],
    [{ explanation: '' }, 'explanation', 'length'],
    [{ ...evidence, deliveredAt: 'yesterday' }, 'deliveredAt', 'date'],
    [
      { ...evidence, documents: [{ type: 'PHOTO', url: 'https://a.ng/b' }] },
      'documents.0.type',
      'oneOf',
    ],
    [
      { ...evidence, documents: [{ type: 'OTHER', url: 'http://a.ng/b' }] },
      'documents.0.url',
      'url',
    ],
    [{ ...evidence, documents: Array(11).fill(evidence.documents[0]) }, 'documents', 'count'],
  ])('evidence %j is refused by name', async (body, field, rule) => {
    const path = '/api/v1/disputes/dsp_01KA0000000000000000000000/evidence';
    const reply = await world.shop.client.post(path, body);
    expect(answerOf(reply)).toBe('400/30 VALIDATION_FAILED');
    expect(reply.data.errors[0]).toMatchObject({ field, rule });
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
      [`1300:${shop.merchant.merchantId}:NGN`],
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
