import type pg from 'pg';
import { PgCreditStore } from '../../src/payments/credits/credit.store.js';

/** Posts at once what pays its checkout exactly, as the API does. Nobody sends its events. */
export function postingCredits(pool: pg.Pool): PgCreditStore {
  return new PgCreditStore(pool, { terms: () => null, take: () => {} });
}
