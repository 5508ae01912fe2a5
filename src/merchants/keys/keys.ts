import type { KeySet } from '../../platform/config/key-set.js';
import type { Actor } from '../../domain/actor.js';
import { momentOf } from '../../domain/moment.js';
import { ApiError } from '../../http/api-error.js';
import { networkIn } from '../../http/access/allowed-address.js';
import { hashSecret, mintClientId, mintClientSecret } from '../../http/access/client-secret.js';
import type {
  CreatedOutcome,
  HashedSecret,
  KeyTrust,
  MerchantKey,
  NewKey,
  PgKeyStore,
  RotatedOutcome,
} from './key.store.js';
import { type CreateKeyRequest, KeyView } from './keys.dto.js';
import { defaultKeyGroups, moneyGroups, type KeyGroup } from '../../http/access/scopes.js';
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
   * @param held the groups that the token of the making key holds; left out: no key makes it
   * @throws ApiError VALIDATION_FAILED, RESOURCE_NOT_FOUND, MERCHANT_STATE, OPERATION_NOT_PERMITTED, SCOPE_MISSING,
   * TOKEN_INVALID
   */
  async create(
    merchantId: string,
    wish: KeyWish,
    by: Actor,
    held: readonly KeyGroup[] = wish.groups,
  ): Promise<MadeKey> {
    if (!wish.groups.every((group) => held.includes(group))) throw refusals.TOKEN_LACKS();
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
   * Gives a key another secret; the one before stays valid for a while. Whoever rotates a key learns a secret of it, so a
   * key rotates another one only if it could have made it.
   *
   * @param held the groups that the token of the rotating key holds; left out: no key rotates it
   * @throws ApiError RESOURCE_NOT_FOUND, SCOPE_MISSING, TOKEN_INVALID
   */
  async rotate(
    of: Pick<MerchantKey, 'merchantId' | 'clientId'>,
    overlapHours: number | null | undefined,
    by: Actor,
    held: readonly KeyGroup[] = [],
  ): Promise<MadeKey> {
    const secret = mintClientSecret(this.settings.environment);
    const hours = overlapHours ?? overlapHoursByDefault;
    // A token of a secret that an operator knows moves no money; that alone must not keep the merchant from claiming the key.
    const groups = { held, claimable: [...held, ...moneyGroups] };
    const { outcome, key } = await this.store.rotate(of, this.#hashed(secret), hours, by, groups);
    if (!isTrust(outcome)) throw rotationRefusals[outcome]();
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

  #hashed(secret: string): HashedSecret {
    const { kid, key } = this.settings.peppers.first;
    return { hash: hashSecret(key, secret), pepperKid: kid };
  }
}

const refusals = {
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
  TOKEN_LACKS: () =>
    new ApiError('SCOPE_MISSING', {
      message:
        'Your token lacks a scope of the groups of the key. Get one with all scopes of your key.',
    }),
} as const satisfies Readonly<
  Record<Exclude<CreatedOutcome, 'CREATED'> | 'TOKEN_LACKS', () => ApiError>
>;

const rotationRefusals: Readonly<Record<Exclude<RotatedOutcome, KeyTrust>, () => ApiError>> = {
  ...refusals,
  WIDER_GROUPS: () =>
    new ApiError('SCOPE_MISSING', { message: 'The key has a group that your key lacks.' }),
  WIDER_ADDRESSES: () =>
    new ApiError('SCOPE_MISSING', {
      message: 'The key may be used from networks that your key may not be used from.',
    }),
  LATER_END: () => new ApiError('SCOPE_MISSING', { message: 'The key ends later than your key.' }),
};

function isTrust(outcome: RotatedOutcome): outcome is KeyTrust {
  return outcome === 'OWN' || outcome === 'OPERATOR' || outcome === 'CLAIMED';
}

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
