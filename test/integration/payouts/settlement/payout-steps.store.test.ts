import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PayoutEvent } from '../../../../src/domain/payout-state.js';
import { PgMerchantAdmin } from '../../../../src/operators/merchants/merchant-admin.store.js';
import { operator } from '../../../support/actors.js';
import { SettlementWorld } from '../../../support/settlement-world.js';

let world: SettlementWorld;
let merchantId: string;
let settlementId: string;

beforeAll(async () => {
  world = await SettlementWorld.open();
});
// each test has a settlement of its own: 5,000,000 at a fee of 1,000 leaves 4,961,675 to send, with 5,000 duty and 1,075 fee
beforeEach(async () => {
  merchantId = await world.merchant({ payoutFeeMinor: 1_000n });
  await world.collect(merchantId, 5_000_000n, '2026-11-20');
  await world.settle(merchantId, '2026-11-23');
  settlementId = (await world.lastOf(merchantId)).settlement_id;
});
afterAll(async () => {
  await world.shop.assertBooks();
  await world[Symbol.asyncDispose]();
});

const sent = 4_961_675n;
const whole = 4_967_750n;

async function legs(purpose: string) {
  const { payouts } = await world.payouts.find(settlementId);
  return world.shop.legsOf(payouts[0]?.payoutId ?? 'pay_none', purpose);
}

/** Pays the money of the settlement by another one, of three transfers. */
async function splitInThree(): Promise<void> {
  await world.take(settlementId, ['GIVEN_UP']);
  const limit = "update setting set value = $1 where name = 'payout_limit_minor'";
  await world.shop.pool.query(limit, ['2000000']);
  await world.settle(merchantId, '2026-11-24');
  await world.shop.pool.query(limit, ['1000000000']);
  settlementId = (await world.lastOf(merchantId)).settlement_id;
}

/** Whether the relay will tell that there is a settlement to pay. */
async function hasOpenFact(): Promise<boolean> {
  const open = 'select from fact where subject_id = $1 and applied_at is null';
  return (await world.shop.pool.query(open, [settlementId])).rows.length > 0;
}

describe('the books of a payout', () => {
  it('take it from the merchant when it is frozen', async () => {
    expect(await legs('scheduled')).toEqual({
      'merchant 2110': whole,
      'in-transit 2320': -sent,
      'vat 2400': -75n,
      'duty-set-aside 2410': -5_000n,
      'fee-income 4120': -1_000n,
    });
    expect(await world.moneyOf(merchantId)).toEqual({ '2320': sent });
  });

  it('pay it out of the account at the bank when it has arrived', async () => {
    const standing = await world.take(settlementId, ['SENT', 'LOST_SIGHT', 'CONFIRMED']);
    expect(standing.status).toBe('SUCCESSFUL');
    expect(await legs('confirmed#1')).toEqual({
      'paid-out 1110': -sent,
      'duty-paid 1110': -5_000n,
      'in-transit 2320': sent,
      'duty 2410': 5_000n,
    });
    expect(await world.moneyOf(merchantId)).toEqual({});
  });

  it.each([
    [['GIVEN_UP'], 'FAILED', 'settlement.failed'],
    [['SENT', 'REFUSED', 'GIVEN_UP'], 'FAILED', 'settlement.failed'],
    [['SENT', 'LOST_SIGHT', 'REFUSED', 'GIVEN_UP'], 'FAILED', 'settlement.failed'],
    [['CALLED_OFF'], 'CANCELLED', undefined],
  ] as const satisfies [PayoutEvent[], string, string | undefined][])(
    'give the whole of it back after %s',
    async (events, status, told) => {
      expect(await world.take(settlementId, events)).toMatchObject({ status });
      expect(await world.moneyOf(merchantId)).toEqual({ '2110': whole });
      expect(await world.eventsOf(merchantId)).toEqual(told === undefined ? [] : [told]);
      // and the next run pays it
      await world.settle(merchantId, '2026-11-24');
      expect(await world.lastOf(merchantId)).toMatchObject({
        opening_minor: 0n,
        reversal_minor: whole,
        net_minor: sent,
      });
    },
  );

  it('give back what was sent when the bank returns it; duty and fee are spent', async () => {
    await world.take(settlementId, ['SENT', 'CONFIRMED']);
    expect(await world.take(settlementId, ['RETURNED'])).toMatchObject({ status: 'REVERSED' });
    expect(await world.moneyOf(merchantId)).toEqual({ '2110': sent });
    expect(await world.lastOf(merchantId)).toMatchObject({ paid_minor: 0n });
    expect(await world.eventsOf(merchantId)).toEqual([
      'settlement.successful',
      'settlement.reversed',
    ]);
  });
});

