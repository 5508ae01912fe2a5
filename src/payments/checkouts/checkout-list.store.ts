import type pg from 'pg';
import type { CheckoutFilter, ListedCheckout } from './checkout-list.js';
import type { ShownTime } from '../../domain/shown-time.js';
import type { Listed, Slice } from '../../domain/slice.js';
import { query, shownTimes } from '../../platform/database/database.js';
import { listedCheckouts } from './checkout-list-query.js';
import type { Id } from '../../domain/ids.js';

/** A row of the view `listed_checkout`. */
interface ListedRow {
  checkout_id: Id<'chk'>;
  payment_reference: string;
  origin: ListedCheckout['origin'];
  status: ListedCheckout['status'];
  status_reason: string | null;
  exception: ListedCheckout['exception'];
  exceptions: ListedCheckout['exceptions'];
  currency: string;
  amount_minor: bigint;
  expected_minor: bigint;
  paid_minor: bigint;
  applied_minor: bigint;
  accepted_minor: bigint;
  refunded_minor: bigint;
  taken_back_minor: bigint;
  returned_minor: bigint;
  kept_minor: bigint;
  channels: ListedCheckout['channels'];
  paid_by: ListedCheckout['paidBy'];
  account_number: string | null;
  customer: ListedCheckout['customer'];
  description: string | null;
  metadata: Record<string, string>;
  created_at: ShownTime;
  updated_at: ShownTime;
  expires_at: ShownTime;
  payment_link_id: Id<'lnk'> | null;
  version: number;
  position_at: string;
}

/** Merchants' checkouts. One method, one round trip; another merchant's are unknown ones. */
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
      item: toListed(row),
      position: [row.position_at, row.checkout_id],
    }));
  }
}

function toListed(row: ListedRow): ListedCheckout {
  return {
    checkoutId: row.checkout_id,
    paymentReference: row.payment_reference,
    origin: row.origin,
    status: row.status,
    statusReason: row.status_reason,
    exception: row.exception,
    exceptions: row.exceptions,
    currency: row.currency,
    amountMinor: row.amount_minor,
    expectedMinor: row.expected_minor,
    paidMinor: row.paid_minor,
    appliedMinor: row.applied_minor,
    acceptedMinor: row.accepted_minor,
    refundedMinor: row.refunded_minor,
    takenBackMinor: row.taken_back_minor,
    returnedMinor: row.returned_minor,
    keptMinor: row.kept_minor,
    channels: row.channels,
    paidBy: row.paid_by,
    accountNumber: row.account_number,
    customer: row.customer,
    description: row.description,
    metadata: row.metadata,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
    paymentLinkId: row.payment_link_id,
    version: row.version,
  };
}
