import type pg from 'pg';
import type { OpenAccountStore } from './open-account-store.port.js';
import { queryOne } from '../../platform/database/database.js';

const openAccounts = {
  name: 'open_accounts',
  text: 'select open_count, open_limit from open_accounts($1)',
};

export class PgOpenAccounts implements OpenAccountStore {
  constructor(private readonly pool: pg.Pool) {}

  async openAccounts(merchantId: string) {
    const row = await queryOne<{ open_count: number; open_limit: number }>(
      this.pool,
      openAccounts,
      [merchantId],
    );
    return { open: row.open_count, limit: row.open_limit };
  }
}
