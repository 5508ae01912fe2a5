import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Checkout } from '../../../../src/payments/checkouts/checkout.js';
import type { Transaction } from '../../../../src/reports/transactions/transaction.js';
import { PgTransactionStore } from '../../../../src/reports/transactions/transaction.store.js';
import { Shop, type OpenOrder, type Order } from '../../../support/shop.js';

let shop: Shop;
let events = 0;

beforeAll(async () => {
  shop = await Shop.open(16);
  // Money enough for anything that is asked back.
  const till = await shop.order({ amountMinor: 50_000_000n });
  await shop.payAndPost(till, 50_000_000n);
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

/** An order that several transfers paid; the references of the transfers, in order. */
async function paidBy(...amounts: bigint[]): Promise<OpenOrder & { readonly credits: string[] }> {
  return payOrder({ amountMinor: amounts.reduce((sum, each) => sum + each, 0n) }, amounts);
}

async function payOrder(order: Order, amounts: readonly bigint[]) {
  const opened = await shop.order(order);
  const credits: string[] = [];
  for (const amount of amounts) credits.push((await shop.payAndPost(opened, amount)).creditId);
  return { ...opened, credits };
}

/** The rail tells of a credit. */
async function tell(kind: string, creditId: string, amountMinor: bigint): Promise<void> {
  events += 1;
  const { rows } = await shop.pool.query<{ outcome: string | null }>(
    `select e.outcome from inward_credit k
      cross join lateral receive_rail_event(k.provider, 'told-' || $3::text, $2, k.session_id, 'dispute-' || k.credit_id,
                                            $4, 0) e
      where k.credit_id = $1`,
    [creditId, kind, events, amountMinor],
  );
  expect(rows[0]?.outcome).toEqual(expect.any(String));
}

async function transaction(creditId: string): Promise<Transaction> {
  const [found] = await new PgTransactionStore(shop.pool).list(
    shop.merchantId,
    { reference: creditId, since: null, before: null },
    { after: null, offset: 0, limit: 2 },
  );
  if (found === undefined) throw new Error(`there is no transaction ${creditId}`);
  return found.item;
}

const standing = async (checkout: Checkout) => {
  const { status, acceptedMinor, refundedMinor, takenBackMinor } = await shop.read(checkout);
  return { status, acceptedMinor, refundedMinor, takenBackMinor };
};

/** Asks for all that is left of a transaction, and sends it. */
async function refundRest(reference: string): Promise<bigint> {
  const { outcome, refund } = await shop.requestRefund(reference);
  expect(outcome).toBe('REQUESTED');
  await shop.sendRefund(refund?.refundId ?? '');
  return refund?.amountMinor ?? 0n;
}

describe('an order of which one of two transfers is recalled', () => {
  it('keeps its status, says what is gone, and the other payer’s money can be refunded', async () => {
    const { checkout, credits } = await paidBy(300_000n, 400_000n);
    const [first = '', second = ''] = credits;
    await tell('RECALL', first, 300_000n);
    expect(await standing(checkout)).toEqual({
      ...{ status: 'SUCCESSFUL', acceptedMinor: 700_000n },
      ...{ refundedMinor: 0n, takenBackMinor: 300_000n },
    });
    expect(await transaction(first)).toMatchObject({
      ...{ status: 'REVERSED', takenBackMinor: 300_000n, refundableMinor: 0n },
    });
    expect(await transaction(second)).toMatchObject({
      ...{ status: 'SUCCESSFUL', takenBackMinor: 0n, refundableMinor: 400_000n },
    });
    expect(await shop.requestRefund(first)).toMatchObject({ outcome: 'NOT_REFUNDABLE' });
    expect(await refundRest(second)).toBe(400_000n);
    expect(await standing(checkout)).toMatchObject({
      ...{ status: 'REFUNDED', refundedMinor: 400_000n, takenBackMinor: 300_000n },
    });
  });

  it('is REVERSED when the other one is recalled as well', async () => {
    const { checkout, credits } = await paidBy(300_000n, 400_000n);
    for (const [nth, creditId] of credits.entries())
      await tell('RECALL', creditId, [300_000n, 400_000n][nth] ?? 0n);
    expect(await standing(checkout)).toMatchObject({
      ...{ status: 'REVERSED', takenBackMinor: 700_000n },
    });
  });
});

describe('a transaction of which a part is taken back', () => {
  it.each([
    ['a recall', ['RECALL']],
    ['a chargeback that is lost', ['CHARGEBACK_OPENED', 'CHARGEBACK_LOST']],
    ['a chargeback that was never told to be open', ['CHARGEBACK_LOST']],
    ['a charge that is reversed in part', ['REVERSAL']],
  ])('by %s is the merchant’s as for the rest', async (_, kinds) => {
    const { checkout, credits } = await paidBy(1_000_000n);
    const [creditId = ''] = credits;
    for (const kind of kinds) await tell(kind, creditId, 100_000n);
    expect(await standing(checkout)).toMatchObject({
      ...{ status: 'SUCCESSFUL', takenBackMinor: 100_000n },
    });
    expect(await transaction(creditId)).toMatchObject({
      ...{ status: 'SUCCESSFUL', takenBackMinor: 100_000n, refundableMinor: 900_000n },
      settlementMinor: 989_250n,
    });
    expect(await shop.requestRefund(creditId, { amountMinor: 900_001n })).toMatchObject({
      ...{ outcome: 'AMOUNT_EXCEEDS_REFUNDABLE', refundableMinor: 900_000n },
    });
    expect(await refundRest(checkout.paymentReference)).toBe(900_000n);
    expect(await standing(checkout)).toMatchObject({ status: 'REFUNDED' });
    expect(await transaction(creditId)).toMatchObject({ status: 'REFUNDED', refundableMinor: 0n });
  });

  it('and the rest later, after a refund, is REVERSED: the last one who took names it', async () => {
    const { checkout, credits } = await paidBy(1_000_000n);
    const [creditId = ''] = credits;
    const part = await shop.requestRefund(creditId, { amountMinor: 200_000n });
    await shop.sendRefund(part.refund?.refundId ?? '');
    await tell('RECALL', creditId, 300_000n);
    expect(await standing(checkout)).toMatchObject({
      ...{ status: 'PARTIALLY_REFUNDED', takenBackMinor: 300_000n },
    });
    expect(await transaction(creditId)).toMatchObject({
      ...{ status: 'PARTIALLY_REFUNDED', refundableMinor: 500_000n },
    });
    await tell('RECALL', creditId, 800_000n); // the whole of it, told anew
    expect(await standing(checkout)).toMatchObject({ status: 'REVERSED' });
    expect(await transaction(creditId)).toMatchObject({ status: 'REVERSED', refundableMinor: 0n });
  });

  it('while it is disputed can be refunded as for the rest, and wholly when the dispute is won', async () => {
    const { credits } = await paidBy(1_000_000n);
    const [creditId = ''] = credits;
    await tell('CHARGEBACK_OPENED', creditId, 400_000n);
    expect(await transaction(creditId)).toMatchObject({
      ...{ status: 'DISPUTED', takenBackMinor: 0n, refundableMinor: 600_000n },
    });
    expect(await shop.requestRefund(creditId, { amountMinor: 600_001n })).toMatchObject({
      outcome: 'AMOUNT_EXCEEDS_REFUNDABLE',
    });
    expect(await shop.requestRefund(creditId, { amountMinor: 100_000n })).toMatchObject({
      ...{ outcome: 'REQUESTED', refundableMinor: 500_000n },
    });
    await tell('CHARGEBACK_WON', creditId, 400_000n);
    expect(await transaction(creditId)).toMatchObject({ refundableMinor: 900_000n });
  });

  it('is refunded by several at once no further than what is left', async () => {
    const { credits } = await paidBy(1_000_000n);
    const [creditId = ''] = credits;
    await Promise.all([
      tell('RECALL', creditId, 400_000n),
      ...Array.from({ length: 8 }, () => shop.requestRefund(creditId, { amountMinor: 300_000n })),
    ]);
    const { refunds, refundableMinor } = await transaction(creditId);
    // The recall takes its part whatever was refunded before it came; no more than what is left then goes back.
    const asked = refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
    expect([0n, 600_000n - asked]).toContain(refundableMinor);
    expect(asked).toBeLessThanOrEqual(900_000n);
    expect(await shop.requestRefund(creditId, { amountMinor: 300_001n })).toMatchObject({
      refund: null,
    });
  });

  it('into a static account is no less the merchant’s as for the rest', async () => {
    const creditId = await staticPayment(500_000n);
    await tell('RECALL', creditId, 200_000n);
    expect(await transaction(creditId)).toMatchObject({
      ...{ status: 'SUCCESSFUL', takenBackMinor: 200_000n, refundableMinor: 300_000n },
    });
    expect(await refundRest(creditId)).toBe(300_000n);
    const told = await lastEvent(creditId);
    expect(told).toMatchObject({ type: 'refund.successful', data: { status: 'REFUNDED' } });
  });
});

async function staticPayment(amountMinor: bigint): Promise<string> {
  const accountNumber = '5017654321';
  await shop.pool.query(
    `with made as (
       insert into virtual_account (virtual_account_id, account_number, prefix, merchant_id, account_name, type)
         values ('va_static', $1, '501', $2, 'SHOP-ADA OBI', 'STATIC') returning virtual_account_id, created_at)
     insert into static_account (virtual_account_id, merchant_id, reference, request_hash, prefix, owner, name_words,
                                 identity_type, identity_hash, identity_kid, identity_last4, created_at)
       select virtual_account_id, $2, 'ada', '', '501', '{}', '', 'BVN', decode(repeat('00', 32), 'hex'), 'k', '1234', created_at from made`,
    [accountNumber, shop.merchantId],
  );
  const { creditId } = await shop.pay(accountNumber, amountMinor);
  return creditId;
}

async function lastEvent(creditId: string): Promise<unknown> {
  const { rows } = await shop.pool.query<{ body: string }>(
    `select body from event where body::json -> 'data' ->> 'transactionReference' = $1 order by created_at desc, event_id desc limit 1`,
    [creditId],
  );
  return JSON.parse(rows[0]?.body ?? '{}');
}

describe('an overpaid order', () => {
  it('stays SUCCESSFUL when its policy sends the excess back, and so does its transaction', async () => {
    const { checkout, credits } = await payOrder({}, [1_200_000n]);
    const [creditId = ''] = credits;
    expect(await transaction(creditId)).toMatchObject({ status: 'SUCCESSFUL' });
    const [excess] = await shop.refundsOf(creditId);
    await shop.sendRefund(excess?.refundId ?? '');
    expect(await transaction(creditId)).toMatchObject({
      ...{ status: 'SUCCESSFUL', settlementMinor: 989_250n, refundableMinor: 1_000_000n },
    });
    expect(await standing(checkout)).toMatchObject({ status: 'SUCCESSFUL' });
    expect(await lastEvent(creditId)).toMatchObject({
      type: 'refund.successful',
      data: { refund: { origin: 'POLICY', cause: 'OVERPAID', amount: 200_000 } },
    });
  });

  it('that is refunded whole is REFUNDED: what was accepted counts, not what came', async () => {
    const { checkout, credits } = await payOrder({}, [1_200_000n]);
    const [creditId = ''] = credits;
    const [excess] = await shop.refundsOf(creditId);
    await shop.sendRefund(excess?.refundId ?? '');
    expect(await refundRest(creditId)).toBe(1_000_000n);
    expect(await standing(checkout)).toMatchObject({
      ...{ status: 'REFUNDED', refundedMinor: 1_000_000n },
    });
    expect(await transaction(creditId)).toMatchObject({ status: 'REFUNDED' });
    expect(await lastEvent(creditId)).toMatchObject({
      data: { refund: { origin: 'MERCHANT', cause: 'MERCHANT_REQUEST' }, status: 'REFUNDED' },
    });
  });

  it('that is refunded in part is PARTIALLY_REFUNDED', async () => {
    const { checkout, credits } = await payOrder({}, [1_200_000n]);
    const [creditId = ''] = credits;
    const { refund } = await shop.requestRefund(creditId, { amountMinor: 999_999n });
    expect(await transaction(creditId)).toMatchObject({ status: 'REFUND_PENDING' });
    await shop.sendRefund(refund?.refundId ?? '');
    expect(await transaction(creditId)).toMatchObject({ status: 'PARTIALLY_REFUNDED' });
    expect(await standing(checkout)).toMatchObject({ status: 'PARTIALLY_REFUNDED' });
  });
});

describe('the payment reference of an order', () => {
  it('that several transfers paid names them instead of refunding one', async () => {
    const { checkout, credits } = await paidBy(300_000n, 400_000n);
    expect(await shop.requestRefund(checkout.paymentReference)).toMatchObject({
      ...{ outcome: 'SEVERAL_PAYMENTS', refund: null, severalPayments: credits },
    });
  });

  it('that was never paid is no payment', async () => {
    const { checkout } = await shop.order();
    expect(await shop.requestRefund(checkout.paymentReference)).toMatchObject({
      outcome: 'RESOURCE_NOT_FOUND',
    });
  });

  it('whose money is held in parts, or has gone back, is not refundable', async () => {
    const held = await payOrder({}, [300_000n, 400_000n]);
    expect(await shop.requestRefund(held.checkout.paymentReference)).toMatchObject({
      outcome: 'NOT_REFUNDABLE',
    });
    const back = await payOrder({ policies: { underpaid: 'REFUND_NOW' } }, [300_000n]);
    expect(await shop.requestRefund(back.checkout.paymentReference)).toMatchObject({
      outcome: 'NOT_REFUNDABLE',
    });
  });
});
