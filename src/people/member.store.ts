import type pg from 'pg';
import type { Actor } from '../domain/actor.js';
import { query, queryOne } from '../platform/database/database.js';
import { newId } from '../platform/database/new-id.js';
import { callNamed, call } from '../platform/database/sql-call.js';

/** How a person has signed in. */
export type SignInWay = 'PASSWORD' | 'PASSKEY' | 'LINK';

/** One of a merchant's people who is signed in, as the portal knows the person. */
export interface SignedInMember {
  readonly personId: string;
  readonly sessionId: string;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly merchantStatus: string;
  /** The words of the operator who has suspended the merchant; null: it is not suspended. */
  readonly suspendedReason: string | null;
  readonly grantedScopes: readonly string[];
  readonly name: string;
  readonly email: string;
  /** The name of a role that every merchant has, or the id of the merchant's own. */
  readonly role: string;
  readonly roleName: string | null;
  /** The rights of the merchant's own role; null: the role is one that every merchant has. */
  readonly roleRights: readonly string[] | null;
  /** Until then the person need not prove again that it is the person. */
  readonly freshUntil: Date | null;
}

export interface NewMemberSession {
  readonly personId: string;
  readonly sessionHash: Buffer;
  readonly expiresAt: Date;
  readonly freshUntil: Date | null;
  readonly way: SignInWay;
  readonly address: string;
  readonly agent: string | null;
}

/** A person of the operator's realm is found by none of these statements, whatever the hash. */
const bySession = {
  name: 'member_by_session',
  text: `with seen as (
           update person_session s set seen_at = now()
            where s.session_hash = $1 and s.realm = 'MERCHANT' and s.expires_at > now()
              and s.seen_at between now() - interval '1 hour' and now() - interval '1 minute')
         select p.person_id, s.session_id, p.merchant_id, m.trade_name, m.status, m.granted_scopes,
                p.name, p.email, p.role, r.name as role_name, r.rights as role_rights, s.fresh_until,
                case when m.status = 'SUSPENDED' then coalesce((
                  select a.reason from audit_entry a
                   where a.merchant_id = m.merchant_id and a.action = 'merchant.suspend' order by a.audit_id desc limit 1), '')
                end as suspended_reason
           from person_session s
           join person p on p.person_id = s.person_id and p.realm = 'MERCHANT'
           join merchant m on m.merchant_id = p.merchant_id
           left join merchant_role r on r.role_id = p.role and r.merchant_id = p.merchant_id
          where s.session_hash = $1 and s.realm = 'MERCHANT' and p.disabled_at is null and m.status <> 'CLOSED'
            and s.expires_at > now() and s.seen_at > now() - interval '1 hour'`,
};
const openSession = call('open_person_session');
const endSession = callNamed('end_person_session', 'done');

interface SessionRow {
  person_id: string;
  session_id: string;
  merchant_id: string;
  trade_name: string;
  status: string;
  granted_scopes: string[];
  name: string;
  email: string;
  role: string;
  role_name: string | null;
  role_rights: string[] | null;
  fresh_until: Date | null;
  suspended_reason: string | null;
}

/** The people of merchants. */
export class PgMembers {
  constructor(private readonly pool: pg.Pool) {}

  /** Who is signed in with this session; undefined: nobody. */
  async bySession(sessionHash: Buffer): Promise<SignedInMember | undefined> {
    const [row] = await query<SessionRow>(this.pool, bySession, [sessionHash]);
    return (
      row && {
        personId: row.person_id,
        sessionId: row.session_id,
        merchantId: row.merchant_id,
        merchantName: row.trade_name,
        merchantStatus: row.status,
        suspendedReason: row.suspended_reason,
        grantedScopes: row.granted_scopes,
        name: row.name,
        email: row.email,
        role: row.role,
        roleName: row.role_name,
        roleRights: row.role_rights,
        freshUntil: row.fresh_until,
      }
    );
  }

  /** The session's id. */
  async openSession(by: Actor, { sessionHash, ...session }: NewMemberSession): Promise<string> {
    const sessionId = newId('pse');
    const kept = { ...session, sessionId, sessionHash: sessionHash.toString('hex') };
    await query(this.pool, openSession({ by, session: kept }));
    return sessionId;
  }

  /** False: the person has no such session. */
  async endSession(by: Actor, personId: string, sessionId: string): Promise<boolean> {
    return (await queryOne(this.pool, endSession({ by, personId, sessionId }))).done === true;
  }
}
