import type { Actor } from '../domain/actor.js';
import type { QuotaStore } from '../http/quota-store.port.js';
import { ApiError } from '../http/api-error.js';
import { networkOf } from '../http/network-of.js';
import { SharedQuota } from '../http/shared-quota.js';
import type { SecretSeal } from '../platform/keys/secret-seal.js';
import type { Passwords } from './passwords.js';
import type { NewLink } from './new-link.js';
import type { Credentials, NewSession, SignInWay } from './person.store.js';
import { recoveryHash, tidyCode, totpStep } from './second-factor.js';
import { hashOf, mintSessionSecret } from './session-secret.js';

export const sessionMs = 12 * 3_600_000;
/** The time for which a person who has confirmed the identity need not do so again. */
export const freshMs = 10 * 60_000;
const enrolMs = 10 * 60_000;
const windowMs = 15 * 60_000;
/**
 * Maximum number of failures in a window: of one login from one network, of one network, and of one login's codes after
 * the right password.
 */
const maxFailures = { ofName: 10, ofNetwork: 100, ofCode: 10 } as const;
/** Longer logins are cut, because guessers make them up. */
export const longestLogin = 254;
const longestAgent = 120;

export interface SignInStore {
  credentials(login: string): Promise<readonly Credentials[]>;
  credentialsOf(personId: string): Promise<Credentials | undefined>;
  useSecondFactor(personId: string, step: number): Promise<boolean>;
  useRecoveryCode(by: Actor, personId: string, hash: Buffer): Promise<boolean>;
  beginEnrolment(personId: string, kind: 'ENROL' | 'APP', link: NewLink): Promise<boolean>;
  openSession(by: Actor, session: NewSession): Promise<string | undefined>;
}

/** How one realm's people sign in. */
export interface Door {
  /** Part of the names under which failures are counted, so that failures of one realm do not lock out the other. */
  readonly name: 'operator' | 'member';
  /** The word that people of the realm have for what they type; the refusal has it. */
  readonly loginWord: 'Name' | 'E-mail';
  /** Returns the actor that the audit shows when a person changes their own account. */
  readonly actorOf: (who: Pick<Credentials, 'name' | 'personId'>, address: string) => Actor;
}

