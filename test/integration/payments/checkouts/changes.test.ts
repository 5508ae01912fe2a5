import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { feeOn, grossUp } from '../../../../src/domain/fees.js';
import type { Checkout, OrderChange } from '../../../../src/payments/checkouts/checkout.js';
import { PgTimelineStore } from '../../../../src/payments/checkouts/timeline.store.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { addMerchant, feePlans, Shop } from '../../../support/shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(16);
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

const nothing = { charges: null, items: null, description: null, metadata: null } as const;

function charges(amountMinor: bigint): NonNullable<OrderChange['charges']> {
  const due = { expectedMinor: amountMinor, ...feeOn(feePlans.transfer, amountMinor) };
  const offers = { Bank: { feePlanId: 'transfer', ...due } };
  return { amountMinor, ...due, feeBearer: 'MERCHANT', offers };
}

function change(of: Checkout, asked: Partial<OrderChange> | bigint) {
  const { merchantId, paymentReference } = of;
  const change = typeof asked === 'bigint' ? { charges: charges(asked) } : asked;
  return shop.checkouts.change({ ...nothing, merchantId, paymentReference, ...change });
}

describe('an order for which no money has come', () => {
  it('takes another amount: its number asks it, and the workflow is told', async () => {
    const { checkout, account } = await shop.order();
    const { outcome, fact } = await change(checkout, 1_500_000n);
    expect(outcome).toBe('CHANGED');
    expect(fact).toMatchObject({
      ...{ kind: 'ACCOUNT_ISSUED', subjectId: account.virtualAccountId },
      deadline: account.expiresAt,
      checkout: { amountMinor: 1_500_000n },
    });
    const changed = await shop.read(checkout);
    expect(changed).toMatchObject({
      ...{ status: 'AWAITING_PAYMENT', amountMinor: 1_500_000n, expectedMinor: 1_500_000n },
      ...{ feeMinor: 15_000n, vatMinor: 1_125n },
      accounts: [{ accountNumber: account.accountNumber, amountMinor: 1_500_000n }],
    });
    const paid = await shop.payAndPost({ checkout, account }, 1_500_000n);
    expect(paid).toMatchObject({ outcome: 'EXACT', status: 'SUCCESSFUL' });
    expect(await shop.eventsOf(checkout)).toEqual(['collection.received', 'checkout.successful']);
  });

  it('asks the fee of the new amount of the payer, who bears it by the terms of now', async () => {
    const { checkout, account } = await shop.order();
    const expectedMinor = grossUp(feePlans.transfer, 2_000_000n);
    const due = { expectedMinor, ...feeOn(feePlans.transfer, expectedMinor) };
    const offers = { Bank: { feePlanId: 'transfer', ...due } };
    await change(checkout, {
      charges: { amountMinor: 2_000_000n, ...due, feeBearer: 'CUSTOMER', offers },
    });
    expect(expectedMinor).toBeGreaterThan(2_000_000n);
    expect(await shop.read(checkout)).toMatchObject({
      ...{ amountMinor: 2_000_000n, expectedMinor, feeBearer: 'CUSTOMER' },
      accounts: [{ accountNumber: account.accountNumber, amountMinor: expectedMinor }],
    });
    const paid = await shop.payAndPost({ checkout, account }, expectedMinor);
    expect(paid).toMatchObject({ outcome: 'EXACT', status: 'SUCCESSFUL' });
  });

  it('tells in its timeline what was asked when', async () => {
    const checkout = await shop.initiate();
    await change(checkout, 1_100_000n);
    await change(checkout, 900_000n);
    const timeline = await new PgTimelineStore(shop.pool).of(
      ...([shop.merchantId, checkout.paymentReference] as const),
    );
    expect(timeline?.entries.map(({ status, amountMinor }) => [status, amountMinor])).toEqual([
      ['INITIATED', 1_000_000n],
      ['CHANGED', 1_100_000n],
      ['CHANGED', 900_000n],
    ]);
  });

  it('takes other lines and texts without another amount, and nobody is told an amount', async () => {
    const page = { cancelUrl: 'https://shop.example.ng/cart', items: [item('Hat')] };
    const checkout = await shop.initiate({ overrides: { page } });
    expect(await change(checkout, { items: [item('Shoes')], description: 'Shoes' })).toEqual({
      ...{ outcome: 'CHANGED', fact: null },
    });
    const { rows } = await shop.pool.query(
      'select page, description, amount_minor, version from checkout where checkout_id = $1',
      [checkout.checkoutId],
    );
    expect(rows).toEqual([
      {
        page: { ...page, items: [item('Shoes')] },
        description: 'Shoes',
        amount_minor: 1_000_000n,
        version: 2,
      },
    ]);
    await change(checkout, { items: [], metadata: { size: '43' } });
    const cleared = await shop.pool.query(
      'select page, metadata from checkout where checkout_id = $1',
      [checkout.checkoutId],
    );
    expect(cleared.rows).toEqual([
      { page: { cancelUrl: page.cancelUrl }, metadata: { size: '43' } },
    ]);
  });

  it('changes nothing when it is asked what it has, also by other fees', async () => {
    const { checkout } = await shop.order();
    const dearer = { ...charges(1_000_000n), feeMinor: 99_999n };
    const before = await shop.dump();
    expect(await change(checkout, { charges: dearer })).toEqual({
      outcome: 'UNCHANGED',
      fact: null,
    });
    expect(await shop.dump()).toEqual(before);
  });

  it.each([
    ['more', 1_500_000n, 'UNDERPAID', 'PARTIALLY_PAID', []],
    ['less', 600_000n, 'OVERPAID', 'SUCCESSFUL', [400_000n]],
  ] as const)(
    'asks %s: money that was sent for the old amount is judged by its policies',
    async (_what, amount, outcome, status, back) => {
      const { checkout, account } = await shop.order({
        policies: { underpaid: 'HOLD_TOP_UP', overpaid: 'REFUND_EXCESS' },
      });
      await change(checkout, amount);
      const paid = await shop.payAndPost({ checkout, account }, 1_000_000n);
      expect(paid).toMatchObject({ outcome, status });
      const refunds = await shop.refundsOf(checkout.checkoutId);
      expect(refunds.map(({ amountMinor }) => amountMinor)).toEqual(back);
    },
  );

  it('keeps the first reading of initiate: the same request finds the order as it is now', async () => {
    const order = shop.newCheckout();
    const { checkout } = await shop.checkouts.initiate(order);
    await change(checkout, 1_200_000n);
    const again = await shop.checkouts.initiate(order);
    expect(again).toMatchObject({ created: false, sameRequest: true });
    expect(again.checkout.amountMinor).toBe(1_200_000n);
  });
});

