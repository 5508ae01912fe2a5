import { LRUCache } from 'lru-cache';
import type { QuotaStore } from './quota-store.port.js';
import type { QuotaRule } from '../domain/quota-rule.js';

/** A larger number of names at once is a flood; the ones not seen longest are forgotten first. */
const maxNames = 100_000;

/** A process's knowledge of one name's window. */
interface Share {
  endsAt: number;
  /** The number of uses that may still be let through before the store is asked. */
  credit: number;
  /** Let through and not reported to the store yet. */
  unreported: number;
  /** Granted and not used yet. */
  tokens: number;
  /** The part of the limit that nobody had been granted when we last heard. */
  left: number;
  /** Whether nothing is left of the window. */
  spent: boolean;
  drawing: Promise<void> | undefined;
}

export interface QuotaAnswer {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/**
 * A quota per name that all API processes share. Each process draws a block of it from the store at a time, ahead of need.
 * It lets the first block of a window through before it reports to the store. So a caller who asks seldom costs no SQL at
 * all, and a busy caller costs one statement per block, which no request waits for. Over all processes, at most one block
 * for each process but one is let through above the limit.
 */
export class SharedQuota {
  /**
   * The cache is bounded by size, because room for `max` names is made at once: a tenth of a second of each start, for
   * all quotas.
   */
  readonly #shares = new LRUCache<string, Share>({ maxSize: maxNames, sizeCalculation: () => 1 });

  /**
   * @param kind distinguishes this quota's names from those of others in the store
   * @param block drawn at a time; `credit` (the same by default) is let through at the start of a window
   */
  constructor(
    private readonly store: QuotaStore,
    private readonly kind: string,
    private readonly rule: QuotaRule,
    private readonly block: number,
    private readonly credit = block,
  ) {}

  /**
   * Uses the quota once. Answers at once, unless all drawn uses are used up and more are on their way. `now`: of a
   * monotonic clock.
   */
  take(name: string, now = performance.now()): QuotaAnswer | Promise<QuotaAnswer> {
    const share = this.#share(name, now);
    if (share.tokens > 0) share.tokens -= 1;
    else if (share.credit > 0) {
      share.credit -= 1;
      share.unreported += 1;
    } else if (share.spent) return this.#answer(share, false, now);
    else return this.#takeLater(name, share);
    const ahead = share.tokens + share.credit;
    if (ahead <= this.block / 2 && !share.spent && this.credit > 0) void this.#draw(name, share);
    return this.#answer(share, true, now);
  }

  /** Gives one use back. This process uses it before it draws another. */
  giveBack(name: string): void {
    const share = this.#shares.get(name);
    if (share !== undefined) share.tokens += 1;
  }

  /** Seconds until the name may go on, as far as this process knows; undefined when it may now. */
  blockedFor(name: string, now = performance.now()): number | undefined {
    const share = this.#shares.get(name);
    const isOver = share?.spent === true && share.tokens + share.credit === 0;
    return isOver && share.endsAt > now ? secondsUntil(share.endsAt, now) : undefined;
  }

  /** Begins the name's window anew. */
  async forget(name: string): Promise<void> {
    if (!this.#shares.delete(name)) return;
    await this.store.forget(this.#key(name));
  }

  #share(name: string, now: number): Share {
    const known = this.#shares.get(name);
    if (known !== undefined && known.endsAt > now) return known;
    const share: Share = {
      endsAt: now + this.rule.windowMs,
      credit: this.credit,
      unreported: 0,
      tokens: 0,
      left: this.rule.limit,
      spent: false,
      drawing: undefined,
    };
    this.#shares.set(name, share);
    return share;
  }

  async #takeLater(name: string, share: Share): Promise<QuotaAnswer> {
    await this.#draw(name, share);
    return this.take(name);
  }

  #draw(name: string, share: Share): Promise<void> {
    share.drawing ??= this.#drawBlock(name, share).finally(() => (share.drawing = undefined));
    return share.drawing;
  }

  async #drawBlock(name: string, share: Share): Promise<void> {
    const reported = share.unreported;
    try {
      const grant = await this.store.draw(this.#key(name), reported, this.block, this.rule);
      share.unreported -= reported;
      share.tokens += grant.granted;
      share.left = grant.remaining;
      share.spent = grant.remaining === 0;
      share.endsAt = performance.now() + grant.endsInMs;
      // In a window that is used up, nothing more is let through on credit.
      if (share.spent) share.credit = 0;
    } catch {
      // The database cannot be reached, so another block is let through: the limit is there to protect the database.
      share.tokens += this.block;
    }
  }

  #answer(share: Share, allowed: boolean, now: number): QuotaAnswer {
    const remaining = Math.max(0, share.left - share.unreported + share.tokens);
    return { allowed, remaining, resetSeconds: secondsUntil(share.endsAt, now) };
  }

  #key(name: string): string {
    return `${this.kind}/${name}`;
  }
}

function secondsUntil(at: number, now: number): number {
  return Math.max(1, Math.ceil((at - now) / 1_000));
}
