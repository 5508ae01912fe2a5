import type pg from 'pg';
import type { RailCapabilities } from '../domain/bank-rail.port.js';
import { query } from '../platform/database/database.js';

const write = {
  name: 'write_bank_limits',
  text: `insert into bank_limit as b (provider, transfer_minor) select * from unnest($1::text[], $2::bigint[])
         on conflict (provider) do update set transfer_minor = excluded.transfer_minor
          where b.transfer_minor <> excluded.transfer_minor`,
};

interface Limited {
  readonly capabilities: Pick<RailCapabilities, 'transferLimitMinor'>;
}

/** The largest single transfer of each bank: payouts are split by it (src/payouts/settlement/payout-split.sql). */
export class PgBankLimits {
  constructor(private readonly pool: pg.Pool) {}

  async write(banks: ReadonlyMap<string, Limited>): Promise<void> {
    const limits = [...banks.values()].map(({ capabilities }) => capabilities.transferLimitMinor);
    await query(this.pool, write, [[...banks.keys()], limits]);
  }
}
