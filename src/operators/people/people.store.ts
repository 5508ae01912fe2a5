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
  /** The end of the unused link's validity; null when there is no such link. */
  readonly linkEndsAt: Date | null;
  readonly recoveryCodesLeft: number;
  readonly lastSeenAt: Date | null;
  /** The operator who let this one in alone, so that the two count as one person; null: there is none. */
  readonly standsFor: string | null;
  /** The time from which the person counts as one of two; null while the person has not signed up. */
  readonly decidesFrom: Date | null;
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
      /**
       * The roles that already include all rights of the new role: coming from one of these, the operator gains no
       * right.
       */
      readonly noMoreThan: readonly Role[];
    }
  | { readonly isDisabled: boolean }
  | { readonly resetSecondFactor: true };

const list = {
  name: 'list_people',
  text: `select o.person_id as operator_id, o.name, o.role, o.kind, o.disabled_at, o.password_hash is not null as has_password,
                o.second_factor_sealed is not null as has_factor, i.expires_at as link_ends_at,
                b.name as stands_for, nullif(o.decides_from, 'infinity') as decides_from,
                (select count(*) from person_recovery_code c
                  where c.person_id = o.person_id and c.used_at is null)::integer as codes_left,
                greatest((select max(s.seen_at) from person_session s where s.person_id = o.person_id),
                         (select max(t.last_used_at) from operator_token t where t.operator_id = o.person_id)) as last_seen_at
           from person o
           left join person b on b.person_id = o.stands_for
           left join person_invitation i
             on i.person_id = o.person_id and i.used_at is null and i.expires_at > now() and i.kind = 'SIGN_UP'
          where o.realm = 'OPERATOR' and ($1::text is null or o.person_id = $1) and ($2::text is null or o.name = $2)
          order by o.name`,
};
const invite = call('invite_operator').as<{ outcome: InviteOutcome; invited: string }>();
const add = callNamed('add_operator', 'done');
const change = callNamed('change_operator', 'outcome').as<{ outcome: ChangeOutcome }>();
const vouch = callNamed('vouch_for_operator', 'outcome').as<{ outcome: VouchOutcome }>();
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

/** Stores operators: people and machine users. Each change is recorded in the audit. */
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

  /**
   * `link`: made by linkOf (src/people/new-link.ts). `anew`: also invites a person who has signed up; that person then
   * sets a new password and second factor.
   */
  async invite(
    by: Actor,
    wish: { readonly name: string; readonly role: Role },
    link: object,
    anew: boolean,
  ): Promise<{ outcome: InviteOutcome; operatorId: string }> {
    const foldedName = foldedOperatorName(wish.name);

    const { outcome, invited } = await queryOne(
      this.pool,
      invite({ by, wish: { ...wish, foldedName, operatorId: newId('opr') }, link, anew }),
    );
    return { outcome, operatorId: invited };
  }

  /** Returns the operator's id; undefined when the name is taken. */
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

  /**
   * @param mayBeLast whether the last administrator may be removed; somebody who runs the database can make another one
   */
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

  /** Records that another administrator knows the person. */
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
