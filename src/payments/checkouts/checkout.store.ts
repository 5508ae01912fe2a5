import type { RowOf } from '../../platform/database/columns.js';
import type pg from 'pg';
import type {
  AccountOutcome,
  AccountRequest,
  AccountResult,
  CancelOutcome,
  ChangeOutcome,
  ChangeResult,
  CancelResult,
  Checkout,
  InitiateResult,
  NewCheckout,
  OrderChange,
  VirtualAccount,
} from './checkout.js';
import type { CheckoutKey, Id } from '../../domain/ids.js';
import type { Fact } from '../../platform/temporal/fact.js';
import { query, queryOne } from '../../platform/database/database.js';
import { call, callSpreading, callWithin } from '../../platform/database/sql-call.js';
import { newRow, toCheckout, type CheckoutRow } from './checkout-row.js';
import { initiatedFact } from './initiated-fact.js';
import { gathered } from '../../platform/database/gathered-reads.js';

const initiateCheckout = callSpreading('initiate_checkout', 'found_checkout').as<InitiateRow>();

const issueAccount = callWithin(
  'issue_account',
  (called) => `select outcome, outstanding_minor, cut_by_session, decided_at, new_fact_id,
                (account).virtual_account_id, (account).account_number, (account).account_name, (account).prefix,
                (account).amount_minor, (account).validity_minutes, (account).status, (account).created_at, (account).expires_at,
                (bank).bank_code, (bank).bank_name, (bank).nip_institution_code, (bank).channel,
                (issued_for).checkout_id, (issued_for).amount_minor as checkout_amount_minor, (issued_for).currency, (issued_for).amount_rule, (issued_for).metadata,
                (issued_for).expires_at as session_expires_at
           from ${called}`,
  { with: ['opened'] },
).as<IssueRow>();

const findCheckouts = {
  name: 'find_checkouts',
  text: `select c.* from unnest($1::text[], $2::text[]) as asked (merchant_id, payment_reference)
           join checkout_read c using (merchant_id, payment_reference)`,
};

const changeOrder = call('change_order').as<ChangeRow>();

const requestCancel = call('request_cancel').as<CancelRow>();

const countBadCode = {
  name: 'count_bad_code',
  text: 'update checkout set bad_code_tries = bad_code_tries + 1 where checkout_id = $1 returning bad_code_tries as tries',
};

interface InitiateRow extends CheckoutRow {
  created: boolean;
  same_request: boolean;
  new_fact_id: bigint | null;
}

interface ChangeRow {
  outcome: ChangeOutcome;
  account_id: string | null;
  account_ends_at: Date | null;
  new_fact_id: bigint | null;
}

interface CancelRow {
  outcome: CancelOutcome;
  new_fact_id: bigint | null;
}

interface IssueRow extends RowOf<Omit<VirtualAccount, 'virtualAccountId'>> {
  virtual_account_id: Id<'va'> | null;
  outcome: AccountOutcome;
  outstanding_minor: bigint | null;
  cut_by_session: boolean;
  metadata: Record<string, string> | null;
  decided_at: Date;
  new_fact_id: bigint | null;
  checkout_id: Id<'chk'>;
  checkout_amount_minor: bigint;
  currency: string;
  amount_rule: AccountResult['amountRule'];
  session_expires_at: Date;
}

/** Checkouts on PostgreSQL, for the API. Each method is one round trip. */
export class PgCheckoutStore {
  readonly #read = gathered((keys: readonly CheckoutKey[]) => this.#findAll(keys));

  constructor(private readonly pool: pg.Pool) {}

  async initiate(checkout: NewCheckout): Promise<InitiateResult> {
    const { sessionTtlMinutes } = checkout;
    const given = initiateCheckout({ asked: newRow(checkout), sessionTtlMinutes });
    const row = await queryOne(this.pool, given);
    const found = toCheckout(row);
    return {
      created: row.created,
      sameRequest: row.same_request,
      checkout: found,
      fact: row.new_fact_id === null ? null : initiatedFact(row.new_fact_id, found),
    };
  }

