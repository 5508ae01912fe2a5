/**
 * Keeps the order of one checkout's events, in a line for each endpoint. A later event waits while an earlier one is in
 * its first attempt, but not for ever. Items without a checkout have no line and wait for nobody.
 */
export class CheckoutSequencer<Item> {
  readonly #waiting = new Map<string, Item[]>();

  /** Tells whether this item may go now. If not, `pass` returns it later, unless it `overtake`s before. */
  take(line: string | null, item: Item): boolean {
    if (line === null) return true;
    const waiting = this.#waiting.get(line);
    if (waiting === undefined) {
      this.#waiting.set(line, []);
      return true;
    }
    waiting.push(item);
    return false;
  }

  /** Ends the item that was let go, and returns the next item of the line. */
  pass(line: string | null): Item | undefined {
    if (line === null) return undefined;
    const next = this.#waiting.get(line)?.shift();
    if (next === undefined) this.#waiting.delete(line);
    return next;
  }

  /** Takes an item out of its line; false when `pass` has returned it already. Afterwards the item must not `pass`. */
  overtake(line: string | null, item: Item): boolean {
    const waiting = line === null ? undefined : this.#waiting.get(line);
    const position = waiting?.indexOf(item) ?? -1;
    if (position >= 0) waiting?.splice(position, 1);
    return position >= 0;
  }
}
