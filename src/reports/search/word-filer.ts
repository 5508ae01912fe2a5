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
  #closed = false;
  #running: Promise<void> | undefined;
  #endRest = (): void => {};

  constructor(
    private readonly words: PgWords,
    private readonly log: FilerLog,
  ) {}

  start(): void {
    this.#running ??= this.#run();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#endRest();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#closed) {
      const filed = await this.words.file(batch).catch((err: unknown) => {
        this.log.warn({ err }, 'the words of a search could not be filed; trying again');
        return 0;
      });
      if (filed < batch) await this.#rest();
    }
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pauseMs);
      this.#endRest = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.#closed) this.#endRest();
    });
  }
}
