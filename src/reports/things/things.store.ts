import type pg from 'pg';
import { query } from '../../platform/database/database.js';
import type { ThingParts } from './thing-parts.js';
import type { ThingKind } from './thing-kinds.js';

const functions: Readonly<Record<ThingKind, string>> = {
  TRANSACTION: 'transaction_parts',
  REFUND: 'refund_parts',
  SETTLEMENT: 'settlement_parts',
  DISPUTE: 'dispute_parts',
  ACCOUNT: 'account_parts',
  DELIVERY: 'delivery_parts',
  MERCHANT: 'merchant_parts',
  JOURNAL: 'journal_parts',
};

/** Reads everything about one thing from PostgreSQL, in one snapshot. */
export class PgThings {
  constructor(private readonly pool: pg.Pool) {}

  async find<Kind extends ThingKind>(
    kind: Kind,
    id: string,
  ): Promise<ThingParts[Kind] | undefined> {
    const name = functions[kind];
    const [row] = await query<{ parts: ThingParts[Kind] | null }>(
      this.pool,
      { name, text: `select ${name}($1) as parts` },
      [id],
    );
    return row?.parts ?? undefined;
  }
}
