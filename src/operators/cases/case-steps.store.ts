import type pg from 'pg';
import type { CaseKind } from '../../domain/case-kind.js';
import type { CaseFacts, CaseStep } from '../../domain/case-step.js';
import { query, queryOne } from '../../platform/database/database.js';
import { callNamed, callSpreading } from '../../platform/database/sql-call.js';

const takeCaseStep = callSpreading('take_case_step', 'facts').as<Row>();

const openCases = {
  name: 'open_cases',
  text: `select case_number, kind, subject, workflow_id from attention_case
          where status = 'OPEN' and opened_at <= now() - make_interval(secs => $3) and case_number > $1
         union all
         select 0, 'CREDIT', k.credit_id, 'credit/' || k.credit_id
           from fact h join inward_credit k on k.credit_id = h.subject_id
          where h.kind = 'CREDIT_HELD' and h.created_at between now() - interval '90 days' and now() - 2 * make_interval(secs => $3)
            and $1 = 0 and k.resolution is null
            and not exists (select from attention_case c where c.kind = 'CREDIT' and c.subject = k.credit_id and c.status = 'OPEN')
          order by case_number limit $2`,
};

const caseless = {
  name: 'workflows_without_case',
  text: `select w.id as workflow_id from unnest($1::text[]) w(id)
          where not exists (select from attention_case c where c.workflow_id = w.id and c.status = 'OPEN')`,
};
const healCase = callNamed('heal_case', 'is_closed').as<{ is_closed: boolean }>();

interface OpenRow {
  case_number: bigint;
  kind: CaseKind;
  subject: string;
  workflow_id: string;
}

interface Row {
  case_number: bigint;
  account_number: string | null;
  session_id: string | null;
  amount_minor: bigint | null;
  due_minor: bigint | null;
  paid_minor: bigint | null;
  status: string | null;
  merchant_name: string | null;
  payer: CaseFacts['payer'] | null;
  since: Date | null;
}

export class PgCaseStore {
  /**
   * `youngSeconds`: a case that is younger is not returned as open, nor a credit that was held for less than twice that
   * time, because either may still be on its way to its workflow.
   */
  constructor(
    private readonly pool: pg.Pool,
    private readonly youngSeconds = 60,
  ) {}

  /**
   * Returns cases that have waited for a while, in the order of their numbers after `after`, and held credits without a
   * case.
   */
  async open(after: bigint, limit: number) {
    const rows = await query<OpenRow>(this.pool, openCases, [after, limit, this.youngSeconds]);
    return rows.map(({ case_number: caseNumber, workflow_id: workflowId, ...rest }) => ({
      ...rest,
      caseNumber,
      workflowId,
    }));
  }

  /** Returns the workflows among these that have no open case. */
  async caseless(workflowIds: readonly string[]): Promise<readonly string[]> {
    const rows = await query<{ workflow_id: string }>(this.pool, caseless, [workflowIds]);
    return rows.map((row) => row.workflow_id);
  }

  /** Closes a case whose workflow has ended. Returns false when the case stays open, because its subject needs somebody. */
  async heal(caseNumber: bigint): Promise<boolean> {
    return (await queryOne(this.pool, healCase({ case: caseNumber }))).is_closed;
  }

  /** Records a step once for its id, and returns the case. */
  async take(step: CaseStep) {
    const row = await queryOne(this.pool, takeCaseStep({ step }));
    const facts: CaseFacts = {
      accountNumber: row.account_number,
      sessionId: row.session_id,
      amountMinor: row.amount_minor,
      dueMinor: row.due_minor,
      paidMinor: row.paid_minor,
      status: row.status,
      merchantName: row.merchant_name,
      payer: row.payer ?? {},
      since: row.since,
    };
    return { caseNumber: row.case_number, facts };
  }
}
