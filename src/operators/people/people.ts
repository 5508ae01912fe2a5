import { linkOf } from '../../people/new-link.js';
import type { Actor } from '../../domain/actor.js';
import { ApiError } from '../../http/api-error.js';
import type { PersonSession, PgPersons } from '../../people/person.store.js';
import type { ListedSession, ListedToken, PgDoors } from './door.store.js';
import { isOperatorName, operatorNameRule } from './operator-name.js';
import { hashOf, mintSessionSecret } from '../../people/session-secret.js';
import { mintOperatorToken } from './operator-token.js';
import type { ListedOperator, OperatorChange, PgPeople } from './people.store.js';
import { isWithin, type Role, roles } from './permissions.js';

const dayMs = 86_400_000;

export interface WantedToken {
  readonly operatorId: string;
  readonly label: string | null;
  readonly role: Role | null;
  readonly days: number;
}

export interface MadeToken {
  readonly tokenId: string;
  readonly token: string;
  readonly expiresAt: Date;
}

/** The messages for a change that was refused, by the database's outcome. */
const unchanged = {
  SAME: 'The operator is like this already.',
  LAST_ADMINISTRATOR:
    'This is the last administrator who can sign in. Make another one first; "npx manilla operators" on the database works without one.',
} as const;

/** The messages for vouching that was refused, by the database's outcome. */
const notVouched = {
  SAME: 'Nobody stands behind this person: the person is one of two already.',
  NOT_SIGNED_UP: 'The person has not signed up, or has no second factor.',
  LET_IN:
    'You have let this person in, or whoever let this person in stands behind you as well. Another administrator must vouch.',
  NEW_OPERATOR: 'You are new yourself. Vouch a day after you have signed up.',
} as const;

/** Manages operators: invites people, adds machine users, changes and disables both. */
export class People {
  constructor(
    private readonly people: PgPeople,
    private readonly doors: PgDoors,
    private readonly persons: Pick<PgPersons, 'sessions' | 'endSession'>,
    private readonly deskUrl: string,
  ) {}

