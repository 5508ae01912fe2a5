import { pageOfThing, type ThingKind, thingKinds } from '../things/thing-kinds.js';
import type { FoundKind } from './found-thing.js';
import type { FoundItem } from './search.dto.js';

/**
 * Returns the page of the desk that shows the found thing, or the order that it belongs to. Undefined when there is
 * none.
 */
export function placeOf(
  kind: FoundKind,
  { id, merchantId, paymentReference }: Pick<FoundItem, 'id' | 'merchantId' | 'paymentReference'>,
): string | undefined {
  if (kind === 'CASE') return `/desk/cases/${id}`;
  if (isThing(kind)) return pageOfThing(kind, id);
  if (kind === 'KEY' && merchantId !== null) return pageOfThing('MERCHANT', merchantId);
  if (merchantId === null || paymentReference === null) return undefined;
  return `/desk/orders/${merchantId}/${paymentReference}`;
}

function isThing(kind: FoundKind): kind is FoundKind & ThingKind {
  return thingKinds.some((each) => each === kind);
}
