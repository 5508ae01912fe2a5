import type pg from 'pg';
import type { Mark } from './recovery.js';
import { query, queryOne, queryOnePatiently } from '../../platform/database/database.js';
import { callNamed } from '../../platform/database/sql-call.js';

const takeMark = {
  name: 'take_mark',
  text: 'select mark, database_id from take_mark($1, $2)',
};
const beginRecovery = callNamed('begin_recovery', 'begin_recovery');
const skipNumbers = callNamed('skip_numbers', 'skipped');
const keepFreeNumbers = callNamed('keep_free_numbers', 'last').as<{ last: string | null }>();

/** The held numbers of each prefix are counted, which are a million at most. */
const countingMs = 600_000;

/** Takes marks and begins the recovery after a restore of the database, on PostgreSQL. */
export class PgRecoveryStore {
  constructor(private readonly pool: pg.Pool) {}

  /** Returns the next mark. A database that is behind the known mark returns the mark that it has. */
  async nextMark(known?: Mark): Promise<Mark> {
    const row = await queryOne<{ mark: bigint; database_id: string }>(this.pool, takeMark, [
      known?.mark,
      known?.databaseId,
    ]);
    return { mark: row.mark, databaseId: row.database_id };
  }

  /**
   * Holds at once everything that is to be sent, through all banks. A bank is released when its statement has been read
   * to the end in a reading that began at least `waitMinutes` from now, and no line waits to be imported. Also skips
   * the account numbers and the fact ids that the lost data may have used; if that fails, the hold remains. `known`: the
   * mark that was stored outside of the database, or 0 when a person knows of the restore.
   */
  async begin(reason: 'BEHIND' | 'BY_HAND', waitMinutes: number, known: bigint): Promise<void> {
    await query(this.pool, beginRecovery({ reason, waitMinutes }));
    let after: string | null = '';
    while (after !== null) after = (await queryOne(this.pool, keepFreeNumbers({ after }))).last;
    await queryOnePatiently(this.pool, skipNumbers({ mark: known }), countingMs);
  }
}
