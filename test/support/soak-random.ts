/** Random numbers of a seed: the same seed draws the same, on every machine. */
export class Random {
  #state: number;

  constructor(readonly seed: number) {
    this.#state = seed | 0;
  }

  /** 0 to 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`. */
  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError('there is nothing to pick from');
    return items[this.int(0, items.length - 1)] as Item;
  }

  /** By weights, which need not sum up to anything. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries(weights) as [Name, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    return (entries.at(-1) as [Name, number])[0];
  }
}

/** What the n-th case of a run is drawn from. */
export function caseRandom(seed: number, n: number): Random {
  return new Random(Math.imul(seed, 0x9e37_79b9) ^ Math.imul(n + 1, 0x85eb_ca6b));
}

/** Sizes and seeds of the runs, as `npm run soak` hands them over; a suite's run takes its own. */
export function soakNumber(
  name:
    | 'N'
    | 'CHANGING_N'
    | 'CHAOS_N'
    | 'CLUSTER_RATE'
    | 'CLUSTER_SECONDS'
    | 'PARKED_N'
    | 'PROVIDUS_N'
    | 'PROVIDUS_SEED'
    | 'SEED'
    | 'CASE'
    | 'BANK_N'
    | 'REBUILD_N'
    | 'RECEIPTS_BESIDE_N'
    | 'RECEIPTS_N'
    | 'PAYOUTS_N'
    | 'PAYMENTS'
    | 'ROLLOUT_SECONDS'
    | 'RETENTION_N'
    | 'RETENTION_SLOWEST_MS'
    | 'MERCHANTS'
    | 'DAYS'
    | 'DUE'
    | 'HELD_MS'
    | 'JOURNALS'
    | 'REPLICAS_N'
    | 'REPLICAS_ROUNDS'
    | 'REPLICAS_RATE',
  fallback: number,
): number {
  const given = process.env[`MANILLA_SOAK_${name}`];
  return given === undefined ? fallback : Number(given);
}
