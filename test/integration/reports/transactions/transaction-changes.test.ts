import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TransactionFilter } from '../../../../src/reports/transactions/transaction.js';
import { PgTransactionStore } from '../../../../src/reports/transactions/transaction.store.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
let store: PgTransactionStore;
beforeAll(async () => {
  shop = await Shop.open();
  store = new PgTransactionStore(shop.pool);
});
afterAll(() => shop[Symbol.asyncDispose]());

const hourMs = 3_600_000;
/** Midnight in Lagos. */
const at = new Date('2026-03-01T23:00:00Z');
const later = new Date(at.getTime() + 1);

/** A payment that came so long before it was booked at that moment. */
async function bookedAfter(ms: number): Promise<string> {
  const { creditId } = await shop.payAndPost(await shop.order(), 1_000_000n);
  await shop.pool.query(
    'update inward_credit set received_at = $2, applied_at = $3 where credit_id = $1',
    [creditId, new Date(at.getTime() - ms), at],
  );
  return creditId;
}

const changed = async (filter: TransactionFilter): Promise<string[]> =>
  (await store.list(shop.merchantId, filter, { limit: 101, offset: 0, after: null })).map(
    ({ item }) => item.creditId,
  );

describe('a list of what has changed', () => {
  it('has what changed in a moment that is asked for, from both sides', async () => {
    const id = await bookedAfter(0);
    expect(await changed({ changedSince: at, changedBefore: later })).toContain(id);
    expect(await changed({ changedBefore: at })).not.toContain(id);
    expect(await changed({ changedSince: later })).not.toContain(id);
  });

  /** What the list has of all that has changed since this act began. */
  async function changedBy(creditId: string, act: () => Promise<unknown>): Promise<string[]> {
    await shop.pool.query(
      `update inward_credit set applied_at = now() - interval '1 hour' where credit_id = $1`,
      [creditId],
    );
    const { rows } = await shop.pool.query<{ now: Date }>('select clock_timestamp() as now');
    await act();
    return changed({ changedSince: rows[0]?.now ?? null });
  }

  it('has the parts of a payment that the last part makes the merchant’s', async () => {
    const order = await shop.order();
    const { creditId } = await shop.payAndPost(order, 400_000n);
    expect(await changedBy(creditId, () => shop.payAndPost(order, 600_000n))).toContain(creditId);
  });

  it('has a part that an operator takes for the whole payment', async () => {
    const order = await shop.order();
    const { creditId } = await shop.payAndPost(order, 400_000n);
    const { checkoutId } = order.checkout;
    const changes = await changedBy(creditId, () => shop.steps.acceptPart({ checkoutId }));
    expect(changes).toContain(creditId);
  });

  it('has a second payment that is kept for the merchant', async () => {
    const { account } = await shop.order();
    await shop.pay(account.accountNumber, 1_000_000n);
    const { creditId } = await shop.pay(account.accountNumber, 1_000_000n);
    await shop.steps.applyCredit({ creditId });
    const ruling = { by: 'OPERATOR', decision: 'accept' } as const;
    const changes = await changedBy(creditId, () =>
      shop.heldCredits.resolveCredit({ creditId, ruling }),
    );
    expect(changes).toContain(creditId);
  });

  it('has a payment that was booked nearly a day after it came', async () => {
    const id = await bookedAfter(24 * hourMs - 1);
    expect(await changed({ changedSince: at, changedBefore: later })).toContain(id);
  });
});
