import { toJsonAmount } from '../../domain/money.js';
import type { PgWalletStore } from './wallet.store.js';
import { WalletBalanceData } from './wallet.dto.js';

/** Shows a merchant's balance directly from the ledger. */
export class WalletService {
  constructor(private readonly wallets: PgWalletStore) {}

  async balance(merchantId: string): Promise<WalletBalanceData> {
    const { asOf, balance } = await this.wallets.balance(merchantId);
    const { nextSettlement: next } = balance;
    return {
      merchantId,
      asOf: asOf.toISOString(),
      balances: [
        {
          currency: balance.currency,
          available: toJsonAmount(balance.availableMinor),
          pending: toJsonAmount(balance.pendingMinor),
          reserved: toJsonAmount(balance.reservedMinor),
          inTransit: toJsonAmount(balance.inTransitMinor),
          total: toJsonAmount(balance.totalMinor),
          nextSettlement: next && { date: next.date, amount: toJsonAmount(next.amountMinor) },
        },
      ],
    };
  }
}