describe('an order that is not to be changed', () => {
  it.each<[string, (order: Awaited<ReturnType<Shop['order']>>) => Promise<unknown>, string]>([
    [
      'whose transfer is on its way into the books',
      ({ account }) => shop.pay(account.accountNumber, 5n),
      'CHECKOUT_NOT_OPEN',
    ],
    ['that is paid in part', (order) => shop.payAndPost(order, 400_000n), 'CHECKOUT_NOT_OPEN'],
    ['that is paid', (order) => shop.payAndPost(order, 1_000_000n), 'CHECKOUT_ALREADY_PAID'],
    ['that is over', ({ checkout }) => shop.letPass(checkout, 1_441), 'CHECKOUT_EXPIRED'],
    [
      'that was called off',
      ({ checkout: { merchantId, paymentReference } }) =>
        shop.checkouts.cancel(merchantId, paymentReference),
      'CHECKOUT_CANCELLED',
    ],
    [
      'that a dynamic account was made with',
      ({ checkout: { checkoutId } }) =>
        shop.pool.query(`update checkout set origin = 'VIRTUAL_ACCOUNT' where checkout_id = $1`, [
          checkoutId,
        ]),
      'OPERATION_NOT_PERMITTED',
    ],
  ])('%s', async (_what, happens, outcome) => {
    const order = await shop.order();
    await happens(order);
    const before = await shop.dump();
    expect(await change(order.checkout, 2_000_000n)).toEqual({ outcome, fact: null });
    expect(await shop.dump()).toEqual(before);
  });

  it('is unknown to another merchant', async () => {
    const { checkout } = await shop.order();
    const merchantId = await addMerchant(shop.pool);
    expect(await change({ ...checkout, merchantId }, 2_000_000n)).toMatchObject({
      outcome: 'RESOURCE_NOT_FOUND',
    });
  });

  it('ends with its window where its policy says so', async () => {
    const { checkout } = await shop.order({ policies: { onAccountExpiry: 'EXPIRE' } });
    await shop.letPass(checkout, 31);
    expect(await change(checkout, 2_000_000n)).toMatchObject({ outcome: 'CHECKOUT_EXPIRED' });
  });
});

