import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/http/api-error.js';
import { DtoPipe } from '../../../src/http/dto.pipe.js';
import { Cursors, pageOf, PageQuery, sliceOf, timeCursors } from '../../../src/http/paging.js';
import { periodOf } from '../../../src/http/query-fields.js';

const cursors = timeCursors('transactions', 'txn');
const position = (n: number) => [String(n), `txn_01KA00000000000000000000${n + 10}`];
const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ item: n, position: position(n) }));
const page = (query: PageQuery, found: number) => pageOf(query, cursors, rows(found), (n) => n);

function read(query: Record<string, unknown>): PageQuery {
  const pipe = new DtoPipe();
  return pipe.transform(query, { metatype: PageQuery, type: 'query' }) as PageQuery;
}

function refusalOf(query: Record<string, unknown>): ApiError {
  try {
    read(query);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('it was let through');
}

describe('a page', () => {
  it('is the first twenty when nothing is said', () => {
    expect(sliceOf(read({}), cursors)).toEqual({ limit: 21, offset: 0, after: null });
    expect(page({}, 21)).toMatchObject({
      items: Array.from({ length: 20 }, (_, n) => n),
      page: { size: 20, number: 1, hasMore: true },
    });
  });

  it('by number is as many pages further on', () => {
    const asked = read({ page: '3', size: '10' });
    expect(sliceOf(asked, cursors)).toEqual({ limit: 11, offset: 20, after: null });
  });

  it('tells the number of all items when it is the last', () => {
    const last = { size: 10, hasMore: false, nextCursor: null };
    expect(page({ page: 3, size: 10 }, 4).page).toEqual({ ...last, number: 3, totalItems: 24 });
    expect(page({ page: 1, size: 10 }, 0).page).toEqual({ ...last, number: 1, totalItems: 0 });
    expect(page({ page: 9, size: 10 }, 0).page).toEqual({ ...last, number: 9 });
    expect(page({ page: 1, size: 10 }, 11).page).not.toHaveProperty('totalItems');
  });

  it('goes on with the cursor of the page before', () => {
    const { nextCursor } = page({ size: 10 }, 11).page;
    const asked = read({ size: '10', cursor: nextCursor });
    expect(sliceOf(asked, cursors)).toEqual({ limit: 11, offset: 0, after: position(9) });
    const next = page(asked, 3).page;
    expect(next).toEqual({ size: 10, nextCursor: null, hasMore: false });
  });
});

describe('a page query', () => {
  it.each([
    [{ page: '0' }, 'page', 'min'],
    [{ page: '101' }, 'page', 'max'],
    [{ page: '1.0' }, 'page', 'integer'],
    [{ page: '1e1' }, 'page', 'integer'],
    [{ page: '-0' }, 'page', 'integer'],
    [{ page: '01' }, 'page', 'integer'],
    [{ page: '٣' }, 'page', 'integer'],
    [{ page: '' }, 'page', 'integer'],
    [{ page: ['1', '2'] }, 'page', 'integer'],
    [{ size: '0' }, 'size', 'min'],
    [{ size: '101' }, 'size', 'max'],
    [{ page: '1', cursor: 'x' }, 'page', 'unique'],
    [{ cursor: 'x'.repeat(401) }, 'cursor', 'length'],
    [{ cursor: ['a', 'b'] }, 'cursor', 'type'],
    [{ cursor: 'a\0b' }, 'cursor', 'text'],
    [{ from: 'yesterday' }, 'from', 'date'],
    [{ from: '2026-02-30' }, 'from', 'date'],
    [{ to: '2026-11-20 10:00' }, 'to', 'date'],
    [{ from: '2026-11-20', to: '2026-11-19' }, 'to', 'min'],
    [{ from: '2026-11-20T10:00:00.001Z', to: '2026-11-20T10:00:00Z' }, 'to', 'min'],
    [{ sizes: '3' }, 'sizes', 'unknown'],
    [JSON.parse('{"__proto__":"x"}'), '__proto__', 'unknown'],
    [{ constructor: 'x' }, 'constructor', 'unknown'],
  ])('%j is refused', (query, field, rule) => {
    const { reason, details } = refusalOf(query as Record<string, unknown>);
    expect(reason).toBe(rule === 'unknown' ? 'UNKNOWN_FIELD' : 'VALIDATION_FAILED');
    expect(details.errors?.[0]).toMatchObject({ field, rule });
  });

  it('that goes too deep is told of the cursor', () => {
    expect(refusalOf({ page: '101' }).message).toContain('nextCursor');
  });

  it('takes in the whole of both days, and both moments', () => {
    expect(periodOf(read({ from: '2026-11-20', to: '2026-11-20' }))).toEqual({
      since: new Date('2026-11-19T23:00:00Z'),
      before: new Date('2026-11-20T23:00:00Z'),
    });
    const at = '2026-11-20T10:00:00Z';
    expect(periodOf(read({ from: at, to: at }))).toEqual({
      since: new Date(at),
      before: new Date('2026-11-20T10:00:00.001Z'),
    });
    expect(periodOf(read({}))).toEqual({ since: null, before: null });
  });
});

describe('a cursor', () => {
  const other = new Cursors('refunds', [/^\d{1,16}$/, /^txn_[0-9A-Z]{26}$/]);

  it.each([
    ['of another list', other.write(position(1))],
    ['that is none', 'not-a-cursor'],
    ['that is empty', ''],
    ['with more behind it', `${cursors.write(position(1))}=`],
    ['with less', cursors.write(['1'])],
    ['with another position', cursors.write(['1', "txn_' or 1=1"])],
    ['with a line break at its end', cursors.write(['1', `${position(1)[1]}\n`])],
  ])('%s is refused', (_name, cursor) => {
    expect(() => cursors.read(cursor)).toThrow(ApiError);
  });
});
