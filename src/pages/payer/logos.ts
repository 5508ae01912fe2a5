import { LRUCache } from 'lru-cache';
import type { PgCheckoutPageStore } from '../../merchants/settings/checkout-page.store.js';

/** The number of logos that are kept in memory, of at most 10 kB each. */
const kept = 500;
/**
 * The picture of a hash never changes, but a merchant may remove it. A process then shows it for at most this much
 * longer.
 */
export const logoKeptMs = 60_000;

/** Logos by their hashes. Each is read from the database at most once a minute. */
export class Logos {
  readonly #known: LRUCache<string, Buffer>;

  constructor(
    private readonly store: Pick<PgCheckoutPageStore, 'logo'>,
    clock: { now(): number } = performance,
  ) {
    this.#known = new LRUCache({ max: kept, ttl: logoKeptMs, ttlResolution: 0, perf: clock });
  }

  /** Returns undefined when no merchant has this logo. */
  async find(hash: string): Promise<Buffer | undefined> {
    const known = this.#known.get(hash);
    if (known !== undefined) return known;
    const png = await this.store.logo(hash);
    if (png !== undefined) this.#known.set(hash, png);
    return png;
  }
}
