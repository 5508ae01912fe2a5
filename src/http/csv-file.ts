import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { csvRows } from '../domain/csv.js';
import { lagosDate } from '../domain/lagos-day.js';
import { FairQueue } from './fair-queue.js';
import type { Column } from './list-columns.js';
import type { Page } from './paging.js';

/** The most rows of a file. Its last line has the cursor that the next file begins with. */
const fileRows = 100_000;
/** Who reads more slowly than this is cut off: a file holds a place that others wait for. */
const longestMs = 15 * 60_000;
/** Spreadsheets take a file for UTF-8 only when it begins with this mark, and lists have names in them. */
const byteOrderMark = '\ufeff';

/** Files of one key or person are written one after the other; a merchant with many has no more than a few at once. */
const queues = {
  ofCaller: new FairQueue({ atOnce: 1_024, ofOne: 1, waiting: 0 }),
  ofMerchant: new FairQueue({ atOnce: 64, ofOne: 4, waiting: 0 }),
} as const;

/** Reads a page of the list; without a cursor the first one. */
export type Pages<Item> = (cursor?: string) => Promise<Page<Item>>;

export interface CsvOf<Item> {
  readonly name: string;
  readonly columns: readonly Column<Item>[];
}

export interface Reader {
  readonly merchantId: string;
  /** The key or the person. */
  readonly caller: string;
}

export interface CsvFile {
  readonly body: Readable;
  readonly type: string;
  /** Of the file, with the day. */
  readonly name: string;
}

/**
 * Opens a list as a file: one page of it is in memory. The file is there once its first page is: until then a failure is answered as any
 * other.
 *
 * @throws ApiError TOO_MUCH_AT_ONCE
 */
export function openCsv<Item>(
  { name, columns }: CsvOf<Item>,
  { merchantId, caller }: Reader,
  pages: Pages<Item>,
): Promise<CsvFile> {
  return new Promise((open, refuse) => {
    const write = async (): Promise<void> => {
      const body = Readable.from(lines(columns, await pages(), pages), { objectMode: false });
      const late = setTimeout(
        () => body.destroy(new Error('a file was read too slowly')),
        longestMs,
      );
      const type = 'text/csv; charset=utf-8';
      open({ body, type, name: `${name}-${lagosDate(new Date())}.csv` });
      // Whoever hangs up has had enough.
      await finished(body).catch(() => undefined);
      clearTimeout(late);
    };
    queues.ofMerchant.take(merchantId, () => queues.ofCaller.take(caller, write)).catch(refuse);
  });
}

/** RFC 4180. The last line begins with END and tells the rows before it: a file without one was cut off. */
async function* lines<Item>(
  columns: readonly Column<Item>[],
  first: Page<Item>,
  pages: Pages<Item>,
): AsyncGenerator<string> {
  const names = columns.flatMap((column) => column.names);
  yield byteOrderMark + csvRows([names]);
  let count = 0;
  for (let page = first; ; page = await pages(page.page.nextCursor ?? undefined)) {
    count += page.items.length;
    yield csvRows(page.items.map((item) => columns.flatMap(({ cells }) => cells(item))));
    const { nextCursor } = page.page;
    if (nextCursor !== null && count < fileRows) continue;
    const end = ['END', String(count), nextCursor === null ? 'COMPLETE' : 'MORE', nextCursor ?? ''];
    yield csvRows([names.map((_name, at) => end[at] ?? '')]);
    return;
  }
}
