import type pg from 'pg';
import { createPool, type PoolOptions } from '../../src/platform/database/database.js';

/**
 * The programs' pool, for tests that do many things at once: on a busy machine a lock may be waited for, and a statement
 * may run, for longer than a program would bear, which Temporal would try again and a test would not.
 */
export function patientPool(url: string, options: PoolOptions, lockTimeoutMs = 45_000): pg.Pool {
  const pool = createPool(url, { answerTimeoutMs: 60_000, ...options });
  // Each of its connections starts with the first two.
  Object.assign(pool.options, {
    ...{ lock_timeout: lockTimeoutMs, statement_timeout: 45_000 },
    connectionTimeoutMillis: 45_000,
  });
  return pool;
}
