import type pg from 'pg';
import type { Actor } from '../domain/actor.js';
import { fieldsOf, type RowOf } from '../platform/database/columns.js';
import { query, queryOne } from '../platform/database/database.js';
import { newId } from '../platform/database/new-id.js';
import { call, callNamed } from '../platform/database/sql-call.js';
import { linkOf, type NewLink } from './new-link.js';
import { merchantRoles } from './rights.js';

/** A person of a merchant who is signed in, as the portal sees the person. */
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
  /** The time until which the person need not confirm the identity again. */
  readonly freshUntil: Date | null;
}

/** A person of a merchant, as the team sees the person. */
export interface ListedMember {
  readonly personId: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly roleName: string | null;
  readonly status: 'INVITED' | 'ACTIVE' | 'NO_SECOND_FACTOR';
  /** The link that waits to be used; null: there is none. */
  readonly linkEndsAt: Date | null;
  readonly lastSeenAt: Date | null;
  readonly passkeys: number;
}

/** A role that a merchant has made. */
export interface OwnRole {
  readonly roleId: string;
  readonly name: string;
  readonly rights: readonly string[];
  /** How many people have it. */
  readonly people: number;
}

export interface WantedMember {
  readonly merchantId: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
}

/** A role of the merchant's own, as somebody wants it. */
export interface RoleWish {
  /** Null: a new role is made. */
  readonly roleId: string | null;
  readonly name: string;
  readonly rights: readonly string[];
}

export type MemberChange =
  | { readonly role: string }
  | { readonly isDisabled: true }
  | { readonly resetSecondFactor: true };
export type MemberInviteOutcome =
  | 'INVITED'
  | 'SIGNED_UP'
  | 'UNKNOWN_ROLE'
  | 'RIGHT_MISSING'
  | 'TOO_MANY'
  | 'NO_CONTACT'
  | 'NEW_CONTACT';
export type MemberOutcome =
  | 'CHANGED'
  | 'SAME'
  | 'UNKNOWN'
  | 'UNKNOWN_ROLE'
  | 'RIGHT_MISSING'
  | 'LAST_OWNER';
export type GiveBackOutcome = 'GIVEN' | 'UNKNOWN' | 'OTHER_OWNER';
export type RoleOutcome =
  | 'PUT'
  | 'SAME'
  | 'UNKNOWN'
  | 'NAME_TAKEN'
  | 'RIGHT_MISSING'
  | 'TOO_MANY'
  | 'ENDED'
  | 'IN_USE';

