import type { FoundKind } from './found-thing.js';
import type { FoundItem } from './search.dto.js';

/** The page of the desk that shows what was found; undefined: there is none. */
export function placeOf(
  kind: FoundKind,
  { id }: Pick<FoundItem, 'id' | 'reference' | 'merchantId'>,
): string | undefined {
  return kind === 'CASE' ? `/desk/cases/${id}` : undefined;
}
