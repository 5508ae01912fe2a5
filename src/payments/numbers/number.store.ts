import pg from 'pg';
import type { NumberStore, OfferedNumber, SerialBlock } from './number-store.port.js';
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

export class PgNumberStore implements NumberStore {
  constructor(private readonly pool: pg.Pool) {}

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

  reserveFreed(prefix: string): Promise<readonly OfferedNumber[]> {
    return query(this.pool, takeFreeNumbers({ prefix }));
  }

  async unsweptCapacity(prefix: string): Promise<number | undefined> {
    const rows = await query<{ capacity: number }>(this.pool, unsweptCapacity, [prefix]);
    return rows[0]?.capacity;
  }

  async freeUnused(
    prefix: string,
    accountNumbers: readonly string[],
    isLast: boolean,
  ): Promise<void> {
    await query(this.pool, freeUnusedNumbers({ prefix, accountNumbers, isLast }));
  }

  async releaseNumbers(limit: number): Promise<number> {
    const { released } = await queryOne(this.pool, releaseNumbers({ limit }));
    return released;
  }
}
