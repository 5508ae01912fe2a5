import { accountNameOf } from '../../domain/chart-of-accounts.js';
import { toJsonAmount } from '../../domain/money.js';
import type { LedgerData } from './ledger.dto.js';
import type { PgLedgerBalances } from './ledger-balances.store.js';

const mostAccounts = 200;

/** Shows the balances of the accounts of the books. */
export class LedgerService {
  constructor(private readonly store: Pick<PgLedgerBalances, 'codes' | 'accountsOf'>) {}

  async find(code: string | null): Promise<LedgerData> {
    const [codes, accounts] = await Promise.all([
      this.store.codes(),
      code === null ? [] : this.store.accountsOf(code, mostAccounts),
    ]);
    return {
      codes: codes.map((each) => ({
        ...{ code: each.code, name: accountNameOf(each.code), currency: each.currency },
        accounts: Number(each.accounts),
        balance: toJsonAmount(each.balanceMinor),
      })),
      accounts: accounts.map(({ balanceMinor, ...each }) => ({
        ...each,
        balance: toJsonAmount(balanceMinor),
      })),
    };
  }
}
