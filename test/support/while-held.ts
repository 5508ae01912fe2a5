import type pg from 'pg';

/** Runs while a transaction of somebody else's, which has run this statement, is open. */
export async function whileHeld<Result>(
  pool: pg.Pool,
  statement: string,
  values: readonly unknown[],
  run: () => Promise<Result>,
): Promise<Result> {
  const holder = await pool.connect();
  try {
    await holder.query('begin; set local idle_in_transaction_session_timeout = 0');
    await holder.query(statement, [...values]);
    return await run();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}
