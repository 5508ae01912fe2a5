import type { RowOf } from '../../platform/database/columns.js';
import type pg from 'pg';
import type { PrefixUsage } from './prefix.js';
import { query } from '../../platform/database/database.js';
import { call } from '../../platform/database/sql-call.js';

const prefixesOf = call('prefixes_of').as<PrefixRow>();

interface PrefixRow extends RowOf<Omit<PrefixUsage, 'isDefault'>> {
  is_default: boolean | null;
}

export class PgPrefixStore {
  constructor(private readonly pool: pg.Pool) {}

  /** Returns one merchant's usage, by prefix. */
  async usage(merchantId: string): Promise<readonly PrefixUsage[]> {
    const rows = await query(this.pool, prefixesOf({ merchantId }));
    return rows.map((row) => ({
      prefix: row.prefix,
      bankCode: row.bank_code,
      bankName: row.bank_name,
      nipInstitutionCode: row.nip_institution_code,
      status: row.status,
      capacity: row.capacity,
      inUse: row.in_use,
      quarantined: row.quarantined,
      isDefault: row.is_default ?? false,
      countedAt: row.counted_at,
    }));
  }
}
