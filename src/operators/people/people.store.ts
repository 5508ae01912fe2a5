import type { RowOf } from '../../platform/database/columns.js';
import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import { type GivenStatement, query, queryOne } from '../../platform/database/database.js';
import { call, callNamed } from '../../platform/database/sql-call.js';
import { newId } from '../../platform/database/new-id.js';
import { foldedOperatorName } from './operator-name.js';
import type { Role } from './permissions.js';

export type OperatorStatus = 'INVITED' | 'ACTIVE' | 'NO_SECOND_FACTOR' | 'DISABLED';

export interface ListedOperator {
  readonly operatorId: string;
  readonly name: string;
  readonly role: Role;
  readonly kind: 'PERSON' | 'MACHINE';
  readonly status: OperatorStatus;
  /** The link that waits to be used; null: there is none. */
  readonly linkEndsAt: Date | null;
  readonly recoveryCodesLeft: number;
  readonly lastSeenAt: Date | null;
  /** The operator who let this one in alone, so that the two count as one person; null: nobody did. */
  readonly standsFor: string | null;
  /** The time from which the person decides as one of two; null: the person has not signed up. */
  readonly decidesFrom: Date | null;
}

/** The facts about an operator that signing in needs. */
export interface Credentials {
  readonly operatorId: string;
  readonly name: string;
  readonly isDisabled: boolean;
  readonly passwordHash: string | null;
  readonly secondFactorSealed: Buffer | null;
}

/** A link that may be used now. */
export interface OpenInvitation {
  readonly operatorId: string;
  readonly name: string;
  readonly kind: 'SIGN_UP' | 'ENROL';
  readonly secondFactorSealed: Buffer;
}

export interface NewLink {
  readonly linkHash: Buffer;
  readonly expiresAt: Date;
}

export interface PasswordChange {
  readonly operatorId: string;
  /** The hash that `credentials` has answered. */
  readonly oldHash: string | null;
  readonly newHash: string;
  /** Does not end; the id of a token is none of a session. */
  readonly keptSessionId: string;
}

export type InviteOutcome = 'INVITED' | 'SIGNED_UP' | 'MACHINE' | 'NAME_TAKEN';
export type VouchOutcome =
  | 'VOUCHED'
  | 'SAME'
  | 'UNKNOWN'
  | 'NOT_SIGNED_UP'
  | 'LET_IN'
  | 'NEW_OPERATOR';
export type ChangeOutcome = 'CHANGED' | 'SAME' | 'UNKNOWN' | 'LAST_ADMINISTRATOR';
export type OperatorChange =
  | {
      readonly role: Role;
      /** Roles that may do all that it may: from one of these, nothing is gained. */
      readonly noMoreThan: readonly Role[];
    }
  | { readonly isDisabled: boolean }
  | { readonly resetSecondFactor: true };

const list = {
  name: 'list_people',
  text: `select o.operator_id, o.name, o.role, o.kind, o.disabled_at, o.password_hash is not null as has_password,
                o.second_factor_sealed is not null as has_factor, i.expires_at as link_ends_at,
                b.name as stands_for, nullif(o.decides_from, 'infinity') as decides_from,
                (select count(*) from operator_recovery_code c
                  where c.operator_id = o.operator_id and c.used_at is null)::integer as codes_left,
                greatest((select max(s.seen_at) from operator_session s where s.operator_id = o.operator_id),
                         (select max(t.last_used_at) from operator_token t where t.operator_id = o.operator_id)) as last_seen_at
           from operator o
           left join operator b on b.operator_id = o.stands_for
           left join operator_invitation i
             on i.operator_id = o.operator_id and i.used_at is null and i.expires_at > now() and i.kind = 'SIGN_UP'
          where ($1::text is null or o.operator_id = $1) and ($2::text is null or o.name = $2)
          order by o.name`,
};
const credentials = {
  name: 'operator_credentials',
  text: `select operator_id, name, disabled_at is not null as is_disabled, password_hash, second_factor_sealed
           from operator where name = $1 and kind = 'PERSON'`,
};
const invite = call('invite_operator').as<{ outcome: InviteOutcome; invited: string }>();
const add = callNamed('add_operator', 'done');
const beginEnrolment = callNamed('begin_enrolment', 'done');
const operatorOfLink = {
  name: 'operator_of_link',
  text: 'select operator_id from operator_invitation where link_hash = $1 and used_at is null',
};
const openInvitation = call('open_invitation').as<InvitationRow>();
const takeInvitation = callNamed('take_invitation', 'done');
const useFactor = callNamed('use_second_factor', 'done');
const useRecoveryCode = callNamed('use_recovery_code', 'done');
const change = callNamed('change_operator', 'outcome').as<{ outcome: ChangeOutcome }>();
const vouch = callNamed('vouch_for_operator', 'outcome').as<{ outcome: VouchOutcome }>();
const changePassword = callNamed('change_password', 'done');
const hasAdministrator = {
  name: 'has_administrator',
  text: `select has_other_administrator('') as done`,
};

interface ListedRow extends RowOf<Omit<ListedOperator, 'recoveryCodesLeft' | 'status'>> {
  disabled_at: Date | null;
  has_password: boolean;
  has_factor: boolean;
  codes_left: number;
}

interface CredentialsRow {
  operator_id: string;
  name: string;
  is_disabled: boolean;
  password_hash: string | null;
  second_factor_sealed: Buffer | null;
}

interface InvitationRow {
  operator_id: string;
  name: string;
  kind: OpenInvitation['kind'];
  second_factor_sealed: Buffer;
}

/** People who operate, and machine users. Each change is taken down in the audit with it. */
export class PgPeople {
  constructor(private readonly pool: pg.Pool) {}

