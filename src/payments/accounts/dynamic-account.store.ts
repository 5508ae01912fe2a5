import type { AnyNumber } from '../numbers/number.js';
import { fieldsOf, type RowOf } from '../../platform/database/columns.js';
import type pg from 'pg';
import { toCheckout, type CheckoutRow } from '../checkouts/checkout-row.js';
import type {
  AccountFilter,
  AccountLookup,
  ChangeOutcome,
  CloseOutcome,
  DynamicAccountChange,
  DynamicAccountResult,
  ListedAccount,
  NewDynamicAccount,
  OpenOutcome,
} from './dynamic-account.js';
import type { Fact } from '../../platform/temporal/fact.js';
import type { Listed, Slice } from '../../domain/slice.js';
import { query, queryOne, type GivenStatement } from '../../platform/database/database.js';
import { call, callSpreading } from '../../platform/database/sql-call.js';
import { listedAccounts } from './dynamic-account-query.js';

const openAccount = callSpreading('open_dynamic_account', 'found_checkout', {
  with: ['opened'],
}).as<ResultRow<string>>();

const changeAccount = callSpreading('change_dynamic_account', 'found_checkout').as<
  ResultRow<string>
>();

const closeAccount = callSpreading('close_dynamic_account', 'found_checkout').as<
  ResultRow<string>
>();

const lookUpAccount = call('look_up_account').as<LookupRow>();

type ResultRow<Outcome> = { outcome: Outcome; new_fact_id: bigint | null } & (
  | CheckoutRow
  | { checkout_id: null }
);

interface ListedRow extends RowOf<ListedAccount> {
  position_at: string;
}

type LookupRow = RowOf<AccountLookup>;

/** Accounts for one payment, on PostgreSQL. Each method is one round trip. */
export class PgDynamicAccountStore {
  constructor(private readonly pool: pg.Pool) {}

  /** `accountNumber` null: any free number. */
  open(account: NewDynamicAccount, number: AnyNumber): Promise<DynamicAccountResult<OpenOutcome>> {
    return this.#decide<OpenOutcome>(
      openAccount({ ...account, ...number, opened: number.opened ?? null }),
      'INITIATED',
    );
  }

  change(change: DynamicAccountChange): Promise<DynamicAccountResult<ChangeOutcome>> {
    const { charges } = change;
    return this.#decide<ChangeOutcome>(
      changeAccount({
        ...change,
        amountMinor: charges?.amountMinor,
        expectedMinor: charges?.expectedMinor,
        feeMinor: charges?.feeMinor,
        vatMinor: charges?.vatMinor,
        feeBearer: charges?.feeBearer,
        offers: charges?.offers,
      }),
      'ACCOUNT_ISSUED',
    );
  }

  close(merchantId: string, accountNumber: string): Promise<DynamicAccountResult<CloseOutcome>> {
    return this.#decide<CloseOutcome>(
      closeAccount({ merchantId, accountNumber }),
      'CANCEL_REQUESTED',
    );
  }

  async list(
    merchantId: string,
    filter: AccountFilter,
    slice: Slice,
  ): Promise<readonly Listed<ListedAccount>[]> {
    const { name, text, values } = listedAccounts(merchantId, filter, slice);
    const rows = await query<ListedRow>(this.pool, { name, text }, values);
    return rows.slice(0, slice.limit).map((row) => ({
      item: toListedAccount(row),
      position: [row.position_at, row.virtual_account_id],
    }));
  }

  /** Returns undefined for a number that was never given to an account. */
  async lookUp(accountNumber: string): Promise<AccountLookup | undefined> {
    const [row] = await query(this.pool, lookUpAccount({ accountNumber }));
    return row && fieldsOf(row);
  }

  async #decide<Outcome extends string>(
    statement: GivenStatement<ResultRow<string>>,
    kind: Fact['kind'],
  ): Promise<DynamicAccountResult<Outcome>> {
    const row = await queryOne(this.pool, statement);
    const { new_fact_id: factId } = row;
    const outcome = row.outcome as Outcome;
    if (row.checkout_id === null) return { outcome, checkout: null, fact: null };
    return {
      outcome,
      checkout: toCheckout(row),
      fact: factId === null ? null : toFact(factId, kind, row),
    };
  }
}

function toFact(factId: bigint, kind: Fact['kind'], row: CheckoutRow): Fact {
  const [account] = row.accounts ?? [];
  const isAccount = kind !== 'CANCEL_REQUESTED' && account !== undefined;
  return {
    factId: String(factId),
    kind,
    subjectId: isAccount ? account.virtualAccountId : null,
    deadline: kind === 'ACCOUNT_ISSUED' ? row.expires_at : null,
    checkout: {
      checkoutId: row.checkout_id,
      merchantId: row.merchant_id,
      paymentReference: row.payment_reference,
      amountMinor: row.amount_minor,
      currency: row.currency,
      expiresAt: row.expires_at,
    },
  };
}

function toListedAccount(row: ListedRow): ListedAccount {
  return {
    virtualAccountId: row.virtual_account_id,
    paymentReference: row.payment_reference,
    accountNumber: row.account_number,
    accountName: row.account_name,
    bankCode: row.bank_code,
    bankName: row.bank_name,
    prefix: row.prefix,
    amountMinor: row.amount_minor,
    paidMinor: row.paid_minor,
    currency: row.currency,
    amountRule: row.amount_rule,
    validityMinutes: row.validity_minutes,
    status: row.status,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
