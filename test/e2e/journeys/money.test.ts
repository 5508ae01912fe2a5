import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payOutAtOnce } from '../../support/due-merchant.js';
import { triggerSchedule } from '../../support/schedules.js';
import { newToken } from '../../support/scenarios/acquirer.js';
import { type Sale } from '../../support/scenarios/sale.js';
import { ScenarioWorld } from '../../support/scenarios/scenario-world.js';
import type { Shop } from '../../support/scenarios/shop.js';
import { answerOf, eventually } from '../../support/scenarios/surroundings.js';
import { chargesOf } from '../../support/card-checkouts.js';

/**
 * Each way of money once, through all programs: as its merchant, its payers and the bank see it. Which amounts come of what
 * is proved in test/integration; what each call answers, in test/edge; in which order things may happen, in test/workflows.
 */
let world: ScenarioWorld;
let shop: Shop;
beforeAll(async () => {
  world = await ScenarioWorld.start();
  shop = world.shop;
});
afterAll(() => world?.stop());

const due = 1_000_000;
const earned = 989_250;
const earnedByCard = 973_125;
const paid = ['collection.received', 'checkout.successful'];

describe.concurrent('an order', () => {
  it('in two parts, the second too much: paid, and the rest goes back to its payer', async () => {
    const sale = await shop.open();
    await sale.pay(400_000);
    await sale.until({ status: 'PARTIALLY_PAID', amountOutstanding: 600_000 });
    const second = await sale.pay(700_000);
    await sale.endsAs({
      ...{ status: 'SUCCESSFUL', exception: 'OVERPAID', completion: '200/00', earned },
      amounts: { paid: 1_100_000, accepted: due },
      events: [
        ...['collection.received', 'checkout.underpaid', 'collection.received'],
        ...['checkout.overpaid', 'checkout.successful', 'refund.successful'],
      ],
      returned: [[second, 100_000]],
    });
  });

  it('by a card whose payer confirms it at the bank', async () => {
    const sale = await shop.initiate();
    const reply = await sale.payByCard('card_3ds');
    expect(answerOf(reply)).toBe('202/02 ACTION_REQUIRED');
    await fetch(`${String(reply.data.action.url)}/approve`, { method: 'POST' });
    await sale.endsAs({
      ...{ status: 'SUCCESSFUL', completion: '200/00', earned: earnedByCard },
      amounts: { expected: sale.dueByCard, paid: due, accepted: due },
      events: paid,
    });
    expect(await chargesOf(world.api, sale.reference)).toHaveLength(1);
  });

  it('that is refunded whole: to the account it came from, and the fee is kept', async () => {
    await shop.paid();
    const sale = await shop.paid();
    const [payment] = sale.payments;
    if (payment === undefined) throw new Error('nothing was paid');
    const refund = { refundReference: `RFD-${sale.reference}`, reason: 'Sold out' };
    expect(answerOf(await shop.client.refund(sale.reference, refund))).toBe('202/00');
    await sale.endsAs({
      ...{ status: 'REFUNDED', completion: '200/00', earned: earned - due },
      amounts: { paid: due, accepted: due },
      events: [...paid, 'refund.successful'],
      returned: [[payment, due]],
    });
  });
});

it('a card payment is disputed, and won by evidence, though the acquirer’s reply to it was lost', async () => {
  const { sale, number, path } = await disputed();
  const evidence = { explanation: 'The customer signed for the shoes.' };
  const rule = { on: 'dispute-answer', account: `cbk-${number}`, times: 1 };
  await world.bank.misbehave({ ...rule, answer: 'HTTP_500', done: true });
  expect(answerOf(await shop.client.post(`${path}/evidence`, evidence))).toBe('200/00');
  await eventually(async () =>
    expect((await shop.client.get(path)).data.answer.status).toBe('DELIVERED'),
  );
  const { answers } = await world.acquirer.chargeback(number);
  expect(answers).toMatchObject([{ kind: 'EVIDENCE', evidence, code: '00', calls: 1 }]);
  await world.acquirer.closeChargeback(number, 'won');
  await sale.wasNotified([...paid, 'dispute.opened', 'dispute.updated', 'dispute.won']);
  await sale.until({ status: 'SUCCESSFUL', amountAccepted: due });
  expect(await sale.earned()).toBe(earnedByCard);
});

