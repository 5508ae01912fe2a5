import type { RowOf } from '../../platform/database/columns.js';
import type pg from 'pg';
import type { SettlementStatus } from '../../domain/payout-state.js';
import type { CreditSource } from '../../payments/credits/credit.js';
import type {
  Transaction,
  TransactionAccount,
  TransactionFilter,
  TransactionRefund,
} from './transaction.js';
import type { Listed, Slice } from '../../domain/slice.js';
import type { CreditStatus } from '../../domain/transaction-state.js';
import { query, shownTimes } from '../../platform/database/database.js';
import { listQuery } from './transaction-query.js';
import type { Id } from '../../domain/ids.js';

interface TransactionRow extends RowOf<
  Omit<
    Transaction,
    'creditStatus' | 'refundedMinor' | 'settlement' | 'account' | 'source' | 'refunds' | 'metadata'
  >
> {
  inward_status: CreditStatus;
  merchant_refunded_minor: bigint;
  settlement:
    | readonly [dueOn: string, status: SettlementStatus | null, reference: string | null]
    | null;
  account_number: string | null;
  virtual_account_id: Id<'va'> | null;
  account_name: string | null;
  account_type: TransactionAccount['type'];
  account_reference: string | null;
  bank_code: string | null;
  bank_name: string | null;
  source: Partial<CreditSource>;
  refunds: readonly (Omit<TransactionRefund, 'amountMinor'> & { amountMinor: string })[] | null;
  metadata: Readonly<Record<string, string>> | null;
  position_at: string;
}

/**
 * Reads the payments that merchants have received. Each method is one round trip. Another merchant's transactions count
 * as unknown.
 */
export class PgTransactionStore {
  constructor(private readonly pool: pg.Pool) {}

  /** Lists transactions, the newest first. */
  async list(
    merchantId: string,
    filter: TransactionFilter,
    slice: Slice,
  ): Promise<readonly Listed<Transaction>[]> {
    const { name, text, values } = listQuery(merchantId, filter, slice);
    const rows = await query<TransactionRow>(this.pool, { name, text, types: shownTimes }, values);
    return rows.slice(0, slice.limit).map((row) => ({
      item: toTransaction(row),
      position: [row.position_at, row.credit_id],
    }));
  }
}

function toTransaction(row: TransactionRow): Transaction {
  const { accountNumber = null, accountName = null, bankCode = null, bankName = null } = row.source;
  return {
    creditId: row.credit_id,
    checkoutId: row.checkout_id,
    paymentReference: row.payment_reference,
    channel: row.channel,
    sessionId: row.session_id,
    status: row.status,
    creditStatus: row.inward_status,
    outcome: row.outcome,
    policyApplied: row.policy_applied,
    resolution: row.resolution,
    currency: row.currency,
    amountMinor: row.amount_minor,
    expectedMinor: row.expected_minor,
    appliedMinor: row.applied_minor,
    excessMinor: row.excess_minor,
    feeMinor: row.fee_minor,
    vatMinor: row.vat_minor,
    feeBearer: row.fee_bearer,
    settlementMinor: row.settlement_minor,
    returnedMinor: row.returned_minor,
    refundedMinor: row.merchant_refunded_minor,
    takenBackMinor: row.taken_back_minor,
    refundableMinor: row.refundable_minor,
    settlement: row.settlement && toSettlement(row.settlement),
    account: row.account_number === null ? null : toAccount(row, row.account_number),
    source: { accountNumber, accountName, bankCode, bankName },
    card: row.card,
    refunds: (row.refunds ?? []).map((each) => ({
      ...each,
      amountMinor: BigInt(each.amountMinor),
    })),
    narration: row.narration,
    metadata: row.metadata ?? {},
    initiatedAt: row.initiated_at,
    sentAt: row.sent_at,
    receivedAt: row.received_at,
    appliedAt: row.applied_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

function toSettlement([dueOn, status, reference]: NonNullable<TransactionRow['settlement']>) {
  return { dueOn, status, reference };
}

function toAccount(row: TransactionRow, accountNumber: string): TransactionAccount {
  return {
    virtualAccountId: row.virtual_account_id,
    accountNumber,
    accountName: row.account_name,
    bankCode: row.bank_code,
    bankName: row.bank_name,
    type: row.account_type,
    reference: row.account_reference,
  };
}
