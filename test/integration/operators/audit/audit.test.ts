import { afterAll, beforeAll, expect, it } from 'vitest';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop?.[Symbol.asyncDispose]());

const by = { kind: 'OPERATOR', actor: 'Ada', door: 'CLI', reason: 'asked', address: '192.0.2.7' };

async function record(before: object | null, after: object | null): Promise<void> {
  await shop.pool.query(`select record_audit($1, 'thing.change', 'thing', 't', null, $2, $3)`, [
    by,
    before,
    after,
  ]);
}

async function entries(): Promise<unknown[]> {
  const { rows } = await shop.pool.query(
    `select actor_kind, actor, action, before, after, reason, partner, door, host(address) as address from audit_entry
      order by audit_id`,
  );
  return rows;
}

it('the visitors’ book takes down a change, and nothing when nothing changed', async () => {
  await record({ limit: 1 }, { limit: 2 });
  await record({ limit: 2 }, { limit: 2 });
  await record({ limit: 2 }, null);
  expect(await entries()).toEqual([
    {
      ...{ actor_kind: 'OPERATOR', actor: 'Ada', action: 'thing.change', door: 'CLI' },
      ...{ before: { limit: 1 }, after: { limit: 2 }, reason: 'asked', partner: null },
      address: '192.0.2.7',
    },
    expect.objectContaining({ before: { limit: 2 }, after: null }),
  ]);
});

it.each([
  ["update audit_entry set actor = 'nobody'"],
  ['delete from audit_entry'],
  ['truncate audit_entry'],
])('refuses to %s', async (sql) => {
  await expect(shop.pool.query(sql)).rejects.toMatchObject({ code: '23001' });
});
