import type { RowOf } from '../../platform/database/columns.js';
import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import type { NewSettlementAccount, SettlementAccount } from './settlement-account.js';
import { settlementAccountRow } from './settlement-account-row.js';
import { query, queryOne } from '../../platform/database/database.js';
import { call, callSpreading } from '../../platform/database/sql-call.js';

const registerAccount = callSpreading('register_settlement_account', 'stored', { with: ['by'] }).as<
  AccountRow & { is_new: boolean }
>();
const listAccounts = {
  name: 'list_settlement_accounts',
  text: `select * from settlement_account where merchant_id = $1 and status = 'ACTIVE'
          order by is_default desc, created_at desc, settlement_account_id desc`,
};
const isByTwo = {
  name: 'accounts_by_two',
  text: 'select accounts_by_two from merchant where merchant_id = $1',
};
const makeDefault = call('make_default_settlement_account', { with: ['by'] }).as<AccountRow>();
const removeAccount = callSpreading('remove_settlement_account', 'stored', { with: ['by'] }).as<
  AccountRow & { is_busy: boolean }
>();

type AccountRow = RowOf<SettlementAccount>;

/**
 * Stores the accounts that merchants are paid to. `by`: the actor that asks; each change is kept with it, and sent as
 * an event.
 */
export class PgSettlementAccountStore {
  constructor(private readonly pool: pg.Pool) {}

  /** Registers an account. If the account is registered already, returns it unchanged (`isNew` false). */
  async register(asked: NewSettlementAccount, by: Actor) {
    const row = await queryOne(
      this.pool,
      registerAccount({
        asked: settlementAccountRow(asked),
        nameScore: asked.nameScore,
        actor: by.actor,
        by,
      }),
    );
    return { isNew: row.is_new, account: toAccount(row) };
  }

  /** Lists the accounts that are not removed: the default first, then the newest. */
  async list(merchantId: string): Promise<readonly SettlementAccount[]> {
    return (await query<AccountRow>(this.pool, listAccounts, [merchantId])).map(toAccount);
  }

  /** Tells whether two of the merchant's people change its accounts. */
  async isByTwo(merchantId: string): Promise<boolean> {
    const [row] = await query<{ accounts_by_two: boolean }>(this.pool, isByTwo, [merchantId]);
    return row?.accounts_by_two ?? false;
  }

  /** Returns undefined when the merchant has no such account, or when it was removed. */
  async makeDefault(merchantId: string, settlementAccountId: string, by: Actor) {
    const [row] = await query(
      this.pool,
      makeDefault({ merchantId, accountId: settlementAccountId, actor: by.actor, by }),
    );
    return row === undefined ? undefined : toAccount(row);
  }

  /**
   * Removes an account. If it was the default, another account becomes the default. Removing it again changes nothing.
   * BUSY: a settlement to it is under way. Undefined: the merchant has no such account.
   */
  async remove(merchantId: string, settlementAccountId: string, by: Actor) {
    const [row] = await query(
      this.pool,
      removeAccount({ merchantId, accountId: settlementAccountId, actor: by.actor, by }),
    );
    if (row === undefined) return undefined;
    return row.is_busy ? ('BUSY' as const) : toAccount(row);
  }
}

function toAccount(row: AccountRow): SettlementAccount {
  return {
    settlementAccountId: row.settlement_account_id,
    merchantId: row.merchant_id,
    accountNumber: row.account_number,
    bankCode: row.bank_code,
    bankName: row.bank_name,
    accountName: row.account_name,
    provider: row.provider,
    isDefault: row.is_default,
    status: row.status,
    usableFrom: row.usable_from,
    createdAt: row.created_at,
    removedAt: row.removed_at,
  };
}
