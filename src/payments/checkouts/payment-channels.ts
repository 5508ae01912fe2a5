import type { ChannelName } from '../../domain/channels.js';
import type { Checkout } from './checkout.js';
import { ApiError } from '../../http/api-error.js';
import { CompletedCheckout, CompleteRequest } from './complete.dto.js';
import { AttemptView } from './query.dto.js';
import type { EffectiveState } from './effective-state.js';

/** A way to pay, as the API handles it. Each channel has a handler (bank-channel.ts, card-channel.ts). */
export interface PaymentChannel {
  readonly name: ChannelName;
  /**
   * Answers complete-checkout. `waitMs` is undefined when the caller has not said how long it waits.
   *
   * @throws ApiError for the first check that fails, or for a payment that is still under way.
   */
  complete(
    found: Checkout,
    request: CompleteRequest,
    waitMs: number | undefined,
  ): Promise<CompletedCheckout>;
  /** The payer's attempts by this channel. */
  attempts(checkout: Checkout, state: EffectiveState): readonly AttemptView[];
}

/** The ways to pay, by name. */
export class PaymentChannels {
  readonly #handlers: ReadonlyMap<string, PaymentChannel>;

  constructor(handlers: readonly PaymentChannel[]) {
    this.#handlers = new Map(handlers.map((handler) => [handler.name, handler]));
  }

  /** @throws ApiError INVALID_CHANNEL */
  named(name: ChannelName | undefined): PaymentChannel {
    const handler = this.#handlers.get(name ?? '');
    if (handler === undefined) throw new ApiError('INVALID_CHANNEL');
    return handler;
  }

  /** All attempts, the newest first. */
  attempts(checkout: Checkout, state: EffectiveState): AttemptView[] {
    return [...this.#handlers.values()]
      .flatMap((handler) => handler.attempts(checkout, state))
      .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  }
}
