import type pg from 'pg';

/** The first write to each of the tables fails from now on, as it does while PostgreSQL shuts down. */
export async function takeAway(pool: pg.Pool, tables: readonly string[]): Promise<void> {
  // A sequence keeps its count when the transaction is rolled back.
  await pool.query(`create sequence if not exists away_calls`);
  await pool.query(`create or replace function away() returns trigger language plpgsql as $$
    begin perform nextval('away_calls'); raise exception 'away' using errcode = '57P03'; end $$`);
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

/** How many writes have failed so. */
export async function failedWrites(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select (last_value - 1 + is_called::int)::int as count from away_calls',
  );
  return rows[0]?.count ?? 0;
}
