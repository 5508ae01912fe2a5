import type { Id } from '../../domain/ids.js';
/**
 * Lets the events of one checkout be told in their order: a later one waits while an earlier one is in its first
 * attempt, but not for ever. Items without a checkout wait for nobody.
 */
export class CheckoutSequencer<Item> {
  readonly #waiting = new Map<string, Item[]>();

  /** Tells whether it is this item's turn now; if not, `pass` hands it out, unless it `overtakes` before. */
  take(checkoutId: Id<'chk'> | null, item: Item): boolean {
    if (checkoutId === null) return true;
    const waiting = this.#waiting.get(checkoutId);
    if (waiting === undefined) {
      this.#waiting.set(checkoutId, []);
      return true;
    }
    waiting.push(item);
    return false;
  }

  /** The item whose turn it was is through; returns the one whose turn it is now. */
  pass(checkoutId: Id<'chk'> | null): Item | undefined {
    if (checkoutId === null) return undefined;
    const next = this.#waiting.get(checkoutId)?.shift();
    if (next === undefined) this.#waiting.delete(checkoutId);
    return next;
  }

  /** The item waits no longer; false when its turn has come already. One that has overtaken does not `pass`. */
  overtake(checkoutId: Id<'chk'> | null, item: Item): boolean {
    const waiting = checkoutId === null ? undefined : this.#waiting.get(checkoutId);
    const position = waiting?.indexOf(item) ?? -1;
    if (position >= 0) waiting?.splice(position, 1);
    return position >= 0;
  }
}
