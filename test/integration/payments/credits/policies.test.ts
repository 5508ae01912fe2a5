import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Policies } from '../../../../src/domain/policies.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

/** One row of the policies' table: what was paid of 1,000,000 kobo, and where all of it is then. */
interface Row {
  readonly name: string;
  readonly policies: Partial<Policies>;
  readonly paid: bigint;
  readonly outcome: 'EXACT' | 'UNDERPAID' | 'OVERPAID';
  readonly status: string;
  readonly accepted: bigint;
  readonly policyApplied: string | null;
  readonly legs: Record<string, bigint>;
  readonly returned?: bigint;
  readonly events: readonly string[];
}

const accepted = (paid: bigint, value: bigint, fee: bigint, vat: bigint) => ({
  'pool 1100': paid,
  'merchant 2100': -value,
  'fee-charged 2100': fee + vat,
  'fee-income 4100': -fee,
  'vat 2400': -vat,
});

const rows: readonly Row[] = [
  {
    name: 'short within the tolerance fits, with the fee on what was paid',
    policies: { tolerance: 10_000 },
    paid: 990_000n,
    outcome: 'EXACT',
    status: 'SUCCESSFUL',
    accepted: 990_000n,
    policyApplied: null,
    legs: accepted(990_000n, 990_000n, 9_900n, 743n),
    events: ['collection.received', 'checkout.successful'],
  },
  {
    name: 'over within the tolerance fits',
    policies: { tolerance: 10_000 },
    paid: 1_010_000n,
    outcome: 'EXACT',
    status: 'SUCCESSFUL',
    accepted: 1_010_000n,
    policyApplied: null,
    legs: accepted(1_010_000n, 1_010_000n, 10_100n, 758n),
    events: ['collection.received', 'checkout.successful'],
  },
  {
    name: 'a tolerance counts for 1 % at most',
    policies: { tolerance: 1_000_000 },
    paid: 989_999n,
    outcome: 'UNDERPAID',
    status: 'PARTIALLY_PAID',
    accepted: 0n,
    policyApplied: 'HOLD_TOP_UP',
    legs: { 'pool 1100': 989_999n, 'part-held 2210': -989_999n },
    events: ['collection.received', 'checkout.underpaid'],
  },
  {
    name: 'underpaid HOLD_TOP_UP waits for the rest',
    policies: {},
    paid: 400_000n,
    outcome: 'UNDERPAID',
    status: 'PARTIALLY_PAID',
    accepted: 0n,
    policyApplied: 'HOLD_TOP_UP',
    legs: { 'pool 1100': 400_000n, 'part-held 2210': -400_000n },
    events: ['collection.received', 'checkout.underpaid'],
  },
  {
    name: 'underpaid ACCEPT is the payment, with the fee on what was paid',
    policies: { underpaid: 'ACCEPT' },
    paid: 400_000n,
    outcome: 'UNDERPAID',
    status: 'SUCCESSFUL',
    accepted: 400_000n,
    policyApplied: 'ACCEPT',
    legs: accepted(400_000n, 400_000n, 4_000n, 300n),
    events: ['collection.received', 'checkout.underpaid', 'checkout.successful'],
  },
  {
    name: 'underpaid REFUND_NOW goes back, and the checkout waits on',
    policies: { underpaid: 'REFUND_NOW' },
    paid: 400_000n,
    outcome: 'UNDERPAID',
    status: 'AWAITING_PAYMENT',
    accepted: 0n,
    policyApplied: 'REFUND_NOW',
    legs: { 'pool 1100': 400_000n, 'part-held 2210': -400_000n },
    returned: 400_000n,
    events: ['collection.received', 'checkout.underpaid'],
  },
  {
    name: 'overpaid REFUND_EXCESS completes at what is due',
    policies: {},
    paid: 1_200_000n,
    outcome: 'OVERPAID',
    status: 'SUCCESSFUL',
    accepted: 1_000_000n,
    policyApplied: 'REFUND_EXCESS',
    legs: {
      ...accepted(1_200_000n, 1_000_000n, 10_000n, 750n),
      'excess-held 2220': -200_000n,
    },
    returned: 200_000n,
    events: ['collection.received', 'checkout.overpaid', 'checkout.successful'],
  },
  {
    name: 'overpaid KEEP is the merchant’s in full, with the fee on all of it',
    policies: { overpaid: 'KEEP' },
    paid: 1_200_000n,
    outcome: 'OVERPAID',
    status: 'SUCCESSFUL',
    accepted: 1_200_000n,
    policyApplied: 'KEEP',
    legs: accepted(1_200_000n, 1_200_000n, 12_000n, 900n),
    events: ['collection.received', 'checkout.overpaid', 'checkout.successful'],
  },
  {
    name: 'overpaid REFUND_ALL goes back whole, and the checkout waits on',
    policies: { overpaid: 'REFUND_ALL' },
    paid: 1_200_000n,
    outcome: 'OVERPAID',
    status: 'AWAITING_PAYMENT',
    accepted: 0n,
    policyApplied: 'REFUND_ALL',
    legs: { 'pool 1100': 1_200_000n, 'excess-held 2220': -1_200_000n },
    returned: 1_200_000n,
    events: ['collection.received', 'checkout.overpaid'],
  },
];

