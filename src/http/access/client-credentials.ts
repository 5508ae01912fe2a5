import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { KeySet } from '../../platform/config/key-set.js';
import type { MerchantSecret } from './merchant.js';
import type { PgMerchantStore } from './merchant.store.js';
import { hashSecret } from './client-secret.js';

/** The longest time for which a withdrawn secret may still be accepted: as long as a suspension may go unnoticed. */
const maxAgeMs = 5_000;

/** Stands in for the secret of an unknown client, so that both cases do the same work. */
const nobody: MerchantSecret = {
  ...{ merchantId: '', secretHash: Buffer.alloc(32), pepperKid: '' },
  ...{ groups: [], addresses: [], isOwn: true },
};

/**
 * Finds the merchant and the scopes of credentials. A busy client's secrets are read once in five seconds; a new one is
 * accepted at once.
 */
export class ClientCredentials {
  readonly #store: Pick<PgMerchantStore, 'secretsOf' | 'hashAnew'>;
  readonly #peppers: KeySet;
  readonly #secrets = new LRUCache<string, readonly MerchantSecret[]>({
    max: 10_000,
    ttl: maxAgeMs,
  });

  constructor(store: Pick<PgMerchantStore, 'secretsOf' | 'hashAnew'>, peppers: KeySet) {
    this.#store = store;
    this.#peppers = peppers;
  }

  /** The merchant and the key's permissions; undefined for an unknown client and for a wrong secret alike. */
  async find(clientId: string, clientSecret: string): Promise<MerchantSecret | undefined> {
    const hashes = this.#peppers.keys.map(({ kid, key }) => ({
      kid,
      hash: hashSecret(key, clientSecret),
    }));
    const known = ownerOf(hashes, this.#secrets.get(clientId) ?? []);
    const owner = known ?? ownerOf(hashes, await this.#read(clientId));
    if (owner === undefined) return undefined;
    const [first] = hashes;
    if (first !== undefined && owner.pepperKid !== first.kid) await this.#hashAnew(owner, first);
    return owner;
  }

  /**
   * Replaces the stored hash by one under the present pepper. The secret is known only now, so a former pepper is needed until each
   * secret has been used once.
   */
  async #hashAnew({ secretHash }: MerchantSecret, { kid, hash }: Hashed): Promise<void> {
    await this.#store.hashAnew(secretHash, hash, kid);
  }

  async #read(clientId: string): Promise<readonly MerchantSecret[]> {
    const secrets = await this.#store.secretsOf(clientId);
    if (secrets.length === 0) return [nobody];
    this.#secrets.set(clientId, secrets);
    return secrets;
  }
}

interface Hashed {
  readonly kid: string;
  readonly hash: Buffer;
}

function ownerOf(
  hashes: readonly Hashed[],
  secrets: readonly MerchantSecret[],
): MerchantSecret | undefined {
  let owner: MerchantSecret | undefined;
  for (const secret of secrets) {
    for (const { kid, hash } of hashes) {
      const equal =
        secret.secretHash.length === hash.length && timingSafeEqual(secret.secretHash, hash);
      if (equal && secret.pepperKid === kid) owner = secret;
    }
  }
  return owner;
}
