import type { RowOf } from '../../platform/database/columns.js';
import type { Actor } from '../../domain/actor.js';
import { isCharged } from '../../domain/channels.js';
import type pg from 'pg';
import type { Fact } from '../../platform/temporal/fact.js';
import type {
  AccountOutcome,
  AccountResult,
  NamedAccount,
  NewRefund,
  Refund,
  RefundDestination,
  RefundFilter,
  RefundOutcome,
  RefundPayer,
  RefundResult,
} from './refund.js';
import { type Listed, type Slice, statementLimit } from '../../domain/slice.js';
import { query, queryOne } from '../../platform/database/database.js';
import { call, callSpreading, callWithin } from '../../platform/database/sql-call.js';

const requestRefund = callWithin(
  'request_refund',
  (called) => `select outcome, refundable_minor, several_payments, new_fact_id, (stored).*,
                (requested_for).amount_minor as checkout_amount_minor, (requested_for).currency as checkout_currency,
                (requested_for).expires_at as session_expires_at
           from ${called}`,
  { with: ['by'] },
).as<RequestRow>();
const findRefund = {
  name: 'find_refund',
  text: 'select * from refund_read where merchant_id = $1 and refund_reference = $2',
};
const refundsOf = {
  name: 'refunds_of_transaction',
  text: `with meant as (
           select k.credit_id from inward_credit k where k.merchant_id = $1 and k.credit_id = $2
           union all
           select k.credit_id from checkout c join inward_credit k on k.checkout_id = c.checkout_id
            where c.merchant_id = $1 and c.payment_reference = $2
         )
         select r.*, exists (select from meant) as is_known
           from (select) x left join refund_read r on r.credit_id in (select credit_id from meant)
          order by r.created_at, r.refund_id`,
};
const listRefunds = (rows: number) => ({
  name: `list_refunds ${rows}`,
  text: `select r.*, list_position(r.created_at) as position_at from refund_read r
          where r.merchant_id = $1
            and r.created_at >= coalesce($2, '-infinity'::timestamptz) and r.created_at < coalesce($3, 'infinity'::timestamptz)
            and (r.created_at, r.refund_id) < (coalesce(list_time($4), 'infinity'), coalesce($5, ''))
            and ($6::text is null or r.status = $6) and ($7::text is null or r.origin = $7)
            and ($8::text is null or r.credit_id in (select k.credit_id from credits_by_reference($1, $8) k))
            and ($10::timestamptz is null or r.updated_at >= $10) and ($11::timestamptz is null or r.updated_at < $11)
          order by r.created_at desc, r.refund_id desc
          limit ${rows} offset $9`,
});
const findPayer = call('refund_payer').as<PayerRow>();
const provideAccount = callSpreading('provide_refund_account', 'stored', {
  with: ['holder'],
}).as<ProvideRow>();

interface RefundRow extends RowOf<Omit<Refund, 'destination'>> {
  merchant_id: string | null;
  destination: Partial<RefundDestination>;
}

interface PayerRow {
  credit_id: string | null;
  has_account: boolean | null;
  account_name: string | null;
  is_asked: boolean;
}

interface ProvideRow extends RefundRow {
  outcome: AccountOutcome;
  left_minor: bigint | null;
}

interface RequestRow extends Omit<RefundRow, 'refund_id'> {
  outcome: RefundOutcome;
  refundable_minor: bigint | null;
  several_payments: string[] | null;
  new_fact_id: bigint | null;
  /** Null when there is no refund; all other columns of the refund are null then too. */
  refund_id: string | null;
  checkout_amount_minor: bigint;
  checkout_currency: string;
  session_expires_at: Date;
}

/** Refunds on PostgreSQL, for the API. Each method is one round trip. Another merchant's refunds count as unknown. */
export class PgRefundStore {
  constructor(private readonly pool: pg.Pool) {}

  async request(asked: NewRefund): Promise<RefundResult> {
    const row = await queryOne(
      this.pool,
      requestRefund({
        merchantId: asked.merchantId,
        reference: asked.transactionReference,
        asked: {
          refund_id: asked.refundId,
          refund_reference: asked.refundReference,
          request_hash: `\\x${asked.requestHash.toString('hex')}`,
          origin: 'MERCHANT',
          reason: 'MERCHANT_REQUEST',
          note: asked.note,
          amount_minor: asked.amountMinor === null ? null : String(asked.amountMinor),
          destination: asked.destination,
        },
        by: asked.by,
      }),
    );
    const { outcome, refundable_minor: refundableMinor, refund_id: refundId } = row;
    const isOurs = outcome === 'REQUESTED' || outcome === 'EXISTING';
    return {
      outcome,
      refund: isOurs && refundId !== null ? toRefund({ ...row, refund_id: refundId }) : null,
      refundableMinor,
      severalPayments: row.several_payments ?? [],
      fact: toFact(row),
    };
  }

