import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clockSkewMs } from '../../../support/oracles/lateness.js';
import type { Policies } from '../../../../src/domain/policies.js';
import { Shop, type OpenOrder } from '../../../support/shop.js';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open(16);
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

const byPolicy = { by: 'POLICY' } as const;
const decided = (decision: 'accept' | 'return' | 'keep') => ({ by: 'OPERATOR', decision }) as const;

async function late({ account }: OpenOrder, amountMinor = 1_000_000n) {
  const sentAt = new Date(account.expiresAt.getTime() + clockSkewMs + 1);
  return shop.pay(account.accountNumber, amountMinor, { sentAt });
}

async function expired(policies: Partial<Policies>) {
  const order = await shop.order({ policies });
  await shop.steps.expireCheckout({
    checkoutId: order.checkout.checkoutId,
    at: order.checkout.expiresAt,
  });
  return order;
}

async function paid(policies: Partial<Policies> = {}) {
  const order = await shop.order({ policies });
  await shop.payAndPost(order, 1_000_000n);
  return order;
}

async function openFacts(subjectId: string): Promise<number> {
  const { rows } = await shop.pool.query<{ open: number }>(
    "select count(*)::int as open from fact where subject_id = $1 and kind = 'CREDIT_HELD' and applied_at is null",
    [subjectId],
  );
  return rows[0]?.open ?? 0;
}

