import type { Result } from './result.js';

/** The data of a list's reply: one page of it. */
export interface PageData {
  readonly items: readonly unknown[];
  readonly page: { readonly hasMore: boolean; readonly nextCursor?: string | null };
}

type ItemOf<Data extends PageData> = Data['items'][number];

/** `await` gives the first page. `for await` goes through the items of all pages. */
export interface List<Data extends PageData>
  extends Promise<Result<Data>>, AsyncIterable<ItemOf<Data>> {
  /** Reads all pages, one after the other. */
  pages(): AsyncIterable<Result<Data>>;
}

interface ListQuery {
  readonly size?: number;
  readonly page?: number;
  readonly cursor?: string;
}

/**
 * A list that is read by cursor: each page costs the same, and rows that come in meanwhile neither repeat nor hide one.
 * Pages have 100 items unless the query says otherwise.
 */
export function listOf<Data extends PageData>(
  query: ListQuery,
  fetchPage: (query: ListQuery) => Promise<Result<Data>>,
): List<Data> {
  const filters = { size: 100, ...query };
  const first = fetchPage(filters);
  async function* pages(): AsyncGenerator<Result<Data>> {
    let current = await first;
    yield current;
    while (current.page.hasMore && typeof current.page.nextCursor === 'string') {
      const { page: _number, ...rest } = filters;
      current = await fetchPage({ ...rest, cursor: current.page.nextCursor });
      yield current;
    }
  }
  async function* items(): AsyncGenerator<ItemOf<Data>> {
    for await (const page of pages()) yield* page.items as readonly ItemOf<Data>[];
  }
  return Object.assign(first, { pages, [Symbol.asyncIterator]: items });
}
