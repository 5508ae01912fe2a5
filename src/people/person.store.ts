import type pg from 'pg';
import type { Actor } from '../domain/actor.js';
import { fieldsOf, type RowOf } from '../platform/database/columns.js';
import { type GivenStatement, query, queryOne } from '../platform/database/database.js';
import { newId } from '../platform/database/new-id.js';
import { call, callNamed } from '../platform/database/sql-call.js';
import { linkOf, type NewLink } from './new-link.js';

/** The people of the operator, or the people of merchants. A store of one realm knows nobody of the other. */
export type Realm = 'OPERATOR' | 'MERCHANT';

/** How a person has signed in. */
export type SignInWay = 'PASSWORD' | 'PASSKEY' | 'LINK';

/** The facts about a person that signing in needs. */
export interface Credentials {
  readonly personId: string;
  readonly name: string;
  readonly isDisabled: boolean;
  readonly passwordHash: string | null;
  readonly secondFactorSealed: Buffer | null;
}

/** A link that may be used now. */
export interface OpenInvitation {
  readonly personId: string;
  readonly name: string;
  /** Null: the link is an operator's. */
  readonly merchantName: string | null;
  readonly kind: 'SIGN_UP' | 'ENROL' | 'APP';
  readonly secondFactorSealed: Buffer;
}

export interface TakenLink {
  readonly passwordHash: string | null;
  readonly step: number;
  readonly recoveryHashes: readonly Buffer[];
}

export interface PasswordChange {
  readonly personId: string;
  /** The hash that `credentials` has returned. */
  readonly oldHash: string | null;
  readonly newHash: string;
  /** The session that does not end. The id of a token is the id of no session. */
  readonly keptSessionId: string;
}

export interface NewSession {
  readonly personId: string;
  readonly sessionHash: Buffer;
  readonly expiresAt: Date;
  /** The time until which the person need not confirm the identity again; null: confirmation is needed at once. */
  readonly freshUntil: Date | null;
  readonly way: SignInWay;
  readonly address: string;
  readonly agent: string | null;
}

export interface PersonSession {
  readonly sessionId: string;
  readonly name: string;
  readonly way: SignInWay;
  readonly createdAt: Date;
  readonly seenAt: Date;
  readonly endsAt: Date;
  readonly address: string | null;
  /** The browser's own name for itself. */
  readonly agent: string | null;
}

const columns = `p.person_id, p.name, p.disabled_at is not null as is_disabled, p.password_hash, p.second_factor_sealed`;
// Several merchants may have a person with the same address: password and code decide which person signs in.
const byLogin = {
  name: 'person_credentials',
  text: `select ${columns} from person p
          where p.realm = $1 and p.kind = 'PERSON' and case $1 when 'OPERATOR' then p.name = $2 else p.email = $2 end
            and (p.realm = 'OPERATOR' or p.disabled_at is null and p.password_hash is not null)
          order by p.created_at limit 5`,
};
const byId = {
  name: 'person_credentials_by_id',
  text: `select ${columns} from person p where p.realm = $1 and p.person_id = $2 and p.kind = 'PERSON'`,
};
const listSessions = {
  name: 'list_person_sessions',
  text: `select s.session_id, p.name, s.way, s.created_at, s.seen_at, s.address, s.agent,
                least(s.expires_at, s.seen_at + interval '1 hour') as ends_at
           from person_session s join person p on p.person_id = s.person_id
          where s.realm = $1 and ($2::text is null or s.person_id = $2) and ($3::text is null or p.name = $3)
            and s.expires_at > now() and s.seen_at > now() - interval '1 hour'
          order by p.name, s.created_at`,
};
const personOfLink = {
  name: 'person_of_link',
  text: `select i.person_id from person_invitation i join person p on p.person_id = i.person_id
          where i.link_hash = $1 and i.kind <> 'PASSWORD' and i.used_at is null and p.realm = $2`,
};
const codesLeft = {
  name: 'recovery_codes_left',
  text: 'select count(*)::integer as left from person_recovery_code where person_id = $1 and used_at is null',
};
const beginEnrolment = callNamed('begin_enrolment', 'done');
const openInvitation = call('open_invitation').as<RowOf<OpenInvitation>>();
const takeInvitation = callNamed('take_invitation', 'done');
const useFactor = callNamed('use_second_factor', 'done');
const useRecoveryCode = callNamed('use_recovery_code', 'done');
const changeCodes = callNamed('change_recovery_codes', 'done');
const changePassword = callNamed('change_password', 'done');
const openSession = callNamed('open_person_session', 'done');
const endSession = callNamed('end_person_session', 'done');
const endOthers = callNamed('end_other_sessions', 'ended').as<{ ended: number }>();
const freshen = callNamed('freshen_session', 'done');

