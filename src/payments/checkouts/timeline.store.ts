import type { RowOf } from '../../platform/database/columns.js';
import type { CheckoutStatus } from '../../domain/checkout-state.js';
import type pg from 'pg';
import type { TimelineEntry } from './timeline.js';
import { query } from '../../platform/database/database.js';

const readTimeline = {
  name: 'read_timeline',
  text: `select c.status as checkout_status, t.*
           from checkout c join timeline_read t on t.checkout_id = c.checkout_id
          where c.merchant_id = $1 and c.payment_reference = $2
          order by date_trunc('milliseconds', t.at), t.rank, t.subject limit 500`,
};

interface EntryRow extends RowOf<TimelineEntry> {
  checkout_status: CheckoutStatus;
}

export class PgTimelineStore {
  constructor(private readonly pool: pg.Pool) {}

  /** Oldest first, at most 500; undefined when the merchant has no such checkout. */
  async of(merchantId: string, paymentReference: string) {
    const rows = await query<EntryRow>(this.pool, readTimeline, [merchantId, paymentReference]);
    const [first] = rows;
    if (first === undefined) return undefined;
    return { status: first.checkout_status, entries: rows.map(toEntry) };
  }
}

function toEntry(row: EntryRow): TimelineEntry {
  return {
    at: row.at,
    kind: row.kind,
    status: row.status,
    subject: row.subject,
    amountMinor: row.amount_minor,
    reason: row.reason,
  };
}
