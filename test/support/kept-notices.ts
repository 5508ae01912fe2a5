import type pg from 'pg';
import { inject } from 'vitest';
import { PgKeptNotices } from '../../src/payments/credits/kept-notice.store.js';
import { createSecretSeal } from '../../src/platform/keys/secret-seal.js';
import { sealKeySet } from './key-sets.js';

/** With the key that the programs of this run seal with. */
export function keptNoticesOf(pool: pg.Pool): PgKeptNotices {
  return new PgKeptNotices(pool, createSecretSeal(sealKeySet(inject('stack').env), 'kept notice'));
}
