/** How a piece of code was reached from a changed one. */
export interface Reached {
  readonly steps: number;
  /** What it uses on the way to the change; undefined for the change itself. */
  readonly by: string | undefined;
}

/**
 * Which piece of code can break when another changes. Steps are what a link costs: the fewer steps a test is away from a
 * change, the more likely it sees a fault there.
 */
export class CodeGraph {
  readonly #users = new Map<string, Map<string, number>>();

  /** `user` can break when `used` changes. The cheapest of several links counts. */
  link(user: string, used: string, steps: number): void {
    if (user === used) return;
    const users = this.#users.get(used) ?? new Map<string, number>();
    if (steps < (users.get(user) ?? Infinity)) users.set(user, steps);
    this.#users.set(used, users);
  }

  /** Everything that these changes can break, by Dijkstra's algorithm. */
  reachedFrom(changed: Iterable<string>): ReadonlyMap<string, Reached> {
    const reached = new Map<string, Reached>();
    const waiting = new Rounds<{ readonly node: string } & Reached>();
    for (const node of changed) waiting.add(0, { node, steps: 0, by: undefined });
    for (const { node, steps, by } of waiting) {
      if (reached.has(node)) continue;
      reached.set(node, { steps, by });
      for (const [user, more] of this.#users.get(node) ?? []) {
        if (!reached.has(user))
          waiting.add(steps + more, { node: user, steps: steps + more, by: node });
      }
    }
    return reached;
  }
}

/** A queue by steps, which are few and small: in quarters, as links that say little cost fractions. */
class Rounds<Item> {
  readonly #rounds: Item[][] = [];

  add(steps: number, item: Item): void {
    (this.#rounds[Math.round(steps * 4)] ??= []).push(item);
  }

  *[Symbol.iterator](): Generator<Item> {
    for (let round = 0; round < this.#rounds.length; round += 1) {
      // Links without a cost add to the round that is being read.
      for (const item of this.#rounds[round] ?? []) yield item;
    }
  }
}
