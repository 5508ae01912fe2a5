import { Foreign, moment, money } from '../money-parts.js';
import type { FoundGroup, FoundItem } from '../money-ports.js';
import { wordsOf } from '../words.js';
import { pathOfOrder, pathOfRefund, pathOfSettlement } from '../reference-paths.js';

const kinds: Readonly<
  Record<string, { readonly title: string; readonly words: Parameters<typeof wordsOf>[0] }>
> = {
  ORDER: { title: 'Orders', words: 'orders' },
  TRANSACTION: { title: 'Payments', words: 'payments' },
  REFUND: { title: 'Refunds', words: 'refunds' },
  DISPUTE: { title: 'Disputes', words: 'disputes' },
  SETTLEMENT: { title: 'Settlements', words: 'settlements' },
  ACCOUNT: { title: 'Account numbers', words: 'accounts' },
};

/** Returns the page of a found item; null when it has no page of its own. */
function pathOf(kind: string, { id, reference, paymentReference }: FoundItem): string | null {
  switch (kind) {
    case 'ORDER':
    case 'TRANSACTION':
      return paymentReference === null ? null : pathOfOrder(paymentReference);
    case 'REFUND':
      return pathOfRefund(reference);
    case 'DISPUTE':
      return `/disputes/${encodeURIComponent(id)}`;
    case 'SETTLEMENT':
      return pathOfSettlement(reference);
    default:
      return null;
  }
}

export function Found({ group: { kind, items, hasMore } }: { readonly group: FoundGroup }) {
  const { title, words } = kinds[kind] ?? { title: kind.toLowerCase(), words: 'orders' };
  return (
    <section>
      <h2>{title}</h2>
      <ul class="found">
        {items.map((item) => {
          const path = pathOf(kind, item);
          const name = <Foreign text={item.reference} />;
          return (
            <li>
              {path === null ? name : <a href={path}>{name}</a>}
              {item.amount !== null && ` ${money(item.amount, item.currency ?? undefined)}`}
              {item.status !== null && `, ${wordsOf(words, item.status)}`}
              {item.name !== null && (
                <>
                  , <Foreign text={item.name} />
                </>
              )}
              <small> {moment(item.at)}</small>
            </li>
          );
        })}
      </ul>
      {hasMore && <p>There are more. Search for something narrower.</p>}
    </section>
  );
}
