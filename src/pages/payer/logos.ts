import { LRUCache } from 'lru-cache';
import type { PgCheckoutPageStore } from '../../merchants/settings/checkout-page.store.js';

/** Pictures of at most 10 kB each. */
const kept = 500;
/** The picture of a hash never changes, but a merchant may remove it: each process shows it so much longer at most. */
export const logoKeptMs = 60_000;

/** Logos by their hashes, each read once a minute at most. */
export class Logos {
  readonly #known: LRUCache<string, Buffer>;

  constructor(
    private readonly store: Pick<PgCheckoutPageStore, 'logo'>,
    clock: { now(): number } = performance,
  ) {
    this.#known = new LRUCache({ max: kept, ttl: logoKeptMs, ttlResolution: 0, perf: clock });
  }

  /** Undefined when no merchant has it. */
  async find(hash: string): Promise<Buffer | undefined> {
    const known = this.#known.get(hash);
    if (known !== undefined) return known;
    const png = await this.store.logo(hash);
    if (png !== undefined) this.#known.set(hash, png);
    return png;
  }
}
