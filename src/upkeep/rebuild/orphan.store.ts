import type pg from 'pg';
import { query } from '../../platform/database/database.js';

/** PostgreSQL's verdict about the subject of a workflow. `UNKNOWN`: PostgreSQL has no such row. */
export type Verdict = 'OPEN' | 'OVER' | 'UNKNOWN';

/** A workflow's id, and the parts of the id between its slashes, without the first part. */
export interface Named {
  readonly workflowId: string;
  readonly parts: readonly string[];
}

interface Subject {
  /** The SQL that joins the subject's row by the parts of the id, which `w.parts` holds. */
  readonly from: string;
  /** The SQL for the id of the subject's row. It is null when there is no row. */
  readonly id: string;
  /** The SQL condition under which the workflow has nothing left to do. */
  readonly isOver: string;
}

/**
 * The last part of a payout's id is a reference, or the cut-off of a run: a Lagos day or a Lagos time, each with its
 * offset.
 */
const settlementOfId = `left join settlement t on t.merchant_id = w.parts[1] and t.currency = w.parts[2]
  and case when w.parts[3] like '%+01:00'
           then t.cycle is not null and t.cut_off = case
             when length(w.parts[3]) = 16 then (left(w.parts[3], 10) || 'T00:00:00+01:00')::timestamptz
             else w.parts[3]::timestamptz end
           else t.cycle is null and t.settlement_reference = w.parts[3] end`;

const byId = (table: string, id: string): string => `left join ${table} t on t.${id} = w.parts[1]`;

/** The subjects by the type of the workflow. Workflows of findings, schedules and settlement runs are not judged. */
const subjects = {
  checkoutWorkflow: {
    from: 'left join checkout t on t.merchant_id = w.parts[1] and t.payment_reference = w.parts[2]',
    id: 't.checkout_id',
    isOver: `not is_open_status(t.status)
      and not exists (select from card_attempt a where a.checkout_id = t.checkout_id and is_open_attempt(a.status))
      and not exists (select from fact f where f.checkout_id = t.checkout_id and f.applied_at is null
            and f.kind in ('INITIATED', 'ACCOUNT_ISSUED', 'CREDIT_RECEIVED', 'CANCEL_REQUESTED', 'CLOCK_MOVED', 'CARD_ATTEMPTED'))`,
  },
  creditWorkflow: {
    from: byId('inward_credit', 'credit_id'),
    id: 't.credit_id',
    isOver: 't.resolution is not null',
  },
  // A refund that has FAILED is not over, because an operator may still send it again.
  refundWorkflow: {
    from: byId('refund', 'refund_id'),
    id: 't.refund_id',
    isOver: `t.status = 'SUCCESSFUL'`,
  },
  payoutWorkflow: {
    from: settlementOfId,
    id: 't.settlement_id',
    isOver: `t.status in ('SUCCESSFUL', 'FAILED', 'REVERSED', 'CANCELLED')
      and not exists (select from payout p where p.settlement_id = t.settlement_id
                         and p.status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN'))`,
  },
  disputeAnswerWorkflow: {
    from: byId('dispute_answer', 'answer_id'),
    id: 't.answer_id',
    isOver: `t.status <> 'PENDING'`,
  },
  webhookDeliveryWorkflow: {
    from: byId('webhook_delivery', 'delivery_id'),
    id: 't.delivery_id',
    isOver: `t.status in ('DELIVERED', 'DEAD', 'SUPPRESSED')`,
  },
  webhookReplayWorkflow: {
    from: byId('webhook_replay', 'replay_id'),
    id: 't.replay_id',
    isOver: `t.status <> 'RUNNING'`,
  },
} as const satisfies Record<string, Subject>;

export type JudgedType = keyof typeof subjects;
export const judgedTypes = Object.keys(subjects) as JudgedType[];

/** A workflow with an open case is never over, whatever the state of its subject. */
function statementOf(type: JudgedType) {
  const { from, id, isOver } = subjects[type];
  return {
    name: `judge_${type}`,
    text: `select w.id, case when ${id} is null then 'UNKNOWN'
                    when ${isOver} and not exists (
                      select from attention_case c where c.status = 'OPEN' and c.workflow_id = w.id) then 'OVER'
                    else 'OPEN' end as verdict
             from (select i.id, array(select jsonb_array_elements_text(i.parts)) as parts
                     from jsonb_to_recordset($1::jsonb) i (id text, parts jsonb)) w ${from}`,
  };
}

/** Compares running workflows with the rows that they are about. */
export class PgOrphanStore {
  constructor(private readonly pool: pg.Pool) {}

  async judge(type: JudgedType, named: readonly Named[]): Promise<ReadonlyMap<string, Verdict>> {
    const given = named.map(({ workflowId: id, parts }) => ({ id, parts }));
    const rows = await query<{ id: string; verdict: Verdict }>(this.pool, statementOf(type), [
      JSON.stringify(given),
    ]);
    return new Map(rows.map(({ id, verdict }) => [id, verdict]));
  }
}