async function disputed(): Promise<{ sale: Sale; number: number; path: string }> {
  const sale = await shop.initiate();
  const token = newToken('card_approved');
  expect(answerOf(await sale.payByCard(token, { prefer: 'wait=20' }))).toBe('200/00');
  const [charge] = await world.acquirer.chargesOf(token);
  const { number } = await world.acquirer.openChargeback(charge?.charge_id ?? '');
  const disputeId = await eventually(async () => {
    const { data } = await shop.client.get(`/api/v1/disputes?reference=${sale.reference}`);
    expect(data.items).toHaveLength(1);
    return String(data.items[0]?.disputeId);
  });
  return { sale, number, path: `/api/v1/disputes/${disputeId}` };
}

describe('a payout', () => {
  const bankCode = '000014';
  const accountNumber = '6100000001';
  let owner: Shop;
  beforeAll(async () => {
    const account = await world.bank.account(bankCode, accountNumber);
    owner = await world.newShop('Paid Out');
    const { merchantId } = owner.merchant;
    await payOutAtOnce((sql, values) => world.query(sql, values), merchantId, account);
    await owner.paid();
  });

  const last = async () => {
    const rows = await world.query<{ status: string; net: number }>(
      'select status, net_minor::int as net from settlement where merchant_id = $1 order by number',
      [owner.merchant.merchantId],
    );
    return rows;
  };
  const received = async () => (await world.bank.account(bankCode, accountNumber)).balance;
  const settle = () => triggerSchedule(world.operator.client, 'settle-instant', 'ALLOW_ALL');

  it('that the run is asked for twice is made once, though the worker dies after it was sent', async () => {
    const rule = { on: 'transfer', account: accountNumber, times: 1 };
    await world.bank.misbehave({ ...rule, answer: 'TIMEOUT', done: true });
    await Promise.all([settle(), settle()]);
    const sent = async () => {
      const calls = await world.bank.calls({ on: 'transfer' });
      return calls.filter((call) => call.accountNumber === accountNumber);
    };
    await eventually(async () => expect(await sent()).toHaveLength(1));
    await world.api.manilla.kill('worker');
    await world.api.manilla.restart('worker');
    await settle();
    await eventually(async () =>
      expect(await last()).toEqual([{ status: 'SUCCESSFUL', net: earned }]),
    );
    expect(await sent()).toHaveLength(1);
    expect(await received()).toBe(earned);
  });

  it('that the bank sends back is in the balance again, told, and paid by the next run', async () => {
    const [sending] = await world.query<{ session_id: string }>(
      `select t.session_id from outward_transfer t
         join payout p on p.payout_id = t.purpose_id join settlement s using (settlement_id)
        where s.merchant_id = $1`,
      [owner.merchant.merchantId],
    );
    await world.reconcile();
    await world.bank.returnTransfer(sending?.session_id ?? '');
    await world.reconcile();
    await eventually(async () => expect(await last()).toMatchObject([{ status: 'REVERSED' }]));
    await settle();
    await eventually(async () =>
      expect((await last()).map(({ status }) => status)).toEqual(['REVERSED', 'SUCCESSFUL']),
    );
    expect(await received()).toBe(earned);
    const told = () =>
      owner.events.filter(({ type }) => type.startsWith('settlement.')).map(({ type }) => type);
    await eventually(() =>
      expect(told()).toEqual([
        ...['settlement.successful', 'settlement.reversed', 'settlement.successful'],
      ]),
    );
  });
});

it('all of it leaves books that hold, and that agree with the bank', async () => {
  await world.reconcile();
  await world.proveMoney();
});
