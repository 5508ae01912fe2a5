import { LRUCache } from 'lru-cache';
import type { PgCheckoutPageStore } from '../../merchants/settings/checkout-page.store.js';

/** Pictures of at most 10 kB each. */
const kept = 500;

/** Logos by their hashes: the picture of a hash never changes, so each is read once. */
export class Logos {
  readonly #known = new LRUCache<string, Buffer>({ max: kept });

  constructor(private readonly store: Pick<PgCheckoutPageStore, 'logo'>) {}

  /** Undefined when no merchant has it. */
  async find(hash: string): Promise<Buffer | undefined> {
    const known = this.#known.get(hash);
    if (known !== undefined) return known;
    const png = await this.store.logo(hash);
    if (png !== undefined) this.#known.set(hash, png);
    return png;
  }
}
