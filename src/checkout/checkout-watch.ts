import type { Checkout, CheckoutStore } from '../domain/ports/checkout-store.port.js';
import { effectiveState } from './effective-state.js';

/** Wakes whoever waits for a checkout to change (src/persistence/change-listener.ts). */
export interface CheckoutChanges {
  waitFor(checkoutId: string, timeoutMs: number, signal?: AbortSignal): Promise<void>;
}

/** Lets a request wait for what it wants to see. */
export class CheckoutWatch {
  constructor(
    private readonly checkouts: Pick<CheckoutStore, 'find'>,
    private readonly changes: CheckoutChanges,
    private readonly shutdown: AbortSignal,
  ) {}

  /** The checkout as soon as `isAwaited` is true of it, or as it is after `waitMs` or when the process ends. */
  async until(
    checkout: Checkout,
    isAwaited: (checkout: Checkout) => boolean,
    waitMs: number,
  ): Promise<Checkout> {
    const deadline = Date.now() + waitMs;
    let current = checkout;
    for (;;) {
      const leftMs = deadline - Date.now();
      if (isAwaited(current) || leftMs <= 0 || this.shutdown.aborted) return current;
      const done = new AbortController();
      const signal = AbortSignal.any([done.signal, this.shutdown]);
      const timeoutMs = Math.min(leftMs, untilTimeChangesIt(current));
      // Listening begins before the read, so no change falls between the two.
      const changed = this.changes.waitFor(current.checkoutId, timeoutMs, signal);
      current = await this.#read(current);
      if (isAwaited(current)) done.abort();
      await changed;
      if (!isAwaited(current)) current = await this.#read(current);
    }
  }

  async #read(known: Checkout): Promise<Checkout> {
    return (await this.checkouts.find(known.merchantId, known.paymentReference)) ?? known;
  }
}

/** Counted on the database's clock; a little more, so that the next read is past the end. */
function untilTimeChangesIt(checkout: Checkout): number {
  const { changesAt } = effectiveState(checkout);
  if (changesAt === undefined) return Number.MAX_SAFE_INTEGER;
  return Math.max(0, changesAt.getTime() - checkout.now.getTime()) + 5;
}
