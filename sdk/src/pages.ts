import type { AnyInput, Call } from './call.ts';
import type { Item, ListId, Reply } from './operations.ts';

/** Goes through a list by cursor: every page costs the same, and what comes in meanwhile neither repeats nor hides one. */
export async function* eachItem<Id extends ListId>(
  call: Call,
  list: Id,
  query: object = {},
): AsyncGenerator<Item<Id>> {
  let cursor: string | undefined;
  do {
    const filters = query as NonNullable<AnyInput['query']>;
    const { text } = await call(list, { query: { size: 100, ...filters, cursor } });
    const { data } = JSON.parse(text) as Reply<Id> & {
      readonly data: {
        readonly items: readonly Item<Id>[];
        readonly page: { readonly hasMore: boolean; readonly nextCursor: string | null };
      };
    };
    yield* data.items;
    cursor = data.page.hasMore ? (data.page.nextCursor ?? undefined) : undefined;
  } while (cursor !== undefined);
}
