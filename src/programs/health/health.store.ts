import type pg from 'pg';
import { query } from '../../platform/database/database.js';
import { isReadOnly } from '../../platform/database/outage.js';
import { releaseSchema } from '../../platform/database/release.js';

const applied = {
  name: 'applied_migrations',
  text: `select name, $1 = any (current_schemas(false))
                      and current_setting('plan_cache_mode') = 'force_generic_plan' as is_set_up from migration`,
};
const write = {
  name: 'readiness_write',
  text: 'update readiness set asked_at = now() where only_row',
};

/** The database's own report about its state. */
export interface DatabaseHealth {
  /**
   * True when every migration of this program has run, and when the database's connections find its functions and have
   * its settings. Rejects when the database does not answer.
   */
  isMigrated(): Promise<boolean>;
  /** False when the database answers but takes no writes. Rejects when it does not answer. */
  isWritable(): Promise<boolean>;
}

export class PgDatabaseHealth implements DatabaseHealth {
  constructor(
    private readonly pool: pg.Pool,
    /** The names of this program's migrations. */
    private readonly expected: readonly string[],
  ) {}

  async isMigrated(): Promise<boolean> {
    const rows = await query<{ name: string; is_set_up: boolean }>(this.pool, applied, [
      releaseSchema(),
    ]);
    const names = new Set(rows.map(({ name }) => name));
    return rows[0]?.is_set_up === true && this.expected.every((name) => names.has(name));
  }

  async isWritable(): Promise<boolean> {
    try {
      await query(this.pool, write, []);
      return true;
    } catch (error) {
      if (isReadOnly(error)) return false;
      throw error;
    }
  }
}
