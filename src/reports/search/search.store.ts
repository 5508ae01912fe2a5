import type pg from 'pg';
import type { SearchTerms } from '../../domain/search-terms.js';
import { query } from '../../platform/database/database.js';
import { callWithin } from '../../platform/database/sql-call.js';
import type { FoundKind, FoundThing } from './found-thing.js';

const searchThings = callWithin(
  'search_things',
  (
    called,
  ) => `select t.kind, t.subject, t.reference, t.merchant_id as "merchantId", m.trade_name as "merchantName", t.name,
                t.amount_minor as "amountMinor", t.currency, t.status, t.at, t.matched,
                t.payment_reference as "paymentReference"
           from ${called} with ordinality
             t (kind, subject, reference, merchant_id, name, amount_minor, currency, status, at, matched, score, payment_reference,
                place)
           left join merchant m on m.merchant_id = t.merchant_id order by t.place`,
).as<FoundThing>();

export interface SearchWish {
  /** Null: of all merchants. */
  readonly merchantId: string | null;
  readonly terms: SearchTerms;
  readonly kinds: readonly FoundKind[];
  /** The most results of each kind. */
  readonly limit: number;
}

/** Finds things by what people know about them, on PostgreSQL. */
export class PgSearch {
  constructor(private readonly pool: pg.Pool) {}

  find({ merchantId, terms, kinds, limit }: SearchWish): Promise<FoundThing[]> {
    return query(this.pool, searchThings({ merchantId, terms, kinds, limit }));
  }
}
