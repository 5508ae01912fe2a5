import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryAttempt, DeliveryStore } from '../domain/ports/notification-store.port.js';

const RETRY_MS = 1000;

/** A pino logger fits. */
export interface DispatcherLog {
  warn(details: object, message: string): void;
}

/**
 * Writes attempts down, all that come up during one write in the next. What cannot be written is kept and tried again:
 * a delivery that nobody wrote down would be sent a second time.
 */
export class AttemptLog {
  readonly #store: Pick<DeliveryStore, 'record'>;
  readonly #log: DispatcherLog;
  readonly #waiting: DeliveryAttempt[] = [];
  #writing: Promise<void> | undefined;
  #closed = false;

  constructor(store: Pick<DeliveryStore, 'record'>, log: DispatcherLog) {
    this.#store = store;
    this.#log = log;
  }

  add(attempt: DeliveryAttempt): void {
    this.#waiting.push(attempt);
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = undefined));
  }

  /** Returns when everything is written, or cannot be written now. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    // Let what finishes in the same turn of the event loop come along.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      try {
        await this.#store.record(batch);
      } catch (error) {
        this.#log.warn(
          { err: error, attempts: batch.length },
          'webhook attempts could not be written down',
        );
        if (this.#closed) return;
        this.#waiting.unshift(...batch);
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  }
}
