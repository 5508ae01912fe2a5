import { LRUCache } from 'lru-cache';

export interface LaneLimits {
  /** Sends under way at once to one merchant. */
  readonly slots: number;
  /** The same for a merchant whose last sends all failed: enough to see it come back. */
  readonly slotsWhenFailing: number;
  /** So many failures in a row make a merchant a failing one. */
  readonly failingAfter: number;
  /** Items kept in memory per merchant beyond those under way. */
  readonly maxWaiting: number;
  /** The same for a failing merchant, whose backlog must not take the room of others. */
  readonly maxWaitingWhenFailing: number;
}

interface Lane<Item> {
  busy: number;
  failures: number;
  readonly waiting: Item[];
}

/** Keeps one merchant's slow or dead endpoint from taking the room of others: each merchant has a lane of its own. */
export class EndpointLanes<Item> {
  readonly #limits: LaneLimits;
  readonly #lanes = new Map<string, Lane<Item>>();
  /** Remembers who is failing after its lane is empty. */
  readonly #failures = new LRUCache<string, number>({ max: 10_000 });

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  /** GO: the item has a slot, and must `leave` it. WAIT: `leave` will hand it out. FULL: it is not kept. */
  enter(merchantId: string, item: Item): 'GO' | 'WAIT' | 'FULL' {
    const lane = this.#lane(merchantId);
    if (lane.busy < this.#slotsOf(lane)) {
      lane.busy += 1;
      return 'GO';
    }
    if (lane.waiting.length >= this.#roomOf(lane)) return 'FULL';
    lane.waiting.push(item);
    return 'WAIT';
  }

  /** Gives a slot back; returns the waiting items that have a slot now. */
  leave(merchantId: string, succeeded: boolean): Item[] {
    const lane = this.#lane(merchantId);
    lane.busy -= 1;
    lane.failures = succeeded ? 0 : lane.failures + 1;
    const next = lane.waiting.splice(0, Math.max(0, this.#slotsOf(lane) - lane.busy));
    lane.busy += next.length;
    if (lane.busy === 0) this.#forget(merchantId, lane);
    return next;
  }

  /** Tells whether the merchant's last sends have all failed. */
  isFailing(merchantId: string): boolean {
    const failures = this.#lanes.get(merchantId)?.failures ?? this.#failures.get(merchantId) ?? 0;
    return failures >= this.#limits.failingAfter;
  }

  /** Takes out everything that waits. */
  drain(): Item[] {
    return [...this.#lanes.values()].flatMap((lane) => lane.waiting.splice(0));
  }

  #slotsOf(lane: Lane<Item>): number {
    return this.#isFailing(lane) ? this.#limits.slotsWhenFailing : this.#limits.slots;
  }

  #roomOf(lane: Lane<Item>): number {
    return this.#isFailing(lane) ? this.#limits.maxWaitingWhenFailing : this.#limits.maxWaiting;
  }

  #isFailing(lane: Lane<Item>): boolean {
    return lane.failures >= this.#limits.failingAfter;
  }

  #lane(merchantId: string): Lane<Item> {
    const known = this.#lanes.get(merchantId);
    if (known) return known;
    const lane = { busy: 0, failures: this.#failures.get(merchantId) ?? 0, waiting: [] };
    this.#lanes.set(merchantId, lane);
    return lane;
  }

  #forget(merchantId: string, lane: Lane<Item>): void {
    this.#lanes.delete(merchantId);
    if (lane.failures > 0) this.#failures.set(merchantId, lane.failures);
    else this.#failures.delete(merchantId);
  }
}
