import type pg from 'pg';
import type { Mark, RecoveryStore } from './recovery-store.port.js';
import { query, queryOne } from '../../platform/database/database.js';
import { callNamed } from '../../platform/database/sql-call.js';

const takeMark = { name: 'take_mark', text: 'select mark, database_id from take_mark()' };
const beginRecovery = callNamed('begin_recovery', 'begin_recovery');

export class PgRecoveryStore implements RecoveryStore {
  constructor(private readonly pool: pg.Pool) {}

  async nextMark(): Promise<Mark> {
    const row = await queryOne<{ mark: bigint; database_id: string }>(this.pool, takeMark, []);
    return { mark: row.mark, databaseId: row.database_id };
  }

  async begin(reason: 'BEHIND' | 'BY_HAND', waitMinutes: number, known: bigint): Promise<void> {
    await query(this.pool, beginRecovery({ reason, waitMinutes, mark: known }));
  }
}
