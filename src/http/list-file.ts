import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  StreamableFile,
  UseInterceptors,
} from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { csvRows } from '../domain/csv.js';
import { lagosDate } from '../domain/lagos-day.js';
import { fileSlice } from '../domain/slice.js';
import { acceptedFormat } from './accepted-format.js';
import { ApiError } from './api-error.js';
import type { Envelope } from './envelope.js';
import { FairQueue } from './fair-queue.js';
import type { Column } from './list-columns.js';
import { filesKey } from './open-api-model.js';
import { PageQuery, pageSize, type Page } from './paging.js';
import { EnumQuery, UpdatedFromQuery, UpdatedToQuery } from './query-fields.js';
import { clientOf, merchantOf } from './request-note.js';

export const fileFormats = ['json', 'csv'] as const;
const mediaTypes = { json: 'application/json', csv: 'text/csv' } as const;

/** The most rows of a file. Its last line has the cursor that the next file begins with. */
const fileRows = 100_000;
/** Who reads more slowly than this is cut off: a file holds a place that others wait for. */
const longestMs = 15 * 60_000;
/** Spreadsheets take a file for UTF-8 only when it begins with this mark, and lists have names in them. */
const byteOrderMark = '\ufeff';

export function FormatQuery(): PropertyDecorator {
  return EnumQuery(fileFormats, {
    description:
      'csv: the whole list from `cursor` on as a file, without `page` and `size`. `Accept: text/csv` does the same.',
    default: 'json',
    example: 'json',
  });
}

/** A file is read by larger pages. Who asks for one cannot send a size: it is refused before. */
export function mostItemsOfFile(request: object): number {
  return (request as FileQuery).format === 'csv' ? fileSlice : pageSize.max;
}

/** Query of a list that can be had as a file. */
export class FileQuery extends PageQuery {
  @FormatQuery()
  format?: (typeof fileFormats)[number];

  static override mostItems = mostItemsOfFile;
}

/** Query of a list that can also be asked by what has changed. */
export class ChangesQuery extends FileQuery {
  @UpdatedFromQuery()
  updatedFrom?: string;

  @UpdatedToQuery()
  updatedTo?: string;
}

/** Files of one key are written one after the other; a merchant with many keys has no more than a few at once. */
const queues = {
  ofKey: new FairQueue({ atOnce: 1_024, ofOne: 1, waiting: 0 }),
  ofMerchant: new FairQueue({ atOnce: 64, ofOne: 4, waiting: 0 }),
} as const;

/** Reasons for which a file is refused besides those of its list. */
export const fileReasons = ['TOO_MUCH_AT_ONCE'] as const;

/**
 * Lets a list be had as a CSV file as well. The handler is asked for page after page by cursor, so that the file has exactly the
 * rows and values that the list shows to this key, and one page of it is in memory.
 */
export function AlsoCsv<Item>(name: string, columns: readonly Column<Item>[]): MethodDecorator {
  return applyDecorators(
    ApiExtension(filesKey, { [mediaTypes.csv]: { type: 'string' } }),
    UseInterceptors(new ListFile(name, columns)),
  );
}

type Pages<Item> = (cursor?: string) => Promise<Page<Item>>;

class ListFile<Item> implements NestInterceptor {
  constructor(
    private readonly name: string,
    private readonly columns: readonly Column<Item>[],
  ) {}

  /** @throws ApiError TOO_MUCH_AT_ONCE; VALIDATION_FAILED for a page by number. */
  intercept(context: ExecutionContext, list: CallHandler<unknown>): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    if (!wantsCsv(request)) return list.handle();
    const query = request.query as Record<string, unknown>;
    for (const field of ['page', 'size'] as const) refuseField(query, field);
    const pages: Pages<Item> = async (cursor) => {
      const slice = { format: 'csv', size: String(fileSlice) };
      Object.assign(query, slice, cursor !== undefined && { cursor });
      const reply = (await firstValueFrom(list.handle())) as Envelope<Page<Item>>;
      return reply.data;
    };
    return from(this.#open(request, http.getResponse<FastifyReply>(), pages));
  }

  /** Returns the file once its first page is there: until then a failure is answered as any other. */
  #open(request: FastifyRequest, reply: FastifyReply, pages: Pages<Item>): Promise<StreamableFile> {
    return new Promise((open, refuse) => {
      const write = async (): Promise<void> => {
        const body = Readable.from(this.#lines(await pages(), pages), { objectMode: false });
        const late = setTimeout(
          () => body.destroy(new Error('a file was read too slowly')),
          longestMs,
        );
        const disposition = `attachment; filename="${this.name}-${lagosDate(new Date())}.csv"`;
        open(new StreamableFile(body, { type: `${mediaTypes.csv}; charset=utf-8`, disposition }));
        // Whoever hangs up has had enough.
        await finished(reply.raw).catch(() => undefined);
        clearTimeout(late);
      };
      queues.ofMerchant
        .take(merchantOf(request).merchantId, () => queues.ofKey.take(clientOf(request), write))
        .catch(refuse);
    });
  }

  /** RFC 4180. The last line begins with END and tells the rows before it: a file without one was cut off. */
  async *#lines(first: Page<Item>, pages: Pages<Item>): AsyncGenerator<string> {
    const names = this.columns.flatMap((column) => column.names);
    yield byteOrderMark + csvRows([names]);
    let count = 0;
    for (let page = first; ; page = await pages(page.page.nextCursor ?? undefined)) {
      count += page.items.length;
      yield csvRows(page.items.map((item) => this.columns.flatMap(({ cells }) => cells(item))));
      const { nextCursor } = page.page;
      if (nextCursor !== null && count < fileRows) continue;
      const end = [
        'END',
        String(count),
        nextCursor === null ? 'COMPLETE' : 'MORE',
        nextCursor ?? '',
      ];
      yield csvRows([names.map((_name, at) => end[at] ?? '')]);
      return;
    }
  }
}

function wantsCsv({ query, headers }: FastifyRequest): boolean {
  const { format } = query as { readonly format?: unknown };
  if (format !== undefined) return format === 'csv';
  return acceptedFormat(headers.accept, mediaTypes) === 'csv';
}

function refuseField(query: Readonly<Record<string, unknown>>, field: string): void {
  if (query[field] === undefined) return;
  const message = `${field} cannot be sent for a file`;
  throw new ApiError('VALIDATION_FAILED', {
    message: `${message}.`,
    errors: [{ field, rule: 'unique', message }],
  });
}