  list(): Promise<ListedOperator[]> {
    return this.people.list();
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async find(operatorId: string): Promise<ListedOperator> {
    const found = await this.people.find({ operatorId });
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return found;
  }

  /**
   * Invites a person by a link that is used once. `anew` is only for somebody who runs the database: the holder of a
   * link for a person who has signed up becomes that person, so one administrator alone could then decide as two.
   *
   * @throws ApiError VALIDATION_FAILED, DECISION_REFUSED
   */
  async invite(
    by: Actor,
    wish: { readonly name: string; readonly role: Role },
    { anew = false, forMs = dayMs }: { anew?: boolean; forMs?: number } = {},
  ): Promise<{ readonly operatorId: string; readonly link: string; readonly expiresAt: Date }> {
    if (!isOperatorName(wish.name)) throw badName();
    const secret = mintSessionSecret();
    const expiresAt = new Date(Date.now() + forMs);
    const link = linkOf({ linkHash: hashOf(secret), expiresAt });
    const { outcome, operatorId } = await this.people.invite(by, wish, link, anew);
    if (outcome === 'NAME_TAKEN') throw nameTaken();
    if (outcome === 'MACHINE') throw refused('This is a machine user, which has tokens only.');
    if (outcome === 'SIGNED_UP') {
      throw refused(
        'This person has signed up. Reset the second factor of who has lost the phone; whoever runs the database invites anew.',
      );
    }
    return { operatorId, link: `${this.deskUrl}/desk/join/${secret}`, expiresAt };
  }

  /** Adds a machine user, and returns its id. @throws ApiError VALIDATION_FAILED, DECISION_REFUSED */
  async addMachine(by: Actor, name: string, role: Role): Promise<string> {
    if (!isOperatorName(name)) throw badName();
    const operatorId = await this.people.add(by, { name, role, kind: 'MACHINE' });
    if (operatorId === undefined) throw nameTaken();
    return operatorId;
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, DECISION_REFUSED */
  changeRole(by: Actor, operatorId: string, role: Role, mayBeLast = false): Promise<void> {
    const noMoreThan = roles.filter((other) => isWithin(role, other));
    return this.#change(by, operatorId, 'operator.role', { role, noMoreThan }, mayBeLast);
  }

  /**
   * Disables an operator at once: all sessions and tokens end. @throws ApiError RESOURCE_NOT_FOUND, DECISION_REFUSED
   */
  disable(by: Actor, operatorId: string, mayBeLast = false): Promise<void> {
    return this.#change(by, operatorId, 'operator.disable', { isDisabled: true }, mayBeLast);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, DECISION_REFUSED */
  enable(by: Actor, operatorId: string): Promise<void> {
    return this.#change(by, operatorId, 'operator.enable', { isDisabled: false }, false);
  }

  /**
   * Removes the second factor of a person who has lost the phone. The person sets a new one at the next sign-in, with
   * the password, which the administrator does not know.
   *
   * @throws ApiError RESOURCE_NOT_FOUND, DECISION_REFUSED
   */
  resetSecondFactor(by: Actor, operatorId: string): Promise<void> {
    const change = { resetSecondFactor: true } as const;
    return this.#change(by, operatorId, 'operator.reset-second-factor', change, false);
  }

  /**
   * Records that an administrator knows the person whom another administrator has let in. From then on the person and
   * the one who let the person in count as two people.
   *
   * @throws ApiError RESOURCE_NOT_FOUND, DECISION_REFUSED
   */
  async vouch(by: Actor, operatorId: string): Promise<void> {
    const outcome = await this.people.vouch(by, operatorId);
    if (outcome === 'UNKNOWN') throw new ApiError('RESOURCE_NOT_FOUND');
    if (outcome !== 'VOUCHED') throw refused(notVouched[outcome]);
  }

  async sessions(name: string | null): Promise<ListedSession[]> {
    const found = await this.persons.sessions(name === null ? null : { name });
    return found.map(listed);
  }

  /** @param ofOperator null: a session of anybody. @throws ApiError RESOURCE_NOT_FOUND */
  async endSession(by: Actor, sessionId: string, ofOperator: string | null): Promise<void> {
    const isEnded = await this.persons.endSession(by, sessionId, ofOperator);
    if (!isEnded) throw new ApiError('RESOURCE_NOT_FOUND');
  }

  tokens(name: string | null): Promise<ListedToken[]> {
    return this.doors.tokens(name);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, DECISION_REFUSED */
  async addToken(by: Actor, { operatorId, label, role, days }: WantedToken): Promise<MadeToken> {
    const found = await this.find(operatorId);
    if (found.status === 'DISABLED') throw refused('The operator is disabled.');
    if (role !== null && !isWithin(role, found.role)) {
      throw refused(`The role ${role} may do what the operator’s own (${found.role}) may not.`);
    }
    const token = mintOperatorToken();
    const expiresAt = new Date(Date.now() + days * dayMs);
    const kept = { operatorId, label, role, tokenHash: hashOf(token), expiresAt };
    return { tokenId: await this.doors.addToken(by, kept), token, expiresAt };
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, DECISION_REFUSED */
  async addMachineToken(by: Actor, wanted: WantedToken): Promise<MadeToken> {
    const { kind } = await this.find(wanted.operatorId);
    if (kind === 'PERSON') throw refused('A person makes tokens at the desk, after signing in.');
    return this.addToken(by, wanted);
  }

  /** @param ofOperator null: a token of anybody. @throws ApiError RESOURCE_NOT_FOUND */
  async endToken(by: Actor, tokenId: string, ofOperator: string | null): Promise<void> {
    const isEnded = await this.doors.endToken(by, tokenId, ofOperator);
    if (!isEnded) throw new ApiError('RESOURCE_NOT_FOUND');
  }

  async #change(
    by: Actor,
    operatorId: string,
    action: string,
    change: OperatorChange,
    mayBeLast: boolean,
  ): Promise<void> {
    const outcome = await this.people.change(by, operatorId, action, change, mayBeLast);
    if (outcome === 'UNKNOWN') throw new ApiError('RESOURCE_NOT_FOUND');
    if (outcome !== 'CHANGED') throw refused(unchanged[outcome]);
  }
}

function listed({ name: operator, way: _way, ...session }: PersonSession): ListedSession {
  return { ...session, operator };
}

function refused(message: string): ApiError {
  return new ApiError('DECISION_REFUSED', { message });
}

function nameTaken(): ApiError {
  return refused('Another operator has this name, or one that looks like it.');
}

function badName(): ApiError {
  const message = `name ${operatorNameRule}`;
  const errors = [{ field: 'name', rule: 'pattern' as const, message }];
  return new ApiError('VALIDATION_FAILED', { message: `${message}.`, errors });
}