describe('a late credit', () => {
  it('REFUND: goes back', async () => {
    const order = await expired({});
    const { creditId } = await late(order);
    expect(await openFacts(creditId)).toBe(1);
    expect(await shop.heldCredits.resolveCredit({ creditId, ruling: byPolicy })).toEqual({
      outcome: 'LATE',
      resolution: 'RETURNED',
      amountMinor: '1000000',
      returnAt: null,
      hasMerchant: true,
      isCalledOff: false,
    });
    const [refund] = await shop.refundsOf(creditId);
    expect(refund).toMatchObject({ origin: 'POLICY', reason: 'LATE', amountMinor: 1_000_000n });
    expect(await shop.legsOf(refund?.refundId ?? '', 'request')).toEqual({
      'held 2230': 1_000_000n,
      'owed 2300': -1_000_000n,
    });
    expect(await shop.read(order.checkout)).toMatchObject({
      status: 'EXPIRED',
      credits: [{ policyApplied: 'REFUND', resolution: 'RETURNED' }],
    });
    expect(await openFacts(creditId)).toBe(0);
    const before = await shop.dump();
    await shop.heldCredits.resolveCredit({ creditId, ruling: byPolicy });
    await shop.heldCredits.resolveCredit({ creditId, ruling: decided('accept') });
    expect(await shop.dump()).toEqual(before);
  });

  it('ACCEPT_LATE: pays the expired order, one version on', async () => {
    const order = await expired({ late: 'ACCEPT_LATE' });
    const { creditId } = await late(order);
    const before = await shop.read(order.checkout);
    expect(await shop.heldCredits.resolveCredit({ creditId, ruling: byPolicy })).toMatchObject({
      resolution: 'ACCEPTED',
    });
    expect(await shop.read(order.checkout)).toMatchObject({
      status: 'SUCCESSFUL',
      statusReason: null,
      exception: 'LATE',
      exceptions: ['LATE'],
      paidMinor: 1_000_000n,
      acceptedMinor: 1_000_000n,
      version: before.version + 1,
      credits: [{ outcome: 'LATE', policyApplied: 'ACCEPT_LATE', resolution: 'ACCEPTED' }],
    });
    expect(await shop.eventsOf(order.checkout)).toEqual([
      'checkout.expired',
      'collection.received',
      'checkout.late_payment',
      'checkout.successful',
    ]);
    expect(await shop.legsOf(creditId, 'accepted')).toEqual({
      'held 2230': 1_000_000n,
      'merchant 2100': -1_000_000n,
      'fee-charged 2100': 10_750n,
      'fee-income 4100': -10_000n,
      'vat 2400': -750n,
    });
  });

  it('ACCEPT_LATE: too much of it goes back, too little goes back whole', async () => {
    const over = await expired({ late: 'ACCEPT_LATE' });
    const more = await late(over, 1_200_000n);
    await shop.heldCredits.resolveCredit({ creditId: more.creditId, ruling: byPolicy });
    expect(await shop.read(over.checkout)).toMatchObject({
      status: 'SUCCESSFUL',
      exceptions: ['LATE', 'OVERPAID'],
      acceptedMinor: 1_000_000n,
    });
    expect(await shop.refundsOf(more.creditId)).toMatchObject([{ amountMinor: 200_000n }]);
    const under = await expired({ late: 'ACCEPT_LATE' });
    const less = await late(under, 300_000n);
    expect(
      await shop.heldCredits.resolveCredit({ creditId: less.creditId, ruling: byPolicy }),
    ).toMatchObject({
      resolution: 'RETURNED',
    });
    expect(await shop.refundsOf(less.creditId)).toMatchObject([{ amountMinor: 300_000n }]);
    expect(await shop.read(under.checkout)).toMatchObject({ status: 'EXPIRED' });
  });

  it('ACCEPT_LATE: counts towards an open order, and is topped up', async () => {
    const order = await shop.order({ policies: { late: 'ACCEPT_LATE' } });
    const { virtualAccountId, expiresAt } = order.account;
    await shop.steps.endAccountWindow({ virtualAccountId, at: expiresAt });
    const { creditId } = await late(order, 400_000n);
    expect(await shop.heldCredits.resolveCredit({ creditId, ruling: byPolicy })).toMatchObject({
      resolution: 'ACCEPTED',
    });
    const read = await shop.read(order.checkout);
    expect(read).toMatchObject({ status: 'PARTIALLY_PAID', appliedMinor: 400_000n });
    const account = await shop.issue(read);
    await shop.payAndPost({ checkout: read, account }, 600_000n);
    expect(await shop.read(order.checkout)).toMatchObject({ status: 'SUCCESSFUL' });
  });

  it('ACCEPT_LATE: what came in time comes first', async () => {
    const order = await shop.order({ policies: { late: 'ACCEPT_LATE' } });
    const held = await late(order);
    const inTime = await shop.pay(order.account.accountNumber, 1_000_000n);
    expect(
      await shop.heldCredits.resolveCredit({ creditId: held.creditId, ruling: byPolicy }),
    ).toMatchObject({
      resolution: 'RETURNED',
    });
    expect(await shop.steps.applyCredit({ creditId: inTime.creditId })).toMatchObject({
      outcome: 'EXACT',
    });
  });

  it.each(['CANCELLED', 'REFUNDED NOW'])('of a %s order always goes back', async (kind) => {
    const order = await shop.order({ policies: { late: 'ACCEPT_LATE' } });
    await shop.checkouts.cancel(shop.merchantId, order.checkout.paymentReference);
    const { creditId } =
      kind === 'CANCELLED'
        ? await late(order)
        : await shop.pay(order.account.accountNumber, 1_000_000n);
    for (let again = 0; again < 2; again += 1) {
      expect(
        await shop.heldCredits.resolveCredit({ creditId, ruling: decided('accept') }),
      ).toMatchObject({
        ...{ resolution: 'HELD', isCalledOff: true },
      });
    }
    expect(await shop.balanceOf(`2230:${creditId}:NGN`)).toBe(-1_000_000n);
    expect(await shop.read(order.checkout)).toMatchObject({
      status: 'CANCELLED',
      acceptedMinor: 0n,
    });
    expect(await shop.heldCredits.resolveCredit({ creditId, ruling: byPolicy })).toMatchObject({
      resolution: 'RETURNED',
    });
    const { credits } = await shop.read(order.checkout);
    expect(credits).toMatchObject([{ policyApplied: 'REFUND' }]);
  });

  it.each([
    ['accept', 'ACCEPTED', 'SUCCESSFUL'],
    ['return', 'RETURNED', 'EXPIRED'],
    ['keep', 'KEPT', 'EXPIRED'],
  ] as const)(
    'HOLD: waits for an operator, who may %s it',
    async (decision, resolution, status) => {
      const order = await expired({ late: 'HOLD' });
      const { creditId } = await late(order);
      for (let again = 0; again < 2; again += 1) {
        expect(await shop.heldCredits.resolveCredit({ creditId, ruling: byPolicy })).toMatchObject({
          resolution: 'HELD',
          returnAt: null,
        });
      }
      expect(await openFacts(creditId)).toBe(0);
      expect(
        await shop.heldCredits.resolveCredit({ creditId, ruling: decided(decision) }),
      ).toMatchObject({
        resolution,
      });
      expect(await shop.read(order.checkout)).toMatchObject({ status });
      expect(await shop.balanceOf(`2230:${creditId}:NGN`)).toBe(
        decision === 'keep' ? -1_000_000n : 0n,
      );
      const before = await shop.dump();
      await shop.heldCredits.resolveCredit({ creditId, ruling: decided(decision) });
      expect(await shop.dump()).toEqual(before);
    },
  );
});

describe('a second payment', () => {
  it('REFUND: goes back, and the order stays paid once', async () => {
    const order = await paid();
    const { creditId } = await shop.pay(order.account.accountNumber, 1_000_000n);
    await shop.heldCredits.resolveCredit({ creditId, ruling: byPolicy });
    expect(await shop.refundsOf(creditId)).toMatchObject([{ reason: 'DUPLICATE' }]);
    expect(await shop.read(order.checkout)).toMatchObject({
      status: 'SUCCESSFUL',
      exception: 'DUPLICATE',
      paidMinor: 2_000_000n,
      acceptedMinor: 1_000_000n,
    });
  });

  it('KEEP_AS_CREDIT: is the merchant’s, with the fee on it', async () => {
    const order = await paid({ duplicate: 'KEEP_AS_CREDIT' });
    const { creditId } = await shop.pay(order.account.accountNumber, 500_000n);
    expect(await shop.heldCredits.resolveCredit({ creditId, ruling: byPolicy })).toMatchObject({
      resolution: 'ACCEPTED',
    });
    expect(await shop.legsOf(creditId, 'accepted')).toEqual({
      'held 2230': 500_000n,
      'merchant 2100': -500_000n,
      'fee-charged 2100': 5_375n,
      'fee-income 4100': -5_000n,
      'vat 2400': -375n,
    });
    expect(await shop.read(order.checkout)).toMatchObject({ acceptedMinor: 1_000_000n });
  });

  it('is resolved once, by 10 who do it at once', async () => {
    const order = await paid();
    const { creditId } = await shop.pay(order.account.accountNumber, 1_000_000n);
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        shop.heldCredits.resolveCredit({
          creditId,
          ruling: index % 2 === 0 ? byPolicy : decided('return'),
        }),
      ),
    );
    expect(new Set(results.map(({ resolution }) => resolution))).toEqual(new Set(['RETURNED']));
    expect(await shop.refundsOf(creditId)).toHaveLength(1);
  });
});

