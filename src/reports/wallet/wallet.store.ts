import type pg from 'pg';
import type { WalletBalance } from './wallet.js';
import { queryOne } from '../../platform/database/database.js';

const walletBalance = {
  name: 'wallet_balance',
  text: `select w.*, now() as as_of, n.run_on::text as run_on, n.amount_minor
           from wallet_balance($1) w left join lateral next_settlement($1, now()) n on true`,
};

interface BalanceRow {
  currency: string;
  available_minor: bigint;
  pending_minor: bigint;
  reserved_minor: bigint;
  in_transit_minor: bigint;
  total_minor: bigint;
  as_of: Date;
  run_on: string | null;
  amount_minor: bigint | null;
}

/** Reads merchants' balances from PostgreSQL: the balances of the ledger, and the forecast from the same snapshot. */
export class PgWalletStore {
  constructor(private readonly pool: pg.Pool) {}

  async balance(
    merchantId: string,
  ): Promise<{ readonly asOf: Date; readonly balance: WalletBalance }> {
    const row = await queryOne<BalanceRow>(this.pool, walletBalance, [merchantId]);
    const { run_on: date, amount_minor: amountMinor } = row;
    return {
      asOf: row.as_of,
      balance: {
        currency: row.currency,
        availableMinor: row.available_minor,
        pendingMinor: row.pending_minor,
        reservedMinor: row.reserved_minor,
        inTransitMinor: row.in_transit_minor,
        totalMinor: row.total_minor,
        nextSettlement: date === null || amountMinor === null ? null : { date, amountMinor },
      },
    };
  }
}
