import type pg from 'pg';
import { query } from '../../platform/database/database.js';

const byCode = {
  name: 'ledger_by_code',
  text: `select l.code, l.currency, l.accounts, l.balance_minor as "balanceMinor"
           from ledger_by_code() with ordinality l (code, currency, accounts, balance_minor, place) order by l.place`,
};
const ofCode = {
  name: 'ledger_of_code',
  text: `select l.account, l.owner, l.owner_name as "ownerName", l.currency, l.balance_minor as "balanceMinor"
           from ledger_of_code($1, $2) with ordinality l (account, owner, owner_name, currency, balance_minor, place) order by l.place`,
};

export interface CodeBalance {
  readonly code: string;
  readonly currency: string;
  readonly accounts: bigint;
  readonly balanceMinor: bigint;
}

export interface AccountBalance {
  readonly account: string;
  readonly owner: string;
  readonly ownerName: string | null;
  readonly currency: string;
  readonly balanceMinor: bigint;
}

/** Reads the balances of the books from PostgreSQL. */
export class PgLedgerBalances {
  constructor(private readonly pool: pg.Pool) {}

  codes(): Promise<CodeBalance[]> {
    return query<CodeBalance>(this.pool, byCode, []);
  }

  accountsOf(code: string, limit: number): Promise<AccountBalance[]> {
    return query<AccountBalance>(this.pool, ofCode, [code, limit]);
  }
}