describe('a credit to a number of nobody', () => {
  it('waits for an operator for a day, then the clock sends it back', async () => {
    const { creditId } = await shop.pay('5018888888', 700_000n);
    const held = await shop.heldCredits.resolveCredit({ creditId, ruling: byPolicy });
    expect(held).toMatchObject({ outcome: 'UNMATCHED', resolution: 'HELD' });
    expect(Date.parse(held.returnAt ?? '') - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    const clock = { by: 'CLOCK', decision: 'return' } as const;
    expect(await shop.heldCredits.resolveCredit({ creditId, ruling: clock })).toMatchObject({
      resolution: 'RETURNED',
      returnAt: null,
    });
    expect(await shop.refundsOf(creditId)).toMatchObject([
      { origin: 'POLICY', reason: 'UNMATCHED', amountMinor: 700_000n, dutyBearer: 'PLATFORM' },
    ]);
  });

  it('may be given to the merchant of its prefix, and to nobody when there is none', async () => {
    const { creditId } = await shop.pay('5018888887', 700_000n);
    await shop.heldCredits.resolveCredit({ creditId, ruling: decided('accept') });
    expect(await shop.legsOf(creditId, 'accepted')).toMatchObject({
      'held 2200': 700_000n,
      'merchant 2100': -700_000n,
    });
    const nobodys = await shop.pay('9998888887', 700_000n);
    await expect(
      shop.heldCredits.resolveCredit({ creditId: nobodys.creditId, ruling: decided('accept') }),
    ).rejects.toMatchObject({ constraint: 'held_credit_has_merchant' });
    await shop.heldCredits.resolveCredit({ creditId: nobodys.creditId, ruling: decided('return') });
    const [refund] = await shop.refundsOf(nobodys.creditId);
    expect(refund).toMatchObject({ origin: 'OPERATOR' });
    await shop.sendRefund(refund?.refundId ?? '');
  });
});

describe('a credit that is not held', () => {
  it('is told', async () => {
    const order = await shop.order();
    const { creditId } = await shop.payAndPost(order, 1_000_000n);
    for (const id of [creditId, 'txn_none'])
      await expect(
        shop.heldCredits.resolveCredit({ creditId: id, ruling: byPolicy }),
      ).rejects.toThrow(id);
  });
});

describe('a part that an operator accepts', () => {
  it('pays its order, with the fee on the part, once', async () => {
    const order = await shop.order();
    const first = await shop.payAndPost(order, 300_000n);
    const { creditId } = await shop.payAndPost(order, 100_000n);
    const { checkoutId } = order.checkout;
    const { status } = await shop.steps.acceptPart({ checkoutId });
    expect(status).toBe('SUCCESSFUL');
    const again = await shop.steps.acceptPart({ checkoutId });
    expect(again.status).toBe('SUCCESSFUL');
    const paid = await shop.read(order.checkout);
    expect(paid).toMatchObject({ acceptedMinor: 400_000n, exception: 'UNDERPAID' });
    const legs = await shop.legsOf(creditId, 'part-accepted');
    expect(legs).toMatchObject({ 'part-released 2210': 100_000n, 'merchant 2100': -100_000n });
    const legsBefore = await shop.legsOf(first.creditId, 'part-accepted');
    expect(legsBefore).toMatchObject({ 'part-released 2210': 300_000n });
    const charged = (legs['fee-charged 2100'] ?? 0n) + (legsBefore['fee-charged 2100'] ?? 0n);
    expect(charged).toBe(paid.feeMinor + paid.vatMinor);
    expect((await shop.eventsOf(order.checkout)).at(-1)).toBe('checkout.successful');
  });

  it('leaves an order alone that is not paid in part any more', async () => {
    const order = await shop.order();
    expect(await shop.steps.acceptPart({ checkoutId: order.checkout.checkoutId })).toMatchObject({
      status: 'AWAITING_PAYMENT',
    });
    await shop.payAndPost(order, 400_000n);
    await shop.steps.cancelCheckout({
      checkoutId: order.checkout.checkoutId,
      statusReason: 'OPERATOR_CANCELLED',
    });
    expect(await shop.steps.acceptPart({ checkoutId: order.checkout.checkoutId })).toMatchObject({
      status: 'CANCELLED',
    });
  });
});
