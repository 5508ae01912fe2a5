import pg from 'pg';
import type { OfferedNumber, SerialBlock } from './number.js';
import { query, queryOne } from '../../platform/database/database.js';
import { callNamed, callWithin } from '../../platform/database/sql-call.js';

const reserveSerials = {
  name: 'reserve_serials',
  text: `select nextval(('serial_' || $1::text)::regclass) as first,
                (select capacity from number_prefix where prefix = $1) as capacity`,
};

const takeFreeNumbers = callWithin(
  'take_free_numbers',
  (called) => `select account_number as "accountNumber", generation from ${called}`,
).as<OfferedNumber>();

const unsweptCapacity = {
  name: 'unswept_capacity',
  text: 'select capacity from number_prefix where prefix = $1 and swept_at is null',
};

const freeUnusedNumbers = callNamed('free_unused_numbers', 'free_unused_numbers');

const releaseNumbers = callNamed('release_numbers', 'released').as<{ released: number }>();

/** The sequences deal blocks of this size. */
const blockSize = 32;
const sequenceLimitExceeded = '2200H';

/** Account numbers on PostgreSQL. */
export class PgNumberStore {
  constructor(private readonly pool: pg.Pool) {}

  /** Reserves the next 32 serials at most; undefined when the prefix has dealt them all. */
  async reserveSerials(prefix: string): Promise<SerialBlock | undefined> {
    try {
      const row = await queryOne<{ first: bigint; capacity: number }>(this.pool, reserveSerials, [
        prefix,
      ]);
      const first = Number(row.first);
      return { first, count: Math.min(blockSize, row.capacity - first) };
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === sequenceLimitExceeded)
        return undefined;
      throw error;
    }
  }

  /** Reserves for this process free numbers that no other holds: at most 32, oldest first; empty if there are none. */
  reserveFreed(prefix: string): Promise<readonly OfferedNumber[]> {
    return query(this.pool, takeFreeNumbers({ prefix }));
  }

  /**
   * Returns how many numbers the prefix has; undefined once every number belongs to an account or is recorded as free.
   */
  async unsweptCapacity(prefix: string): Promise<number | undefined> {
    const rows = await query<{ capacity: number }>(this.pool, unsweptCapacity, [prefix]);
    return rows[0]?.capacity;
  }

  /**
   * Records as free those of the given numbers that no account ever had. `isLast`: with this call, all numbers of the
   * prefix were checked.
   */
  async freeUnused(
    prefix: string,
    accountNumbers: readonly string[],
    isLast: boolean,
  ): Promise<void> {
    await query(this.pool, freeUnusedNumbers({ prefix, accountNumbers, isLast }));
  }

  /** Ends the quarantine of numbers that have been in it long enough; returns how many. */
  async releaseNumbers(limit: number): Promise<number> {
    const { released } = await queryOne(this.pool, releaseNumbers({ limit }));
    return released;
  }
}
