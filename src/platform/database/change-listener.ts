import { ChannelListener } from './channel-listener.js';

/**
 * Wakes those who wait for a checkout to change, from one LISTEN connection per process.
 *
 * A notice may be missed while the connection is down, so everyone is woken when it is back: after `waitFor` the caller
 * reads the checkout again, and waits on if it has not changed.
 */
export class ChangeListener {
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #channel: ChannelListener;
  #closed = false;

  constructor(url: string, applicationName = 'manilla-listener') {
    this.#channel = new ChannelListener({
      url,
      channel: 'checkout_changed',
      applicationName,
      onNotice: (checkoutId) => this.#wake(checkoutId),
      onConnected: () => this.#wakeAll(),
    });
  }

  /** Resolves once listening, or after the first failed attempt; from then on it reconnects by itself. */
  start(): Promise<void> {
    return this.#channel.start();
  }

  /**
   * Resolves when the checkout has changed, when it may have, after `timeoutMs`, or on `signal`. Call this before you read
   * the checkout, and await it afterwards, so that no change is missed in between.
   */
  waitFor(checkoutId: string, timeoutMs: number, signal?: AbortSignal): Promise<void> {
    if (this.#closed || signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const wakers = this.#waiting.get(checkoutId) ?? new Set();
      const wake = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        wakers.delete(wake);
        if (wakers.size === 0 && this.#waiting.get(checkoutId) === wakers) {
          this.#waiting.delete(checkoutId);
        }
        resolve();
      };
      const timer = setTimeout(wake, timeoutMs);
      signal?.addEventListener('abort', wake);
      wakers.add(wake);
      this.#waiting.set(checkoutId, wakers);
    });
  }

  /** Wakes everyone and closes the connection. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#wakeAll();
    await this.#channel.close();
  }

  #wake(checkoutId: string): void {
    for (const wake of this.#waiting.get(checkoutId) ?? []) wake();
  }

  #wakeAll(): void {
    for (const checkoutId of [...this.#waiting.keys()]) this.#wake(checkoutId);
  }
}
