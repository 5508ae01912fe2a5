import pg from 'pg';

const channel = 'checkout_changed';
const firstPauseMs = 100;
const longestPauseMs = 5_000;

/**
 * Wakes those who wait for a checkout to change, from one LISTEN connection per process.
 *
 * A notice may be missed while the connection is down, so everyone is woken when it is back: after `waitFor` the caller
 * reads the checkout again, and waits on if it has not changed.
 */
export class ChangeListener {
  private readonly waiting = new Map<string, Set<() => void>>();
  private client: pg.Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private pauseMs = firstPauseMs;
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly applicationName = 'manilla-listener',
  ) {}

  /** Resolves once listening, or after the first failed attempt; from then on it reconnects by itself. */
  async start(): Promise<void> {
    await this.connect();
  }

  /**
   * Resolves when the checkout has changed, when it may have, after `timeoutMs`, or on `signal`. Call it before reading the
   * checkout, and await it after: then no change falls between.
   */
  waitFor(checkoutId: string, timeoutMs: number, signal?: AbortSignal): Promise<void> {
    if (this.closed || signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const wakers = this.waiting.get(checkoutId) ?? new Set();
      const wake = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        wakers.delete(wake);
        if (wakers.size === 0 && this.waiting.get(checkoutId) === wakers) {
          this.waiting.delete(checkoutId);
        }
        resolve();
      };
      const timer = setTimeout(wake, timeoutMs);
      signal?.addEventListener('abort', wake);
      wakers.add(wake);
      this.waiting.set(checkoutId, wakers);
    });
  }

  /** Wakes everyone and closes the connection. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    this.wakeAll();
    await this.client?.end().catch(() => {});
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: this.applicationName,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    this.client = client;
    client.on('error', () => {});
    client.on('notification', ({ payload }) => this.wake(payload ?? ''));
    client.once('end', () => this.reconnectLater(client));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      this.pauseMs = firstPauseMs;
      this.wakeAll();
    } catch {
      await client.end().catch(() => {});
      this.reconnectLater(client);
    }
  }

  private reconnectLater(client: pg.Client): void {
    if (this.closed || client !== this.client) return;
    this.client = undefined;
    this.retry = setTimeout(() => void this.connect(), this.pauseMs);
    this.pauseMs = Math.min(this.pauseMs * 2, longestPauseMs);
  }

  private wake(checkoutId: string): void {
    for (const wake of this.waiting.get(checkoutId) ?? []) wake();
  }

  private wakeAll(): void {
    for (const checkoutId of [...this.waiting.keys()]) this.wake(checkoutId);
  }
}
