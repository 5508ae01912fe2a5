import pg from 'pg';

const firstPauseMs = 100;
const longestPauseMs = 5_000;

export interface ChannelListenerOptions {
  readonly url: string;
  /** A plain SQL identifier. */
  readonly channel: string;
  readonly applicationName: string;
  readonly onNotice: (payload: string) => void;
  /** Called after each (re)connection, because notices are lost while there is none. */
  readonly onConnected: () => void;
}

/** Keeps one LISTEN connection open, whatever becomes of the database. */
export class ChannelListener {
  readonly #options: ChannelListenerOptions;
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #pauseMs = firstPauseMs;
  #closed = false;

  constructor(options: ChannelListenerOptions) {
    this.#options = options;
  }

  /** Resolves once listening, or after the first failed attempt; from then on it reconnects by itself. */
  async start(): Promise<void> {
    await this.#connect();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#client?.end().catch(() => {});
  }

  async #connect(): Promise<void> {
    const { url, channel, applicationName, onNotice, onConnected } = this.#options;
    const client = new pg.Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    this.#client = client;
    client.on('error', () => {});
    client.on('notification', ({ payload }) => onNotice(payload ?? ''));
    client.once('end', () => this.#reconnectLater(client));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      this.#pauseMs = firstPauseMs;
      onConnected();
    } catch {
      await client.end().catch(() => {});
      this.#reconnectLater(client);
    }
  }

  #reconnectLater(client: pg.Client): void {
    if (this.#closed || client !== this.#client) return;
    this.#client = undefined;
    this.#retry = setTimeout(() => void this.#connect(), this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs);
  }
}