  async issueAccount(request: AccountRequest): Promise<AccountResult> {
    const row = await queryOne(
      this.pool,
      issueAccount({ ...request, opened: request.opened ?? null }),
    );
    const account = toIssuedAccount(row);
    return {
      outcome: row.outcome,
      account,
      outstandingMinor: row.outstanding_minor,
      currency: row.currency,
      amountRule: row.amount_rule,
      cutBySession: row.cut_by_session,
      metadata: row.metadata ?? {},
      now: row.decided_at,
      fact: account === null || row.new_fact_id === null ? null : issuedFact(row, request),
    };
  }

  /** Returns undefined for an unknown reference, and also for another merchant's. */
  find(merchantId: string, paymentReference: string): Promise<Checkout | undefined> {
    return this.#read({ merchantId, paymentReference });
  }

  async #findAll(keys: readonly CheckoutKey[]): Promise<(Checkout | undefined)[]> {
    const rows = await query<CheckoutRow>(this.pool, findCheckouts, [
      keys.map(({ merchantId }) => merchantId),
      keys.map(({ paymentReference }) => paymentReference),
    ]);
    const found = new Map(rows.map((row) => [`${row.merchant_id} ${row.payment_reference}`, row]));
    return keys.map(({ merchantId, paymentReference }) => {
      const row = found.get(`${merchantId} ${paymentReference}`);
      return row && toCheckout(row);
    });
  }

  /** Cancels the checkout at once; parts that were paid go back. */
  async cancel(merchantId: string, paymentReference: string): Promise<CancelResult> {
    const key = { merchantId, paymentReference };
    const { outcome, new_fact_id: factId } = await queryOne(this.pool, requestCancel(key));
    const checkout = (await this.find(merchantId, paymentReference)) ?? null;
    const fact =
      factId === null || checkout === null
        ? null
        : { ...initiatedFact(factId, checkout), kind: 'CANCEL_REQUESTED' as const };
    return { outcome, checkout, fact };
  }

  /** Changes the order at once, unless money was received first. */
  async change(change: OrderChange): Promise<ChangeResult> {
    const { merchantId, paymentReference } = change;
    const row = await queryOne(this.pool, changeOrder(change));
    const { outcome, new_fact_id: factId } = row;
    if (factId === null) return { outcome, fact: null };
    const checkout = await this.find(merchantId, paymentReference);
    if (checkout === undefined) throw new Error('an order that was changed is gone');
    const fact = {
      ...initiatedFact(factId, checkout),
      ...{ kind: 'ACCOUNT_ISSUED' as const, subjectId: row.account_id },
      deadline: row.account_ends_at,
    };
    return { outcome, fact };
  }

  /** Counts a wrong access code; returns the number of wrong codes so far. */
  async countBadCode(checkoutId: Id<'chk'>): Promise<number> {
    const { tries } = await queryOne<{ tries: number }>(this.pool, countBadCode, [checkoutId]);
    return tries;
  }
}

function toIssuedAccount(row: IssueRow): VirtualAccount | null {
  if (row.virtual_account_id === null) return null;
  return {
    virtualAccountId: row.virtual_account_id,
    accountNumber: row.account_number,
    accountName: row.account_name,
    bankCode: row.bank_code,
    bankName: row.bank_name,
    nipInstitutionCode: row.nip_institution_code,
    prefix: row.prefix,
    channel: row.channel,
    amountMinor: row.amount_minor,
    validityMinutes: row.validity_minutes,
    status: row.status,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

function issuedFact(row: IssueRow, { merchantId, paymentReference }: AccountRequest): Fact {
  return {
    factId: String(row.new_fact_id),
    kind: 'ACCOUNT_ISSUED',
    subjectId: row.virtual_account_id,
    deadline: row.expires_at,
    checkout: {
      checkoutId: row.checkout_id,
      merchantId,
      paymentReference,
      amountMinor: row.checkout_amount_minor,
      currency: row.currency,
      expiresAt: row.session_expires_at,
    },
  };
}
