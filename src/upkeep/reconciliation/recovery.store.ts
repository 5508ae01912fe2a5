import type pg from 'pg';
import type { Mark } from './recovery.js';
import { query, queryOne } from '../../platform/database/database.js';
import { callNamed } from '../../platform/database/sql-call.js';

const takeMark = { name: 'take_mark', text: 'select mark, database_id from take_mark()' };
const beginRecovery = callNamed('begin_recovery', 'begin_recovery');

/** Takes marks and begins the recovery after a restore of the database, on PostgreSQL. */
export class PgRecoveryStore {
  constructor(private readonly pool: pg.Pool) {}

  async nextMark(): Promise<Mark> {
    const row = await queryOne<{ mark: bigint; database_id: string }>(this.pool, takeMark, []);
    return { mark: row.mark, databaseId: row.database_id };
  }

  /**
   * Holds at once everything that is to be sent, through all banks. A bank is released when its statement has been read
   * to the end in a reading that began at least `waitMinutes` from now, and no line waits to be imported. Also skips
   * the account numbers and the fact ids that the lost data may have used. `known`: the mark that was stored outside of
   * the database.
   */
  async begin(reason: 'BEHIND' | 'BY_HAND', waitMinutes: number, known: bigint): Promise<void> {
    await query(this.pool, beginRecovery({ reason, waitMinutes, mark: known }));
  }
}
