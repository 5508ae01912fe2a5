import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../http/api-error.js';
import { networkOf } from '../http/network-of.js';
import type { QuotaStore } from '../http/quota-store.port.js';
import { SharedQuota } from '../http/shared-quota.js';
import type { SecretSeal } from '../platform/keys/secret-seal.js';
import type { Forgetful, PgForgottenPasswords } from './forgotten-password.store.js';
import { memberActor } from './member-actor.js';
import type { Credentials } from './person.store.js';
import { type Passwords, refuseWeak } from './passwords.js';
import { hashOf, mintSessionSecret } from './session-secret.js';
import { count, type From, longestLogin, type SignIns } from './sign-ins.js';

const linkPattern = /^[A-Za-z0-9_-]{43}$/;
const linkMs = 30 * 60_000;
const hourMs = 3_600_000;
/** The most links in an hour: for one address, and for requests from one network. */
const mostLinks = { ofAddress: 3, ofNetwork: 20 } as const;
/** An answer takes at least this long, so that its time does not tell whether the address is known. */
const shortestAnswerMs = 250;

export interface TypedReset {
  readonly password: string;
  readonly again: string;
  /** A code of the app, or a recovery code. */
  readonly code: string;
}

/** People who have forgotten their password set another one, by a link that is mailed to them and their second factor. */
export class ForgottenPasswords {
  readonly #addresses: SharedQuota;
  readonly #networks: SharedQuota;

  constructor(
    private readonly links: Pick<PgForgottenPasswords, 'give' | 'personOf' | 'reset'>,
    private readonly people: { credentials(login: string): Promise<readonly Credentials[]> },
    private readonly passwords: Pick<Passwords, 'hash'>,
    private readonly signIns: Pick<SignIns, 'proveByCode'>,
    private readonly linkSeal: SecretSeal,
    quotas: QuotaStore,
  ) {
    const asked = (kind: string, limit: number) =>
      new SharedQuota(quotas, `forgotten-${kind}`, { limit, windowMs: hourMs }, 1, 0);
    this.#addresses = asked('address', mostLinks.ofAddress);
    this.#networks = asked('network', mostLinks.ofNetwork);
  }

  /**
   * Mails a link to each person of this address. The answer is the same when there is nobody, and when an address has asked too often.
   *
   * @throws ApiError RATE_LIMITED when the network has asked too often
   */
  async ask(email: string, from: Pick<From, 'address'>): Promise<void> {
    await count(this.#networks, networkOf(from.address));
    await Promise.all([
      this.#mail(email.trim().slice(0, longestLogin), from),
      sleep(shortestAnswerMs),
    ]);
  }

  async #mail(email: string, { address }: Pick<From, 'address'>): Promise<void> {
    const { allowed } = await this.#addresses.take(email);
    if (!allowed) return;
    for (const { personId, name } of await this.people.credentials(email)) {
      const secret = mintSessionSecret();
      await this.links.give(memberActor({ personId, name }, address), personId, {
        ...{ linkHash: hashOf(secret), linkSealed: this.linkSeal.seal(secret, personId) },
        expiresAt: new Date(Date.now() + linkMs),
      });
    }
  }

  /** Undefined: the link was used, is over, or was never made. */
  async show(link: string): Promise<Forgetful | undefined> {
    return linkPattern.test(link) ? this.links.personOf(hashOf(link)) : undefined;
  }

  /**
   * Sets the password, and ends all sessions of the person. It signs nobody in.
   *
   * @throws ApiError VALIDATION_FAILED, INVALID_CREDENTIALS, RATE_LIMITED, RESOURCE_NOT_FOUND (the link may not be used any more)
   */
  async reset(link: string, typed: TypedReset, from: Pick<From, 'address'>): Promise<void> {
    const who = await this.show(link);
    if (who === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    // Whatever may be refused comes first, because a right code is used up.
    refuseWeak(typed.password, typed.again, who.name);
    const newHash = await this.passwords.hash(typed.password);
    await this.signIns.proveByCode(who.personId, typed.code, from);
    const isReset = await this.links.reset(memberActor(who, from.address), hashOf(link), newHash);
    if (!isReset) throw new ApiError('RESOURCE_NOT_FOUND');
  }
}