describe('a step', () => {
  it('taken again changes nothing', async () => {
    const { payouts } = await world.payouts.find(settlementId);
    const payoutId = payouts[0]?.payoutId ?? 'pay_none';
    const steps: [PayoutEvent, string?][] = [
      ...([
        ['SENT', 'one'],
        ['LOST_SIGHT', 'one'],
        ['REFUSED', 'one'],
      ] as const),
      ...([
        ['SENT', 'two'],
        ['CONFIRMED', 'two'],
        ['RETURNED', 'two'],
      ] as const),
    ].map(([event, name]) => [event, `${name}-${payoutId}`]);
    for (const [event, sessionId] of steps) {
      const step = { payoutId, event, sessionId, code: '00', failure: 'why' };
      const first = await world.payouts.takePayoutStep(step);
      const before = await world.shop.dump();
      expect(await world.payouts.takePayoutStep(step)).toEqual(first);
      expect(await world.shop.dump()).toEqual(before);
    }
  });

  it('taken twice at once is taken once', async () => {
    const { payouts } = await world.payouts.find(settlementId);
    const payoutId = payouts[0]?.payoutId ?? 'pay_none';
    for (const event of ['SENT', 'CONFIRMED', 'RETURNED'] as const) {
      const step = { payoutId, event, sessionId: `at-once-${payoutId}` };
      const taken = await Promise.all([1, 2, 3, 4].map(() => world.payouts.takePayoutStep(step)));
      expect(new Set(taken.map(({ status }) => status)).size).toBe(1);
    }
    expect(await world.moneyOf(merchantId)).toEqual({ '2110': sent });
  });

  it.each(['GIVEN_UP', 'CALLED_OFF'] as const)(
    '%s is refused while the money may be on its way',
    async (event) => {
      for (const before of ['SENT', 'LOST_SIGHT'] as const) {
        await world.take(settlementId, [before]);
        await expect(world.take(settlementId, [event])).rejects.toMatchObject({
          constraint: 'payout_transition',
        });
      }
      expect(await world.moneyOf(merchantId)).toEqual({ '2320': sent });
    },
  );

  it('of another sending than the last is refused, and so is a second sending beside the first', async () => {
    await world.take(settlementId, ['SENT']);
    const { payouts } = await world.payouts.find(settlementId);
    const payoutId = payouts[0]?.payoutId ?? 'pay_none';
    await expect(
      world.payouts.takePayoutStep({ payoutId, event: 'CONFIRMED', sessionId: 'nobody' }),
    ).rejects.toMatchObject({ constraint: 'payout_last_sending' });
    await expect(
      world.payouts.takePayoutStep({ payoutId, event: 'SENT', sessionId: 'another' }),
    ).rejects.toMatchObject({ constraint: 'payout_transition' });
    expect((await world.payouts.find(settlementId)).payouts[0]).toMatchObject({
      attempts: 1,
      openSending: { sentAt: expect.any(Date) as Date },
    });
  });

  it('tells the relay that there is a workflow now', async () => {
    expect(await hasOpenFact()).toBe(true);
    await world.payouts.takeSettlementStep({
      ...{ settlementId, event: 'HELD', reason: 'ACCOUNT_REFUSED' },
    });
    expect(await hasOpenFact()).toBe(false);
  });
});

