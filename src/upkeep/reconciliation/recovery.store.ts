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
   * Holds everything that is to be sent through banks until their statements have been read, beginning this many
   * minutes from now, and skips the account numbers that may have been given. `known`: the mark that this database
   * should have reached.
   */
  async begin(reason: 'BEHIND' | 'BY_HAND', waitMinutes: number, known: bigint): Promise<void> {
    await query(this.pool, beginRecovery({ reason, waitMinutes, mark: known }));
  }
}
