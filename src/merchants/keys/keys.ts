import type { KeySet } from '../../platform/config/key-set.js';
import type { Actor } from '../../domain/actor.js';
import { momentOf } from '../../domain/moment.js';
import { ApiError } from '../../http/api-error.js';
import { networkIn } from '../../http/access/allowed-address.js';
import { hashSecret, mintClientId, mintClientSecret } from '../../http/access/client-secret.js';
import type { CreatedOutcome, HashedSecret, MerchantKey, NewKey, PgKeyStore } from './key.store.js';
import { type CreateKeyRequest, KeyView } from './keys.dto.js';
import { defaultKeyGroups, keyGroups, type KeyGroup } from '../../http/access/scopes.js';
import { tokenRefusal } from '../../http/access/token.guard.js';

/** The time that a replaced secret stays valid, unless the caller says otherwise. */
const overlapHoursByDefault = 24;

export interface KeySettings {
  readonly peppers: KeySet;
  readonly environment: 'sandbox' | 'live';
}

/** A key, with the secret that it has just got. */
export type MadeKey = KeyView & { readonly clientSecret: string };

/** A request for a new key. */
export interface KeyWish {
  readonly name: string;
  readonly groups: readonly KeyGroup[];
  readonly addresses: readonly string[];
  readonly expiresAt: Date | null;
}

/** Reads what a request asks for. Null means the same as left out. */
export function keyWish({ name, groups, addresses, expiresAt }: CreateKeyRequest): KeyWish {
  return {
    name,
    groups: groups ?? defaultKeyGroups,
    addresses: addresses ?? [],
    expiresAt: momentOf(expiresAt) ?? null,
  };
}

/** Keys of merchants: their secrets are known only when they are made. */
export class Keys {
  constructor(
    private readonly store: PgKeyStore,
    private readonly settings: KeySettings,
  ) {}

  async list(merchantId: string): Promise<KeyView[]> {
    return (await this.store.list(merchantId)).map(keyView);
  }

  /** The networks from which each key was used, by client id, the newest first. */
  networks(merchantId: string): Promise<ReadonlyMap<string, readonly string[]>> {
    return this.store.networks(merchantId);
  }