describe('a settlement that is held', () => {
  it('goes on when it is released, and takes the name that its bank gave', async () => {
    await world.payouts.noteName(settlementId, 'SHOP AND SONS LIMITED');
    const held = { settlementId, event: 'HELD', reason: 'NAME_CHANGED' } as const;
    const first = await world.payouts.takeSettlementStep(held);
    expect(first).toMatchObject({ status: 'ON_HOLD', holdReason: 'NAME_CHANGED' });
    expect(await world.payouts.takeSettlementStep(held)).toEqual(first);
    expect(await world.eventsOf(merchantId)).toEqual(['settlement.on_hold']);
    const after = await world.release(settlementId, 'NAME_CHANGED');
    expect(after).toMatchObject({ status: 'SCHEDULED', holdReason: null });
    expect(await world.release(settlementId, 'NAME_CHANGED')).toEqual(after);
    expect((await world.payouts.account(settlementId)).accountName).toBe('SHOP AND SONS LIMITED');
    const { rows } = await world.shop.pool.query(
      `select what, actor, detail ->> 'to' as name from settlement_account_change where merchant_id = $1`,
      [merchantId],
    );
    expect(rows).toEqual([{ what: 'NAME_ACCEPTED', actor: 'ada', name: 'SHOP AND SONS LIMITED' }]);
  });

  it('can be called off, and cannot be held when it is on its way or over', async () => {
    const held = { settlementId, event: 'HELD', reason: 'ACCOUNT_REFUSED' } as const;
    await world.take(settlementId, ['SENT']);
    const refused = { constraint: 'settlement_transition' };
    await expect(world.payouts.takeSettlementStep(held)).rejects.toMatchObject(refused);
    await world.take(settlementId, ['REFUSED']);
    await world.payouts.takeSettlementStep(held);
    expect(await world.take(settlementId, ['CALLED_OFF'])).toMatchObject({ status: 'CANCELLED' });
    expect(await world.moneyOf(merchantId)).toEqual({ '2110': whole });
    await expect(world.release(settlementId, 'ACCOUNT_REFUSED')).rejects.toMatchObject(refused);
  });
});

describe('a settlement of several transfers', () => {
  beforeEach(splitInThree);

  it.each([
    [[['SENT']], 'PROCESSING'],
    [[['SENT', 'CONFIRMED']], 'PROCESSING'],
    [[['SENT', 'LOST_SIGHT']], 'UNKNOWN'],
    [[['SENT', 'REFUSED']], 'SCHEDULED'],
    [[['GIVEN_UP']], 'PROCESSING'],
    [
      [
        ['SENT', 'CONFIRMED'],
        ['SENT', 'CONFIRMED'],
        ['SENT', 'CONFIRMED'],
      ],
      'SUCCESSFUL',
    ],
    [[['SENT', 'CONFIRMED'], ['GIVEN_UP'], ['SENT', 'CONFIRMED']], 'FAILED'],
    [[['SENT', 'CONFIRMED'], ['CALLED_OFF'], ['CALLED_OFF']], 'SUCCESSFUL'],
    [[['CALLED_OFF'], ['CALLED_OFF'], ['CALLED_OFF']], 'CANCELLED'],
    [[['SENT', 'CONFIRMED', 'RETURNED'], ['GIVEN_UP'], ['SENT', 'CONFIRMED']], 'REVERSED'],
    [
      [
        ['SENT', 'CONFIRMED', 'RETURNED'],
        ['SENT', 'LOST_SIGHT'],
      ],
      'UNKNOWN',
    ],
  ] as const satisfies [PayoutEvent[][], string][])('after %j is %s', async (byPart, status) => {
    for (const [n, events] of byPart.entries()) await world.take(settlementId, events, n + 1);
    expect((await world.payouts.find(settlementId)).status).toBe(status);
  });

  it('tells its end once, and how much has arrived', async () => {
    await world.pay(settlementId);
    const { net_minor: net, paid_minor: paid } = await world.lastOf(merchantId);
    expect(paid).toBe(net);
    expect(await world.eventsOf(merchantId)).toEqual([
      'settlement.failed',
      'settlement.successful',
    ]);
  });
});

