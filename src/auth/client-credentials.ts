import { timingSafeEqual } from 'node:crypto';
import type { MerchantSecret, MerchantStore } from '../domain/ports/merchant-store.port.js';
import { hashSecret, pepperKid } from './client-secret.js';

/** Stands in for an unknown client's secret, so that both cases do the same work. */
const nobody: MerchantSecret = { merchantId: '', secretHash: Buffer.alloc(32), pepperKid: '' };

/** Tells whose credentials these are. */
export class ClientCredentials {
  readonly #store: MerchantStore;
  readonly #pepper: Buffer;
  readonly #kid: string;

  constructor(store: MerchantStore, pepper: Buffer) {
    this.#store = store;
    this.#pepper = pepper;
    this.#kid = pepperKid(pepper);
  }

  /** The merchant's id; undefined for an unknown client and for a wrong secret alike. */
  async merchantOf(clientId: string, clientSecret: string): Promise<string | undefined> {
    const hash = hashSecret(this.#pepper, clientSecret);
    const found = await this.#store.secretsOf(clientId);
    const secrets = found.length === 0 ? [nobody] : found;
    let merchantId: string | undefined;
    for (const secret of secrets) {
      const equal =
        secret.secretHash.length === hash.length && timingSafeEqual(secret.secretHash, hash);
      if (equal && secret.pepperKid === this.#kid) merchantId = secret.merchantId;
    }
    return merchantId;
  }
}
