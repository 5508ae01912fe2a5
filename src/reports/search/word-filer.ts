import { setTimeout as sleep } from 'node:timers/promises';
import type { PgWords } from './words.store.js';

/** Few, so that no row is locked for long. */
const batch = 250;
const pauseMs = 1_000;

/** A pino logger fits. */
export interface FilerLog {
  warn(details: object, message: string): void;
}

/** Writes the words by which orders and payments are found, a moment after them. Any number of processes may run one. */
export class WordFiler {
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;

  constructor(
    private readonly words: PgWords,
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
    while (!signal.aborted) {
      const filed = await this.words.file(batch).catch((err: unknown) => {
        this.log.warn({ err }, 'the words of a search could not be filed; trying again');
        return 0;
      });
      if (filed < batch) await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
}
