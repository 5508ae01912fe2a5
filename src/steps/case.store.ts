import type pg from 'pg';
import type { CaseFacts, CaseStep, CaseStore } from '../domain/ports/cases.port.js';
import { queryOne } from '../persistence/database.js';

const takeCaseStep = {
  name: 'take_case_step',
  text: 'select case_number, (facts).* from take_case_step($1)',
};

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

export class PgCaseStore implements CaseStore {
  constructor(private readonly pool: pg.Pool) {}

  async take(step: CaseStep) {
    const row = await queryOne<Row>(this.pool, takeCaseStep, [JSON.stringify(step)]);
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
