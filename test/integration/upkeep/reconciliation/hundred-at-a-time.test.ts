import { afterAll, beforeAll, expect, it } from 'vitest';
import { PgReconciliationStore } from '../../../../src/upkeep/reconciliation/reconciliation.store.js';
import { addMerchant, Shop } from '../../../support/shop.js';

/** A search takes a hundred at a time. */
const count = 101;

let shop: Shop;
let store: PgReconciliationStore;
beforeAll(async () => {
  shop = await Shop.open();
  store = new PgReconciliationStore(shop.pool);
});
afterAll(() => shop?.[Symbol.asyncDispose]());

const many = <T>(make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make));
const moved = (sql: string, subjects: readonly string[]) => shop.pool.query(sql, [subjects]);

/** What stands still for good, as nobody is there to carry it on: each makes that many, and answers their ids. */
const standstills: Readonly<Record<string, () => Promise<string[]>>> = {
  CHECKOUT_OVERDUE: async () => {
    const ids = await many(async () => (await shop.initiate()).checkoutId);
    await moved(
      `update fact set deadline = now() - interval '1 hour' where checkout_id = any ($1)`,
      ids,
    );
    return ids;
  },
  FACT_STALLED: async () => {
    const checkouts = await many(async () => (await shop.initiate()).checkoutId);
    const { rows } = await shop.pool.query<{ id: string }>(
      `update fact set created_at = now() - interval '1 hour', deadline = null, due_at = now()
        where checkout_id = any ($1) returning fact_id::text as id`,
      [checkouts],
    );
    return rows.map(({ id }) => id);
  },
  RETURN_OVERDUE: async () => {
    const ids = await many(async () => (await shop.pay('5019999998', 300_000n)).creditId);
    await moved(
      `update fact set created_at = now() - interval '26 hours' where kind = 'CREDIT_HELD' and subject_id = any ($1)`,
      ids,
    );
    return ids;
  },
  REFUND_STALLED: async () => {
    const ids = await many(async () => {
      const { creditId } = await shop.pay('5019999999', 300_000n);
      await shop.heldCredits.resolveCredit({
        creditId,
        ruling: { by: 'OPERATOR', decision: 'return' },
      });
      return (await shop.refundsOf(creditId))[0]?.refundId ?? '';
    });
    await moved(
      `update refund set updated_at = now() - interval '2 hours' where refund_id = any ($1)`,
      ids,
    );
    return ids;
  },
  ENDPOINT_FAILING: () => endpoints('ACTIVE'),
  ENDPOINT_SUPPRESSED: () => endpoints('SUPPRESSED'),
};

async function endpoints(status: string): Promise<string[]> {
  const ids = await many(() => addMerchant(shop.pool));
  await shop.pool.query(
    `insert into webhook_endpoint (merchant_id, url, secret_sealed, status, failing_since)
     select id, 'https://shop.example/hook', '\\x00', $2, now() - interval '3 hours' from unnest($1::text[]) id`,
    [ids, status],
  );
  return ids;
}

it.each(Object.keys(standstills))(
  '%s: what cannot be put right hides nothing else',
  async (kind) => {
    const ids = (await standstills[kind]?.()) ?? [];
    expect(new Set(ids).size).toBe(count);
    const found = new Set<string>();
    for (let sweep = 0; sweep < 2; sweep += 1)
      for (const { run } of store.searches)
        for (const each of await run()) if (each.kind === kind) found.add(each.subject);
    expect(ids.filter((id) => !found.has(id))).toEqual([]);
  },
);
