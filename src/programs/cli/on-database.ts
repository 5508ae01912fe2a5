import { createPool } from '../../platform/database/database.js';
import { databaseUrlOf } from './settings.js';

/**
 * Opens the database for one command. Such a command needs no operator's token, because the caller can log in to the
 * database.
 */
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
