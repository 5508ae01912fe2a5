import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Checkout } from '../../../../src/payments/checkouts/checkout.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;

beforeAll(async () => void (shop = await Shop.open()));
beforeEach(() => shop.afresh());
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

interface FactRow {
  kind: string;
  attempts: number;
  due_in: number | null;
  applied: boolean;
}

/** What was left of each pause when it was read: somewhat less than the whole, since the machine may be busy. */
function expectPauses(left: readonly (number | null | undefined)[], pauses: readonly number[]) {
  const isLeft = (seconds: number, pause: number) => seconds > pause - 2.5 && seconds <= pause;
  const rounded = left.map((each, n) => (isLeft(each ?? 0, pauses[n] ?? 0) ? pauses[n] : each));
  expect(rounded).toEqual(pauses);
}

async function factsOf({ checkoutId }: Checkout): Promise<FactRow[]> {
  const { rows } = await shop.pool.query<FactRow>(
    `select kind, attempts, extract(epoch from due_at - now())::float8 as due_in, applied_at is not null as applied
       from fact where checkout_id = $1 order by fact_id`,
    [checkoutId],
  );
  return rows;
}

describe('a fact', () => {
  it('is not due at once: the process that wrote it sends it', async () => {
    await shop.order();
    expect(await shop.facts.claimDue(10)).toEqual([]);
  });

  it('is due after 3 s, and put off twice as far each time it is taken, up to 5 minutes', async () => {
    const checkout = await shop.initiate();
    const pauses: (number | null | undefined)[] = [(await factsOf(checkout))[0]?.due_in];
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      await shop.pool.query("update fact set due_at = now() - interval '1 second'");
      const [fact] = await shop.facts.claimDue(10);
      expect(fact).toMatchObject({ kind: 'INITIATED', deadline: null });
      expect(fact?.checkout).toEqual({
        checkoutId: checkout.checkoutId,
        merchantId: shop.merchantId,
        paymentReference: checkout.paymentReference,
        amountMinor: checkout.amountMinor,
        currency: 'NGN',
        expiresAt: checkout.expiresAt,
      });
      expect(await shop.facts.claimDue(10)).toEqual([]);
      pauses.push((await factsOf(checkout))[0]?.due_in);
    }
    expectPauses(pauses, [3, 3, 6, 12, 24, 48, 96, 192, 300, 300]);
  });

  it('is taken by one relay only', async () => {
    for (let count = 0; count < 30; count += 1) await shop.initiate();
    await shop.pool.query("update fact set due_at = now() - interval '1 second'");
    const claims = await Promise.all(Array.from({ length: 6 }, () => shop.facts.claimDue(10)));
    const ids = claims.flat().map(({ factId }) => factId);
    expect(ids).toHaveLength(new Set(ids).size);
    const rest = await shop.facts.claimDue(100);
    expect(ids.length + rest.length).toBe(30);
  });

  it('that was sent is due again only when the workflow should long have acted', async () => {
    const { checkout, account } = await shop.order();
    await shop.pay(account.accountNumber, 400_000n);
    const { rows } = await shop.pool.query<{ id: bigint }>('select fact_id as id from fact');
    await shop.facts.markSent(rows.map(({ id }) => String(id)));
    const [initiated, issued, credit] = await factsOf(checkout);
    expect(initiated?.due_in).toBeCloseTo(1441 * 60, -1);
    expect(issued?.due_in).toBeCloseTo(31 * 60, -1);
    expectPauses([credit?.due_in], [30]);
  });

  it('that was sent late is not due at once', async () => {
    const { checkout } = await shop.order();
    await shop.letPass(checkout, 60);
    const claimed = await shop.facts.claimDue(10);
    expect(claimed).toHaveLength(2);
    await shop.facts.markSent(claimed.map(({ factId }) => factId));
    expectPauses([(await factsOf(checkout))[1]?.due_in], [60]);
  });

  it('that was sent again and again is due after growing pauses, up to 5 minutes', async () => {
    const { checkout, account } = await shop.order();
    await shop.pay(account.accountNumber, 400_000n);
    const pauses: (number | null | undefined)[] = [];
    for (let time = 1; time <= 5; time += 1) {
      await shop.pool.query("update fact set due_at = now() where kind = 'CREDIT_RECEIVED'");
      const claimed = await shop.facts.claimDue(10);
      await shop.facts.markSent(claimed.map(({ factId }) => factId));
      pauses.push((await factsOf(checkout))[2]?.due_in);
    }
    expectPauses(pauses, [60, 120, 240, 300, 300]);
  });

  it('that is applied is never due again, also when it is marked as sent after', async () => {
    const { checkout } = await shop.order();
    await shop.letPass(checkout, 1);
    const ids = (await shop.facts.claimDue(10)).map(({ factId }) => factId);
    await shop.facts.markApplied(ids);
    await shop.facts.markApplied(ids);
    await shop.facts.markSent(ids);
    expect(await factsOf(checkout)).toMatchObject([
      { applied: true, due_in: null },
      { applied: true, due_in: null },
    ]);
    await shop.facts.markSent([]);
    await shop.facts.markApplied([]);
  });

  it('of an account is applied by the end of its window, and all are by the end of the checkout', async () => {
    const { checkout, account } = await shop.order();
    await shop.steps.endAccountWindow({
      virtualAccountId: account.virtualAccountId,
      at: account.expiresAt,
    });
    expect((await factsOf(checkout)).map(({ applied }) => applied)).toEqual([false, true]);
    await shop.steps.expireCheckout({ checkoutId: checkout.checkoutId, at: checkout.expiresAt });
    expect((await factsOf(checkout)).map(({ applied }) => applied)).toEqual([true, true]);
  });

  it('of a short credit is applied when it is posted, and the others stay', async () => {
    const order = await shop.order();
    await shop.payAndPost(order, 400_000n);
    expect(await factsOf(order.checkout)).toMatchObject([
      { kind: 'INITIATED', applied: false },
      { kind: 'ACCOUNT_ISSUED', applied: false },
      { kind: 'CREDIT_RECEIVED', applied: true },
    ]);
  });
});