describe('a suspension', () => {
  const held = { status: 'ON_HOLD', holdReason: 'MERCHANT_INACTIVE' };
  const move = (action: 'suspend' | 'reinstate') =>
    new PgMerchantAdmin(world.shop.pool).move(merchantId, action, operator());

  it('between two transfers holds those that are left, until an operator releases them', async () => {
    await splitInThree();
    const already = await world.eventsOf(merchantId);
    await world.take(settlementId, ['SENT']);
    await move('suspend');
    expect(await world.payouts.find(settlementId)).toMatchObject({
      ...{ status: 'PROCESSING', holdReason: 'MERCHANT_INACTIVE' },
    });
    expect(await world.take(settlementId, ['CONFIRMED'])).toMatchObject(held);
    expect(await world.eventsOf(merchantId)).toEqual([...already, 'settlement.on_hold']);
    await move('reinstate');
    const parts = ['SUCCESSFUL', 'SCHEDULED', 'SCHEDULED'].map((status) => ({ status }));
    expect(await world.take(settlementId, ['SENT'], 2)).toMatchObject({ ...held, payouts: parts });
    await world.release(settlementId, 'MERCHANT_INACTIVE');
    for (const part of [2, 3]) await world.take(settlementId, ['SENT', 'CONFIRMED'], part);
    const paid = { status: 'SUCCESSFUL', holdReason: null };
    expect(await world.payouts.find(settlementId)).toMatchObject(paid);
  });

  it('holds what is on its way from being sent again, and is forgotten when it has arrived', async () => {
    await world.take(settlementId, ['SENT', 'LOST_SIGHT']);
    await move('suspend');
    expect(await world.take(settlementId, ['REFUSED'])).toMatchObject(held);
    await world.release(settlementId, 'MERCHANT_INACTIVE');
    expect(await world.take(settlementId, ['SENT'])).toMatchObject({ status: 'PROCESSING' });
    await move('reinstate');
    await move('suspend');
    const arrived = { status: 'SUCCESSFUL', holdReason: null };
    expect(await world.take(settlementId, ['CONFIRMED'])).toMatchObject(arrived);
  });

  it('of a merchant whose settlement is held already is the next hold after that one', async () => {
    const step = { settlementId, event: 'HELD', reason: 'ACCOUNT_REFUSED' } as const;
    await world.payouts.takeSettlementStep(step);
    await move('suspend');
    const { holdReason } = await world.payouts.find(settlementId);
    expect(holdReason).toBe('ACCOUNT_REFUSED');
    for (let times = 0; times < 2; times += 1)
      expect(await world.release(settlementId, 'ACCOUNT_REFUSED')).toMatchObject(held);
    const released = { status: 'SCHEDULED', holdReason: null };
    expect(await world.release(settlementId, 'MERCHANT_INACTIVE')).toMatchObject(released);
  });

  it('before the workflow has begun leaves it to be started', async () => {
    await move('suspend');
    expect(await world.payouts.find(settlementId)).toMatchObject(held);
    expect(await hasOpenFact()).toBe(true);
  });
});