  async find(merchantId: string, refundReference: string): Promise<Refund | undefined> {
    const values = [merchantId, refundReference];
    const [row] = await query<RefundRow>(this.pool, findRefund, values);
    return row === undefined ? undefined : toRefund(row);
  }

  /** Oldest first; undefined when the merchant has no such transaction. */
  async ofTransaction(
    merchantId: string,
    reference: string,
  ): Promise<readonly Refund[] | undefined> {
    const values = [merchantId, reference];
    const rows = await query<RefundRow & { is_known: boolean }>(this.pool, refundsOf, values);
    if (rows[0]?.is_known !== true) return undefined;
    return rows.filter((row) => (row.refund_id as string | null) !== null).map(toRefund);
  }

  /** Newest first. */
  async list(
    merchantId: string,
    { since, before, ...asked }: RefundFilter,
    { after, offset, limit }: Slice,
  ): Promise<readonly Listed<Refund>[]> {
    const { status, origin, reference, changedSince = null, changedBefore = null } = asked;
    const rows = await query<RefundRow & { position_at: string }>(
      this.pool,
      listRefunds(statementLimit(limit)),
      [
        ...[merchantId, since, before, after?.[0] ?? null, after?.[1] ?? null],
        ...[status ?? null, origin ?? null, reference ?? null, offset, changedSince, changedBefore],
      ],
    );
    return rows.slice(0, limit).map((row) => ({
      item: toRefund(row),
      position: [row.position_at, row.refund_id],
    }));
  }

  async payer(
    merchantId: string,
    reference: string,
    refundReference: string,
  ): Promise<RefundPayer> {
    const row = await queryOne(this.pool, findPayer({ merchantId, reference, refundReference }));
    return {
      creditId: row.credit_id,
      hasAccount: row.has_account ?? false,
      accountName: row.account_name,
      isAsked: row.is_asked,
    };
  }

  /** Without `by` no entry is written to the audit. */
  async provideAccount(
    refundId: string,
    destination: NamedAccount,
    by?: Actor,
  ): Promise<AccountResult> {
    const row = await queryOne(this.pool, provideAccount({ refundId, destination, holder: by }));
    const refund = row.outcome === 'PROVIDED' ? toRefund(row) : null;
    return { outcome: row.outcome, refund, leftMinor: row.left_minor };
  }
}

function toRefund(row: RefundRow): Refund {
  const {
    accountNumber = null,
    accountName = null,
    bankCode = null,
    bankName = null,
    isPayers = true,
  } = row.destination;
  const account = { accountNumber, accountName, bankCode, bankName };
  const isRedirected = row.sendable_from !== null;
  return {
    refundId: row.refund_id,
    refundReference: row.refund_reference,
    creditId: row.credit_id,
    checkoutId: row.checkout_id,
    paymentReference: row.payment_reference,
    origin: row.origin,
    reason: row.reason,
    note: row.note,
    amountMinor: row.amount_minor,
    currency: row.currency,
    dutyMinor: row.duty_minor,
    dutyBearer: row.duty_bearer,
    channel: row.channel,
    destination: isCharged(row.channel)
      ? null
      : { ...account, isPayers: !isRedirected || isPayers },
    status: row.status,
    responseCode: row.response_code,
    failure: row.failure,
    attempts: row.attempts,
    sendableFrom: row.sendable_from,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    completedAt: row.completed_at,
  };
}

function toFact(row: RequestRow): Fact | null {
  if (row.new_fact_id === null) return null;
  return {
    factId: String(row.new_fact_id),
    kind: 'REFUND_REQUESTED',
    subjectId: row.refund_id,
    deadline: null,
    checkout:
      row.checkout_id === null
        ? null
        : {
            checkoutId: row.checkout_id,
            merchantId: row.merchant_id ?? '',
            paymentReference: row.payment_reference ?? '',
            amountMinor: row.checkout_amount_minor,
            currency: row.checkout_currency,
            expiresAt: row.session_expires_at,
          },
  };
}
