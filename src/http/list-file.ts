import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  StreamableFile,
  UseInterceptors,
} from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { fileSlice } from '../domain/slice.js';
import { acceptedFormat } from './accepted-format.js';
import { ApiError } from './api-error.js';
import { openCsv, readerBy } from './csv-file.js';
import type { Envelope } from './envelope.js';
import type { Column } from './list-columns.js';
import { filesKey } from './open-api-model.js';
import { PageQuery, pageSize, type Page } from './paging.js';
import { EnumQuery, UpdatedFromQuery, UpdatedToQuery } from './query-fields.js';
import { clientOf, merchantOf } from './request-note.js';
import type { Pages } from './steady-pages.js';

export const fileFormats = ['json', 'csv'] as const;
const mediaTypes = { json: 'application/json', csv: 'text/csv' } as const;

export function FormatQuery(): PropertyDecorator {
  return EnumQuery(fileFormats, {
    description:
      'csv: the whole list from `cursor` on as a file, without `page` and `size`. `Accept: text/csv` does the same.',
    default: 'json',
    example: 'json',
  });
}

/** A file is read in larger pages. A request for a file that sets a size is refused before. */
export function mostItemsOfFile(request: object): number {
  return (request as FileQuery).format === 'csv' ? fileSlice : pageSize.max;
}

/** Query of a list that is also available as a file. */
export class FileQuery extends PageQuery {
  @FormatQuery()
  format?: (typeof fileFormats)[number];

  static override mostItems = mostItemsOfFile;
}

/** Query of a list that can also be asked for by the time of the last change. */
export class ChangesQuery extends FileQuery {
  @UpdatedFromQuery()
  updatedFrom?: string;

  @UpdatedToQuery()
  updatedTo?: string;
}

/** Reasons for which a file is refused besides those of its list. */
export const fileReasons = ['TOO_MUCH_AT_ONCE'] as const;

/**
 * Makes a list available as a CSV file as well. The handler is asked for page after page by cursor, so that the file has
 * exactly the rows and values that the list shows to this key, and one page of it is in memory.
 */
export function AlsoCsv<Item>(name: string, columns: readonly Column<Item>[]): MethodDecorator {
  return applyDecorators(
    ApiExtension(filesKey, { [mediaTypes.csv]: { type: 'string' } }),
    UseInterceptors(new ListFile(name, columns)),
  );
}

class ListFile<Item> implements NestInterceptor {
  constructor(
    private readonly name: string,
    private readonly columns: readonly Column<Item>[],
  ) {}

  /** @throws ApiError TOO_MUCH_AT_ONCE; VALIDATION_FAILED for a page by number. */
  intercept(context: ExecutionContext, list: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!wantsCsv(request)) return list.handle();
    const query = request.query as Record<string, unknown>;
    for (const field of ['page', 'size'] as const) refuseField(query, field);
    const pages: Pages<Item> = async ({ cursor, size }) => {
      const slice = { format: 'csv', size: String(size) };
      Object.assign(query, slice, cursor !== undefined && { cursor });
      const reply = (await firstValueFrom(list.handle())) as Envelope<Page<Item>>;
      return reply.data;
    };
    const { merchantId } = merchantOf(request);
    const reader = readerBy(request, { merchantId, caller: clientOf(request) });
    const opened = openCsv({ name: this.name, columns: this.columns }, reader, pages);
    return from(
      opened.then(({ body, type, name }) => {
        const disposition = `attachment; filename="${name}"`;
        return new StreamableFile(body, { type, disposition });
      }),
    );
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
