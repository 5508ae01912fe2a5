import type pg from 'pg';
import type { Dispute, DisputeFilter, DisputeStore } from '../domain/ports/dispute-store.port.js';
import type { Listed, Slice } from '../domain/slice.js';
import { query } from '../persistence/database.js';

const findDispute = {
  name: 'find_dispute',
  text: 'select * from dispute_read where merchant_id = $1 and dispute_id = $2',
};
// The limit is written out, because a plan that does not know how few rows are wanted is one for all of them.
const listDisputes = {
  name: 'list_disputes',
  text: `select d.*, list_position(d.opened_at) as position_at from dispute_read d
          where d.merchant_id = $1
            and d.opened_at >= coalesce($2, '-infinity'::timestamptz) and d.opened_at < coalesce($3, 'infinity'::timestamptz)
            and (d.opened_at, d.dispute_id) < (coalesce(list_time($4), 'infinity'), coalesce($5, ''))
            and ($6::text is null or d.status = $6) and ($7::text is null or d.kind = $7)
            and ($8::text is null or d.credit_id in (select k.credit_id from credits_by_reference($1, $8) k))
          order by d.opened_at desc, d.dispute_id desc
          limit 101 offset $9`,
};

interface DisputeRow {
  dispute_id: string;
  kind: Dispute['kind'];
  status: Dispute['status'];
  reason: string | null;
  credit_id: string;
  checkout_id: string | null;
  payment_reference: string | null;
  amount_minor: bigint;
  currency: string;
  evidence_due_at: Date | null;
  opened_at: Date;
  closed_at: Date | null;
}

export class PgDisputeStore implements DisputeStore {
  constructor(private readonly pool: pg.Pool) {}

  async find(merchantId: string, disputeId: string): Promise<Dispute | undefined> {
    const [row] = await query<DisputeRow>(this.pool, findDispute, [merchantId, disputeId]);
    return row === undefined ? undefined : toDispute(row);
  }

  async list(
    merchantId: string,
    { since, before, status, kind, reference }: DisputeFilter,
    { after, offset, limit }: Slice,
  ): Promise<readonly Listed<Dispute>[]> {
    const rows = await query<DisputeRow & { position_at: string }>(this.pool, listDisputes, [
      ...[merchantId, since, before, after?.[0] ?? null, after?.[1] ?? null],
      ...[status ?? null, kind ?? null, reference ?? null, offset],
    ]);
    return rows.slice(0, limit).map((row) => ({
      item: toDispute(row),
      position: [row.position_at, row.dispute_id],
    }));
  }
}

function toDispute(row: DisputeRow): Dispute {
  return {
    disputeId: row.dispute_id,
    kind: row.kind,
    status: row.status,
    reason: row.reason,
    creditId: row.credit_id,
    checkoutId: row.checkout_id,
    paymentReference: row.payment_reference,
    amountMinor: row.amount_minor,
    currency: row.currency,
    evidenceDueAt: row.evidence_due_at,
    openedAt: row.opened_at,
    closedAt: row.closed_at,
  };
}
