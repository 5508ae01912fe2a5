import { resultCodes } from '../../domain/result-code.js';
import { ApiError } from '../../http/api-error.js';
import { DtoPipe } from '../../http/dto.pipe.js';
import type { Page } from '../../http/paging.js';
import { filled, refusalText } from '../parts/forms.js';

const pipe = new DtoPipe();
export const rowsOfPage = 25;

/**
 * Reads the filters of an address by the same rules as a query of the API. Empty fields are left out. @throws ApiError
 */
export function queryIn<Dto>(
  metatype: new () => Dto,
  fields: Readonly<Record<string, string>>,
): Dto {
  return pipe.transform(filled(fields), { type: 'query', metatype }) as Dto;
}

/** A page of a list, or the reason that the filters of its address were refused. */
export interface Read<Item> {
  readonly page: Page<Item>;
  readonly fault: string | null;
  readonly status: number;
}

const nothing = { items: [], page: { size: rowsOfPage, nextCursor: null, hasMore: false } };

/** Reads a list; a filter that is refused shows its reason on the page, above an empty list. */
export async function readList<Item>(read: () => Promise<Page<Item>>): Promise<Read<Item>> {
  try {
    return { page: await read(), fault: null, status: 200 };
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason === 'INTERNAL_ERROR') throw error;
    const { httpStatus: status } = resultCodes[error.reason];
    return { page: nothing, fault: refusalText(error), status };
  }
}
