import type pg from 'pg';
import type { CheckoutFilter, ListedCheckout } from './checkout-list.js';
import type { Listed, Slice } from '../../domain/slice.js';
import { fieldsOf, type RowOf } from '../../platform/database/columns.js';
import { query, shownTimes } from '../../platform/database/database.js';
import { listedCheckouts } from './checkout-list-query.js';

/** A row of the view `listed_checkout`, and its place in the list. */
type ListedRow = RowOf<ListedCheckout> & { readonly position_at: string };

/** Merchants' checkouts. Each method is one round trip. Another merchant's checkouts count as unknown. */
export class PgCheckoutList {
  constructor(private readonly pool: pg.Pool) {}

  /** Newest first. */
  async list(
    merchantId: string,
    filter: CheckoutFilter,
    slice: Slice,
  ): Promise<readonly Listed<ListedCheckout>[]> {
    const { values, ...statement } = listedCheckouts(merchantId, filter, slice);
    const asked = { ...statement, types: shownTimes };
    const rows = await query<ListedRow>(this.pool, asked, values);
    return rows.slice(0, slice.limit).map((row) => ({
      item: fieldsOf(row),
      position: [row.position_at, row.checkout_id],
    }));
  }
}
