import { createHash } from 'node:crypto';
import type { Checkout } from './checkout.js';
import type { PgCheckoutStore } from './checkout.store.js';
import { ApiError } from '../../http/api-error.js';
import { weakETag } from '../../http/etag.js';
import {
  type Polled,
  type PollWish,
  readPolled,
  readUntil,
  type Waiting,
} from '../../http/polling.js';
import { effectiveState } from './effective-state.js';

/** Reads checkouts for requests, which may wait for a change. */
export class CheckoutWatch {
  constructor(
    private readonly checkouts: Pick<PgCheckoutStore, 'find'>,
    private readonly waiting: Waiting,
  ) {}

  /**
   * Returns the checkout's state; `state` is undefined when the caller has seen that version already. With `waitMs` the
   * answer waits for a change from the version that the caller has seen, or else from now.
   *
   * @throws ApiError RESOURCE_NOT_FOUND
   */
  polled(merchantId: string, reference: string, wish: PollWish): Promise<Polled<Checkout>> {
    const isFinal = (checkout: Checkout) => effectiveState(checkout).ended;
    const reading = { ...this.#reading(merchantId, reference), etagOf, isFinal };
    return readPolled(reading, wish, this.waiting);
  }

  /**
   * Returns the checkout as soon as `isAwaited` is true of it. Returns it as it is after `waitMs`, when the process
   * ends, or when `gone` says that the caller has left.
   */
  until(
    checkout: Checkout,
    isAwaited: (checkout: Checkout) => boolean,
    waitMs: number,
    gone?: AbortSignal,
  ): Promise<Checkout> {
    const { shutdown } = this.waiting;
    const stopped = gone === undefined ? shutdown : AbortSignal.any([gone, shutdown]);
    const reading = this.#reading(checkout.merchantId, checkout.paymentReference);
    return readUntil(checkout, isAwaited, waitMs, reading, { ...this.waiting, shutdown: stopped });
  }

  #reading(merchantId: string, paymentReference: string) {
    const read = async (): Promise<Checkout> => {
      const found = await this.checkouts.find(merchantId, paymentReference);
      if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
      return found;
    };
    return { id: ({ checkoutId }: Checkout) => checkoutId, read, changesInMs };
  }
}

/** The wait is measured by the database's clock, plus a little, so that the next read is past the end. */
function changesInMs(checkout: Checkout): number | undefined {
  const { changesAt } = effectiveState(checkout);
  return changesAt && changesAt.getTime() - checkout.now.getTime() + 5;
}

/**
 * Names the state by all that is read of the checkout, but for the time of the read: a card's attempt or a refund
 * changes without a version, and time alone ends an account or the access code.
 */
function etagOf(checkout: Checkout): string {
  const state = effectiveState(checkout);
  const shown = [{ ...checkout, now: undefined }, state];
  const text = JSON.stringify(shown, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16);
  return weakETag(`${checkout.version}-${state.status}-${hash}`);
}
