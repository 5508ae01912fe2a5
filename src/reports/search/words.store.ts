import type pg from 'pg';
import { queryOne } from '../../platform/database/database.js';
import { callNamed } from '../../platform/database/sql-call.js';

const fileWords = callNamed('file_words', 'filed', { with: ['newest'] }).as<{ filed: number }>();

/** Stores the words by which orders and payments are found, on PostgreSQL. */
export class PgWords {
  constructor(private readonly pool: pg.Pool) {}

  /**
   * Files the words of at most `limit` orders and as many payments. Returns how many rows it has found. `newest`: only
   * those of the last ten seconds are looked for.
   */
  async file(limit: number, newest: boolean): Promise<number> {
    return (await queryOne(this.pool, fileWords({ limit, newest }))).filed;
  }
}
