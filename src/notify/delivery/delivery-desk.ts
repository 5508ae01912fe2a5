import type { Delivery, DeliveryClaim, DeliveryTaker } from './notification-store.port.js';

/** Where those who write deliveries find the dispatcher of their process, while it runs. */
export class DeliveryDesk implements DeliveryTaker {
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

  /** Of a dispatcher that has closed meanwhile: they are claimed when their lease is over. */
  take(deliveries: readonly Delivery[], askedAtMs: number): void {
    this.#dispatcher?.take(deliveries, askedAtMs);
  }
}