describe('changes that come at once', () => {
  it('with a transfer: the one that comes first decides, and every kobo is judged once', async () => {
    for (let round = 0; round < 25; round += 1) {
      const { checkout, account } = await shop.order({ policies: { overpaid: 'REFUND_EXCESS' } });
      const [, { outcome }] = await Promise.all([
        shop.pay(account.accountNumber, 1_000_000n),
        change(checkout, 700_000n),
      ]);
      expect(['CHANGED', 'CHECKOUT_NOT_OPEN']).toContain(outcome);
      const credits = (await shop.read(checkout)).credits.map(({ creditId }) => creditId);
      await Promise.all(credits.map((creditId) => shop.steps.applyCredit({ creditId })));
      const paid = await shop.read(checkout);
      expect(paid).toMatchObject({ status: 'SUCCESSFUL', paidMinor: 1_000_000n });
      expect(paid.acceptedMinor).toBe(outcome === 'CHANGED' ? 700_000n : 1_000_000n);
      const told = (await shop.eventsOf(checkout)).filter((type) => type === 'checkout.successful');
      expect(told).toHaveLength(1);
    }
  });

  it('of several, each is one version, and the last that was told is what is asked', async () => {
    const { checkout } = await shop.order();
    const amounts = [1n, 2n, 3n, 4n, 5n, 6n].map((n) => n * 500_000n);
    await Promise.all(amounts.map((amount) => change(checkout, amount)));
    const { amountMinor, accounts } = await shop.read(checkout);
    expect(accounts[0]?.amountMinor).toBe(amountMinor);
    const { rows } = await shop.pool.query(
      `select (select after_minor from order_change where checkout_id = $1 order by version desc limit 1) as last,
              (select count(*)::int from fact where checkout_id = $1 and kind = 'ACCOUNT_ISSUED' and applied_at is null) as untold`,
      [checkout.checkoutId],
    );
    expect(rows).toEqual([{ last: amountMinor, untold: 1 }]);
  });

  it('with a charge of the card: it is charged what it was shown, or the order stays changed', async () => {
    for (let round = 0; round < 10; round += 1) {
      const checkout = await shop.initiate({ cardMinor: 1_000_000n });
      const attemptId = newId('att');
      const [begun, { outcome }] = await Promise.all([
        shop.pool.query<{ outcome: string }>(
          `select outcome from begin_card_attempt($1, $2, $3, 'sandbox', '\\x01', '\\x02', 1000000, null)`,
          [shop.merchantId, checkout.paymentReference, attemptId],
        ),
        change(checkout, 800_000n),
      ]);
      expect([begun.rows[0]?.outcome, outcome].join()).toMatch(
        /^(BEGUN,CHECKOUT_NOT_OPEN|(CHANNEL_NOT_ENABLED|AMOUNT_MISMATCH),CHANGED)$/,
      );
      if (outcome !== 'CHANGED') {
        await shop.pool.query('select cancel_card_attempt($1)', [attemptId]);
      }
    }
  });
});

function item(name: string) {
  return { name, quantity: 1, amount: 1_000_000 };
}
