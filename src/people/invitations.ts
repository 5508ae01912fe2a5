import type { Actor } from '../domain/actor.js';
import { ApiError } from '../http/api-error.js';
import type { SecretSeal } from '../platform/keys/secret-seal.js';
import { hashOf } from './session-secret.js';
import { type Passwords, refuseWeak, wrongField } from './passwords.js';
import type { OpenInvitation, TakenLink } from './person.store.js';
import {
  mintRecoveryCodes,
  mintTotpSecret,
  recoveryHash,
  tidyCode,
  totpStep,
} from './second-factor.js';
import type { Door } from './sign-ins.js';

const linkPattern = /^[A-Za-z0-9_-]{43}$/;

/** An invitation as its page shows it. */
export interface ShownInvitation {
  readonly personId: string;
  readonly name: string;
  /** Null: the invitation is an operator's. */
  readonly merchantName: string | null;
  /** False: the person has a password and sets the second factor only. */
  readonly asksForPassword: boolean;
  /** The secret for the authenticator app, in base32. */
  readonly secret: string;
}

export interface InvitationStore {
  personOfLink(linkHash: Buffer): Promise<string | undefined>;
  openInvitation(linkHash: Buffer, sealed: Buffer): Promise<OpenInvitation | undefined>;
  takeInvitation(by: Actor, linkHash: Buffer, set: TakenLink): Promise<boolean>;
}

/** Links by which people sign up, and set a second factor anew. Each is used once. */
export class Invitations {
  constructor(
    private readonly store: InvitationStore,
    private readonly door: Pick<Door, 'actorOf'>,
    private readonly passwords: Passwords,
    private readonly seal: SecretSeal,
  ) {}

  /** Undefined: the link was used, is over, or was never made. */
  async show(link: string): Promise<ShownInvitation | undefined> {
    if (!linkPattern.test(link)) return undefined;
    const linkHash = hashOf(link);
    const personId = await this.store.personOfLink(linkHash);
    if (personId === undefined) return undefined;
    const sealed = this.seal.seal(mintTotpSecret(), personId);
    const found = await this.store.openInvitation(linkHash, sealed);
    return (
      found && {
        personId,
        name: found.name,
        merchantName: found.merchantName,
        asksForPassword: found.kind === 'SIGN_UP',
        secret: this.seal.open(found.secondFactorSealed, personId),
      }
    );
  }

  /**
   * Uses the link. Returns the recovery codes, which are shown once.
   *
   * @throws ApiError VALIDATION_FAILED, RESOURCE_NOT_FOUND (the link may not be used any more)
   */
  async take(
    link: string,
    typed: { readonly password: string; readonly again: string; readonly code: string },
    address: string,
  ): Promise<{ readonly name: string; readonly personId: string; readonly codes: string[] }> {
    const shown = await this.show(link);
    if (shown === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    const { name, personId, asksForPassword, secret } = shown;
    if (asksForPassword) refuseWeak(typed.password, typed.again, name);
    const step = totpStep(tidyCode(typed.code), secret, Date.now());
    if (step === undefined) {
      throw wrongField(
        'code',
        'is not the one that the app shows now: check the clock of the phone',
      );
    }
    const passwordHash = asksForPassword ? await this.passwords.hash(typed.password) : null;
    const codes = mintRecoveryCodes();
    const recoveryHashes = codes.map((code) => recoveryHash(code) as Buffer);
    const isTaken = await this.store.takeInvitation(
      this.door.actorOf({ personId, name }, address),
      hashOf(link),
      {
        ...{ passwordHash, step, recoveryHashes },
      },
    );
    if (!isTaken) throw new ApiError('RESOURCE_NOT_FOUND');
    return { name, personId, codes };
  }
}
