import type pg from 'pg';
import type { OpenAccountStore } from './open-account-store.port.js';
import { queryOne } from '../../platform/database/database.js';
import { call } from '../../platform/database/sql-call.js';

const openAccounts = call('open_accounts').as<{ open_count: number; open_limit: number }>();

export class PgOpenAccounts implements OpenAccountStore {
  constructor(private readonly pool: pg.Pool) {}

  async openAccounts(merchantId: string) {
    const row = await queryOne(this.pool, openAccounts({ merchantId }));
    return { open: row.open_count, limit: row.open_limit };
  }
}
