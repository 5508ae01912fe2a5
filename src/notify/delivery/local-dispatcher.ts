import type { Delivery, DeliveryClaim, DeliveryTaker } from './notification-store.port.js';

/** The place where writers of deliveries find the dispatcher of their process, while it runs. */
export class LocalDispatcher implements DeliveryTaker {
  #dispatcher: DeliveryTaker | undefined;

  open(dispatcher: DeliveryTaker): void {
    this.#dispatcher = dispatcher;
  }

  close(): void {
    this.#dispatcher = undefined;
  }

  terms(): DeliveryClaim | null {
    return this.#dispatcher?.terms() ?? null;
  }

  /** A dispatcher that has closed meanwhile takes none: the deliveries are claimed when their lease is over. */
  take(deliveries: readonly Delivery[], askedAtMs: number): void {
    this.#dispatcher?.take(deliveries, askedAtMs);
  }
}