/** People of one realm: how they sign in. Each change is written together with its entry in the audit. */
export class PgPersons {
  constructor(
    private readonly pool: pg.Pool,
    readonly realm: Realm,
  ) {}

  /** Returns the people whom a sign-in may mean: by an operator's name, or by an e-mail address. */
  async credentials(login: string): Promise<readonly Credentials[]> {
    const rows = await query<RowOf<Credentials>>(this.pool, byLogin, [this.realm, login]);
    return rows.map(fieldsOf);
  }

  async credentialsOf(personId: string): Promise<Credentials | undefined> {
    const [row] = await query<RowOf<Credentials>>(this.pool, byId, [this.realm, personId]);
    return row && fieldsOf(row);
  }

  /** False: the person has a second factor already (with ENROL), or is disabled. */
  beginEnrolment(personId: string, kind: 'ENROL' | 'APP', link: NewLink): Promise<boolean> {
    const { realm } = this;
    return this.#done(beginEnrolment({ realm, personId, kind, link: linkOf(link) }));
  }

  async personOfLink(linkHash: Buffer): Promise<string | undefined> {
    const rows = await query<{ person_id: string }>(this.pool, personOfLink, [
      linkHash,
      this.realm,
    ]);
    return rows[0]?.person_id;
  }

  /** @param sealed the secret that the page shows when it is opened for the first time */
  async openInvitation(linkHash: Buffer, sealed: Buffer): Promise<OpenInvitation | undefined> {
    const { realm } = this;
    const [row] = await query(this.pool, openInvitation({ realm, linkHash, sealed }));
    return row && fieldsOf(row);
  }

  /** False: the link may not be used any more. */
  takeInvitation(by: Actor, linkHash: Buffer, set: TakenLink): Promise<boolean> {
    const { passwordHash, step, recoveryHashes: codes } = set;
    const { realm } = this;
    return this.#done(takeInvitation({ by, realm, linkHash, passwordHash, step, codes }));
  }

  /** False: this code, or a later one, was used before. */
  useSecondFactor(personId: string, step: number): Promise<boolean> {
    return this.#done(useFactor({ realm: this.realm, personId, step }));
  }

  useRecoveryCode(by: Actor, personId: string, code: Buffer): Promise<boolean> {
    return this.#done(useRecoveryCode({ by, realm: this.realm, personId, code }));
  }

  changeRecoveryCodes(by: Actor, personId: string, codes: readonly Buffer[]): Promise<boolean> {
    return this.#done(changeCodes({ by, realm: this.realm, personId, codes }));
  }

  async recoveryCodesLeft(personId: string): Promise<number> {
    return (await query<{ left: number }>(this.pool, codesLeft, [personId]))[0]?.left ?? 0;
  }

  /** False: the password is not the old one any more, or the person is disabled. */
  changePassword(by: Actor, change: PasswordChange): Promise<boolean> {
    const { personId, oldHash, newHash, keptSessionId: kept } = change;
    return this.#done(changePassword({ by, realm: this.realm, personId, oldHash, newHash, kept }));
  }

  /** The session's id; undefined: there is no such person here. */
  async openSession(
    by: Actor,
    { sessionHash, ...session }: NewSession,
  ): Promise<string | undefined> {
    const sessionId = newId(this.realm === 'OPERATOR' ? 'ose' : 'pse');
    const kept = { ...session, sessionId, sessionHash: sessionHash.toString('hex') };
    const isOpen = await this.#done(openSession({ by, realm: this.realm, session: kept }));
    return isOpen ? sessionId : undefined;
  }

  /** Ends a session of `ofPerson`; null: of anybody of the realm. False: there is no such session. */
  endSession(by: Actor, sessionId: string, ofPerson: string | null): Promise<boolean> {
    return this.#done(endSession({ by, realm: this.realm, sessionId, of: ofPerson }));
  }

  /** Returns how many have ended. */
  async endOtherSessions(by: Actor, personId: string, kept: string): Promise<number> {
    const { realm } = this;
    return (await queryOne(this.pool, endOthers({ by, realm, personId, kept }))).ended;
  }

  /** Notes that the person of a session has proven to be that person. */
  freshen(sessionId: string, until: Date): Promise<boolean> {
    return this.#done(freshen({ realm: this.realm, sessionId, until }));
  }

  /** Lists the open sessions: of one person by id or by name, or of the whole realm. */
  async sessions(
    of: { readonly personId: string } | { readonly name: string } | null,
  ): Promise<PersonSession[]> {
    const id = of !== null && 'personId' in of ? of.personId : null;
    const name = of !== null && 'name' in of ? of.name : null;
    const values = [this.realm, id, name];
    return (await query<RowOf<PersonSession>>(this.pool, listSessions, values)).map(fieldsOf);
  }

  async #done(statement: GivenStatement<{ done: boolean | null }>): Promise<boolean> {
    return (await queryOne(this.pool, statement)).done === true;
  }
}
