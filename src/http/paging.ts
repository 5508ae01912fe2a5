import { z } from 'zod';
import { reply, text, whole, flag, listOf } from './reply.js';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import type { Listed, Position, Slice } from '../domain/slice.js';
import { ApiError } from './api-error.js';
import { Rule } from './fields.js';
import { NumberQuery, PeriodQuery } from './query-fields.js';

/** Lists are read page by page by number, as deep as `deepestPage`, or one after the other by cursor, as deep as they go. */
export const pageSize = { default: 20, max: 100 } as const;
const deepestPage = 100;

/** Query of a list; a list with filters extends it. */
export class PageQuery extends PeriodQuery {
  /** The most items that a request may ask for. */
  static mostItems(_request: object): number {
    return pageSize.max;
  }

  @NumberQuery(
    { min: 1, max: deepestPage },
    {
      description: 'Number of the page, from 1. To go further, send `cursor`.',
      default: 1,
      example: 1,
      tooLarge: `value must be at most ${deepestPage}; to go further, send page.nextCursor of the page before as cursor`,
    },
  )
  @Rule('isAlone', 'cannot be sent together with cursor', hasNoCursor)
  page?: number;

  @NumberQuery(
    { min: 1, max: pageSize.max },
    {
      description: 'Number of items on a page.',
      default: pageSize.default,
      example: pageSize.default,
      most: (request) =>
        (request.constructor as Partial<typeof PageQuery>).mostItems?.(request) ?? pageSize.max,
    },
  )
  size?: number;

  @ApiPropertyOptional({
    description: '`page.nextCursor` of the page before, with the same filters. It replaces `page`.',
    type: 'string',
    maxLength: 400,
  })
  @IsOptional()
  @IsString()
  @MaxLength(400)
  cursor?: string;
}

/** A page's place in its list. */
export const PageView = reply('PageView', {
  size: whole('Number of items that a page has.', pageSize.default),
  number: whole('Number of this page. Only when you asked by number.', 1).exactOptional(),
  totalItems: whole(
    'Number of items in the whole list. Only on its last page, when you asked by number.',
    3,
  ).exactOptional(),
  nextCursor: text(
    'Send it as `cursor` to get the next page. Null on the last page.',
    null,
  ).nullable(),
  hasMore: flag('Whether there is a next page.', false),
});
export type PageView = z.infer<typeof PageView>;

/** A page of a list. */
export function listReply<Item extends z.ZodType>(name: string, item: Item, description?: string) {
  return reply(name, { items: listOf(item, description), page: PageView });
}

export interface Page<Item> {
  readonly items: Item[];
  readonly page: PageView;
}

/** A list that is short enough to be sent whole: it has one page. */
export function wholeList<Item>(items: Item[]): Page<Item> {
  const size = items.length;
  return { items, page: { size, number: 1, totalItems: size, nextCursor: null, hasMore: false } };
}

/** The cursors of one list: positions that the caller carries from page to page, and cannot read. */
export class Cursors {
  /** @param parts the pattern of each value of a position */
  constructor(
    private readonly list: string,
    private readonly parts: readonly RegExp[],
  ) {}

  write(position: Position): string {
    return Buffer.from([this.list, ...position].join('\n')).toString('base64url');
  }

  /** @throws ApiError VALIDATION_FAILED when this list has made no such cursor. */
  read(cursor: string): Position {
    const [list, ...position] = Buffer.from(cursor, 'base64url').toString('utf8').split('\n');
    const isOurs =
      list === this.list &&
      position.length === this.parts.length &&
      this.parts.every((part, at) => part.test(position[at] ?? '')) &&
      this.write(position) === cursor;
    if (isOurs) return position;
    const message = 'cursor must be page.nextCursor of a page of this list';
    throw new ApiError('VALIDATION_FAILED', {
      message: `${message}.`,
      errors: [{ field: 'cursor', rule: 'pattern', message }],
    });
  }
}

/** A position by time (microseconds since 1970) and id, as most lists have it. */
export function timeCursors(list: string, idPrefix: string): Cursors {
  return new Cursors(list, [/^\d{1,16}$/, new RegExp(`^${idPrefix}_[0-9A-HJKMNP-TV-Z]{26}$`)]);
}

/**
 * Returns the slice to ask a store for: one item more than the page shows, which tells whether there is a next page.
 */
export function sliceOf({ page, size, cursor }: PageQuery, cursors: Cursors): Slice {
  const shown = size ?? pageSize.default;
  return {
    limit: shown + 1,
    offset: ((page ?? 1) - 1) * shown,
    after: cursor === undefined ? null : cursors.read(cursor),
  };
}

/** Makes the page from the rows that a store has found for `sliceOf`. */
export function pageOf<Row, Item>(
  query: PageQuery,
  cursors: Cursors,
  found: readonly Listed<Row>[],
  view: (row: Row) => Item,
): Page<Item> {
  const size = query.size ?? pageSize.default;
  const shown = found.slice(0, size);
  const hasMore = found.length > size;
  const last = shown.at(-1);
  return {
    items: shown.map(({ item }) => view(item)),
    page: {
      size,
      ...(query.cursor === undefined && numbered(query.page ?? 1, size, shown.length, hasMore)),
      nextCursor: hasMore && last !== undefined ? cursors.write(last.position) : null,
      hasMore,
    },
  };
}

function numbered(number: number, size: number, shown: number, hasMore: boolean) {
  // An empty page beyond the end does not tell where the end is.
  const isLast = !hasMore && (shown > 0 || number === 1);
  return { number, ...(isLast && { totalItems: (number - 1) * size + shown }) };
}

function hasNoCursor(_page: unknown, request: object): boolean {
  return (request as PageQuery).cursor === undefined;
}
