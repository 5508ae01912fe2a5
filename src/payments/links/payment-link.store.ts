import type { RowOf } from '../../platform/database/columns.js';
import type pg from 'pg';
import type { Id } from '../../domain/ids.js';
import type { NewCheckout } from '../checkouts/checkout.js';
import type {
  ChangedLink,
  LinkFilter,
  LinkStart,
  LinkTerms,
  NewPaymentLink,
  PaymentLink,
  PublicLink,
} from './payment-link.js';
import type { LinkPicture } from './link-picture.js';
import type { Listed, Slice } from '../../domain/slice.js';
import { newRow, toCheckout, type CheckoutRow } from '../checkouts/checkout-row.js';
import { query, queryOne } from '../../platform/database/database.js';
import { callSpreading, callWithin } from '../../platform/database/sql-call.js';
import { initiatedFact } from '../checkouts/initiated-fact.js';

const addLink = {
  name: 'add_payment_link',
  text: `with made as (
           insert into payment_link (payment_link_id, merchant_id, slug, description, amount_minor, min_amount_minor, max_amount_minor,
                                     usage, redirect_url, metadata, channels, page, expires_at, fields, max_quantity)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning *)
         select m.*, case when m.expires_at <= now() then 'EXPIRED' else 'ACTIVE' end as status from made m`,
};
// A link that was paid or switched off has ended for good. A link whose time is over becomes active again with a later
// end. A link for many payments that has one stays so: as a link for one payment it would be used at once.
const changeLink = {
  name: 'change_payment_link',
  text: `with changed as (
           update payment_link l
              set description = $3, amount_minor = $4, min_amount_minor = $5, max_amount_minor = $6, usage = $7, redirect_url = $8,
                  metadata = $9, channels = $10, page = $11, expires_at = $12, fields = $13, max_quantity = $14
            where l.merchant_id = $1 and l.payment_link_id = $2 and l.deactivated_at is null
              and not ('ONCE' in (l.usage, $7)
                       and exists (select from checkout c where c.payment_link_id = l.payment_link_id and is_paid_status(c.status)))
           returning *)
         select c.*, case when c.expires_at <= now() then 'EXPIRED' else 'ACTIVE' end as status from changed c`,
};
const findLink = {
  name: 'find_payment_link',
  text: 'select * from payment_link_read where merchant_id = $1 and payment_link_id = $2',
};
const findBySlug = {
  name: 'find_payment_link_by_slug',
  text: `select l.*, m.trade_name as merchant_name, m.page as merchant_page, m.logo from payment_link_read l join merchant m using (merchant_id) where l.slug = $1`,
};
// The limit is written out, because PostgreSQL would otherwise plan for all rows.
const listLinks = {
  name: 'list_payment_links',
  text: `select l.*, list_position(l.created_at) as position_at from payment_link_read l
          where l.merchant_id = $1
            and l.created_at >= coalesce($2, '-infinity'::timestamptz) and l.created_at < coalesce($3, 'infinity'::timestamptz)
            and (l.created_at, l.payment_link_id) < (coalesce(list_time($4), 'infinity'), coalesce($5, ''))
            and ($6::text is null or l.status = $6)
          order by l.created_at desc, l.payment_link_id desc
          limit 101 offset $7`,
};
const deactivateLink = {
  name: 'deactivate_payment_link',
  text: `with changed as (
           update payment_link set deactivated_at = now()
            where merchant_id = $1 and payment_link_id = $2 and deactivated_at is null returning payment_link_id)
         select l.*, case l.status when 'USED' then 'USED' else 'INACTIVE' end as status, exists (select from changed) as changed
           from payment_link_read l where l.merchant_id = $1 and l.payment_link_id = $2`,
};
const keepPicture = callWithin(
  'keep_link_picture',
  (called) => `select * from ${called}`,
).as<LinkRow>();
const findPicture = {
  name: 'find_link_picture',
  text: 'select webp from payment_link_picture where hash = $1 limit 1',
};
const startCheckout = callSpreading('initiate_by_link', 'found_checkout').as<StartRow>();

type LinkRow = RowOf<PaymentLink>;

interface PublicRow extends LinkRow {
  merchant_name: string;
  merchant_page: PublicLink['merchantPage'];
  logo: PublicLink['logo'];
}

interface StartRow extends CheckoutRow {
  outcome: LinkStart['outcome'];
  busy_until: Date;
  created: boolean;
  same_request: boolean;
  new_fact_id: bigint | null;
}

/** Payment links on PostgreSQL. Each method is one round trip. Another merchant's links count as unknown. */
export class PgPaymentLinkStore {
  constructor(private readonly pool: pg.Pool) {}

  async add(link: NewPaymentLink): Promise<PaymentLink> {
    const row = await queryOne<LinkRow>(this.pool, addLink, [
      ...[link.paymentLinkId, link.merchantId, link.slug],
      ...termValues(link),
    ]);
    return toLink(row);
  }