  async list(): Promise<ListedOperator[]> {
    return (await query<ListedRow>(this.pool, list, [null, null])).map(toListed);
  }

  async find(
    which: { operatorId: string } | { name: string },
  ): Promise<ListedOperator | undefined> {
    const values = 'name' in which ? [null, which.name] : [which.operatorId, null];
    return (await query<ListedRow>(this.pool, list, values)).map(toListed)[0];
  }

  async credentials(name: string): Promise<Credentials | undefined> {
    const [row] = await query<CredentialsRow>(this.pool, credentials, [name]);
    return (
      row && {
        operatorId: row.operator_id,
        name: row.name,
        isDisabled: row.is_disabled,
        passwordHash: row.password_hash,
        secondFactorSealed: row.second_factor_sealed,
      }
    );
  }

  /** `anew`: also somebody who has signed up, who then sets another password and second factor. */
  async invite(
    by: Actor,
    wish: { readonly name: string; readonly role: Role },
    link: NewLink,
    anew: boolean,
  ): Promise<{ outcome: InviteOutcome; operatorId: string }> {
    const foldedName = foldedOperatorName(wish.name);

    const { outcome, invited } = await queryOne(
      this.pool,
      invite({
        by,
        wish: { ...wish, foldedName, operatorId: newId('opr') },
        link: linkOf(link),
        anew,
      }),
    );
    return { outcome, operatorId: invited };
  }

  /** The operator's id; undefined: the name is taken. */
  async add(
    by: Actor,
    { name, role, kind }: Pick<ListedOperator, 'name' | 'role' | 'kind'>,
  ): Promise<string | undefined> {
    const operatorId = newId('opr');
    const isAdded = await this.#done(
      add({ by, operatorId, name, foldedName: foldedOperatorName(name), role, kind }),
    );
    return isAdded ? operatorId : undefined;
  }

  /** False: the operator has a second factor, or is disabled. */
  beginEnrolment(operatorId: string, link: NewLink): Promise<boolean> {
    return this.#done(beginEnrolment({ operatorId, link: linkOf(link) }));
  }

  async operatorOfLink(linkHash: Buffer): Promise<string | undefined> {
    const rows = await query<{ operator_id: string }>(this.pool, operatorOfLink, [linkHash]);
    return rows[0]?.operator_id;
  }

  /** @param sealed the secret that the page shows when it is opened for the first time */
  async openInvitation(linkHash: Buffer, sealed: Buffer): Promise<OpenInvitation | undefined> {
    const [row] = await query(this.pool, openInvitation({ linkHash, sealed }));
    return (
      row && {
        operatorId: row.operator_id,
        name: row.name,
        kind: row.kind,
        secondFactorSealed: row.second_factor_sealed,
      }
    );
  }

  /** False: the link may not be used any more. */
  takeInvitation(
    by: Actor,
    linkHash: Buffer,
    set: {
      readonly passwordHash: string | null;
      readonly step: number;
      readonly recoveryHashes: readonly Buffer[];
    },
  ): Promise<boolean> {
    const { passwordHash, step, recoveryHashes } = set;
    return this.#done(takeInvitation({ by, linkHash, passwordHash, step, codes: recoveryHashes }));
  }

  /** False: this code, or a later one, was used before. */
  useSecondFactor(operatorId: string, step: number): Promise<boolean> {
    return this.#done(useFactor({ operatorId, step }));
  }

  useRecoveryCode(by: Actor, operatorId: string, hash: Buffer): Promise<boolean> {
    return this.#done(useRecoveryCode({ by, operatorId, code: hash }));
  }

  /** False: the password is not the old one any more, or the person is disabled. */
  changePassword(by: Actor, change: PasswordChange): Promise<boolean> {
    const { operatorId, oldHash, newHash, keptSessionId } = change;
    return this.#done(changePassword({ by, operatorId, oldHash, newHash, kept: keptSessionId }));
  }

  /** @param mayBeLast whether the last administrator may go: whoever runs the database makes another */
  async change(
    by: Actor,
    operatorId: string,
    action: string,
    wanted: OperatorChange,
    mayBeLast: boolean,
  ): Promise<ChangeOutcome> {
    return (
      await queryOne(this.pool, change({ by, operatorId, action, change: wanted, mayBeLast }))
    ).outcome;
  }

  /** Another administrator knows the person. */
  async vouch(by: Actor, operatorId: string): Promise<VouchOutcome> {
    return (await queryOne(this.pool, vouch({ by, operatorId }))).outcome;
  }

  /** Tells whether an administrator can sign in. */
  hasAdministrator(): Promise<boolean> {
    return this.#done({ ...hasAdministrator, values: [] });
  }

  async #done(statement: GivenStatement<{ done: boolean | null }>): Promise<boolean> {
    return (await queryOne(this.pool, statement)).done === true;
  }
}

function linkOf({ linkHash, expiresAt }: NewLink): object {
  return { invitationId: newId('inv'), linkHash: linkHash.toString('hex'), expiresAt };
}

function toListed(row: ListedRow): ListedOperator {
  return {
    operatorId: row.operator_id,
    name: row.name,
    role: row.role,
    kind: row.kind,
    status: statusOf(row),
    linkEndsAt: row.link_ends_at,
    recoveryCodesLeft: row.codes_left,
    lastSeenAt: row.last_seen_at,
    standsFor: row.stands_for,
    decidesFrom: row.decides_from,
  };
}

function statusOf({ disabled_at, kind, has_password, has_factor }: ListedRow): OperatorStatus {
  if (disabled_at !== null) return 'DISABLED';
  if (kind === 'MACHINE') return 'ACTIVE';
  if (!has_password) return 'INVITED';
  return has_factor ? 'ACTIVE' : 'NO_SECOND_FACTOR';
}
