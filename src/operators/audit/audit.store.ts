import { fieldsOf, type RowOf } from '../../platform/database/columns.js';
import type { Door } from '../../domain/actor.js';
import type pg from 'pg';
import type { Listed, Slice } from '../../domain/slice.js';
import { query } from '../../platform/database/database.js';

export interface AuditEntry {
  readonly auditId: bigint;
  readonly at: Date;
  readonly actorKind: 'OPERATOR' | 'KEY' | 'COMMAND' | 'PERSON';
  readonly actor: string;
  readonly action: string;
  readonly subjectKind: string;
  readonly subject: string;
  /**
   * The present name of the operator or bank; for a session or token, the name of its operator. Null for any other
   * subject.
   */
  readonly subjectName: string | null;
  readonly merchantId: string | null;
  readonly merchantName: string | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly reason: string | null;
  readonly partner: string | null;
  readonly door: Door | 'CLI' | 'COMMAND' | 'TEMPORAL' | 'PORTAL';
  readonly address: string | null;
}

/** The filters of the audit; null does not filter. */
export interface AuditFilter {
  /** The name of the actor, of any kind, or of the second operator. */
  readonly actor: string | null;
  /** `noun.verb`, or the noun alone. */
  readonly action: string | null;
  readonly subject: string | null;
  readonly merchantId: string | null;
  readonly since: Date | null;
  readonly before: Date | null;
}

const list = {
  name: 'list_audit',
  text: `select audit_id, at, actor_kind, actor, action, subject_kind, subject,
                case when subject_kind in ('operator', 'session', 'token') then (
                       select p.name from person p where p.realm = 'OPERATOR' and p.person_id = coalesce(
                         after ->> 'operatorId', before ->> 'operatorId',
                         (select t.operator_id from operator_token t where t.token_id = subject), subject))
                     when subject_kind = 'bank' then name_of_provider(subject) end as subject_name,
                merchant_id, (select m.trade_name from merchant m where m.merchant_id = x.merchant_id) as merchant_name,
                before, after, reason, partner, door, host(address) as address
           from audit_entry x
          where ($1::text is null or actor = $1 or partner = $1)
            and ($2::text is null or action = $2 or split_part(action, '.', 1) = $2)
            and ($3::text is null or subject = $3) and ($4::text is null or merchant_id = $4)
            and at >= coalesce($5, '-infinity'::timestamptz) and at < coalesce($6, 'infinity'::timestamptz)
            and ($7::text is null or audit_id < $7::bigint)
          order by audit_id desc limit $8 offset $9`,
};

type AuditRow = RowOf<AuditEntry>;

/** Reads the audit; SQL functions write it with their changes. */
export class PgAudit {
  constructor(private readonly pool: pg.Pool) {}

  /** The newest first. */
  async list(
    { actor, action, subject, merchantId, since, before }: AuditFilter,
    { after, limit, offset }: Slice,
  ): Promise<Listed<AuditEntry>[]> {
    const values = [
      ...[actor, action, subject, merchantId, since, before],
      ...[after?.[0] ?? null, limit, offset],
    ];
    const rows = await query<AuditRow>(this.pool, list, values);
    return rows.map((row) => ({
      item: fieldsOf(row),
      position: [String(row.audit_id)],
    }));
  }
}
