import { hkdfSync } from 'node:crypto';
import { accountNumber } from '../../domain/nuban.js';
import {
  createPermutation,
  permutationRounds,
  roundTable,
  roundTableBytes,
  type Permutation,
} from '../../domain/number-permutation.js';
import type { OfferedNumber } from './number.js';
import type { PgNumberStore } from './number.store.js';

/**
 * How long a prefix without free numbers is not searched again. Meanwhile the database may still give a number that
 * another process holds.
 */
const emptyForMs = 1_000;
/** How many numbers are looked up at once in the search for numbers that were dealt and never used. */
const sweepSize = 5_000;

interface PrefixPool {
  readonly permutation: Permutation;
  /** Numbers that this process holds and no account has; the last is used next. */
  readonly free: OfferedNumber[];
  /** Only one block is fetched at a time, however many callers wait for it. */
  fetching: Promise<boolean> | undefined;
  /** Whether the database has dealt all serials of the prefix. */
  isDealt: boolean;
  isSwept: boolean;
  /** The time (`performance.now()`) until which the prefix is not searched again, in milliseconds. */
  emptyUntil: number;
}

/**
 * Gives out account numbers from memory. The database deals out blocks of 32 serials per prefix, and a keyed
 * permutation hides their order. When a prefix has dealt all its serials, it reuses numbers whose quarantine is over,
 * and numbers that were dealt to processes which did not use them. When none of these is left either, the database
 * gives the numbers that processes hold, one by one, so no free number is lost because another process holds it.
 */
export class NumberPool {
  readonly #store: Omit<PgNumberStore, 'releaseNumbers'>;
  readonly #key: Buffer;
  readonly #prefixes = new Map<string, PrefixPool>();

  constructor(store: Omit<PgNumberStore, 'releaseNumbers'>, key: Buffer) {
    this.#store = store;
    this.#key = key;
  }

  /** Returns undefined when every free number is held by some process: the database may still give one of those. */
  async take(prefix: string, bankCode: string): Promise<OfferedNumber | undefined> {
    const pool = this.#poolOf(prefix);
    for (;;) {
      const number = pool.free.pop();
      if (number !== undefined) return number;
      if (performance.now() < pool.emptyUntil) return undefined;
      const fetched = await (pool.fetching ??= this.#fetch(prefix, bankCode, pool));
      if (!fetched) {
        pool.emptyUntil = performance.now() + emptyForMs;
        return undefined;
      }
    }
  }

  giveBack(prefix: string, number: OfferedNumber): void {
    this.#poolOf(prefix).free.push(number);
  }

  #poolOf(prefix: string): PrefixPool {
    let pool = this.#prefixes.get(prefix);
    if (pool === undefined) {
      const permutation = permutationOf(this.#key, prefix);
      pool = {
        permutation,
        free: [],
        fetching: undefined,
        isDealt: false,
        isSwept: false,
        emptyUntil: 0,
      };
      this.#prefixes.set(prefix, pool);
    }
    return pool;
  }

  /** Returns false when there is no number to fetch. */
  async #fetch(prefix: string, bankCode: string, pool: PrefixPool): Promise<boolean> {
    try {
      return (
        (await this.#fetchSerials(prefix, bankCode, pool)) ||
        (await this.#fetchFreed(prefix, pool)) ||
        ((await this.#sweep(prefix, bankCode, pool)) && (await this.#fetchFreed(prefix, pool)))
      );
    } finally {
      pool.fetching = undefined;
    }
  }

  async #fetchSerials(prefix: string, bankCode: string, pool: PrefixPool): Promise<boolean> {
    const block = pool.isDealt ? undefined : await this.#store.reserveSerials(prefix);
    pool.isDealt = block === undefined;
    if (block === undefined) return false;
    for (let i = block.count - 1; i >= 0; i -= 1) {
      const number = numberOf(prefix, bankCode, pool, block.first + i);
      pool.free.push({ accountNumber: number, generation: 0 });
    }
    return true;
  }

  async #fetchFreed(prefix: string, pool: PrefixPool): Promise<boolean> {
    const freed = await this.#store.reserveFreed(prefix);
    pool.free.push(...freed.toReversed());
    return freed.length > 0;
  }

  /** Records which numbers no account ever had. Returns false when another process has done so already. */
  async #sweep(prefix: string, bankCode: string, pool: PrefixPool): Promise<boolean> {
    const capacity = pool.isSwept ? undefined : await this.#store.unsweptCapacity(prefix);
    for (let serial = 0; serial < (capacity ?? 0); serial += sweepSize) {
      const count = Math.min(sweepSize, (capacity ?? 0) - serial);
      const numbers = Array.from({ length: count }, (_, i) =>
        numberOf(prefix, bankCode, pool, serial + i),
      );
      await this.#store.freeUnused(prefix, numbers, serial + count === capacity);
    }
    pool.isSwept = true;
    return capacity !== undefined;
  }
}

function numberOf(
  prefix: string,
  bankCode: string,
  { permutation }: PrefixPool,
  serial: number,
): string {
  return accountNumber(prefix, permutation.permute(serial), bankCode);
}

/** Each prefix has its own permutation. */
function permutationOf(key: Buffer, prefix: string): Permutation {
  const tables = Array.from({ length: permutationRounds }, (_, round) => {
    const info = `account-number/${prefix}/${round}`;
    return roundTable(new Uint8Array(hkdfSync('sha256', key, '', info, roundTableBytes)));
  });
  return createPermutation(tables);
}
