import type pg from 'pg';
import type { TransferNames } from '../../domain/bank-rail.port.js';
import { query } from '../../platform/database/database.js';

const noteNames = {
  name: 'note_transfer_names',
  text: `update outward_transfer set known_as = coalesce(known_as, '{}') || jsonb_strip_nulls($2::jsonb) where session_id = $1`,
};
const amountOf = {
  name: 'transfer_amount',
  text: 'select amount_minor from outward_transfer where session_id = $1',
};

/** Stores the names that banks give our sendings. */
export class PgSendings {
  constructor(private readonly pool: pg.Pool) {}

  /**
   * Stores the bank's name for one of our sendings, for reading its statement and for people who ask the bank about it.
   */
  async noteNames(sessionId: string, names: TransferNames): Promise<void> {
    await query(this.pool, noteNames, [sessionId, JSON.stringify(names)]);
  }

  async amountOf(sessionId: string): Promise<bigint | undefined> {
    const rows = await query<{ amount_minor: bigint }>(this.pool, amountOf, [sessionId]);
    return rows[0]?.amount_minor;
  }
}
