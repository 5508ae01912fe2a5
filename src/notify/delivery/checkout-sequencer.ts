/**
 * Lets the events of one checkout be told in their order, a line for each endpoint: a later one waits while an earlier one is in
 * its first attempt, but not for ever. Items without a checkout have no line and wait for nobody.
 */
export class CheckoutSequencer<Item> {
  readonly #waiting = new Map<string, Item[]>();

  /** Tells whether it is this item's turn now; if not, `pass` hands it out, unless it `overtakes` before. */
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

  /** The item whose turn it was is through; returns the one whose turn it is now. */
  pass(line: string | null): Item | undefined {
    if (line === null) return undefined;
    const next = this.#waiting.get(line)?.shift();
    if (next === undefined) this.#waiting.delete(line);
    return next;
  }

  /** The item waits no longer; false when its turn has come already. One that has overtaken does not `pass`. */
  overtake(line: string | null, item: Item): boolean {
    const waiting = line === null ? undefined : this.#waiting.get(line);
    const position = waiting?.indexOf(item) ?? -1;
    if (position >= 0) waiting?.splice(position, 1);
    return position >= 0;
  }
}
