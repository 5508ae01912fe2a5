import type pg from 'pg';
import type { FindingCase } from '../../domain/finding-kinds.js';
import type { FindingRighted } from './finding.js';
import { query, queryOne } from '../database/database.js';
import { call, callNamed } from '../database/sql-call.js';

const isRighted = `action = 'RESOLVED' and resolved_at is null and case_opened_at is not null`;
const withoutCase = {
  name: 'findings_without_case',
  text: `select kind, subject
           from (select kind, case when kind = any ($1) then subject end as subject, case_opened_at
                   from finding where action = 'ATTENTION') f
          where case_opened_at is null or not exists (
            select from attention_case c
             where c.status = 'OPEN' and c.workflow_id = 'finding/' || f.kind || coalesce('/' || f.subject, ''))
         union select kind, case when kind = any ($1) then subject end from finding where ${isRighted}
          order by kind, subject limit 100`,
};
const isOfCase = 'kind = $1 and ($2::text is null or subject = $2)';
const caseOpened = {
  name: 'finding_case_opened',
  text: `with righted as (update finding set case_opened_at = null where ${isOfCase} and ${isRighted})
         update finding set case_opened_at = now() where ${isOfCase} and action = 'ATTENTION' and case_opened_at is null`,
};
const openFindings = call('open_findings').as<OpenRow>();
const recordFinding = {
  name: 'record_finding',
  text: `select record_finding($1, $2, $3, 'ATTENTION')`,
};
const righted = {
  name: 'findings_righted',
  text: `update finding set action = 'RESOLVED'
          where kind = $1 and action = 'ATTENTION' and last_at < now() - interval '20 minutes'`,
};
const resolveFindings = {
  name: 'resolve_findings',
  text: `update finding set action = 'RESOLVED', resolved_at = now(), resolution = $4
          where ${isOfCase} and action = 'ATTENTION' and found_at <= $3`,
};
const adjustFinding = callNamed('adjust_finding', 'adjust_finding');

interface OpenRow {
  total: number;
  until: Date;
  oldest: { subject: string; detail: Record<string, string>; foundAt: string }[] | null;
}

/** The findings of one subject, or (subject left out) all of a kind. */
interface OfFinding {
  readonly kind: string;
  readonly subject?: string;
}

/** Findings that only a person can resolve. The steps of their case are activities (activities/upkeep/contract.ts). */
export class PgFindingStore {
  constructor(private readonly pool: pg.Pool) {}

  /**
   * Returns the cases that were not notified yet of their newest findings, or of findings that were resolved, and cases
   * that have findings and are not open; at most 100. Each subject of these kinds has a case of its own.
   */
  withoutCase(ownCases: readonly string[]): Promise<readonly FindingCase[]> {
    return query<FindingCase>(this.pool, withoutCase, [ownCases]);
  }

  /** Notes that there is a case, and that it was notified to look at all findings so far. */
  async caseOpened({ kind, subject }: FindingCase): Promise<void> {
    await query(this.pool, caseOpened, [kind, subject]);
  }

  /** The open findings of a case: the oldest fifty, and how many there are. */
  async openFindings({ kind, subject }: OfFinding) {
    const { total, until, oldest } = await queryOne(this.pool, openFindings({ kind, subject }));
    const items = (oldest ?? []).map(({ foundAt, ...rest }) => ({
      ...rest,
      foundAt: new Date(foundAt).toISOString(),
    }));
    return { total, until: until.toISOString(), oldest: items };
  }

  /** Writes a finding that waits for a person. A repeated subject raises the count of its one row. */
  async record(
    kind: string,
    subject: string,
    detail: Readonly<Record<string, string>>,
  ): Promise<void> {
    await query(this.pool, recordFinding, [kind, subject, JSON.stringify(detail)]);
  }

  /** Resolves the findings that were not found again for twenty minutes. */
  async rightUnseen(kind: string): Promise<void> {
    await query(this.pool, righted, [kind]);
  }

  /** Resolves the findings of a case up to `until`. */
  async resolveFindings(
    step: OfFinding & FindingRighted & { readonly until: string },
  ): Promise<void> {
    const { kind, subject = null, until, operator, reason, partner } = step;
    const by = JSON.stringify({ operator, reason, partner });
    await query(this.pool, resolveFindings, [kind, subject, until, by]);
  }

  /** Posts the journal that makes the books agree with the bank's statement, and resolves the finding; once. */
  async adjustFinding(step: OfFinding & FindingRighted): Promise<void> {
    const { kind, subject, operator, reason, partner } = step;
    await query(this.pool, adjustFinding({ kind, subject, by: { operator, reason, partner } }));
  }
}
