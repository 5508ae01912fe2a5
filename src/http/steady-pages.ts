import { setTimeout as pause } from 'node:timers/promises';
import { fileSlice, retriedSlice } from '../domain/slice.js';
import { outageOf } from './error-mapping.js';
import type { Page } from './paging.js';

/** The place where a page of a file begins, and its most rows. Without a cursor: the first page. */
export interface PageAsked {
  readonly cursor: string | undefined;
  readonly size: number;
}

/** Reads a page of the list. */
export type Pages<Item> = (asked: PageAsked) => Promise<Page<Item>>;

/** The pauses together last as long as a failover takes. */
export const patience: readonly number[] = [250, 1_000, 2_000, 4_000, 8_000, 15_000];

/**
 * Reads the pages of a file one after the other. When the database cannot deliver a page after the first, the page is
 * read again after a pause. From then on pages are smaller, so that a busy database can finish one within the statement
 * timeout. Each try begins at the page's cursor, so no row is repeated and none is left out.
 */
export class SteadyPages<Item> {
  #size: number = fileSlice;
  /** The read that is under way, even when nobody wants it any more. */
  #reading: Promise<unknown> = Promise.resolve();

  /** @param signal aborts when the reader has gone: nothing is read after that. */
  constructor(
    private readonly pages: Pages<Item>,
    private readonly signal: AbortSignal,
    private readonly pausesMs: readonly number[],
  ) {}

  /** Reads the first page, once: while nothing of the file is written, the request itself can fail. */
  first(): Promise<Page<Item>> {
    return this.#read(undefined);
  }

  /** @throws the last failure, when all pauses are over or another try would not help; AbortError when the reader has gone. */
  async after(cursor: string): Promise<Page<Item>> {
    for (const pauseMs of this.pausesMs) {
      this.signal.throwIfAborted();
      try {
        return await this.#read(cursor);
      } catch (error) {
        if (outageOf(error) === undefined) throw error;
        this.#size = retriedSlice;
        await pause(pauseMs, undefined, { signal: this.signal });
      }
    }
    return this.#read(cursor);
  }

  /** Returns once the database has nothing more to do for this file. */
  async settled(): Promise<void> {
    await this.#reading.catch(() => undefined);
  }

  #read(cursor: string | undefined): Promise<Page<Item>> {
    const page = this.pages({ cursor, size: this.#size });
    this.#reading = page;
    return page;
  }
}
