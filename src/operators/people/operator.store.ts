import type pg from 'pg';
import { query } from '../../platform/database/database.js';
import type { Rights, Role } from './permissions.js';

/** The caller: an operator with a token or a session that is valid. */
export interface Operator extends Rights {
  readonly operatorId: string;
  readonly name: string;
  /** The id of the token or session that the operator uses. */
  readonly doorId: string;
  /**
   * Whether the operator has proven who is acting, by a password and a code. Signing in proves a session. A token has to
   * be proven anew, a short while before.
   */
  readonly isProven: boolean;
}

/** The operator, if the token or session is valid; otherwise the reason that it is not. */
export type FoundOperator = Operator | 'EXPIRED' | 'UNKNOWN';

// The time of last use is exact only to a minute, so that not every read writes.
const findByToken = {
  name: 'operator_by_token',
  text: `with used as (
           update operator_token t set last_used_at = now()
            where t.token_hash = $1 and t.revoked_at is null
              and (t.last_used_at is null or t.last_used_at < now() - interval '1 minute'))
         select o.person_id as operator_id, o.name, o.role, o.kind, t.role as token_role, t.token_id as door_id,
                coalesce(t.proven_until > now(), false) as is_proven,
                t.expires_at <= now() as expired
           from operator_token t join person o on o.person_id = t.operator_id and o.realm = 'OPERATOR'
          where t.token_hash = $1 and t.revoked_at is null and o.disabled_at is null`,
};
// An operator without a second factor is never signed in, even if there is a session.
const findBySession = {
  name: 'operator_by_session',
  text: `with seen as (
           update person_session s set seen_at = now()
            where s.session_hash = $1 and s.realm = 'OPERATOR' and s.expires_at > now()
              and s.seen_at between now() - interval '1 hour' and now() - interval '1 minute')
         select o.person_id as operator_id, o.name, o.role, o.kind, null as token_role, s.session_id as door_id, true as is_proven,
                s.expires_at <= now() or s.seen_at < now() - interval '1 hour' as expired
           from person_session s join person o on o.person_id = s.person_id and o.realm = 'OPERATOR'
          where s.session_hash = $1 and s.realm = 'OPERATOR' and o.disabled_at is null and o.kind = 'PERSON'
            and o.second_factor_sealed is not null`,
};
const listNames = {
  name: 'list_operators',
  text: `select name from person where realm = 'OPERATOR' and disabled_at is null and kind = 'PERSON' order by name`,
};

interface FoundRow {
  operator_id: string;
  name: string;
  role: Role;
  kind: Rights['kind'];
  token_role: Role | null;
  door_id: string;
  is_proven: boolean;
  expired: boolean;
}

/** Finds the operator by the hash of a token or of a session. */
export class PgOperatorStore {
  constructor(private readonly pool: pg.Pool) {}

  async byToken(tokenHash: Buffer): Promise<FoundOperator> {
    return found(await query<FoundRow>(this.pool, findByToken, [tokenHash]));
  }

  async bySession(sessionHash: Buffer): Promise<FoundOperator> {
    return found(await query<FoundRow>(this.pool, findBySession, [sessionHash]));
  }

  /** Lists the names of the people to whom a case may be assigned. */
  async names(): Promise<string[]> {
    const rows = await query<{ name: string }>(this.pool, listNames, []);
    return rows.map(({ name }) => name);
  }
}

function found([row]: readonly FoundRow[]): FoundOperator {
  if (row === undefined) return 'UNKNOWN';
  if (row.expired) return 'EXPIRED';
  return {
    operatorId: row.operator_id,
    name: row.name,
    role: row.role,
    kind: row.kind,
    tokenRole: row.token_role,
    doorId: row.door_id,
    isProven: row.is_proven,
  };
}
