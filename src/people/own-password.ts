import type { Actor } from '../domain/actor.js';
import { ApiError } from '../http/api-error.js';
import { type Passwords, refuseWeak, wrongField } from './passwords.js';
import type { PasswordChange } from './person.store.js';
import type { SignIns } from './sign-ins.js';

/** Somebody who is signed in. */
export interface OwnPerson {
  readonly personId: string;
  readonly name: string;
  /** What the person types to sign in. */
  readonly login: string;
  readonly kind: 'PERSON' | 'MACHINE';
  /** The session that stays. */
  readonly doorId: string;
}

export interface TypedPasswords {
  /** The present password. */
  readonly password: string;
  readonly newPassword: string;
  /** The new password typed a second time. */
  readonly again: string;
  /** A code of the app, or a recovery code. */
  readonly code: string;
}

/** Lets people who are signed in set another password. */
export class OwnPassword {
  constructor(
    private readonly people: {
      changePassword(by: Actor, change: PasswordChange): Promise<boolean>;
    },
    private readonly passwords: Pick<Passwords, 'hash'>,
    private readonly signIns: Pick<SignIns, 'prove'>,
  ) {}

  /**
   * Asks for the old password and a code, although the person is signed in: a browser may have been left open. Ends all other
   * sessions of the person.
   *
   * @throws ApiError DECISION_REFUSED, VALIDATION_FAILED, INVALID_CREDENTIALS, RATE_LIMITED
   */
  async change(by: Actor, own: OwnPerson, typed: TypedPasswords, address: string): Promise<void> {
    const { personId, name, login, kind, doorId } = own;
    if (kind === 'MACHINE') throw refused('A machine user has no password.');
    const { password, newPassword, again, code } = typed;
    // Whatever may be refused comes first, because a right code is used up.
    refuseWeak(newPassword, again, name, 'newPassword');
    if (newPassword === password) throw wrongField('newPassword', 'must be another password');
    const newHash = await this.passwords.hash(newPassword);
    const proven = await this.signIns.prove(personId, { login, password, code }, { address });
    const isChanged = await this.people.changePassword(by, {
      ...{ personId, oldHash: proven.passwordHash, newHash, keptSessionId: doorId },
    });
    if (!isChanged) throw refused('The password was changed meanwhile. Nothing was done.');
  }
}

function refused(message: string): ApiError {
  return new ApiError('DECISION_REFUSED', { message });
}