describe('a payment that came in time', () => {
  it.each(rows)('$name', async (row) => {
    const order = await shop.order({ policies: row.policies });
    const { creditId } = await shop.payAndPost(order, row.paid);
    const read = await shop.read(order.checkout);
    expect(read).toMatchObject({
      status: row.status,
      exception: row.outcome === 'EXACT' ? null : row.outcome,
      paidMinor: row.paid,
      acceptedMinor: row.accepted,
      accounts: [{ status: row.status === 'SUCCESSFUL' ? 'USED' : 'ACTIVE' }],
      credits: [
        {
          outcome: row.outcome,
          policyApplied: row.policyApplied,
          returnedMinor: row.returned ?? 0n,
          refunds: row.returned === undefined ? [] : [{ amountMinor: row.returned }],
        },
      ],
    });
    expect(await shop.legsOf(creditId)).toEqual(row.legs);
    expect(await shop.eventsOf(order.checkout)).toEqual(row.events);
    const refunds = await shop.refundsOf(creditId);
    expect(refunds.map(({ amountMinor, reason }) => [amountMinor, reason])).toEqual(
      row.returned === undefined ? [] : [[row.returned, row.outcome]],
    );
    for (const { refundId } of refunds) {
      const suspense = row.outcome === 'UNDERPAID' ? 'held 2210' : 'held 2220';
      expect(await shop.legsOf(refundId, 'request')).toEqual({
        [suspense]: row.returned,
        'owed 2300': -(row.returned ?? 0n),
      });
    }
  });

  it('tells the merchant what was charged, and what goes back', async () => {
    const order = await shop.order({ policies: { overpaid: 'KEEP' } });
    await shop.payAndPost(order, 1_200_000n);
    const excess = await shop.order();
    await shop.payAndPost(excess, 1_200_000n);
    const told = async (checkoutId: string) =>
      (
        await shop.pool.query<{ data: Record<string, unknown> }>(
          "select body::json -> 'data' as data from event where checkout_id = $1 order by sequence desc limit 1",
          [checkoutId],
        )
      ).rows[0]?.data;
    expect(await told(order.checkout.checkoutId)).toMatchObject({
      amountAccepted: 1_200_000,
      amountOutstanding: 0,
      excessAmount: 200_000,
      fee: 12_000,
      vat: 900,
      settlementAmount: 1_187_100,
      policyApplied: 'KEEP',
      refund: null,
    });
    expect(await told(excess.checkout.checkoutId)).toMatchObject({
      amountAccepted: 1_000_000,
      settlementAmount: 989_250,
      policyApplied: 'REFUND_EXCESS',
      refund: { reference: expect.stringMatching(/^rfd_/), amount: 200_000, status: 'REQUESTED' },
      ...{ amountPaid: 1_200_000, amountReturned: 200_000, amountHeld: 0, amountKept: 0 },
    });
  });
});

describe('several payments', () => {
  it('after one that went back pay the order as if it had not come', async () => {
    const order = await shop.order({ policies: { underpaid: 'REFUND_NOW' } });
    await shop.payAndPost(order, 400_000n);
    expect(await shop.payAndPost(order, 1_000_000n)).toMatchObject({
      outcome: 'EXACT',
      status: 'SUCCESSFUL',
    });
    expect(await shop.read(order.checkout)).toMatchObject({
      paidMinor: 1_400_000n,
      acceptedMinor: 1_000_000n,
      exception: null,
      exceptions: ['UNDERPAID'],
    });
  });

  it('top up to more than is due: REFUND_ALL returns the last, and the first waits on', async () => {
    const order = await shop.order({ policies: { overpaid: 'REFUND_ALL' } });
    await shop.payAndPost(order, 400_000n);
    const last = await shop.payAndPost(order, 700_000n);
    expect(last).toMatchObject({ outcome: 'OVERPAID', status: 'PARTIALLY_PAID' });
    expect(await shop.read(order.checkout)).toMatchObject({ appliedMinor: 400_000n });
    expect(await shop.payAndPost(order, 600_000n)).toMatchObject({ status: 'SUCCESSFUL' });
  });

  it('leave the checkout INITIATED when the one that went back came after its window', async () => {
    const order = await shop.order({ policies: { underpaid: 'REFUND_NOW' } });
    const { virtualAccountId, expiresAt, accountNumber } = order.account;
    await shop.steps.endAccountWindow({ virtualAccountId, at: expiresAt });
    const { creditId } = await shop.pay(accountNumber, 400_000n);
    expect(await shop.steps.applyCredit({ creditId })).toMatchObject({ status: 'INITIATED' });
  });
});

