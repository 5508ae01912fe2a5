import { LRUCache } from 'lru-cache';

export interface EndpointQueueLimits {
  /** Sends under way at once to one endpoint. */
  readonly slots: number;
  /** Sends under way at once to an endpoint whose last sends all failed: enough to see it come back. */
  readonly slotsWhenFailing: number;
  /** The number of failures in a row that make an endpoint a failing one. */
  readonly failingAfter: number;
  /** Items kept in memory per endpoint beyond those under way. */
  readonly maxWaiting: number;
  /** Items kept for a failing endpoint beyond those under way. Its backlog must not take the room of others. */
  readonly maxWaitingWhenFailing: number;
}

interface EndpointQueue<Item> {
  busy: number;
  failures: number;
  readonly waiting: Item[];
}

/** Keeps one slow or dead endpoint from taking the room of others: each endpoint has a queue of its own. */
export class EndpointQueues<Item> {
  readonly #limits: EndpointQueueLimits;
  readonly #queues = new Map<string, EndpointQueue<Item>>();
  /** The failures in a row of endpoints whose queues are empty. */
  readonly #failures = new LRUCache<string, number>({ max: 10_000 });

  constructor(limits: EndpointQueueLimits) {
    this.#limits = limits;
  }

  /** GO: the item has a slot, and must `leave` it. WAIT: `leave` will return the item. FULL: the item is not kept. */
  enter(endpoint: string, item: Item): 'GO' | 'WAIT' | 'FULL' {
    const queue = this.#queue(endpoint);
    if (queue.busy < this.#slotsOf(queue)) {
      queue.busy += 1;
      return 'GO';
    }
    if (queue.waiting.length >= this.#roomOf(queue)) return 'FULL';
    queue.waiting.push(item);
    return 'WAIT';
  }

  /** Gives a slot back; returns the waiting items that have a slot now. */
  leave(endpoint: string, succeeded: boolean): Item[] {
    const queue = this.#queue(endpoint);
    queue.busy -= 1;
    queue.failures = succeeded ? 0 : queue.failures + 1;
    const next = queue.waiting.splice(0, Math.max(0, this.#slotsOf(queue) - queue.busy));
    queue.busy += next.length;
    if (queue.busy === 0) this.#forget(endpoint, queue);
    return next;
  }

  /** Tells whether the endpoint's last sends have all failed. */
  isFailing(endpoint: string): boolean {
    const failures = this.#queues.get(endpoint)?.failures ?? this.#failures.get(endpoint) ?? 0;
    return failures >= this.#limits.failingAfter;
  }

  /** Takes out everything that waits. */
  drain(): Item[] {
    return [...this.#queues.values()].flatMap((queue) => queue.waiting.splice(0));
  }

  #slotsOf(queue: EndpointQueue<Item>): number {
    return this.#isFailing(queue) ? this.#limits.slotsWhenFailing : this.#limits.slots;
  }

  #roomOf(queue: EndpointQueue<Item>): number {
    return this.#isFailing(queue) ? this.#limits.maxWaitingWhenFailing : this.#limits.maxWaiting;
  }

  #isFailing(queue: EndpointQueue<Item>): boolean {
    return queue.failures >= this.#limits.failingAfter;
  }

  #queue(endpoint: string): EndpointQueue<Item> {
    const known = this.#queues.get(endpoint);
    if (known) return known;
    const queue = { busy: 0, failures: this.#failures.get(endpoint) ?? 0, waiting: [] };
    this.#queues.set(endpoint, queue);
    return queue;
  }

  #forget(endpoint: string, queue: EndpointQueue<Item>): void {
    this.#queues.delete(endpoint);
    if (queue.failures > 0) this.#failures.set(endpoint, queue.failures);
    else this.#failures.delete(endpoint);
  }
}
