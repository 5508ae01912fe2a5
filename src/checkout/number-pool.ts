import { hkdfSync } from 'node:crypto';
import { accountNumber } from '../domain/nuban.js';
import {
  createPermutation,
  permutationRounds,
  roundTable,
  roundTableBytes,
  type Permutation,
} from '../domain/number-permutation.js';
import type { CheckoutStore, FreedNumber } from '../domain/ports/checkout-store.port.js';

const blockSize = 32;

type NumberStore = Pick<CheckoutStore, 'reserveSerials' | 'reserveFreed'>;

/** A number that may be used for an account, or must be given back. */
export type OfferedNumber = FreedNumber;

interface PrefixPool {
  readonly permutation: Permutation;
  /** Numbers of ours that no account has; the last is used next. */
  readonly free: OfferedNumber[];
  /** One block is fetched at a time, however many wait for it. */
  fetching: Promise<boolean> | undefined;
}

/**
 * Account numbers from memory: the database deals out blocks of 32 serials per prefix, and a keyed permutation hides
 * their order. A block that a process leaves unused is lost, which costs nothing that matters. A prefix that has dealt
 * all its serials goes on with numbers whose quarantine is over.
 */
export class NumberPool {
  readonly #store: NumberStore;
  readonly #key: Buffer;
  readonly #prefixes = new Map<string, PrefixPool>();

  constructor(store: NumberStore, key: Buffer) {
    this.#store = store;
    this.#key = key;
  }

  /** Undefined when the prefix is used up. */
  async take(prefix: string, bankCode: string): Promise<OfferedNumber | undefined> {
    const pool = this.#poolOf(prefix);
    for (;;) {
      const number = pool.free.pop();
      if (number !== undefined) return number;
      const fetched = await (pool.fetching ??= this.#fetch(prefix, bankCode, pool));
      if (!fetched) return undefined;
    }
  }

  /** A number that is surely taken, to ask what the answer would be when there is no free one. */
  takenNumber(prefix: string, bankCode: string): OfferedNumber {
    return fresh(prefix, bankCode, this.#poolOf(prefix), 0);
  }

  giveBack(prefix: string, number: OfferedNumber): void {
    this.#poolOf(prefix).free.push(number);
  }

  #poolOf(prefix: string): PrefixPool {
    let pool = this.#prefixes.get(prefix);
    if (pool === undefined) {
      pool = { permutation: permutationOf(this.#key, prefix), free: [], fetching: undefined };
      this.#prefixes.set(prefix, pool);
    }
    return pool;
  }

  /** False when the prefix is used up. */
  async #fetch(prefix: string, bankCode: string, pool: PrefixPool): Promise<boolean> {
    try {
      const first = await this.#store.reserveSerials(prefix);
      if (first === undefined) {
        const freed = await this.#store.reserveFreed(prefix);
        pool.free.push(...freed.toReversed());
        return freed.length > 0;
      }
      for (let i = blockSize - 1; i >= 0; i -= 1) {
        pool.free.push(fresh(prefix, bankCode, pool, first + i));
      }
      return true;
    } finally {
      pool.fetching = undefined;
    }
  }
}

function fresh(
  prefix: string,
  bankCode: string,
  { permutation }: PrefixPool,
  serial: number,
): OfferedNumber {
  return {
    accountNumber: accountNumber(prefix, permutation.permute(serial), bankCode),
    generation: 0,
  };
}

/** Each prefix has an order of its own. */
function permutationOf(key: Buffer, prefix: string): Permutation {
  const tables = Array.from({ length: permutationRounds }, (_, round) => {
    const info = `account-number/${prefix}/${round}`;
    return roundTable(new Uint8Array(hkdfSync('sha256', key, '', info, roundTableBytes)));
  });
  return createPermutation(tables);
}
