import type pg from 'pg';
import { query } from '../persistence/database.js';

const appliedMigrations = { name: 'applied_migrations', text: 'select name from migration' };

/** What the database says of itself. */
export interface DatabaseHealth {
  /** True when every migration of this program has been run. Rejects when the database does not answer. */
  isMigrated(): Promise<boolean>;
}

export class PgDatabaseHealth implements DatabaseHealth {
  constructor(
    private readonly pool: pg.Pool,
    /** Names of this program's migrations. */
    private readonly expected: readonly string[],
  ) {}

  async isMigrated(): Promise<boolean> {
    const rows = await query<{ name: string }>(this.pool, appliedMigrations, []);
    const applied = new Set(rows.map(({ name }) => name));
    return this.expected.every((name) => applied.has(name));
  }
}
