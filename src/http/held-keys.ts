import type { KeyedRequest } from './idempotency.js';
import type { PgIdempotencyStore } from './idempotency.store.js';
import { isOutage } from '../platform/database/outage.js';
import type { Logger } from '../platform/observability/logger.js';

/** After this time, the key of a process that has died is free for the next request. */
const leaseMs = 5_000;
/** The interval allows several tries within a lease, so that a slow database costs no lease. */
const lookEveryMs = 1_500;
/**
 * Maximum number of writes that wait. Only an outage leads to more. Further writes are dropped, and their keys become
 * free when the leases end.
 */
const maxUnwritten = 1_000;

interface HeldKey {
  readonly request: KeyedRequest;
  readonly since: number;
}

/**
 * The Idempotency-Keys whose requests this process carries out. A lease is short, so that a crash blocks a key for
 * seconds only. A request that takes longer has its lease renewed, and a reply that could not be written is written
 * again.
 */
export class HeldKeys {
  readonly #held = new Map<string, HeldKey>();
  readonly #unwritten: (() => Promise<void>)[] = [];
  #isLooking = false;

  constructor(
    private readonly store: Pick<PgIdempotencyStore, 'begin' | 'renew' | 'finish' | 'release'>,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {
    setInterval(() => void this.#look(), lookEveryMs).unref();
  }

  /** Takes the key. A caller that gets BEGUN must end with `keep` or `release`. */
  async begin(request: KeyedRequest): ReturnType<PgIdempotencyStore['begin']> {
    try {
      const begun = await this.store.begin(request, leaseMs);
      if (begun.outcome === 'BEGUN') {
        this.#held.set(request.attempt, { request, since: performance.now() });
      }
      return begun;
    } catch (error) {
      // The key is given back, because it may have been taken: perhaps only the database's answer was lost.
      this.#later(() => this.store.release(request));
      throw error;
    }
  }

  /** Stores the answer; never throws. */
  keep(request: KeyedRequest, httpStatus: number, bodySealed: Buffer): Promise<void> {
    return this.#end(request, () => this.store.finish(request, httpStatus, bodySealed));
  }

  /** Gives the key back; never throws. */
  release(request: KeyedRequest): Promise<void> {
    return this.#end(request, () => this.store.release(request));
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await this.#writeAgain();
      await this.#renew();
    } catch (err) {
      this.logger.warn({ err }, 'Idempotency-Keys could not be written; trying again');
    } finally {
      this.#isLooking = false;
    }
  }

  async #writeAgain(): Promise<void> {
    for (let write = this.#unwritten[0]; write !== undefined; write = this.#unwritten[0]) {
      await write();
      this.#unwritten.shift();
    }
  }

  async #renew(): Promise<void> {
    const long = [...this.#held.values()].filter(
      ({ since }) => performance.now() - since > lookEveryMs,
    );
    const requests = long.map(({ request }) => request);
    if (requests.length > 0) await this.store.renew(requests, leaseMs);
  }

  async #end({ attempt, caller }: KeyedRequest, write: () => Promise<void>): Promise<void> {
    this.#held.delete(attempt);
    try {
      await write();
    } catch (err) {
      this.logger.warn({ err, caller }, 'the answer under an Idempotency-Key was not stored');
      if (isOutage(err)) this.#later(write);
    }
  }

  #later(write: () => Promise<void>): void {
    if (this.#unwritten.length < maxUnwritten) this.#unwritten.push(write);
  }
}
