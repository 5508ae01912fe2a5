import { LRUCache } from 'lru-cache';

/** The precision with which the last use of a key is known. */
const minuteMs = 60_000;

/** Keeps when keys were last used: at most one write per key and minute, which no request waits for. */
export class KeyUse {
  readonly #noted = new LRUCache<string, true>({ max: 10_000, ttl: minuteMs });

  constructor(
    private readonly store: { touch(clientId: string): Promise<void> },
    private readonly onFailure: (error: unknown) => void,
  ) {}

  note(clientId: string): void {
    if (this.#noted.has(clientId)) return;
    this.#noted.set(clientId, true);
    this.store.touch(clientId).catch(this.onFailure);
  }
}
