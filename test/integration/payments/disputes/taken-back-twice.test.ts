import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PgRailEventStore } from '../../../../src/payments/cards/rail-event.store.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { acquirer, chargeback, paidByCard as cardSale } from '../../../support/card-sale.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
let store: PgRailEventStore;
let count = 0;

beforeAll(async () => {
  shop = await Shop.open();
  store = new PgRailEventStore(shop.pool);
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

/** An order that a transfer paid. */
async function paidByBank() {
  const { account } = await shop.order();
  const sessionId = `bank-${(count += 1)}`;
  const { creditId } = await shop.pay(account.accountNumber, 1_000_000n, { sessionId });
  await shop.steps.applyCredit({ creditId });
  return { sessionId };
}

const paidByCard = () => cardSale(shop);

describe('a payment that was taken back before', () => {
  const merchant = () => shop.balanceOf(`2100:${shop.merchantId}:NGN`);
  const receivable = () => shop.balanceOf(`1200:${acquirer}:NGN`);
  const excess = async (reference: string) =>
    (
      await shop.pool.query(
        `select jsonb_build_object('askedMinor', detail -> 'askedMinor', 'leftMinor', detail -> 'leftMinor') as detail, action from finding where kind = 'DISPUTE_EXCEEDS' and subject = $1`,
        [`${acquirer}/${reference}`],
      )
    ).rows;

  it('cannot be charged back: nothing is taken a second time, and a person is told', async () => {
    await paidByBank();
    const { chargeId } = await paidByCard();
    await store.receive(chargeback('REVERSAL', chargeId, 'rvs-then-cbk'));
    const before = [await merchant(), await receivable()];
    for (const kind of ['CHARGEBACK_OPENED', 'CHARGEBACK_LOST'] as const)
      expect(await store.receive(chargeback(kind, chargeId, 'cbk-after-rvs'))).toMatchObject({
        outcome: 'NOTHING_LEFT',
      });
    expect([await merchant(), await receivable()]).toEqual(before);
    expect(await excess('cbk-after-rvs')).toEqual([
      { detail: { askedMinor: '1000000', leftMinor: '0' }, action: 'ATTENTION' },
    ]);
  });

  it('in part is charged back for the rest', async () => {
    await paidByBank();
    const { creditId, chargeId } = await paidByCard();
    await store.receive({
      ...chargeback('REVERSAL', chargeId, 'rvs-part'),
      amountMinor: 400_000n,
    });
    const before = await receivable();
    await store.receive(chargeback('CHARGEBACK_OPENED', chargeId, 'cbk-rest'));
    await store.receive(chargeback('CHARGEBACK_LOST', chargeId, 'cbk-rest'));
    expect(await receivable()).toBe(before - 600_000n);
    const { rows } = await shop.pool.query(
      `select amount_minor from dispute where credit_id = $1 and kind = 'CHARGEBACK'`,
      [creditId],
    );
    expect(rows).toEqual([{ amount_minor: 600_000n }]);
  });

  it('is charged back for no more than it brought', async () => {
    await paidByBank();
    const { chargeId } = await paidByCard();
    const before = await receivable();
    const opened = {
      ...chargeback('CHARGEBACK_OPENED', chargeId, 'cbk-ten'),
      amountMinor: 10_000_000n,
    };
    await store.receive(opened);
    await store.receive({
      ...chargeback('CHARGEBACK_LOST', chargeId, 'cbk-ten'),
      amountMinor: 10_000_000n,
    });
    expect(await receivable()).toBe(before - 1_000_000n);
    expect(await excess('cbk-ten')).toHaveLength(1);
  });

  it('is taken once when it is reversed while a chargeback is open', async () => {
    await paidByBank();
    const { chargeId } = await paidByCard();
    const before = [
      await merchant(),
      await receivable(),
      await shop.balanceOf('5300:-:NGN'),
    ] as const;
    await store.receive(chargeback('CHARGEBACK_OPENED', chargeId, 'cbk-open'));
    await store.receive(chargeback('REVERSAL', chargeId, 'rvs-over-cbk'));
    await store.receive(chargeback('CHARGEBACK_LOST', chargeId, 'cbk-open'));
    const after = [await merchant(), await receivable(), await shop.balanceOf('5300:-:NGN')];
    expect(after).toEqual([before[0] + 1_000_000n, before[1] - 1_000_000n, before[2]]);
  });
});

describe('a chargeback that is told to have ended the other way', () => {
  const turned = async (reference: string) =>
    (
      await shop.pool.query<{ booked: string; told: string }>(
        `select detail ->> 'bookedAs' as booked, detail ->> 'toldAs' as told from finding
          where kind = 'DISPUTE_TURNED' and action = 'ATTENTION' and subject = $1`,
        [`${acquirer}/${reference}`],
      )
    ).rows;

  it.each([
    ['WON', 'LOST'],
    ['LOST', 'WON'],
  ])('stays as it ended, and a person is told: %s, then %s', async (booked, told) => {
    await paidByBank();
    const { chargeId } = await paidByCard();
    const reference = `cbk-${booked}-then-${told}`;
    for (const end of [booked, booked, told]) {
      const kind = `CHARGEBACK_${end}` as 'CHARGEBACK_WON';
      const event = { ...chargeback(kind, chargeId, reference), eventId: newId('txn') };
      expect(await store.receive(event)).toMatchObject({ outcome: booked });
      expect(await turned(reference)).toEqual(end === told ? [{ booked, told }] : []);
    }
  });

  it('is none when the charge was reversed meanwhile', async () => {
    await paidByBank();
    const { chargeId } = await paidByCard();
    await store.receive(chargeback('CHARGEBACK_OPENED', chargeId, 'cbk-reversed'));
    await store.receive(chargeback('REVERSAL', chargeId, 'rvs-of-it'));
    expect(await store.receive(chargeback('CHARGEBACK_LOST', chargeId, 'cbk-reversed'))).toEqual({
      ...{ outcome: 'WON', duplicate: false },
    });
    expect(await turned('cbk-reversed')).toEqual([]);
  });
});

describe('a recall', () => {
  it('is booked once, by whatever ids the hook and the statement tell of it', async () => {
    const { sessionId } = await paidByBank();
    const pool = () => shop.balanceOf('1100:sandbox:NGN');
    const before = await pool();
    const tell = (eventId: string, amountMinor: bigint) =>
      store.recall({ provider: 'sandbox', eventId, sessionId, amountMinor });
    await tell('bank-event-71', 300_000n);
    await tell('line 71', 300_000n);
    expect(await pool()).toBe(before - 300_000n);
    await tell('line 72', 200_000n);
    await tell('bank-event-72', 200_000n);
    expect(await pool()).toBe(before - 500_000n);
    // The same told again under a new id, and more than there is.
    await tell('bank-event-73', 1_000_000n);
    await tell('bank-event-74', 1_000_000n);
    expect(await pool()).toBe(before - 1_000_000n);
    await tell('line 73', 500_000n);
    expect(await pool()).toBe(before - 1_000_000n);
  });

  it('of one of two credits under one session id takes back that one, and the next the other', async () => {
    const { account } = await shop.order();
    const sessionId = `bank-${(count += 1)}`;
    const credits: string[] = [];
    for (const key of [`${sessionId}-a`, `${sessionId}-b`]) {
      const details = {
        ...{ key, feeMinor: null, vatMinor: null, settledMinor: null },
        schemeIds: null,
      };
      const paid = await shop.pay(account.accountNumber, 1_000_000n, { sessionId, details });
      await shop.steps.applyCredit({ creditId: paid.creditId });
      credits.push(paid.creditId);
    }
    const tell = (eventId: string) =>
      store.recall({ provider: 'sandbox', eventId, sessionId, amountMinor: 1_000_000n });
    const recalled = async () =>
      (
        await shop.pool.query(
          'select credit_id, amount_minor::int as amount from dispute where credit_id = any ($1) order by dispute_id',
          [credits],
        )
      ).rows;
    const [first, second] = credits.map((credit_id) => ({ credit_id, amount: 1_000_000 }));
    await tell('bank-event-81');
    await tell('line 81');
    expect(await recalled()).toEqual([first]);
    await tell('line 82');
    for (const eventId of ['bank-event-82', 'bank-event-83']) await tell(eventId);
    expect(await recalled()).toEqual([first, second]);
  });
});
