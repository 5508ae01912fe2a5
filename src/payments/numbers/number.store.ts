import pg from 'pg';
import type { NumberStore, OfferedNumber, SerialBlock } from './number-store.port.js';
import { query, queryOne } from '../../platform/database/database.js';

const reserveSerials = {
  name: 'reserve_serials',
  text: `select nextval(('serial_' || $1::text)::regclass) as first,
                (select capacity from number_prefix where prefix = $1) as capacity`,
};

const takeFreeNumbers = {
  name: 'take_free_numbers',
  text: 'select account_number as "accountNumber", generation from take_free_numbers($1)',
};

const unsweptCapacity = {
  name: 'unswept_capacity',
  text: 'select capacity from number_prefix where prefix = $1 and swept_at is null',
};

const freeUnusedNumbers = {
  name: 'free_unused_numbers',
  text: 'select free_unused_numbers($1, $2, $3)',
};

const releaseNumbers = {
  name: 'release_numbers',
  text: 'select release_numbers($1) as released',
};

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
    return query<OfferedNumber>(this.pool, takeFreeNumbers, [prefix]);
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
    await query(this.pool, freeUnusedNumbers, [prefix, accountNumbers, isLast]);
  }

  async releaseNumbers(limit: number): Promise<number> {
    const { released } = await queryOne<{ released: number }>(this.pool, releaseNumbers, [limit]);
    return released;
  }
}
