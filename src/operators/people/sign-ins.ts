import type { Actor } from '../../domain/actor.js';
import type { QuotaStore } from '../../http/quota-store.port.js';
import { ApiError } from '../../http/api-error.js';
import { networkOf } from '../../http/network-of.js';
import { SharedQuota } from '../../http/shared-quota.js';
import type { SecretSeal } from '../../platform/keys/secret-seal.js';
import type { NewSession } from './door.store.js';
import { hashOf, mintSessionSecret } from '../../people/session-secret.js';
import type { Passwords } from './passwords.js';
import type { Credentials, NewLink } from './people.store.js';
import { recoveryHash, tidyCode, totpStep } from './second-factor.js';

export const sessionMs = 12 * 3_600_000;
const enrolMs = 10 * 60_000;
const windowMs = 15 * 60_000;
/** Failures in a window: with one name from one network, from one network, and of codes behind the right password. */
const maxFailures = { ofName: 10, ofNetwork: 100, ofCode: 10 } as const;
/** Names are made up by whoever guesses. */
const longestName = 100;
const longestAgent = 120;

export interface SignInStore {
  credentials(name: string): Promise<Credentials | undefined>;
  useSecondFactor(operatorId: string, step: number): Promise<boolean>;
  useRecoveryCode(by: Actor, operatorId: string, hash: Buffer): Promise<boolean>;
  beginEnrolment(operatorId: string, link: NewLink): Promise<boolean>;
}

export interface Typed {
  readonly name: string;
  readonly password: string;
  /** A code of the app, or a recovery code. */
  readonly code: string;
}

/** The origin of a request. */
export interface From {
  readonly address: string;
  readonly agent: string | null;
}

/** `ENROL`: the password is right, and the person has to set a second factor before anything else. */
export type SignedIn =
  | { readonly outcome: 'SIGNED_IN'; readonly secret: string; readonly name: string }
  | { readonly outcome: 'ENROL'; readonly link: string };

/** Lets people in by password and code, and slows down whoever guesses, in all processes together. */
export class SignIns {
  readonly #names: SharedQuota;
  readonly #networks: SharedQuota;
  readonly #codes: SharedQuota;

  constructor(
    private readonly people: SignInStore,
    private readonly doors: { openSession(by: Actor, session: NewSession): Promise<string> },
    private readonly passwords: Passwords,
    private readonly seal: SecretSeal,
    quotas: QuotaStore,
  ) {
    // One at a time and none on credit: all processes learn of a failure before it is judged.
    const failures = (kind: string, limit: number) =>
      new SharedQuota(quotas, kind, { limit, windowMs }, 1, 0);
    this.#names = failures('operator-failures', maxFailures.ofName);
    this.#networks = failures('operator-network-failures', maxFailures.ofNetwork);
    this.#codes = failures('operator-code-failures', maxFailures.ofCode);
  }

  /**
   * A wrong name, password or code, and an operator who is disabled, are answered alike after the same work.
   *
   * @throws ApiError INVALID_CREDENTIALS, RATE_LIMITED
   */
  signIn(typed: Typed, from: From): Promise<SignedIn> {
    const wrong = 'Name, password or code is wrong.';
    return this.#unlessGuessed(typed, from, wrong, (who) => this.#byCode(who, typed.code, from));
  }

  /**
   * Asks somebody who is signed in for the password and a code once more. A wrong one counts like one at a sign-in.
   *
   * @throws ApiError INVALID_CREDENTIALS, RATE_LIMITED
   */
  prove(typed: Typed, from: Pick<From, 'address'>): Promise<Credentials> {
    return this.#unlessGuessed(typed, from, 'Password or code is wrong.', async (who) =>
      (await this.#isNewCode(who, typed.code, from)) ? who : undefined,
    );
  }

