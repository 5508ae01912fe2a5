import type { RowOf } from '../../platform/database/columns.js';
import type pg from 'pg';
import type { Logo, MerchantPage } from '../../domain/merchant-page.js';
import type { Checkout, PageWishes } from '../../payments/checkouts/checkout.js';
import { query } from '../../platform/database/database.js';
import { type CheckoutRow, toCheckout } from '../../payments/checkouts/checkout-row.js';
import { gathered } from '../../platform/database/gathered-reads.js';

/** A checkout with the fields that only the payer's page shows. */
export interface PageRecord {
  readonly checkout: Checkout;
  readonly merchantName: string;
  readonly description: string | null;
  readonly redirectUrl: string | null;
  readonly wishes: PageWishes;
  /** The merchant's choices for all its payers' pages. */
  readonly merchantPage: MerchantPage;
  readonly logo: Logo | null;
}

const findPages = {
  name: 'find_pages',
  text: `select c.*, m.trade_name as merchant_name, m.page as merchant_page, m.logo from checkout_read c join merchant m using (merchant_id)
          where c.checkout_id = any ($1::text[])`,
};

interface PageRow extends RowOf<Omit<PageRecord, 'checkout' | 'wishes'>>, CheckoutRow {
  page: PageWishes | null;
}

const findSenders = {
  name: 'senders_of_credits',
  text: `select credit_id, source ->> 'accountName' as name, source ->> 'bankName' as bank
           from inward_credit where credit_id = any ($1::text[])`,
};

const findGivenBack = {
  name: 'given_back_by_dispute',
  text: `select amount_minor as minor from dispute where dispute_id = $1 and status = 'LOST'`,
};

/** Reads the payer's page by the id that its address holds. */
export class PgPageStore {
  readonly find = gathered((ids: readonly string[]) => this.#findAll(ids));

  constructor(private readonly pool: pg.Pool) {}

  /** Returns the senders of transfers as their banks named them, by the ids of the payments. */
  async sendersOf(creditIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    type Sender = { credit_id: string; name: string | null; bank: string | null };
    const rows = await query<Sender>(this.pool, findSenders, [creditIds]);
    const senders = rows.map(({ credit_id: id, name, bank }): [string, string] => [
      id,
      [name ?? [], bank ?? []].flat().join(', '),
    ]);
    return new Map(senders.filter(([, sender]) => sender !== ''));
  }

  /** Returns the amount that a lost dispute has given back to its payer, in kobo; undefined: it is not lost. */
  async givenBackBy(disputeId: string): Promise<bigint | undefined> {
    const [row] = await query<{ minor: bigint }>(this.pool, findGivenBack, [disputeId]);
    return row?.minor;
  }

  async #findAll(ids: readonly string[]): Promise<(PageRecord | undefined)[]> {
    const rows = await query<PageRow>(this.pool, findPages, [ids]);
    const found = new Map<string, PageRecord>(rows.map((row) => [row.checkout_id, toRecord(row)]));
    return ids.map((id) => found.get(id));
  }
}

function toRecord(row: PageRow): PageRecord {
  return {
    checkout: toCheckout(row),
    merchantName: row.merchant_name,
    description: row.description,
    redirectUrl: row.redirect_url,
    wishes: row.page ?? {},
    merchantPage: row.merchant_page,
    logo: row.logo,
  };
}
