import type pg from 'pg';
import { queryOne } from '../../platform/database/database.js';
import { callNamed } from '../../platform/database/sql-call.js';
import type { Filing } from '../filer.js';

const keepSums = callNamed('keep_sums', 'added').as<{ added: number }>();

/** A statement takes three seconds at most: after one that did not come to its end, half as many hours are kept at once. */
const most = { hours: 24, orders: 2_000 } as const;

/** The sums of the hours that are over, on PostgreSQL. */
export class PgKeptSums {
  constructor(private readonly pool: pg.Pool) {}

  /** Returns how many hours it has added. */
  async keep(now: Date, hours: number): Promise<number> {
    const wish = { most: hours, mostOrders: most.orders, now };
    return (await queryOne(this.pool, keepSums(wish))).added;
  }
}

/** Keeps the sums of each hour some minutes after it, and makes those again whose orders have changed. */
export function sumFiling(
  sums: Pick<PgKeptSums, 'keep'>,
  now: () => Date = () => new Date(),
): Filing {
  let hours: number = most.hours;
  return {
    file: async () => {
      try {
        const added = await sums.keep(now(), hours);
        hours = Math.min(hours * 2, most.hours);
        return added > 0;
      } catch (error) {
        hours = Math.max(1, Math.floor(hours / 2));
        throw error;
      }
    },
    pauseMs: 60_000,
    what: 'the sums of past hours',
  };
}
