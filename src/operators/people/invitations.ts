import type { Actor } from '../../domain/actor.js';
import { ApiError } from '../../http/api-error.js';
import type { SecretSeal } from '../../platform/keys/secret-seal.js';
import { hashOf } from '../../people/session-secret.js';
import { type Passwords, refuseWeak, wrongField } from './passwords.js';
import type { OpenInvitation } from './people.store.js';
import {
  mintRecoveryCodes,
  mintTotpSecret,
  recoveryHash,
  tidyCode,
  totpStep,
} from './second-factor.js';
import { ownActor } from './sign-ins.js';

const linkPattern = /^[A-Za-z0-9_-]{43}$/;

/** An invitation as its page shows it. */
export interface ShownInvitation {
  readonly operatorId: string;
  readonly name: string;
  /** False: the person has a password and sets the second factor only. */
  readonly asksForPassword: boolean;
  /** The secret for the authenticator app, in base32. */
  readonly secret: string;
}

export interface InvitationStore {
  operatorOfLink(linkHash: Buffer): Promise<string | undefined>;
  openInvitation(linkHash: Buffer, sealed: Buffer): Promise<OpenInvitation | undefined>;
  takeInvitation(
    by: Actor,
    linkHash: Buffer,
    set: {
      readonly passwordHash: string | null;
      readonly step: number;
      readonly recoveryHashes: readonly Buffer[];
    },
  ): Promise<boolean>;
}

/** Links by which people sign up, and set a second factor anew. Each is used once. */
export class Invitations {
  constructor(
    private readonly store: InvitationStore,
    private readonly passwords: Passwords,
    private readonly seal: SecretSeal,
  ) {}

  /** Undefined: the link was used, is over, or was never made. */
  async show(link: string): Promise<ShownInvitation | undefined> {
    if (!linkPattern.test(link)) return undefined;
    const linkHash = hashOf(link);
    const operatorId = await this.store.operatorOfLink(linkHash);
    if (operatorId === undefined) return undefined;
    const sealed = this.seal.seal(mintTotpSecret(), operatorId);
    const found = await this.store.openInvitation(linkHash, sealed);
    return (
      found && {
        operatorId,
        name: found.name,
        asksForPassword: found.kind === 'SIGN_UP',
        secret: this.seal.open(found.secondFactorSealed, operatorId),
      }
    );
  }

  /**
   * Uses the link. Answers the recovery codes, which are shown once.
   *
   * @throws ApiError VALIDATION_FAILED, RESOURCE_NOT_FOUND (the link may not be used any more)
   */
  async take(
    link: string,
    typed: { readonly password: string; readonly again: string; readonly code: string },
    address: string,
  ): Promise<{ readonly name: string; readonly operatorId: string; readonly codes: string[] }> {
    const shown = await this.show(link);
    if (shown === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    const { name, operatorId, asksForPassword, secret } = shown;
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
      ownActor({ operatorId, name }, address),
      hashOf(link),
      {
        ...{ passwordHash, step, recoveryHashes },
      },
    );
    if (!isTaken) throw new ApiError('RESOURCE_NOT_FOUND');
    return { name, operatorId, codes };
  }
}