describe('what was held for a top-up', () => {
  type Arrange = (order: Awaited<ReturnType<Shop['order']>>) => Promise<unknown>;
  const ends: readonly (readonly [string, string, Partial<Policies>, string, Arrange])[] = [
    [
      'the session ends',
      'EXPIRED',
      {},
      'UNDERPAID',
      ({ checkout }) =>
        shop.steps.expireCheckout({ checkoutId: checkout.checkoutId, at: checkout.expiresAt }),
    ],
    [
      'the last window ends',
      'EXPIRED',
      { onAccountExpiry: 'EXPIRE' },
      'UNDERPAID',
      ({ account }) =>
        shop.steps.endAccountWindow({
          virtualAccountId: account.virtualAccountId,
          at: account.expiresAt,
        }),
    ],
    [
      'the merchant cancels',
      'CANCELLED',
      {},
      'CANCELLED',
      ({ checkout }) => shop.checkouts.cancel(shop.merchantId, checkout.paymentReference),
    ],
    [
      'an operator cancels',
      'CANCELLED',
      {},
      'CANCELLED',
      ({ checkout }) =>
        shop.steps.cancelCheckout({
          checkoutId: checkout.checkoutId,
          statusReason: 'OPERATOR_CANCELLED',
        }),
    ],
  ];

  it.each(ends)(
    'goes back, each part to its source, when %s',
    async (_, status, policies, reason, end) => {
      const order = await shop.order({ policies });
      const first = await shop.payAndPost(order, 400_000n);
      const second = await shop.payAndPost(order, 250_000n);
      await end(order);
      expect(await shop.read(order.checkout)).toMatchObject({
        status,
        paidMinor: 650_000n,
        appliedMinor: 0n,
        acceptedMinor: 0n,
      });
      expect(await shop.refundsOf(order.checkout.checkoutId)).toMatchObject([
        { creditId: first.creditId, amountMinor: 400_000n, origin: 'POLICY', reason },
        { creditId: second.creditId, amountMinor: 250_000n, origin: 'POLICY', reason },
      ]);
      expect(await shop.balanceOf(`2210:${order.checkout.checkoutId}:NGN`)).toBe(0n);
      const before = await shop.dump();
      if (status !== 'CANCELLED') await end(order);
      expect(await shop.dump()).toEqual(before);
    },
  );

  it('stays while a window ends that is not the last', async () => {
    const order = await shop.order();
    await shop.payAndPost(order, 400_000n);
    await shop.steps.endAccountWindow({
      virtualAccountId: order.account.virtualAccountId,
      at: order.account.expiresAt,
    });
    expect(await shop.refundsOf(order.checkout.checkoutId)).toEqual([]);
    expect((await shop.eventsOf(order.checkout)).at(-1)).toBe('virtual_account.expired');
  });
});

describe('the duty on what goes back', () => {
  it.each([
    ['PLATFORM', 1_000_000n, {}],
    ['MERCHANT', 1_000_000n, { 'duty-charged 2100': 5_000n, 'duty-owed 2410': -5_000n }],
    ['MERCHANT', 999_999n, {}],
  ] as const)('borne by %s, of %i kobo', async (refundFeeBearer, over, duty) => {
    const order = await shop.order({ policies: { refundFeeBearer } });
    await shop.payAndPost(order, 1_000_000n + over);
    const [refund] = await shop.refundsOf(order.checkout.checkoutId);
    expect(await shop.legsOf(refund?.refundId ?? '', 'request')).toEqual({
      'held 2220': over,
      'owed 2300': -over,
      ...duty,
    });
    await shop.sendRefund(refund?.refundId ?? '');
    expect(await shop.balanceOf(`2410:${refund?.refundId}:NGN`)).toBe(0n);
  });
});
