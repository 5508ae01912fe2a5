import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Mark } from './recovery.js';
import type { PgRecoveryStore } from './recovery.store.js';

export interface RestoreWatchParts {
  readonly store: PgRecoveryStore;
  /**
   * The file that stores the last mark outside of the database. If it is undefined, a restore is noticed only while
   * this process runs.
   */
  readonly file: string | undefined;
  /** The longest time for which a sending may still be on its way to a bank, in minutes. */
  readonly waitMinutes: number;
  /** A pino logger fits. */
  readonly log: { warn(details: object, message: string): void };
}

const everyMs = 5_000;
const kept = z.object({ databaseId: z.string(), mark: z.coerce.bigint() });

/**
 * Notices that the database was restored from a backup. For this it takes a mark that rises all the time, and stores
 * the last mark outside of the database. A database that is behind the stored mark sends nothing until the bank's
 * statements have been read again.
 */
export class RestoreWatch {
  #known: Mark | undefined;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(private readonly parts: RestoreWatchParts) {}

  /**
   * Compares the database with the stored mark before anything is sent. Returns when that is done, however long the
   * database takes to start.
   */
  async start(stopped: AbortSignal): Promise<void> {
    this.#known = await this.#read();
    const signal = AbortSignal.any([stopped, this.#stop.signal]);
    while (!signal.aborted && !(await this.#look())) await pause(1_000, signal);
    this.#running = this.#lookOn(signal);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #lookOn(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(everyMs, signal);
      if (!signal.aborted) await this.#look();
    }
  }

  /** Returns false when the comparison was not possible. */
  async #look(): Promise<boolean> {
    const { store, waitMinutes, log } = this.parts;
    try {
      const known = this.#known;
      let now = await store.nextMark(known);
      if (known?.databaseId === now.databaseId && now.mark <= known.mark) {
        log.warn({ known: known.mark, found: now.mark }, 'the database is behind: it was restored');
        await store.begin('BEHIND', waitMinutes, known.mark);
        now = await store.nextMark(known);
      }
      await this.#keep(now);
      this.#known = now;
      return true;
    } catch (error) {
      log.warn({ err: error }, 'whether the database was restored cannot be seen now');
      return false;
    }
  }

  /**
   * Reads the stored mark. Only a file that was never written counts as no mark. A file that cannot be read is an
   * error, so that nothing is sent.
   */
  async #read(): Promise<Mark | undefined> {
    if (this.parts.file === undefined) return undefined;
    const text = await readFile(this.parts.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    return text === undefined ? undefined : kept.parse(JSON.parse(text));
  }

  /** Writes the mark into a new file first and then renames it, so that a crash leaves the former file. */
  async #keep({ databaseId, mark }: Mark): Promise<void> {
    const { file } = this.parts;
    if (file === undefined) return;
    await mkdir(dirname(file), { recursive: true });
    // The file's name is unique, because workers may share the folder.
    const beside = `${file}.${randomUUID()}.new`;
    await writeFile(beside, JSON.stringify({ databaseId, mark: String(mark) }));
    await rename(beside, file);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => {});
}
