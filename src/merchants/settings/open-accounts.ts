import { LRUCache } from 'lru-cache';
import type { PgOpenAccounts } from './open-account.store.js';
import { ApiError } from '../../http/api-error.js';

/** The time for which a merchant that has reached its limit is not counted again: an earlier count would only cost. */
const fullForMs = 5_000;
/** The share of a count's remainder that may be used before the next count, because other processes use it as well. */
const share = 1 / 8;

interface Known {
  /** New accounts until the next count. */
  left: number;
  /** The time (`performance.now()`) until which the merchant counts as full, in milliseconds; 0: it is not full. */
  readonly fullUntil: number;
  readonly limit: number;
}

/**
 * Keeps a merchant from having more accounts that wait for money than it may (merchant.open_account_limit). The accounts
 * are counted once in a while: seldom while there are few, for each new one while there are nearly as many as there may be.
 */
export class OpenAccounts {
  readonly #store: PgOpenAccounts;
  readonly #known = new LRUCache<string, Known>({ max: 10_000 });

  constructor(store: PgOpenAccounts) {
    this.#store = store;
  }

  /**
   * `isAgain`: whether the request only asks for an account that is there, which is answered all the same.
   *
   * @throws ApiError RATE_LIMITED
   */
  async refuse(merchantId: string, isAgain: () => Promise<boolean>): Promise<void> {
    const known = this.#known.get(merchantId);
    if (known !== undefined && known.left > 0) {
      known.left -= 1;
      return;
    }
    const isFresh = known !== undefined && performance.now() < known.fullUntil;
    const counted = isFresh ? known : await this.#count(merchantId);
    if (counted.fullUntil > 0 && !(await isAgain())) throw tooMany(counted);
  }

  async #count(merchantId: string): Promise<Known> {
    const { open, limit } = await this.#store.openAccounts(merchantId);
    const fullUntil = open < limit ? 0 : performance.now() + fullForMs;
    const counted = { left: Math.floor((limit - open) * share), fullUntil, limit };
    this.#known.set(merchantId, counted);
    return counted;
  }
}

function tooMany({ limit }: Known): ApiError {
  return new ApiError('RATE_LIMITED', {
    message: `You have ${limit} accounts that wait for money, which is the most you may have. Wait until some of them have ended.`,
    headers: { 'retry-after': String(fullForMs / 1_000) },
  });
}
