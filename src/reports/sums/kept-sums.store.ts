import type pg from 'pg';
import { queryOnePatiently } from '../../platform/database/database.js';
import { callNamed } from '../../platform/database/sql-call.js';
import type { Filing } from '../filer.js';

const keepSums = callNamed('keep_sums', 'added').as<{ added: number }>();
const remakeSums = callNamed('remake_sums', 'has_more').as<{ has_more: boolean }>();

/** The most hours of one statement. After a statement that did not finish in time, half as many are stored at once. */
const mostHours = 24;
/** The time for looking for changed orders in one statement. The next one goes on where this one has stopped. */
const remakingMs = 1_000;
/** The time of a statement. An hour in which one merchant has 100 orders a second takes more than other statements may. */
const timeoutMs = 60_000;

/** Stores the sums of the hours that are over, on PostgreSQL. */
export class PgKeptSums {
  constructor(private readonly pool: pg.Pool) {}

  /** Stores the sums of up to `hours` further hours. Returns how many hours it has added. */
  async keep(now: Date, hours: number): Promise<number> {
    const wish = keepSums({ most: hours, now });
    return (await queryOnePatiently(this.pool, wish, timeoutMs)).added;
  }

  /** Makes sums again whose orders have changed, for about `forMs`. Returns true when there is more to do at once. */
  async remake(now: Date, forMs: number = remakingMs): Promise<boolean> {
    const wish = remakeSums({ now, forMs });
    return (await queryOnePatiently(this.pool, wish, timeoutMs)).has_more;
  }
}

/**
 * Returns the filing that stores the sums of each hour some minutes after it, and makes them again when orders have
 * changed. The second is a statement of its own, so that it cannot hold up the first.
 */
export function sumFiling(
  sums: Pick<PgKeptSums, 'keep' | 'remake'>,
  now: () => Date = () => new Date(),
): Filing {
  let hours: number = mostHours;
  const keep = async () => {
    try {
      const added = await sums.keep(now(), hours);
      hours = Math.min(hours * 2, mostHours);
      return added > 0;
    } catch (error) {
      hours = Math.max(1, Math.floor(hours / 2));
      throw error;
    }
  };
  return {
    file: async () => {
      const hasAdded = await keep();
      return (await sums.remake(now())) || hasAdded;
    },
    pauseMs: 60_000,
    what: 'the sums of past hours',
  };
}