/** None of these statements finds a person of the operator's realm, whatever the hash is. */
const bySession = {
  name: 'member_by_session',
  text: `with seen as (
           update person_session s set seen_at = now()
            where s.session_hash = $1 and s.realm = 'MERCHANT' and s.expires_at > now()
              and s.seen_at between now() - interval '1 hour' and now() - interval '1 minute')
         select p.person_id, s.session_id, p.merchant_id, m.trade_name as merchant_name, m.status as merchant_status, m.granted_scopes,
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
const list = {
  name: 'list_members',
  text: `select p.person_id, p.name, p.email, p.role, r.name as role_name, i.expires_at as link_ends_at,
                case when p.password_hash is null and s.seen_at is null then 'INVITED'
                     when p.second_factor_sealed is null and p.password_hash is not null then 'NO_SECOND_FACTOR' else 'ACTIVE' end as status,
                s.seen_at as last_seen_at,
                (select count(*)::integer from person_passkey k where k.person_id = p.person_id) as passkeys
           from person p
           left join merchant_role r on r.role_id = p.role and r.merchant_id = p.merchant_id
           left join person_invitation i
             on i.person_id = p.person_id and i.used_at is null and i.expires_at > now() and i.kind = 'SIGN_UP'
           left join lateral (select max(x.seen_at) as seen_at from person_session x where x.person_id = p.person_id) s on true
          where p.merchant_id = $1 and p.realm = 'MERCHANT' and p.disabled_at is null and ($2::text is null or p.person_id = $2)
          order by p.name, p.person_id limit 500`,
};
const listRoles = {
  name: 'list_merchant_roles',
  text: `select r.role_id, r.name, r.rights,
                (select count(*)::integer from person p where p.role = r.role_id and p.disabled_at is null) as people
           from merchant_role r where r.merchant_id = $1 and r.ended_at is null order by lower(r.name)`,
};
const invite = call('invite_member').as<{
  outcome: MemberInviteOutcome;
  invited: string;
  is_mailed: boolean | null;
}>();
const change = callNamed('change_member', 'outcome').as<{ outcome: MemberOutcome }>();
const putRole = callNamed('put_merchant_role', 'outcome').as<{ outcome: RoleOutcome }>();
const giveBack = callNamed('give_owner_back', 'outcome').as<{ outcome: GiveBackOutcome }>();
const endRole = callNamed('end_merchant_role', 'outcome').as<{ outcome: RoleOutcome }>();

/** The people of merchants, and their roles. Each change is written together with its entry in the audit. */
export class PgMembers {
  constructor(private readonly pool: pg.Pool) {}

  /** Returns the person who is signed in with this session; undefined: nobody. */
  async bySession(sessionHash: Buffer): Promise<SignedInMember | undefined> {
    const [row] = await query<RowOf<SignedInMember>>(this.pool, bySession, [sessionHash]);
    return row && fieldsOf(row);
  }

  async list(merchantId: string): Promise<ListedMember[]> {
    return (await query<RowOf<ListedMember>>(this.pool, list, [merchantId, null])).map(fieldsOf);
  }

  async find(merchantId: string, personId: string): Promise<ListedMember | undefined> {
    const [row] = await query<RowOf<ListedMember>>(this.pool, list, [merchantId, personId]);
    return row && fieldsOf(row);
  }

  async roles(merchantId: string): Promise<OwnRole[]> {
    return (await query<RowOf<OwnRole>>(this.pool, listRoles, [merchantId])).map(fieldsOf);
  }

  /** `isMailed`: the link is on its way to the person. */
  async invite(
    by: Actor,
    wanted: WantedMember,
    linkFor: (personId: string) => NewLink,
  ): Promise<{ outcome: MemberInviteOutcome; personId: string; isMailed: boolean }> {
    const known = await this.#idOf(wanted);
    const personId = known ?? newId('psn');
    const link = linkOf(linkFor(personId));
    const asked = invite({ by, wish: { ...wanted, personId }, link, roles: merchantRoles });
    const { outcome, invited, is_mailed } = await queryOne(this.pool, asked);
    return { outcome, personId: invited, isMailed: is_mailed === true };
  }

  /** Finds the person's id beforehand, because the link is sealed for its person. */
  async #idOf({ merchantId, email }: WantedMember): Promise<string | undefined> {
    const named = {
      name: 'member_of_address',
      text: `select person_id from person
              where merchant_id = $1 and realm = 'MERCHANT' and email = $2 and disabled_at is null`,
    };
    const rows = await query<{ person_id: string }>(this.pool, named, [merchantId, email]);
    return rows[0]?.person_id;
  }

  async change(
    by: Actor,
    merchantId: string,
    personId: string,
    action: string,
    wanted: MemberChange,
  ): Promise<MemberOutcome> {
    const asked = { by, merchantId, personId, action, change: wanted, roles: merchantRoles };
    return (await queryOne(this.pool, change(asked))).outcome;
  }

  async putRole(by: Actor, merchantId: string, wish: RoleWish): Promise<RoleOutcome> {
    const { roleId, name, rights } = wish;
    const isNew = roleId === null;
    const kept = { roleId: roleId ?? newId('rol'), merchantId, name, rights, isNew };
    return (await queryOne(this.pool, putRole({ by, wish: kept, roles: merchantRoles }))).outcome;
  }

  async giveBack(
    by: Actor,
    merchantId: string,
    personId: string,
    link: NewLink,
  ): Promise<GiveBackOutcome> {
    const asked = giveBack({ by, merchantId, personId, link: linkOf(link) });
    return (await queryOne(this.pool, asked)).outcome;
  }

  async endRole(by: Actor, merchantId: string, roleId: string): Promise<RoleOutcome> {
    const asked = endRole({ by, merchantId, roleId, roles: merchantRoles });
    return (await queryOne(this.pool, asked)).outcome;
  }
}