export interface Typed {
  /** An operator's name, or an e-mail address. */
  readonly login: string;
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
    private readonly door: Door,
    private readonly passwords: Pick<Passwords, 'verify'>,
    private readonly seal: SecretSeal,
    quotas: QuotaStore,
  ) {
    // The quota is drawn in blocks of 1 and without credit, so that all processes know of a try before it is judged.
    const failures = (kind: string, limit: number) =>
      new SharedQuota(quotas, `${door.name}-${kind}`, { limit, windowMs }, 1, 0);
    this.#names = failures('failures', maxFailures.ofName);
    this.#networks = failures('network-failures', maxFailures.ofNetwork);
    this.#codes = failures('code-failures', maxFailures.ofCode);
  }

  /**
   * Signs a person in. A wrong login, password or code, and a person who is disabled, are answered alike after the same
   * work.
   *
   * @throws ApiError INVALID_CREDENTIALS, RATE_LIMITED
   */
  signIn(typed: Typed, from: From): Promise<SignedIn> {
    const wrong = `${this.door.loginWord}, password or code is wrong.`;
    return this.#unlessGuessed(typed, from, wrong, (who) => this.#byCode(who, typed.code, from));
  }

  /**
   * Asks somebody who is signed in for the password and a code once more. A wrong one counts like one at a sign-in.
   *
   * @param personId the person who is signed in: another person with the same login is not meant
   * @throws ApiError INVALID_CREDENTIALS, RATE_LIMITED
   */
  prove(personId: string, typed: Typed, from: Pick<From, 'address'>): Promise<Credentials> {
    return this.#unlessGuessed(typed, from, 'Password or code is wrong.', async (who) =>
      who.personId === personId && (await this.#isNewCode(who, typed.code, from)) ? who : undefined,
    );
  }

  /**
   * Asks somebody who is signed in for a code only. A wrong one counts like one behind the right password.
   *
   * @throws ApiError INVALID_CREDENTIALS, RATE_LIMITED
   */
  proveByCode(personId: string, code: string, from: Pick<From, 'address'>): Promise<void> {
    return unlessWrong(this.#codes, personId, async () => {
      const who = await this.people.credentialsOf(personId);
      const isRight =
        who !== undefined && !who.isDisabled && (await this.#isNewCode(who, code, from));
      if (!isRight) throw new ApiError('INVALID_CREDENTIALS', { message: 'The code is wrong.' });
    });
  }

  /**
   * Counts a try that has no login, such as one with a passkey, as a failure until it has turned out to be none.
   *
   * @throws ApiError RATE_LIMITED
   */
  unlessFlood<Outcome>(from: Pick<From, 'address'>, act: () => Promise<Outcome>) {
    return unlessWrong(this.#networks, networkOf(from.address), act);
  }

  /** @param byCode the result of the right password; undefined: the code is wrong */
  async #unlessGuessed<Outcome>(
    typed: Typed,
    from: Pick<From, 'address'>,
    wrong: string,
    byCode: (who: Credentials) => Promise<Outcome | undefined>,
  ): Promise<Outcome> {
    const login = typed.login.trim().slice(0, longestLogin);
    const network = networkOf(from.address);
    const both = `${login.toLowerCase()} ${network}`;
    refuseLater(this.#codes.blockedFor(login));
    const judge = async (): Promise<Outcome> => {
      const known = await this.#withPassword(await this.people.credentials(login), typed.password);
      if (known.length === 0) throw new ApiError('INVALID_CREDENTIALS', { message: wrong });
      // Codes are counted only behind the right password, so that nobody without it can lock the account's owner out.
      return unlessWrong(this.#codes, login, async () => {
        const outcome = await firstOf(known, byCode);
        if (outcome === undefined) throw new ApiError('INVALID_CREDENTIALS', { message: wrong });
        return outcome;
      });
    };
    const outcome = await unlessWrong(this.#names, both, () =>
      unlessWrong(this.#networks, network, judge),
    );
    await this.#names.forget(both);
    return outcome;
  }

  /** Returns the people whose password it is. An unknown name takes as long as a known one. */
  async #withPassword(
    found: readonly Credentials[],
    password: string,
  ): Promise<readonly Credentials[]> {
    const known: Credentials[] = [];
    for (const who of found.length === 0 ? [undefined] : found) {
      const isRight = await this.passwords.verify(password, who?.passwordHash ?? null);
      if (who !== undefined && isRight && !who.isDisabled) known.push(who);
    }
    return known;
  }

  async #byCode(who: Credentials, code: string, from: From): Promise<SignedIn | undefined> {
    const { personId, name, secondFactorSealed } = who;
    if (secondFactorSealed === null) return this.#enrol(personId);
    if (!(await this.#isNewCode(who, code, from))) return undefined;
    const secret = await this.open({ personId, name }, from);
    return { outcome: 'SIGNED_IN', secret, name };
  }

  /** Opens a session, and returns the secret of its cookie. The secret is never one that the browser has brought. */
  async open(
    who: Pick<Credentials, 'personId' | 'name'>,
    { address, agent }: From,
    way: SignInWay = 'PASSWORD',
  ): Promise<string> {
    const secret = mintSessionSecret();
    const by = this.door.actorOf(who, address);
    const now = Date.now();
    const opened = await this.people.openSession(by, {
      ...{ personId: who.personId, address, agent: agent?.slice(0, longestAgent) ?? null, way },
      sessionHash: hashOf(secret),
      expiresAt: new Date(now + sessionMs),
      // A session by the sandbox's link needs no further confirmation, because its owner need have no app for it.
      freshUntil: new Date(now + (way === 'LINK' ? sessionMs : freshMs)),
    });
    if (opened === undefined) throw new ApiError('INVALID_CREDENTIALS');
    return secret;
  }

  async #isNewCode(
    { personId, name, secondFactorSealed }: Credentials,
    code: string,
    { address }: Pick<From, 'address'>,
  ): Promise<boolean> {
    if (secondFactorSealed === null) return false;
    const secret = this.seal.open(secondFactorSealed, personId);
    const step = totpStep(tidyCode(code), secret, Date.now());
    if (step !== undefined) return this.people.useSecondFactor(personId, step);
    const hash = recoveryHash(code);
    return (
      hash !== undefined &&
      this.people.useRecoveryCode(this.door.actorOf({ personId, name }, address), personId, hash)
    );
  }

  async #enrol(personId: string): Promise<SignedIn | undefined> {
    const link = await this.linkForApp(personId, null);
    return link === undefined ? undefined : { outcome: 'ENROL', link };
  }

  /**
   * Makes the link at which a person sets an authenticator app.
   *
   * @param sessionId the session that asks for another app, and with which the link ends; null: the person has no app
   */
  async linkForApp(personId: string, sessionId: string | null): Promise<string | undefined> {
    const link = mintSessionSecret();
    const expiresAt = new Date(Date.now() + enrolMs);
    const kind = sessionId === null ? 'ENROL' : 'APP';
    const isBegun = await this.people.beginEnrolment(personId, kind, {
      ...{ linkHash: hashOf(link), expiresAt },
      ...(sessionId !== null && { sessionId }),
    });
    return isBegun ? link : undefined;
  }
}

async function firstOf<One, Outcome>(
  all: readonly One[],
  act: (one: One) => Promise<Outcome | undefined>,
): Promise<Outcome | undefined> {
  for (const one of all) {
    const outcome = await act(one);
    if (outcome !== undefined) return outcome;
  }
  return undefined;
}

/**
 * Counts a try as a failure before it is judged, because many tries that are sent at once would otherwise all be let through. The
 * count is given back when the try is right, and when nobody has judged it: the queue of passwords was full, or the database away.
 *
 * @throws ApiError RATE_LIMITED
 */
async function unlessWrong<Outcome>(
  quota: SharedQuota,
  name: string,
  judge: () => Promise<Outcome>,
): Promise<Outcome> {
  await count(quota, name);
  try {
    const outcome = await judge();
    quota.giveBack(name);
    return outcome;
  } catch (error) {
    const isJudged = error instanceof ApiError && error.reason !== 'RATE_LIMITED';
    if (!isJudged) quota.giveBack(name);
    throw error;
  }
}

/** @throws ApiError RATE_LIMITED */
export async function count(quota: SharedQuota, name: string): Promise<void> {
  const { allowed, resetSeconds } = await quota.take(name);
  refuseLater(allowed ? undefined : resetSeconds);
}

function refuseLater(seconds: number | undefined): void {
  if (seconds === undefined) return;
  throw new ApiError('RATE_LIMITED', { headers: { 'retry-after': String(seconds) } });
}
