import { fieldsOf, type RowOf } from '../../platform/database/columns.js';
import type pg from 'pg';
import type { WalletLine, WalletLineFilter } from './wallet-lines.js';
import type { Listed, Slice } from '../../domain/slice.js';
import { query } from '../../platform/database/database.js';
import { callWithin } from '../../platform/database/sql-call.js';

const listLines = callWithin(
  'wallet_lines',
  (called) => `
         select w.*, c.payment_reference
           from ${called} w
           left join inward_credit k on k.credit_id = case w.source_type
             when 'credit' then w.source_id
             when 'refund' then (select r.credit_id from refund r where r.refund_id = w.source_id)
             when 'dispute' then (select d.credit_id from dispute d where d.dispute_id = w.source_id) end
           left join checkout c on c.checkout_id = k.checkout_id
          order by w.journal_id desc, w.line desc`,
).as<LineRow>();

type LineRow = RowOf<WalletLine>;

/** Reads the changes of a merchant's balance directly from the books. */
export class PgWalletLines {
  constructor(private readonly pool: pg.Pool) {}

  /** Lists the newest lines first. The balances are those of the books, even when the filter leaves out lines. */
  async list(
    merchantId: string,
    { since, before, type, direction }: WalletLineFilter,
    { after, limit, offset }: Slice,
  ): Promise<readonly Listed<WalletLine>[]> {
    const [journalId = null, line = null] = after ?? [];
    const types = type === undefined ? null : [type];
    const given = { merchantId, since, before, types, direction, limit, offset };
    const rows = await query(
      this.pool,
      listLines({
        ...given,
        afterJournal: journalId,
        afterLine: line === null ? null : Number(line),
      }),
    );
    return rows.map((row) => ({
      item: fieldsOf(row),
      position: [String(row.journal_id), String(row.line)],
    }));
  }
}
