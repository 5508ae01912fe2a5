import { createPool } from '../../platform/database/database.js';
import { databaseUrlOf } from './settings.js';

/** The database for one command: whoever may log in to it needs no operator's token. */
export async function onDatabase<T>(
  work: (pool: ReturnType<typeof createPool>) => Promise<T>,
): Promise<T> {
  const pool = createPool(databaseUrlOf(process.env), { max: 1, applicationName: 'manilla-cli' });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
