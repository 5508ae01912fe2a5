import { PassThrough, type Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { csvRows } from '../domain/csv.js';
import { lagosDate } from '../domain/lagos-day.js';
import { FairQueue } from './fair-queue.js';
import type { Column } from './list-columns.js';
import type { Page } from './paging.js';
import { patience, SteadyPages, type Pages } from './steady-pages.js';

export interface FileLimits {
  /** The most rows of a file. Its last line has the cursor that the next file begins with. */
  readonly rows: number;
  /** A file that takes longer ends after the page at hand, because it holds a place that others wait for. */
  readonly longestMs: number;
  /** A reader that does not even take that page within this time is cut off. */
  readonly stalledMs: number;
  /** The pauses before a page is read again. */
  readonly pausesMs: readonly number[];
}

const fileLimits: FileLimits = {
  rows: 100_000,
  longestMs: 14 * 60_000,
  stalledMs: 60_000,
  pausesMs: patience,
};

/** The word in the last line of a file. */
type FileEnd = 'COMPLETE' | 'MORE' | 'INCOMPLETE';

/** Spreadsheets take a file for UTF-8 only when it begins with this mark, and lists have names in them. */
const byteOrderMark = '\ufeff';

/**
 * Files of one key or person are written one after the other. A merchant with many keys or people has only a few files
 * at once.
 */
const queues = {
  ofCaller: new FairQueue({ atOnce: 1_024, ofOne: 1, waiting: 0 }),
  ofMerchant: new FairQueue({ atOnce: 64, ofOne: 4, waiting: 0 }),
} as const;

export interface CsvOf<Item> {
  readonly name: string;
  readonly columns: readonly Column<Item>[];
}

export interface Reader {
  readonly merchantId: string;
  /** The key or the person. */
  readonly caller: string;
  /** Called with the reason why a file ended too early. */
  readonly onFailure: (error: Error) => void;
}

/** Returns the one who asks for a file by this request, whose log tells it apart and says why it ended too early. */
export function readerBy(
  { note }: Pick<FastifyRequest, 'note'>,
  who: Pick<Reader, 'merchantId' | 'caller'>,
): Reader {
  note.isFile = true;
  return { ...who, onFailure: (error) => void (note.failure = error.message) };
}

export interface CsvFile {
  readonly body: Readable;
  readonly type: string;
  /** The name of the file, with the day. */
  readonly name: string;
}

/**
 * Opens a list as a file, with one page of it in memory. The file exists once its first page is read; until then a failure
 * is answered like any other. Its place is free again when the reader has all of it or has gone; from then on the database
 * reads nothing more for it.
 *
 * @throws ApiError TOO_MUCH_AT_ONCE
 */
export function openCsv<Item>(
  { name, columns }: CsvOf<Item>,
  reader: Reader,
  pages: Pages<Item>,
  limits: FileLimits = fileLimits,
): Promise<CsvFile> {
  const { merchantId, caller } = reader;
  return new Promise((open, refuse) => {
    const write = async (): Promise<void> => {
      const gone = new AbortController();
      const steady = new SteadyPages(pages, gone.signal, limits.pausesMs);
      const text = lines(columns, await steady.first(), steady, reader, limits);
      // The text is piped through this stream, which can be closed at once. A stream that reads the pages itself would
      // be closed only after the page at hand.
      const body = new PassThrough();
      const written = pipeline(text, body);
      const late = setTimeout(
        () => body.destroy(new Error('a file was read too slowly')),
        limits.longestMs + limits.stalledMs,
      );
      const type = 'text/csv; charset=utf-8';
      open({ body, type, name: `${name}-${lagosDate(new Date())}.csv` });
      // No more pages are read once the reader has hung up or was cut off.
      await finished(body).catch(() => gone.abort());
      clearTimeout(late);
      await written.catch(() => undefined);
      await steady.settled();
    };
    queues.ofMerchant.take(merchantId, () => queues.ofCaller.take(caller, write)).catch(refuse);
  });
}

/**
 * RFC 4180. The last line begins with END, and says how many rows stand before it and whether they are all. A file without
 * this line was cut off. A file whose next page cannot be read has the line too, with the cursor of the rest.
 */
async function* lines<Item>(
  columns: readonly Column<Item>[],
  first: Page<Item>,
  steady: SteadyPages<Item>,
  { onFailure }: Reader,
  { rows, longestMs }: FileLimits,
): AsyncGenerator<string> {
  const names = columns.flatMap((column) => column.names);
  const end = (count: number, how: FileEnd, cursor = ''): string => {
    const cells = ['END', String(count), how, cursor];
    return csvRows([names.map((_name, at) => cells[at] ?? '')]);
  };
  const endsAt = performance.now() + longestMs;
  yield byteOrderMark + csvRows([names]);
  let count = 0;
  for (let page = first; ;) {
    count += page.items.length;
    yield csvRows(page.items.map((item) => columns.flatMap(({ cells }) => cells(item))));
    const { nextCursor } = page.page;
    if (nextCursor === null) return yield end(count, 'COMPLETE');
    if (count >= rows || performance.now() > endsAt) return yield end(count, 'MORE', nextCursor);
    try {
      page = await steady.after(nextCursor);
    } catch (error) {
      onFailure(error as Error);
      return yield end(count, 'INCOMPLETE', nextCursor);
    }
  }
}
