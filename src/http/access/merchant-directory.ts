import { LRUCache } from 'lru-cache';
import type { MerchantProfile } from './merchant.js';
import type { PgMerchantStore } from './merchant.store.js';

/** The longest time for which a suspension or a revoked token may go unnoticed. */
const maxAgeMs = 5_000;

/** Merchants as they were at most five seconds ago, so that a busy merchant costs one read per five seconds. */
export class MerchantDirectory {
  readonly #store: Pick<PgMerchantStore, 'profile'>;
  readonly #profiles = new LRUCache<string, MerchantProfile>({ max: 10_000, ttl: maxAgeMs });
  readonly #reading = new Map<string, Promise<MerchantProfile | undefined>>();

  constructor(store: Pick<PgMerchantStore, 'profile'>) {
    this.#store = store;
  }

  /** The profile at once when it is fresh, else a promise of it; undefined when there is no such merchant. */
  find(merchantId: string): MerchantProfile | Promise<MerchantProfile | undefined> {
    return (
      this.#profiles.get(merchantId) ?? this.#reading.get(merchantId) ?? this.#read(merchantId)
    );
  }

  /** Forgets a merchant that has changed: the next look-up reads it anew, and a read that began before is not kept. */
  forget(merchantId: string): void {
    this.#profiles.delete(merchantId);
    this.#reading.delete(merchantId);
  }

  /** Keeps a profile no longer than its fee plans hold, so that a plan begins on time. */
  #keep(merchantId: string, profile: MerchantProfile): void {
    const ttl = Math.min(maxAgeMs, Math.max(1, profile.plansHoldMs ?? maxAgeMs));
    this.#profiles.set(merchantId, profile, { ttl });
  }

  #read(merchantId: string): Promise<MerchantProfile | undefined> {
    const reading = this.#store
      .profile(merchantId)
      .then((profile) => {
        const isNewest = this.#reading.get(merchantId) === reading;
        if (profile !== undefined && isNewest) this.#keep(merchantId, profile);
        return profile;
      })
      .finally(() => {
        if (this.#reading.get(merchantId) === reading) this.#reading.delete(merchantId);
      });
    this.#reading.set(merchantId, reading);
    return reading;
  }
}
