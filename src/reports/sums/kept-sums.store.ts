import type pg from 'pg';
import { queryOne } from '../../platform/database/database.js';
import { callNamed } from '../../platform/database/sql-call.js';
import type { Filing } from '../filer.js';

const keepSums = callNamed('keep_sums', 'added').as<{ added: number }>();

/**
 * The most hours and orders of one statement, which takes three seconds at most. After a statement that did not finish
 * in time, half as many hours are stored at once.
 */
const most = { hours: 24, orders: 2_000 } as const;

/** Stores the sums of the hours that are over, on PostgreSQL. */
export class PgKeptSums {
  constructor(private readonly pool: pg.Pool) {}

  /** Stores the sums of up to `hours` further hours. Returns how many hours it has added. */
  async keep(now: Date, hours: number): Promise<number> {
    const wish = { most: hours, mostOrders: most.orders, now };
    return (await queryOne(this.pool, keepSums(wish))).added;
  }
}

/**
 * Returns the filing that stores the sums of each hour some minutes after it, and makes them again when orders have
 * changed.
 */
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
