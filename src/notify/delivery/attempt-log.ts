import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryAttempt } from './notification-store.port.js';
import type { PgDeliveryStore } from './delivery.store.js';

const RETRY_MS = 1000;
/**
 * Attempts are gathered for so long and then written together: nobody waits for that, and one statement for many
 * attempts costs little more than a statement for one. What a killed process had sent in that time is sent a second time,
 * under the same ids, when its claims are over.
 */
const GATHER_MS = 250;

/** A pino logger fits. */
export interface DispatcherLog {
  warn(details: object, message: string): void;
}

/**
 * Writes attempts down, those of some milliseconds together. An attempt that cannot be written is kept and tried again:
 * a delivery that nobody wrote down would be sent a second time.
 */
export class AttemptLog {
  readonly #store: Pick<PgDeliveryStore, 'record'>;
  readonly #log: DispatcherLog;
  readonly #waiting: DeliveryAttempt[] = [];
  #writing: Promise<void> | undefined;
  #closed = false;

  constructor(store: Pick<PgDeliveryStore, 'record'>, log: DispatcherLog) {
    this.#store = store;
    this.#log = log;
  }

  add(attempt: DeliveryAttempt): void {
    this.#waiting.push(attempt);
    this.#writing ??= this.#writeAll();
  }

  /** Returns when everything is written, or cannot be written now. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      if (!this.#closed) await sleep(GATHER_MS);
      const batch = this.#waiting.splice(0);
      try {
        await this.#store.record(batch);
      } catch (error) {
        this.#log.warn(
          { err: error, attempts: batch.length },
          'webhook attempts could not be written down',
        );
        if (this.#closed) break;
        this.#waiting.unshift(...batch);
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
    // The flag is cleared in the same step as the last look at what waits, so an attempt that is added later starts
    // another run.
    this.#writing = undefined;
  }
}
