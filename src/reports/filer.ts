import { setTimeout as sleep } from 'node:timers/promises';

/** A pino logger fits. */
export interface FilerLog {
  warn(details: object, message: string): void;
}

/** Work that is done a little at a time, beside payments. */
export interface Filing {
  /** Does a part of the work. Returns true when there may be more to do at once. */
  readonly file: () => Promise<boolean>;
  readonly pauseMs: number;
  /** The name of the work in its log line, such as `the words of a search`. */
  readonly what: string;
}

/**
 * Runs a filing: work that prepares data for quick look-ups, a moment after the data changes. Any number of processes
 * may run one.
 */
export class Filer {
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;

  constructor(
    private readonly filing: Filing,
    private readonly log: FilerLog,
  ) {}

  start(): void {
    this.#running ??= this.#run();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    const { file, pauseMs, what } = this.filing;
    while (!signal.aborted) {
      const hasMore = await file().catch((err: unknown) => {
        this.log.warn({ err }, `${what} could not be filed; trying again`);
        return false;
      });
      if (!hasMore) await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
}
