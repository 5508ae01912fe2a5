import type pg from 'pg';
import { queryOne } from '../../platform/database/database.js';
import { call } from '../../platform/database/sql-call.js';

const openAccounts = call('open_accounts').as<{ open_count: number; open_limit: number }>();

/** The accounts of a merchant that wait for money. */
export class PgOpenAccounts {
  constructor(private readonly pool: pg.Pool) {}

  /** `open`: the number of accounts that end by themselves, counted no further than the limit. */
  async openAccounts(merchantId: string) {
    const row = await queryOne(this.pool, openAccounts({ merchantId }));
    return { open: row.open_count, limit: row.open_limit };
  }
}
