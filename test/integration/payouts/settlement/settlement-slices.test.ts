import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgSettlementRuns } from '../../../../src/payouts/settlement/settlement-runs.store.js';
import { midnight, SettlementWorld } from '../../../support/settlement-world.js';

let world: SettlementWorld;
beforeAll(async () => void (world = await SettlementWorld.open()));
afterAll(() => world[Symbol.asyncDispose]());

describe('a run', () => {
  it('is cut into slices once its merchants are many, each merchant in one of them', async () => {
    const runs = new PgSettlementRuns(world.shop.pool, undefined, 2);
    const cutOff = midnight('2026-11-22');
    const instant = { cycle: 'INSTANT', cutOff } as const;
    const merchants = [];
    const slices = [];
    for (let n = 0; n < 7; n += 1) {
      slices.push(await runs.open(instant, 3));
      merchants.push(await world.merchant({ schedule: 'T0_INSTANT' }));
    }
    expect([...slices, await runs.open(instant, 3)]).toEqual([1, 1, 1, 1, 2, 2, 3, 3]);
    expect(await runs.open({ cycle: 'DAILY', cutOff }, 3)).toBe(0);
    const query = 'select merchants_of_cycle($1, null, 100, $2, 3) as id';
    const each = await Promise.all(
      [1, 2, 3].map((slice) => world.shop.pool.query<{ id: string }>(query, ['INSTANT', slice])),
    );
    const found = each.flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(found.toSorted()).toEqual(merchants.toSorted());
  });

  it('keeps a merchant in its slice for ever', async () => {
    const { rows } = await world.shop.pool.query<{ slice: number }>(
      `select slice_of('mch_' || n, 4) as slice from generate_series(1, 8) n`,
    );
    expect(rows.map(({ slice }) => slice)).toEqual([3, 2, 3, 4, 4, 4, 4, 4]);
  });
});
