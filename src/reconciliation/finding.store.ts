import type pg from 'pg';
import type { FindingStore } from '../domain/ports/reconciliation-store.port.js';
import { query, queryOne } from '../persistence/database.js';

const isRighted = `action = 'RESOLVED' and resolved_at is null and case_opened_at is not null`;
const withoutCase = {
  name: 'findings_without_case',
  text: `select kind from finding where action = 'ATTENTION' and case_opened_at is null
         union select kind from finding where ${isRighted} order by kind`,
};
const caseOpened = {
  name: 'finding_case_opened',
  text: `with righted as (update finding set case_opened_at = null where kind = $1 and ${isRighted})
         update finding set case_opened_at = now() where kind = $1 and action = 'ATTENTION' and case_opened_at is null`,
};
const openFindings = { name: 'open_findings', text: 'select * from open_findings($1)' };
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
  text: `update finding set action = 'RESOLVED', resolved_at = now(), resolution = $3
          where kind = $1 and action = 'ATTENTION' and found_at <= $2`,
};

interface OpenRow {
  total: number;
  until: Date;
  oldest: { subject: string; detail: Record<string, string>; foundAt: string }[] | null;
}

export class PgFindingStore implements FindingStore {
  constructor(private readonly pool: pg.Pool) {}

  async withoutCase(): Promise<readonly string[]> {
    const rows = await query<{ kind: string }>(this.pool, withoutCase, []);
    return rows.map(({ kind }) => kind);
  }

  async caseOpened(kind: string): Promise<void> {
    await query(this.pool, caseOpened, [kind]);
  }

  async open(kind: string) {
    const { total, until, oldest } = await queryOne<OpenRow>(this.pool, openFindings, [kind]);
    const items = (oldest ?? []).map(({ foundAt, ...rest }) => ({
      ...rest,
      foundAt: new Date(foundAt),
    }));
    return { total, until, oldest: items };
  }

  async record(
    kind: string,
    subject: string,
    detail: Readonly<Record<string, string>>,
  ): Promise<void> {
    await query(this.pool, recordFinding, [kind, subject, JSON.stringify(detail)]);
  }

  async rightUnseen(kind: string): Promise<void> {
    await query(this.pool, righted, [kind]);
  }

  async resolve(
    kind: string,
    until: Date,
    by: { readonly operator: string; readonly reason: string },
  ): Promise<void> {
    await query(this.pool, resolveFindings, [kind, until, JSON.stringify(by)]);
  }
}
