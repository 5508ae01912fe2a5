import type pg from 'pg';

/** The first write to each of the tables fails from now on, as it does while PostgreSQL shuts down. */
export async function takeAway(pool: pg.Pool, tables: readonly string[]): Promise<void> {
  await pool.query(`create or replace function away() returns trigger language plpgsql as $$
    begin raise exception 'away' using errcode = '57P03'; end $$`);
  for (const table of tables) {
    await pool.query(
      `create trigger away before insert or update on ${table} for each row execute function away()`,
    );
  }
}

/** The writes succeed again. */
export async function bringBack(pool: pg.Pool, tables: readonly string[]): Promise<void> {
  for (const table of tables) await pool.query(`drop trigger away on ${table}`);
}
