import { createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { MerchantSecret, MerchantStore } from '../domain/ports/merchant-store.port.js';
import { hashSecret, pepperKid } from './client-secret.js';

/** How long a secret that was withdrawn may still be taken: as long as a suspension may go unnoticed. */
const maxAgeMs = 5_000;

/** Stands in for an unknown client's secret, so that both cases do the same work. */
const nobody: MerchantSecret = { merchantId: '', secretHash: Buffer.alloc(32), pepperKid: '' };

/** Tells whose credentials these are. A busy client's secrets are read once in five seconds; a new one is taken at once. */
export class ClientCredentials {
  readonly #store: MerchantStore;
  readonly #pepper: KeyObject;
  readonly #kid: string;
  readonly #secrets = new LRUCache<string, readonly MerchantSecret[]>({
    max: 10_000,
    ttl: maxAgeMs,
  });

  constructor(store: MerchantStore, pepper: Buffer) {
    this.#store = store;
    this.#pepper = createSecretKey(pepper);
    this.#kid = pepperKid(pepper);
  }

  /** The merchant's id; undefined for an unknown client and for a wrong secret alike. */
  async merchantOf(clientId: string, clientSecret: string): Promise<string | undefined> {
    const hash = hashSecret(this.#pepper, clientSecret);
    const owner = this.#ownerOf(hash, this.#secrets.get(clientId) ?? []);
    return owner ?? this.#ownerOf(hash, await this.#read(clientId));
  }

  async #read(clientId: string): Promise<readonly MerchantSecret[]> {
    const secrets = await this.#store.secretsOf(clientId);
    if (secrets.length === 0) return [nobody];
    this.#secrets.set(clientId, secrets);
    return secrets;
  }

  #ownerOf(hash: Buffer, secrets: readonly MerchantSecret[]): string | undefined {
    let merchantId: string | undefined;
    for (const secret of secrets) {
      const equal =
        secret.secretHash.length === hash.length && timingSafeEqual(secret.secretHash, hash);
      if (equal && secret.pepperKid === this.#kid) merchantId = secret.merchantId;
    }
    return merchantId;
  }
}
