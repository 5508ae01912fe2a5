import { afterAll, beforeAll, expect, it } from 'vitest';
import { PgReconciliationStore } from '../../../../src/upkeep/reconciliation/reconciliation.store.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
let store: PgReconciliationStore;
beforeAll(async () => {
  shop = await Shop.open();
  store = new PgReconciliationStore(shop.pool);
});
afterAll(() => shop[Symbol.asyncDispose]());

/** Deliveries that wait in one queue, each of an event of its own. */
async function queued(...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await shop.pool.query(
      `insert into event (event_id, merchant_id, sequence, type, body) values ('evt_' || $1, $2, 1, 'webhook.test', '{}')`,
      [id, shop.merchantId],
    );
    await shop.pool.query(
      `insert into webhook_delivery (delivery_id, event_id, merchant_id, status) values ($1, 'evt_' || $1, $2, 'PENDING')`,
      [id, shop.merchantId],
    );
  }
}

/** As if these times lay so many minutes back. */
async function age(table: 'event' | 'webhook_delivery', id: string, times: object) {
  const key = table === 'event' ? 'event_id' : 'delivery_id';
  for (const [column, minutes] of Object.entries(times) as [string, number][])
    await shop.pool.query(
      `update ${table} set ${column} = now() - make_interval(mins => $2) where ${key} = $1`,
      [id, minutes],
    );
}

const becomes = (id: string, status: string) =>
  shop.pool.query('update webhook_delivery set status = $1 where delivery_id = $2', [status, id]);

async function isStalled(id: string): Promise<boolean> {
  const search = store.searches.find(({ name }) => name === 'find_stalled_deliveries');
  return (await search?.run())?.some(({ subject }) => subject === id) ?? false;
}

it('a delivery that nobody has tried for ten minutes is found, and one whose claim ran out so long ago', async () => {
  await queued('dlv_q1', 'dlv_q2');
  await age('webhook_delivery', 'dlv_q1', { created_at: 9 });
  expect(await isStalled('dlv_q1')).toBe(false);
  await age('webhook_delivery', 'dlv_q1', { created_at: 11 });
  expect(await isStalled('dlv_q1')).toBe(true);
  // The endpoint is slow, and another delivery is on its way there.
  await becomes('dlv_q2', 'DELIVERING');
  await age('webhook_delivery', 'dlv_q2', { lease_until: -1 });
  expect(await isStalled('dlv_q1')).toBe(false);
  await becomes('dlv_q2', 'DELIVERED');
  await becomes('dlv_q1', 'DELIVERING');
  await age('webhook_delivery', 'dlv_q1', { lease_until: 9 });
  expect(await isStalled('dlv_q1')).toBe(false);
  await age('webhook_delivery', 'dlv_q1', { lease_until: 11 });
  expect(await isStalled('dlv_q1')).toBe(true);
  const action = async () =>
    (await shop.pool.query(`select action from finding where subject = 'dlv_q1'`)).rows;
  expect(await action()).toEqual([{ action: 'ATTENTION' }]);
  await becomes('dlv_q1', 'DELIVERED');
  expect(await isStalled('dlv_q1')).toBe(false);
  expect(await action()).toEqual([{ action: 'RESOLVED' }]);
});

it('an old event that is sent again is no stalled delivery, and neither is one that was revived', async () => {
  await queued('dlv_again');
  await age('event', 'evt_dlv_again', { created_at: 60 });
  expect(await isStalled('dlv_again')).toBe(false);
  await becomes('dlv_again', 'DELIVERED');
  await queued('dlv_revived');
  await age('webhook_delivery', 'dlv_revived', { created_at: 60, lease_until: 1 });
  await shop.pool.query(
    `update webhook_delivery set status = 'RETRYING', attempts = 3 where delivery_id = 'dlv_revived'`,
  );
  expect((await shop.pool.query('select revive_deliveries(10) as revived')).rows).toEqual([
    { revived: 1 },
  ]);
  expect(await isStalled('dlv_revived')).toBe(false);
});