  /**
   * Returns undefined when the merchant has no such link, when the link has ended, or when it was paid and is to become
   * a link for one payment.
   */
  async change(link: ChangedLink): Promise<PaymentLink | undefined> {
    const [row] = await query<LinkRow>(this.pool, changeLink, [
      ...[link.merchantId, link.paymentLinkId],
      ...termValues(link),
    ]);
    return row && toLink(row);
  }

  async find(merchantId: string, paymentLinkId: string): Promise<PaymentLink | undefined> {
    const [row] = await query<LinkRow>(this.pool, findLink, [merchantId, paymentLinkId]);
    return row && toLink(row);
  }

  async findBySlug(slug: string): Promise<PublicLink | undefined> {
    const [row] = await query<PublicRow>(this.pool, findBySlug, [slug]);
    if (row === undefined) return undefined;
    const { merchant_name: merchantName, merchant_page: merchantPage, logo } = row;
    return { ...toLink(row), merchantName, merchantPage, logo };
  }

  /** Newest first. */
  async list(
    merchantId: string,
    { since, before, status }: LinkFilter,
    { after, offset, limit }: Slice,
  ): Promise<readonly Listed<PaymentLink>[]> {
    const rows = await query<LinkRow & { position_at: string }>(this.pool, listLinks, [
      ...[merchantId, since, before, after?.[0] ?? null, after?.[1] ?? null],
      ...[status ?? null, offset],
    ]);
    return rows.slice(0, limit).map((row) => ({
      item: toLink(row),
      position: [row.position_at, row.payment_link_id],
    }));
  }

  /** Switches a link off for good. Returns undefined for an unknown link. */
  async deactivate(merchantId: string, paymentLinkId: string) {
    const [row] = await query<LinkRow & { changed: boolean }>(this.pool, deactivateLink, [
      ...[merchantId, paymentLinkId],
    ]);
    return row && { changed: row.changed, link: toLink(row) };
  }

  /**
   * Sets the picture of a link; null removes it. Returns undefined when the merchant has no such link, or when the link
   * has ended and gets no new picture.
   */
  async keepPicture(
    merchantId: string,
    paymentLinkId: string,
    made: LinkPicture | null,
  ): Promise<PaymentLink | undefined> {
    const { webp = null, ...picture } = made ?? {};
    const asked = { merchantId, paymentLinkId, picture: made && picture, webp };
    const [row] = await query(this.pool, keepPicture(asked));
    return row && toLink(row);
  }

  /** Returns undefined when no link has this picture. */
  async picture(hash: string): Promise<Buffer | undefined> {
    const [row] = await query<{ webp: Buffer }>(this.pool, findPicture, [hash]);
    return row?.webp;
  }

  /** Begins a checkout of the link, or finds the checkout of the same submission. */
  async start(paymentLinkId: Id<'lnk'>, checkout: NewCheckout): Promise<LinkStart> {
    const row = await queryOne(
      this.pool,
      startCheckout({
        paymentLinkId,
        asked: newRow(checkout),
        sessionTtlMinutes: checkout.sessionTtlMinutes,
      }),
    );
    const { outcome } = row;
    if (outcome === 'BUSY') return { outcome, until: row.busy_until };
    if (outcome !== 'STARTED') return { outcome };
    const found = toCheckout(row);
    return {
      outcome,
      created: row.created,
      sameRequest: row.same_request,
      checkout: found,
      fact: row.new_fact_id === null ? null : initiatedFact(row.new_fact_id, found),
    };
  }
}

/** Returns the terms in the order in which the statements have them. */
function termValues(terms: LinkTerms): unknown[] {
  return [
    terms.description,
    terms.amountMinor,
    terms.minAmountMinor,
    terms.maxAmountMinor,
    terms.usage,
    terms.redirectUrl,
    JSON.stringify(terms.metadata),
    terms.channels,
    terms.page === null ? null : JSON.stringify(terms.page),
    terms.expiresAt,
    JSON.stringify(terms.fields),
    terms.maxQuantity,
  ];
}

function toLink(row: LinkRow): PaymentLink {
  return {
    paymentLinkId: row.payment_link_id,
    merchantId: row.merchant_id,
    slug: row.slug,
    description: row.description,
    amountMinor: row.amount_minor,
    minAmountMinor: row.min_amount_minor,
    maxAmountMinor: row.max_amount_minor,
    usage: row.usage,
    redirectUrl: row.redirect_url,
    fields: row.fields,
    maxQuantity: row.max_quantity,
    metadata: row.metadata,
    channels: row.channels,
    page: row.page,
    expiresAt: row.expires_at,
    status: row.status,
    picture: row.picture,
    createdAt: row.created_at,
  };
}
