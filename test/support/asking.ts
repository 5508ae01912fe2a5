import type pg from 'pg';

type Values = readonly unknown[];

/** The first column of the only row. */
export type Ask = <Value>(text: string, ...values: Values) => Promise<Value>;

/** Asks what a statement answers, and leaves nothing of what it changed. */
export async function withoutTrace<Answer>(
  pool: pg.Pool,
  make: (ask: Ask) => Promise<Answer>,
): Promise<Answer> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    return await make(async <Value>(text: string, ...values: Values) => {
      const { rows } = await client.query<unknown[]>({
        ...{ text, values: [...values], rowMode: 'array' },
      });
      return rows[0]?.[0] as Value;
    });
  } finally {
    await client.query('rollback');
    client.release();
  }
}
