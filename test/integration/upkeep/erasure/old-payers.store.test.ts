import { afterAll, beforeAll, expect, it } from 'vitest';
import { asId } from '../../../../src/domain/ids.js';
import { PgOldPayers } from '../../../../src/upkeep/erasure/old-payers.store.js';
import { assertBooks } from '../../../support/books.js';
import { type OpenOrder, Shop } from '../../../support/shop.js';

let shop: Shop;
let payers: PgOldPayers;
beforeAll(async () => {
  shop = await Shop.open();
  payers = new PgOldPayers(shop.pool, 365);
});
afterAll(() => shop[Symbol.asyncDispose]());

const erase = () => payers.erase({ forMs: 600_000 });
const idAgo = async (days: number, n: number): Promise<string> => {
  const [row] = await shop.database.query<{ id: string }>(
    `select substr(id_floor('chk_', now() - interval '${days} days'), 1, 14) || lpad('${n}', 16, '0') as id`,
  );
  return row?.id ?? '';
};

/** An order that was made and, unless it was changed since, paid so many days ago. */
let count = 0;
async function orderOf(days: number, changedDays = days): Promise<OpenOrder> {
  const checkoutId = await idAgo(days, (count += 1));
  const order = await shop.order({ overrides: { checkoutId: asId('chk', checkoutId) } });
  const { creditId } = await shop.pay(order.account.accountNumber, 1_000_000n);
  await shop.steps.applyCredit({ creditId });
  await shop.pool.query(
    'update fact set applied_at = now(), due_at = null where applied_at is null',
  );
  await shop.pool.query(`update webhook_delivery set status = 'DELIVERED', finished_at = now()`);
  await shop.pool.query(
    `update checkout set updated_at = now() - interval '${changedDays} days' where checkout_id = $1`,
    [checkoutId],
  );
  return order;
}
const isErased = async ({ checkout }: OpenOrder) =>
  (await shop.read(checkout)).customer.email === null;
const waiting = () =>
  shop.database.query('select checkout_id, held_by from erasure_waiting order by checkout_id');
const aDayLater = () => shop.pool.query(`update erasure_waiting set look_at = now()`);

it('orders that are old forget their payers, the others do not, and the books are proven', async () => {
  const old = await orderOf(400);
  const older = await orderOf(1_000);
  const young = await orderOf(364);
  expect(await new PgOldPayers(shop.pool, null).erase({ forMs: 1_000 })).toBe(0);
  expect(await erase()).toBe(2);
  expect(await Promise.all([old, older, young].map(isErased))).toEqual([true, true, false]);
  expect(await erase()).toBe(0);
  expect(await waiting()).toEqual([]);
  expect(
    await shop.database.query(
      `select actor, subject, reason, after ->> 'orders' as orders from audit_entry where action = 'payer.erase-old'`,
    ),
  ).toEqual([
    {
      ...{ actor: 'sweep', subject: old.checkout.checkoutId, orders: '2' },
      reason: 'MANILLA_PAYERS_KEPT_DAYS is 365',
    },
  ]);
  await assertBooks(shop.database);
});

it('a customer who is known by a phone number alone is forgotten too', async () => {
  const old = await orderOf(399);
  await shop.pool.query(
    `update checkout set customer = customer || '{"email": null, "phoneNumber": "+2348031234567"}' where checkout_id = $1`,
    [old.checkout.checkoutId],
  );
  expect(await erase()).toBe(1);
  expect((await shop.read(old.checkout)).customer.phoneNumber).toBeNull();
});

it('what is held is named, stays, and is looked at again a day later', async () => {
  const [held, changed] = [await orderOf(380), await orderOf(379, 10)];
  await shop.pool.query(
    `update webhook_delivery d set status = 'RETRYING', lease_until = now() + interval '1 hour'
       from event v where v.event_id = d.event_id and v.checkout_id = $1`,
    [held.checkout.checkoutId],
  );
  expect(await erase()).toBe(0);
  expect(await waiting()).toEqual([
    { checkout_id: held.checkout.checkoutId, held_by: 'WEBHOOK_UNDER_WAY' },
    { checkout_id: changed.checkout.checkoutId, held_by: 'CHANGED_LATELY' },
  ]);
  await shop.pool.query(`update webhook_delivery set status = 'DELIVERED'`);
  expect(await erase()).toBe(0);
  await aDayLater();
  expect(await erase()).toBe(1);
  expect(await Promise.all([held, changed].map(isErased))).toEqual([true, false]);
  expect(await waiting()).toMatchObject([{ held_by: 'CHANGED_LATELY' }]);
});

it('an order that somebody has at this moment is left to the next day', async () => {
  const order = await orderOf(378);
  const client = await shop.pool.connect();
  await client.query('begin');
  await client.query('select from checkout where checkout_id = $1 for update', [
    order.checkout.checkoutId,
  ]);
  expect(await erase()).toBe(0);
  await client.query('rollback');
  client.release();
  expect(await isErased(order)).toBe(false);
  await aDayLater();
  expect(await erase()).toBe(1);
  expect(await isErased(order)).toBe(true);
});

it('two sweeps at once erase each order once', async () => {
  for (let n = 0; n < 60; n += 1) await orderOf(377);
  const done = await Promise.all([erase(), erase(), erase()]);
  const rest = await erase();
  expect(done.reduce((sum, each) => sum + each, rest)).toBe(60);
});
