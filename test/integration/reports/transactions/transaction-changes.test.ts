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

  it('has a payment that was booked nearly a day after it came', async () => {
    const id = await bookedAfter(24 * hourMs - 1);
    expect(await changed({ changedSince: at, changedBefore: later })).toContain(id);
  });
});
