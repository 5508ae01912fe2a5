import { lagosDay } from '../../domain/lagos-day.js';
import { fromJsonAmount } from '../../domain/money.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import type { Transaction, TransactionFilter } from './transaction.js';
import type { PgTransactionStore } from './transaction.store.js';
import { ApiError } from '../../http/api-error.js';
import { wholeList } from '../../http/paging.js';
import { BankRefresh } from './bank-refresh.js';
import { InwardQuery, InwardQueryData, InwardTransaction } from './inward-query.dto.js';
import { gatewayResponse, transactionView } from './transaction-view.js';

const shown = { limit: 100, offset: 0, after: null } as const;
const byTransfer = ['accountNumber', 'amount', 'date'] as const;

/** Tells a merchant whether a transfer has reached us, and its outcome (TSQ). */
export class InwardQueryService {
  constructor(
    private readonly transactions: PgTransactionStore,
    private readonly refresh: BankRefresh,
  ) {}

  /**
   * Finds the transfer, and asks the banks first when `refresh` is set. @throws ApiError TRANSFER_NOT_SEEN; with
   * refresh RATE_LIMITED or PROVIDER_UNAVAILABLE.
   */
  async query(
    merchant: MerchantProfile,
    query: InwardQuery,
    seesAccounts: boolean,
  ): Promise<InwardQueryData> {
    const filter = filterOf(query);
    if (query.refresh === 'true') await this.refresh.run(merchant);
    const found = await this.transactions.list(merchant.merchantId, filter, shown);
    if (found.length === 0) throw new ApiError('TRANSFER_NOT_SEEN');
    const items = found.map(({ item }) => inwardView(item, seesAccounts));
    return wholeList(items);
  }
}

/**
 * Returns the filter of a query. @throws ApiError VALIDATION_FAILED unless the query names a transfer in exactly one
 * way.
 */
function filterOf(query: InwardQuery): TransactionFilter {
  const { sessionId, transactionReference, paymentReference, accountNumber, amount, date } = query;
  const isTransfer = byTransfer.some((field) => query[field] !== undefined);
  const ways = [sessionId, transactionReference, paymentReference].filter(Boolean).length;
  if (ways + Number(isTransfer) !== 1) {
    throw refusal(
      'sessionId',
      'exactly one of sessionId, transactionReference, paymentReference, or accountNumber with amount and date',
    );
  }
  if (!isTransfer) return { sessionId, reference: transactionReference, paymentReference };
  const missing = byTransfer.find((field) => query[field] === undefined);
  if (missing !== undefined) throw refusal(missing, 'accountNumber, amount and date together');
  const amountMinor = fromJsonAmount(amount ?? 0);
  const day = lagosDay(date ?? '') ?? { since: null, before: null };
  return { accountNumber, minAmountMinor: amountMinor, maxAmountMinor: amountMinor, ...day };
}

function refusal(field: string, wanted: string): ApiError {
  const message = `Send ${wanted}`;
  return new ApiError('VALIDATION_FAILED', {
    message: `${message}.`,
    errors: [{ field, rule: 'required', message }],
  });
}

function inwardView(transaction: Transaction, seesAccounts: boolean): InwardTransaction {
  const { outcome, creditStatus } = transaction;
  const view = transactionView(transaction, seesAccounts);
  return Object.assign(view, {
    inwardStatus: creditStatus,
    responseCode: gatewayResponse(outcome).code,
    refund: view.refunds.at(-1) ?? null,
  });
}