  /**
   * Makes a key. A key that another key makes has nothing that its maker lacks: neither groups nor networks nor a later
   * end.
   *
   * @throws ApiError VALIDATION_FAILED, RESOURCE_NOT_FOUND, MERCHANT_STATE, OPERATION_NOT_PERMITTED, SCOPE_MISSING,
   * TOKEN_INVALID
   */
  async create(merchantId: string, wish: KeyWish, by: Actor): Promise<MadeKey> {
    const secret = mintClientSecret(this.settings.environment);
    const asked: NewKey = {
      ...wish,
      merchantId,
      clientId: mintClientId(),
      addresses: networksOf(wish.addresses),
    };
    const { outcome, key } = await this.store.create(asked, this.#hashed(secret), by);
    if (outcome === 'CLOSED' && by.kind === 'KEY') throw new ApiError('MERCHANT_INACTIVE');
    if (outcome !== 'CREATED') throw refusals[outcome]();
    return { ...keyView(key), clientSecret: secret };
  }

  /**
   * Gives a key another secret; the one before stays valid for a while. A secret that an operator makes has the trust
   * OPERATOR, whatever `trust` says.
   *
   * @throws ApiError RESOURCE_NOT_FOUND
   */
  async rotate(
    of: Pick<MerchantKey, 'merchantId' | 'clientId'>,
    overlapHours: number | null | undefined,
    by: Actor,
    trust: 'OWN' | 'CLAIMED' = 'OWN',
  ): Promise<MadeKey> {
    const secret = mintClientSecret(this.settings.environment);
    const hours = overlapHours ?? overlapHoursByDefault;
    const key = await this.store.rotate(of, this.#hashed(secret), hours, by, trust);
    if (key === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return { ...keyView(key), clientSecret: secret };
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, LAST_KEY */
  async revoke(
    of: Pick<MerchantKey, 'merchantId' | 'clientId'>,
    evenLast: boolean,
    by: Actor,
  ): Promise<KeyView> {
    const { outcome, key } = await this.store.revoke(of, evenLast, by);
    if (outcome === 'UNKNOWN') throw new ApiError('RESOURCE_NOT_FOUND');
    if (outcome === 'LAST_KEY') throw new ApiError('LAST_KEY');
    return keyView(key);
  }

  /**
   * Returns the trust of a secret that a holder of these scopes makes for the key. CLAIMED: an operator knows the
   * secret that the caller used, and therefore its scopes are fewer than the key's.
   *
   * @throws ApiError SCOPE_MISSING when another key may do what these scopes do not hold.
   */
  async trustOf(
    { merchantId, clientId }: Pick<MerchantKey, 'merchantId' | 'clientId'>,
    asking: { readonly clientId: string; readonly held: ReadonlySet<string> },
  ): Promise<'OWN' | 'CLAIMED'> {
    const keys = await this.store.list(merchantId);
    const groups = keys.find((key) => key.clientId === clientId)?.groups ?? [];
    const beyond = beyondScopes(asking.held, groups);
    if (beyond === undefined) return 'OWN';
    if (asking.clientId === clientId) return 'CLAIMED';
    throw lacksGroup(beyond);
  }

  #hashed(secret: string): HashedSecret {
    const { kid, key } = this.settings.peppers.first;
    return { hash: hashSecret(key, secret), pepperKid: kid };
  }
}

/** The first of these groups that a holder of these scopes lacks. */
export function beyondScopes(
  held: ReadonlySet<string>,
  groups: readonly string[],
): string | undefined {
  return groups.find((group) => !holds(held, group));
}

export function lacksGroup(group: string): ApiError {
  return new ApiError('SCOPE_MISSING', {
    message: `The key has the group ${group}, which your key lacks.`,
  });
}

/**
 * Tells whether these scopes hold a group. Personal data does not count, because nobody has more of it than the
 * merchant was granted.
 */
function holds(held: ReadonlySet<string>, group: string): boolean {
  const scopes: readonly string[] = keyGroups[group as KeyGroup] ?? [group];
  return scopes.some((scope) => held.has(scope)) || group === 'personal-data';
}

const refusals: Readonly<Record<Exclude<CreatedOutcome, 'CREATED'>, () => ApiError>> = {
  UNKNOWN: () => new ApiError('RESOURCE_NOT_FOUND'),
  CLOSED: () => new ApiError('MERCHANT_STATE', { message: 'The merchant is closed.' }),
  TOO_MANY: () =>
    new ApiError('OPERATION_NOT_PERMITTED', { message: 'A merchant has at most 100 keys.' }),
  MAKER_ENDED: () => tokenRefusal('TOKEN_INVALID'),
  MAKER_KNOWN: () =>
    new ApiError('SCOPE_MISSING', {
      message:
        'An operator knows the secret of your key, or knew it an hour ago. Take the key over first: rotate it with itself.',
    }),
  WIDER_GROUPS: () =>
    new ApiError('SCOPE_MISSING', { message: 'A key can have only groups that your key has.' }),
  WIDER_ADDRESSES: () =>
    notAsked('addresses', 'max', 'must be within the networks that your key may be used from'),
  LATER_END: () => notAsked('expiresAt', 'max', 'must not be after the end of your key'),
};

function notAsked(field: string, rule: 'pattern' | 'max', rest: string): ApiError {
  const message = `${field} ${rest}`;
  return new ApiError('VALIDATION_FAILED', {
    message: `${message}.`,
    errors: [{ field, rule, message }],
  });
}

/** @throws ApiError VALIDATION_FAILED */
function networksOf(addresses: readonly string[]): string[] {
  return addresses.map((text, at) => {
    const network = networkIn(text);
    if (network !== undefined) return network;
    const rest = 'must be an address or a network, such as 203.0.113.0/24';
    throw notAsked(`addresses.${at}`, 'pattern', rest);
  });
}

function keyView(key: MerchantKey): KeyView {
  const { createdAt, expiresAt, revokedAt, lastUsedAt, formerSecretUntil } = key;
  const hasEnded = expiresAt !== null && expiresAt.getTime() <= Date.now();
  return {
    clientId: key.clientId,
    name: key.name,
    groups: [...key.groups] as KeyGroup[],
    addresses: [...key.addresses],
    secretKnownTo: key.trust,
    status: revokedAt !== null ? 'REVOKED' : hasEnded ? 'EXPIRED' : 'ACTIVE',
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    formerSecretUntil: formerSecretUntil?.toISOString() ?? null,
  };
}
