import { LRUCache } from 'lru-cache';
import { networkOf } from '../network-of.js';

/** The precision with which the last use of a key is known. */
const minuteMs = 60_000;

/**
 * Notes when keys were last used, and from where. It makes at most one write per key, network and minute, and no request
 * waits for it.
 */
export class KeyUse {
  readonly #noted = new LRUCache<string, true>({ max: 10_000, ttl: minuteMs });

  constructor(
    private readonly store: { noteUse(clientId: string, address: string): Promise<void> },
    private readonly onFailure: (error: unknown) => void,
  ) {}

  note(clientId: string, address: string): void {
    const use = `${clientId} ${networkOf(address)}`;
    if (this.#noted.has(use)) return;
    this.#noted.set(use, true);
    this.store.noteUse(clientId, address).catch(this.onFailure);
  }
}