  /** @param byCode the result of the right password; undefined: the code is wrong */
  async #unlessGuessed<Outcome>(
    typed: Typed,
    from: Pick<From, 'address'>,
    wrong: string,
    byCode: (who: Credentials) => Promise<Outcome | undefined>,
  ): Promise<Outcome> {
    const name = typed.name.trim().slice(0, longestName);
    const network = networkOf(from.address);
    const both = `${name.toLowerCase()} ${network}`;
    refuseLater(this.#codes.blockedFor(name, Date.now()));
    // Counted as a failure before it is judged, and given back when it is none: so many sent at once are not let through.
    await count(this.#names, both);
    await count(this.#networks, network);
    const found = await this.people.credentials(name);
    const isRight = await this.passwords.verify(typed.password, found?.passwordHash ?? null);
    const who = found !== undefined && isRight && !found.isDisabled ? found : undefined;
    if (who === undefined) throw new ApiError('INVALID_CREDENTIALS', { message: wrong });
    // Only who has the password can shut the account's owner out by wrong codes.
    await count(this.#codes, name);
    const outcome = await byCode(who);
    if (outcome === undefined) throw new ApiError('INVALID_CREDENTIALS', { message: wrong });
    this.#codes.giveBack(name);
    this.#networks.giveBack(network);
    await this.#names.forget(both);
    return outcome;
  }

  async #byCode(who: Credentials, code: string, from: From): Promise<SignedIn | undefined> {
    const { operatorId, name, secondFactorSealed } = who;
    if (secondFactorSealed === null) return this.#enrol(operatorId);
    if (!(await this.#isNewCode(who, code, from))) return undefined;
    const secret = await this.open({ operatorId, name }, from);
    return { outcome: 'SIGNED_IN', secret, name };
  }

  /** Opens a session; the secret of its cookie. */
  async open(
    { operatorId, name }: Pick<Credentials, 'operatorId' | 'name'>,
    { address, agent }: From,
  ): Promise<string> {
    const secret = mintSessionSecret();
    const by = ownActor({ operatorId, name }, address);
    await this.doors.openSession(by, {
      ...{ operatorId, address, agent: agent?.slice(0, longestAgent) ?? null },
      sessionHash: hashOf(secret),
      expiresAt: new Date(Date.now() + sessionMs),
    });
    return secret;
  }

  async #isNewCode(
    { operatorId, name, secondFactorSealed }: Credentials,
    code: string,
    { address }: Pick<From, 'address'>,
  ): Promise<boolean> {
    if (secondFactorSealed === null) return false;
    const secret = this.seal.open(secondFactorSealed, operatorId);
    const step = totpStep(tidyCode(code), secret, Date.now());
    if (step !== undefined) return this.people.useSecondFactor(operatorId, step);
    const hash = recoveryHash(code);
    return (
      hash !== undefined &&
      this.people.useRecoveryCode(ownActor({ operatorId, name }, address), operatorId, hash)
    );
  }

  async #enrol(operatorId: string): Promise<SignedIn | undefined> {
    const link = mintSessionSecret();
    const expiresAt = new Date(Date.now() + enrolMs);
    const isBegun = await this.people.beginEnrolment(operatorId, {
      ...{ linkHash: hashOf(link), expiresAt },
    });
    return isBegun ? { outcome: 'ENROL', link } : undefined;
  }
}

/** @throws ApiError RATE_LIMITED */
async function count(quota: SharedQuota, name: string): Promise<void> {
  const { allowed, resetSeconds } = await quota.take(name, Date.now());
  refuseLater(allowed ? undefined : resetSeconds);
}

function refuseLater(seconds: number | undefined): void {
  if (seconds === undefined) return;
  throw new ApiError('RATE_LIMITED', { headers: { 'retry-after': String(seconds) } });
}

/** People change their own account at the desk. */
export function ownActor(
  { name, operatorId }: Pick<Credentials, 'name' | 'operatorId'>,
  address: string,
): Actor {
  const who = { kind: 'OPERATOR', actor: name, operatorId } as const;
  return { ...who, door: 'DESK', reason: null, partner: null, address };
}