it('what the rail is asked with, and what the merchant is told', async () => {
  const { payouts } = await world.payouts.find(settlementId);
  expect(await world.payouts.instruction(payouts[0]?.payoutId ?? 'pay_none', 'none')).toMatchObject(
    {
      sendingStatus: null,
      ...{ amountMinor: sent, currency: 'NGN', bankCode: '000014', accountName: 'SHOP LIMITED' },
      ...{ provider: 'sandbox', narration: `Settlement ${settlementId}` },
    },
  );
  await world.take(settlementId, ['SENT', 'CONFIRMED']);
  const { rows } = await world.shop.pool.query<{ body: string }>(
    `select body from event where merchant_id = $1 and type = 'settlement.successful'`,
    [merchantId],
  );
  expect(JSON.parse(rows[0]?.body ?? '{}')).toMatchObject({
    type: 'settlement.successful',
    sequence: 1,
    merchantId,
    data: {
      ...{ settlementId, settlementReference: settlementId, type: 'SCHEDULED' },
      ...{ status: 'SUCCESSFUL', holdReason: null, failure: null, currency: 'NGN' },
      ...{ amount: 4_967_750, fee: 1_000, vat: 75, stampDuty: 5_000 },
      ...{ netAmount: 4_961_675, paidAmount: 4_961_675, transactionCount: 1 },
      destination: { accountNumber: expect.stringMatching(/^\*{6}\d{4}$/) as string },
      ...{ openingBalance: 0, grossAmount: 5_000_000, feeAmount: 30_000, vatAmount: 2_250 },
      ...{ payoutFeeAmount: 1_075, payoutStampDutyAmount: 5_000, closingBalance: 0 },
      ...{ cutOff: '2026-11-22T23:00:00.000Z', runDate: '2026-11-23' },
    },
  });
});

it('a merchant that is not paid twice in a row is found for a person, until it is paid', async () => {
  const found = async () => {
    const { rows } = await world.shop.pool.query(
      `select kind, action, detail ->> 'answer' as answer from finding where subject = $1`,
      [merchantId],
    );
    return rows as unknown;
  };
  await world.take(settlementId, ['SENT', 'REFUSED', 'GIVEN_UP']);
  expect(await found()).toEqual([]);
  await world.settle(merchantId, '2026-11-24');
  const { settlement_id: next } = await world.lastOf(merchantId);
  await world.take(next, ['SENT', 'REFUSED', 'GIVEN_UP']);
  expect(await found()).toMatchObject([{ kind: 'PAYOUT_GIVEN_UP', action: 'ATTENTION' }]);
  await world.settle(merchantId, '2026-11-25');
  const { settlement_id: paid } = await world.lastOf(merchantId);
  await world.take(paid, ['SENT', 'CONFIRMED']);
  expect(await found()).toMatchObject([{ kind: 'PAYOUT_GIVEN_UP', action: 'RESOLVED' }]);
});

describe('the session id of a sending', () => {
  it('is the same when a restored database freezes the settlement anew, and another for each part and attempt', async () => {
    await using restored = await SettlementWorld.open(1);
    const { pool } = restored.shop;
    const owed = await restored.merchant();
    await restored.collect(owed, 5_000_000n, '2026-11-20');
    await pool.query(`update setting set value = '3000000' where name = 'payout_limit_minor'`);
    const frozenAndForgotten = async () => {
      await pool.query('begin');
      await pool.query(`select settle_merchant($1, 'DAILY', '2026-11-23T00:00:00+01:00')`, [owed]);
      const frozen = await restored.payouts.find((await restored.lastOf(owed)).settlement_id);
      await pool.query('rollback');
      return frozen;
    };
    const [first, again] = [await frozenAndForgotten(), await frozenAndForgotten()];
    expect(again.settlementId).not.toBe(first.settlementId);
    const tails = ({ payouts }: typeof first) => payouts.map(({ nextSession }) => nextSession.tail);
    expect(tails(first)).toHaveLength(2);
    expect(tails(again)).toEqual(tails(first));
    expect(new Set(tails(first)).size).toBe(2);

    await restored.settle(owed, '2026-11-23');
    const { settlement_id: settlementId } = await restored.lastOf(owed);
    const before = (await restored.payouts.find(settlementId)).payouts[0]?.nextSession;
    const refused = await restored.take(settlementId, ['SENT', 'REFUSED']);
    const after = refused.payouts[0]?.nextSession;
    expect(after?.openedAt).toEqual(before?.openedAt);
    expect(after?.tail).not.toBe(before?.tail);
  });
});
