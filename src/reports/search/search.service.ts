import { toJsonAmount } from '../../domain/money.js';
import { searchTerms } from '../../domain/search-terms.js';
import { toE164 } from '../../http/phone-number.js';
import { allKinds, type FoundKind, type FoundThing, merchantKinds } from './found-thing.js';
import { searchSize, type FoundData, type FoundItem, type SearchData } from './search.dto.js';
import type { Reader } from '../orders/reader.js';
import type { PgSearch } from './search.store.js';

/** The scope that a merchant's token needs to see each kind. */
const scopeOf: Readonly<Record<(typeof merchantKinds)[number], string>> = {
  ORDER: 'checkout:read',
  TRANSACTION: 'transactions:read',
  REFUND: 'refunds:read',
  DISPUTE: 'disputes:read',
  SETTLEMENT: 'settlements:read',
  ACCOUNT: 'virtual-accounts:read',
};

interface Group<Kind, Item> {
  readonly kind: Kind;
  readonly items: Item[];
  readonly hasMore: boolean;
}

/** Searches for two APIs: the operators' API, and each merchant's API, which finds only the merchant's own things. */
export class SearchService {
  constructor(private readonly store: Pick<PgSearch, 'find'>) {}

  /** Searches the things of all merchants. */
  async everywhere(
    q: string,
    { seesAccounts }: Pick<Reader, 'seesAccounts'>,
    size: number = searchSize.default,
  ): Promise<FoundData> {
    const terms = searchTerms(q, { seesAccounts, phoneOf: toE164 });
    const wish = { merchantId: null, terms, kinds: allKinds, limit: size + 1 };
    return { groups: grouped(await this.store.find(wish), allKinds, size, foundItem) };
  }

  /** Searches one merchant's things of the kinds that its token may read. */
  async ofMerchant(
    merchantId: string,
    q: string,
    may: (scope: string) => boolean,
    size: number = searchSize.default,
  ): Promise<SearchData> {
    const kinds = merchantKinds.filter((kind) => may(scopeOf[kind]));
    const terms = searchTerms(q, { seesAccounts: may('transactions:pii'), phoneOf: toE164 });
    const things = await this.store.find({ merchantId, terms, kinds, limit: size + 1 });
    return { groups: grouped(things, kinds, size, searchItem) };
  }
}

function grouped<Kind extends FoundKind, Item>(
  things: readonly FoundThing[],
  kinds: readonly Kind[],
  size: number,
  view: (thing: FoundThing) => Item,
): Group<Kind, Item>[] {
  return kinds.flatMap((kind) => {
    const own = things.filter((thing) => thing.kind === kind);
    if (own.length === 0) return [];
    return [{ kind, items: own.slice(0, size).map(view), hasMore: own.length > size }];
  });
}

function searchItem({ subject, reference, name, amountMinor, currency, ...thing }: FoundThing) {
  const { status, at, matched, paymentReference } = thing;
  return {
    id: subject,
    ...{ reference, paymentReference, name, currency, status, matched },
    amount: amountMinor === null ? null : toJsonAmount(amountMinor),
    at: at.toISOString(),
  };
}

function foundItem(thing: FoundThing): FoundItem {
  const { merchantId, merchantName } = thing;
  return { ...searchItem(thing), merchantId, merchantName };
}
