import type { RowOf } from '../../platform/database/columns.js';
import type pg from 'pg';
import type { Dispute, DisputeAnswerResult, DisputeFilter, NewDisputeAnswer } from './dispute.js';
import type { Fact } from '../../platform/temporal/fact.js';
import { type Listed, type Slice, statementLimit } from '../../domain/slice.js';
import { query, queryOne } from '../../platform/database/database.js';
import { callWithin } from '../../platform/database/sql-call.js';
import { type FactCheckoutColumns, toFactCheckout } from '../../platform/temporal/fact-checkout.js';
import type { Id } from '../../domain/ids.js';

const findDispute = {
  name: 'find_dispute',
  text: 'select * from dispute_read where merchant_id = $1 and dispute_id = $2',
};
const listDisputes = (rows: number) => ({
  name: `list_disputes ${rows}`,
  text: `select d.*, list_position(d.opened_at) as position_at from dispute_read d
          where d.merchant_id = $1
            and d.opened_at >= coalesce($2, '-infinity'::timestamptz) and d.opened_at < coalesce($3, 'infinity'::timestamptz)
            and (d.opened_at, d.dispute_id) < (coalesce(list_time($4), 'infinity'), coalesce($5, ''))
            and ($6::text is null or d.status = $6) and ($7::text is null or d.kind = $7)
            and ($8::text is null or d.credit_id in (select k.credit_id from credits_by_reference($1, $8) k))
            and ($10::timestamptz is null or d.updated_at >= $10) and ($11::timestamptz is null or d.updated_at < $11)
          order by d.opened_at desc, d.dispute_id desc
          limit ${rows} offset $9`,
});

const answerDispute = callWithin(
  'answer_dispute',
  (called) => `
         select outcome, new_fact_id, (stored).*, (requested_for).checkout_id as of_checkout_id,
                (requested_for).amount_minor as checkout_amount_minor, (requested_for).currency as checkout_currency,
                (requested_for).expires_at as session_expires_at
           from ${called}`,
  { with: ['by'] },
).as<AnswerRow>();

interface DisputeRow extends RowOf<Omit<Dispute, 'answer'>> {
  answer_kind: NonNullable<Dispute['answer']>['kind'] | null;
  answer_status: NonNullable<Dispute['answer']>['status'];
  answer_failure: string | null;
}

interface AnswerRow extends DisputeRow {
  outcome: DisputeAnswerResult['outcome'];
  new_fact_id: bigint | null;
  merchant_id: string;
  of_checkout_id: Id<'chk'> | null;
  checkout_amount_minor: bigint;
  checkout_currency: string;
  session_expires_at: Date;
}

/** Merchants' disputes. Each method is one round trip. Another merchant's disputes count as unknown. */
export class PgDisputeStore {
  constructor(private readonly pool: pg.Pool) {}

  async find(merchantId: string, disputeId: string): Promise<Dispute | undefined> {
    const [row] = await query<DisputeRow>(this.pool, findDispute, [merchantId, disputeId]);
    return row === undefined ? undefined : toDispute(row);
  }

  /** Newest first. */
  async list(
    merchantId: string,
    { since, before, ...asked }: DisputeFilter,
    { after, offset, limit }: Slice,
  ): Promise<readonly Listed<Dispute>[]> {
    const { status, kind, reference, changedSince = null, changedBefore = null } = asked;
    const rows = await query<DisputeRow & { position_at: string }>(
      this.pool,
      listDisputes(statementLimit(limit)),
      [
        ...[merchantId, since, before, after?.[0] ?? null, after?.[1] ?? null],
        ...[status ?? null, kind ?? null, reference ?? null, offset, changedSince, changedBefore],
      ],
    );
    return rows.slice(0, limit).map((row) => ({
      item: toDispute(row),
      position: [row.position_at, row.dispute_id],
    }));
  }

  async answer(asked: NewDisputeAnswer): Promise<DisputeAnswerResult> {
    const { merchantId, disputeId } = asked;
    const row = await queryOne(
      this.pool,
      answerDispute({
        merchantId,
        disputeId,
        asked: {
          answer_id: asked.answerId,
          kind: asked.kind,
          request_hash: `\\x${asked.requestHash.toString('hex')}`,
          evidence: asked.evidence ?? undefined,
        },
        by: asked.by,
      }),
    );
    const { outcome } = row;
    const isThere = outcome === 'ANSWERED' || outcome === 'EXISTING';
    return { outcome, dispute: isThere ? toDispute(row) : null, fact: toFact(row, asked) };
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
    isAnswerable: row.is_answerable,
    files: row.files,
    answer: row.answer_kind && {
      kind: row.answer_kind,
      status: row.answer_status,
      failure: row.answer_failure,
    },
  };
}

function toFact(row: AnswerRow, { answerId }: NewDisputeAnswer): Fact | null {
  if (row.new_fact_id === null) return null;
  const checkout: FactCheckoutColumns = {
    checkout_id: row.of_checkout_id,
    merchant_id: row.merchant_id,
    payment_reference: row.payment_reference ?? '',
    amount_minor: row.checkout_amount_minor,
    currency: row.checkout_currency,
    expires_at: row.session_expires_at,
  };
  return {
    factId: String(row.new_fact_id),
    kind: 'DISPUTE_ANSWERED',
    subjectId: answerId,
    deadline: null,
    checkout: toFactCheckout(checkout),
  };
}
