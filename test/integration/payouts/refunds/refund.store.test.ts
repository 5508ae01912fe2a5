import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SettlementWorld } from '../../../support/settlement-world.js';
import { addMerchant, Shop, type Order } from '../../../support/shop.js';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open(24);
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

/** An order that is paid, and the transaction that paid it. */
async function paid(order: Order = {}, amountMinor = 1_000_000n) {
  const opened = await shop.order(order);
  const { creditId } = await shop.payAndPost(opened, amountMinor);
  return { ...opened, creditId };
}

/** Money enough for anything that is asked back. */
const fillTill = () => paid({ amountMinor: 50_000_000n }, 50_000_000n);

describe('a merchant’s refund', () => {
  it('of the whole transaction takes it from what the merchant has, and the fee is kept', async () => {
    await fillTill();
    const { checkout, creditId } = await paid();
    const before = await shop.balanceOf(`2100:${shop.merchantId}:NGN`);
    const { outcome, refund, refundableMinor, fact } = await shop.requestRefund(creditId);
    expect({ outcome, refundableMinor }).toEqual({ outcome: 'REQUESTED', refundableMinor: 0n });
    expect(refund).toMatchObject({
      creditId,
      checkoutId: checkout.checkoutId,
      paymentReference: checkout.paymentReference,
      origin: 'MERCHANT',
      reason: 'MERCHANT_REQUEST',
      note: 'goods came back',
      amountMinor: 1_000_000n,
      dutyMinor: 5_000n,
      dutyBearer: 'PLATFORM',
      channel: 'Bank',
      destination: { accountNumber: '0123457503', accountName: 'ADA OBI' },
      status: 'REQUESTED',
      attempts: 0,
      completedAt: null,
    });
    expect(fact).toMatchObject({
      kind: 'REFUND_REQUESTED',
      subjectId: refund?.refundId,
      checkout: { checkoutId: checkout.checkoutId, amountMinor: 1_000_000n },
    });
    expect(await shop.legsOf(refund?.refundId ?? '', 'request')).toEqual({
      'merchant-pending 2100': 1_000_000n,
      'owed 2300': -1_000_000n,
    });
    expect((await shop.balanceOf(`2100:${shop.merchantId}:NGN`)) - before).toBe(1_000_000n);
    expect(await shop.read(checkout)).toMatchObject({ status: 'SUCCESSFUL', refundedMinor: 0n });
    await shop.sendRefund(refund?.refundId ?? '');
    expect(await shop.read(checkout)).toMatchObject({
      status: 'REFUNDED',
      refundedMinor: 1_000_000n,
      acceptedMinor: 1_000_000n,
    });
    expect((await shop.eventsOf(checkout)).at(-1)).toBe('refund.successful');
  });

  it('may be made in parts, by the payment’s reference as well', async () => {
    await fillTill();
    const { checkout, creditId } = await paid();
    const part = await shop.requestRefund(checkout.paymentReference, { amountMinor: 300_000n });
    expect(part).toMatchObject({ outcome: 'REQUESTED', refundableMinor: 700_000n });
    await shop.sendRefund(part.refund?.refundId ?? '');
    expect(await shop.read(checkout)).toMatchObject({ status: 'PARTIALLY_REFUNDED' });
    expect(await shop.requestRefund(creditId, { amountMinor: 700_001n })).toMatchObject({
      outcome: 'AMOUNT_EXCEEDS_REFUNDABLE',
      refundableMinor: 700_000n,
      refund: null,
      fact: null,
    });
    const rest = await shop.requestRefund(creditId);
    expect(rest.refund).toMatchObject({ amountMinor: 700_000n });
    await shop.sendRefund(rest.refund?.refundId ?? '');
    expect(await shop.read(checkout)).toMatchObject({ status: 'REFUNDED' });
    expect(await shop.requestRefund(creditId)).toMatchObject({
      outcome: 'AMOUNT_EXCEEDS_REFUNDABLE',
      refundableMinor: 0n,
    });
    const listed = await shop.refunds.ofTransaction(shop.merchantId, creditId);
    expect(listed?.map(({ amountMinor }) => amountMinor)).toEqual([300_000n, 700_000n]);
    expect(await shop.refunds.ofTransaction(shop.merchantId, checkout.paymentReference)).toEqual(
      listed,
    );
  });

  it('is answered again as it stands, and refused under a reference that is taken', async () => {
    await fillTill();
    const { creditId } = await paid();
    const asked = { refundReference: 'RF-SAME', amountMinor: 100_000n };
    const first = await shop.requestRefund(creditId, asked);
    const before = await shop.dump();
    expect(await shop.requestRefund(creditId, { ...asked, refundId: 'rfd_other' })).toMatchObject({
      outcome: 'EXISTING',
      refund: { refundId: first.refund?.refundId },
      fact: null,
    });
    const other = { ...asked, requestHash: Buffer.from('other') };
    expect(await shop.requestRefund(creditId, other)).toMatchObject({
      outcome: 'DUPLICATE_REFERENCE',
      refund: null,
    });
    expect(await shop.dump()).toEqual(before);
    expect(await shop.refunds.find(shop.merchantId, 'RF-SAME')).toEqual(first.refund);
    expect(await shop.refunds.find('mch_other', 'RF-SAME')).toBeUndefined();
  });

  it('goes to another account when the merchant names one', async () => {
    await fillTill();
    const { creditId } = await paid();
    const destination = {
      accountNumber: '0987654321',
      bankCode: '000014',
      bankName: 'Access Bank',
      accountName: 'ADA OBI',
      isPayers: true,
    };
    const { refund } = await shop.requestRefund(creditId, { destination });
    expect(refund?.destination).toEqual(destination);
    expect(refund?.sendableFrom?.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    const unnamed = { ...destination, accountName: null };
    expect(await shop.requestRefund(creditId, { destination: unnamed })).not.toMatchObject({
      outcome: 'REQUESTED',
    });
  });

  it('of an overpaid transaction reaches what was not sent back already', async () => {
    await fillTill();
    const { creditId } = await paid({}, 1_200_000n);
    expect(await shop.requestRefund(creditId)).toMatchObject({
      outcome: 'REQUESTED',
      refund: { amountMinor: 1_000_000n },
    });
  });

  it.each([
    ['paid exactly', 1_000_000n, {}],
    ['overpaid, and the excess sent back', 1_200_000n, {}],
    ['overpaid, and the excess kept', 1_200_000n, { overpaid: 'KEEP' }],
    ['underpaid, and accepted', 800_000n, { underpaid: 'ACCEPT' }],
  ] as const)(
    'of all that an order has kept makes it REFUNDED: %s',
    async (_how, minor, policies) => {
      await fillTill();
      const { checkout, creditId } = await paid({ policies }, minor);
      for (const { refundId } of await shop.refundsOf(creditId)) await shop.sendRefund(refundId);
      const part = await shop.requestRefund(creditId, { amountMinor: 300_000n });
      await shop.sendRefund(part.refund?.refundId ?? '');
      expect(await shop.read(checkout)).toMatchObject({ status: 'PARTIALLY_REFUNDED' });
      const rest = await shop.requestRefund(creditId);
      await shop.sendRefund(rest.refund?.refundId ?? '');
      const { status, acceptedMinor, refundedMinor } = await shop.read(checkout);
      expect({ status, refundedMinor }).toEqual({
        status: 'REFUNDED',
        refundedMinor: acceptedMinor,
      });
    },
  );

  it('takes what is due already first, and charges the duty when the merchant bears it', async () => {
    const { creditId } = await paid(
      {
        amountMinor: 2_000_000n,
        policies: { refundFeeBearer: 'MERCHANT' },
      },
      2_000_000n,
    );
    await shop.pool.query(
      `select post_journals(array[('test', $1, 'due', 'pending', '2100', $2, 'NGN', 900000),
                                  ('test', $1, 'due', 'available', '2110', $2, 'NGN', -900000)]::leg[])`,
      [creditId, shop.merchantId],
    );
    const { refund } = await shop.requestRefund(creditId, { amountMinor: 1_500_000n });
    expect(await shop.legsOf(refund?.refundId ?? '', 'request')).toEqual({
      'merchant-available 2110': 900_000n,
      'merchant-pending 2100': 600_000n,
      'duty-charged 2100': 5_000n,
      'duty-owed 2410': -5_000n,
      'owed 2300': -1_500_000n,
    });
  });
});

describe('a merchant’s refund is refused', () => {
  const refused = async (reference: string, outcome: string) => {
    const before = await shop.dump();
    expect(await shop.requestRefund(reference)).toMatchObject({
      outcome,
      refund: null,
      fact: null,
    });
    expect(await shop.dump()).toEqual(before);
  };

  it('for a transaction that is not the merchant’s', async () => {
    const { creditId } = await paid();
    const merchantId = await addMerchant(shop.pool);
    expect(await shop.requestRefund(creditId, { merchantId })).toMatchObject({
      outcome: 'RESOURCE_NOT_FOUND',
    });
    expect(await shop.refunds.ofTransaction(merchantId, creditId)).toBeUndefined();
    await refused('txn_none', 'RESOURCE_NOT_FOUND');
  });

  it('for money that is held, or waits for its top-up', async () => {
    const order = await shop.order();
    const part = await shop.payAndPost(order, 400_000n);
    await refused(part.creditId, 'NOT_REFUNDABLE');
    await refused(order.checkout.paymentReference, 'NOT_REFUNDABLE');
    const done = await paid();
    const second = await shop.pay(done.account.accountNumber, 1_000_000n);
    await refused(second.creditId, 'NOT_REFUNDABLE');
  });

  it('for an order that several transactions have paid: which one must be said', async () => {
    const order = await shop.order();
    await shop.payAndPost(order, 400_000n);
    await shop.payAndPost(order, 600_000n);
    await refused(order.checkout.paymentReference, 'SEVERAL_PAYMENTS');
  });

  it('when the merchant has not got so much', async () => {
    const alone = await Shop.open();
    try {
      const order = await alone.order();
      const { creditId } = await alone.payAndPost(order, 1_000_000n);
      // What it owes us is not its to give.
      await alone.pool.query(
        `select post_journals(array[('test', $1, 'owes', 'owed', '1300', $2, 'NGN', 500000),
                                    ('test', $1, 'owes', 'pending', '2100', $2, 'NGN', -500000)]::leg[])`,
        [creditId, alone.merchantId],
      );
      expect(await alone.requestRefund(creditId)).toMatchObject({
        outcome: 'INSUFFICIENT_AVAILABLE_BALANCE',
      });
      expect(await alone.requestRefund(creditId, { amountMinor: 989_250n })).toMatchObject({
        outcome: 'REQUESTED',
      });
      await alone.assertBooks();
    } finally {
      await alone[Symbol.asyncDispose]();
    }
  });

  it('when the money of a chargeback that was won is paid out', async () => {
    await using world = await SettlementWorld.open();
    const merchantId = await world.merchant();
    const tell = (kind: string, creditId: string) =>
      world.shop.pool.query(
        `select receive_rail_event(k.provider, $2, $2, k.session_id, 'cbk', k.amount_minor, 0)
           from inward_credit k where k.credit_id = $1`,
        [creditId, kind],
      );
    const first = await world.collect(merchantId, 1_000_000n, '2026-11-19');
    await world.settle(merchantId, '2026-11-20');
    await tell('CHARGEBACK_OPENED', first);
    const second = await world.collect(merchantId, 5_000_000n, '2026-11-20');
    await world.settle(merchantId, '2026-11-23');
    await tell('CHARGEBACK_WON', first);
    await world.settle(merchantId, '2026-11-24');
    // With the last kobo it would bear stamp duty.
    const { '2320': sent, ...left } = await world.moneyOf(merchantId);
    expect(left).toEqual({ '2110': 1n });
    expect(sent).toBeGreaterThan(5_900_000n);
    const asked = { merchantId, amountMinor: 2n };
    expect(await world.shop.requestRefund(second, asked)).toMatchObject({
      outcome: 'INSUFFICIENT_AVAILABLE_BALANCE',
    });
    await world.shop.assertBooks();
  });

  it('when what it has is owed to it for a chargeback that was won', async () => {
    await using alone = await Shop.open();
    const { creditId } = await alone.payAndPost(await alone.order(), 1_000_000n);
    // It was paid out what it is owed: 2110 is below nought by as much.
    await alone.pool.query(
      `select post_journals(array[('test', $1, 'owed', 'owed', '1300', $2, 'NGN', -500000),
                                  ('test', $1, 'owed', 'paid', '2110', $2, 'NGN', 1489250),
                                  ('test', $1, 'owed', 'out', '2320', $2, 'NGN', -989250)]::leg[])`,
      [creditId, alone.merchantId],
    );
    expect(await alone.requestRefund(creditId, { amountMinor: 1n })).toMatchObject({
      outcome: 'INSUFFICIENT_AVAILABLE_BALANCE',
    });
  });
});

describe('refunds at once', () => {
  it('never return more than was received', async () => {
    await fillTill();
    const { creditId } = await paid();
    const results = await Promise.all(
      Array.from({ length: 24 }, () => shop.requestRefund(creditId, { amountMinor: 300_000n })),
    );
    expect(results.filter(({ outcome }) => outcome === 'REQUESTED')).toHaveLength(3);
    expect(results.filter(({ outcome }) => outcome === 'AMOUNT_EXCEEDS_REFUNDABLE')).toHaveLength(
      21,
    );
  });

  it('never spend the same money twice', async () => {
    const alone = await Shop.open(24);
    try {
      const credits = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const order = await alone.order();
          return (await alone.payAndPost(order, 1_000_000n)).creditId;
        }),
      );
      const results = await Promise.all(credits.map((creditId) => alone.requestRefund(creditId)));
      // eight times 989,250 reach for seven refunds of a million
      expect(results.filter(({ outcome }) => outcome === 'REQUESTED')).toHaveLength(7);
      await alone.assertBooks();
    } finally {
      await alone[Symbol.asyncDispose]();
    }
  });

  it('under one reference are one', async () => {
    await fillTill();
    const { creditId } = await paid();
    const results = await Promise.all(
      Array.from({ length: 10 }, () =>
        shop.requestRefund(creditId, { refundReference: 'RF-ONE', amountMinor: 50_000n }),
      ),
    );
    expect(results.filter(({ outcome }) => outcome === 'REQUESTED')).toHaveLength(1);
    expect(results.filter(({ outcome }) => outcome === 'EXISTING')).toHaveLength(9);
  });
});
