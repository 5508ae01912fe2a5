import { hkdfSync } from 'node:crypto';
import { accountNumber } from '../domain/nuban.js';
import {
  createPermutation,
  permutationRounds,
  roundTable,
  roundTableBytes,
  type Permutation,
} from '../domain/number-permutation.js';
import type { CheckoutStore } from '../domain/ports/checkout-store.port.js';

const blockSize = 32;

interface PrefixPool {
  readonly permutation: Permutation;
  /** Serials of ours that no account has; the last is used next. */
  readonly free: number[];
  /** One block is fetched at a time, however many wait for it. */
  fetching: Promise<boolean> | undefined;
}

/** A number that may be used for an account, or must be given back. */
export interface OfferedNumber {
  readonly accountNumber: string;
  readonly serial: number;
}

/**
 * Account numbers from memory: the database deals out blocks of 32 serials per prefix, and a keyed permutation hides
 * their order. A block that a process leaves unused is lost, which costs nothing that matters.
 */
export class NumberPool {
  readonly #store: Pick<CheckoutStore, 'reserveSerials'>;
  readonly #key: Buffer;
  readonly #prefixes = new Map<string, PrefixPool>();

  constructor(store: Pick<CheckoutStore, 'reserveSerials'>, key: Buffer) {
    this.#store = store;
    this.#key = key;
  }

  /** Undefined when the prefix is used up. */
  async take(prefix: string, bankCode: string): Promise<OfferedNumber | undefined> {
    const pool = this.#poolOf(prefix);
    for (;;) {
      const serial = pool.free.pop();
      if (serial !== undefined) return this.#offer(prefix, bankCode, pool, serial);
      const fetched = await (pool.fetching ??= this.#fetch(prefix, pool));
      if (!fetched) return undefined;
    }
  }

  /** A number that is surely taken, to ask what the answer would be when there is no free one. */
  takenNumber(prefix: string, bankCode: string): OfferedNumber {
    return this.#offer(prefix, bankCode, this.#poolOf(prefix), 0);
  }

  giveBack(prefix: string, { serial }: OfferedNumber): void {
    this.#poolOf(prefix).free.push(serial);
  }

  #offer(prefix: string, bankCode: string, pool: PrefixPool, serial: number): OfferedNumber {
    const number = accountNumber(prefix, pool.permutation.permute(serial), bankCode);
    return { accountNumber: number, serial };
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
  async #fetch(prefix: string, pool: PrefixPool): Promise<boolean> {
    try {
      const first = await this.#store.reserveSerials(prefix);
      if (first === undefined) return false;
      for (let i = blockSize - 1; i >= 0; i -= 1) pool.free.push(first + i);
      return true;
    } finally {
      pool.fetching = undefined;
    }
  }
}

/** Each prefix has an order of its own. */
function permutationOf(key: Buffer, prefix: string): Permutation {
  const tables = Array.from({ length: permutationRounds }, (_, round) => {
    const info = `account-number/${prefix}/${round}`;
    return roundTable(new Uint8Array(hkdfSync('sha256', key, '', info, roundTableBytes)));
  });
  return createPermutation(tables);
}
