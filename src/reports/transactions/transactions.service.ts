import { fromJsonAmount } from '../../domain/money.js';
import type { Transaction } from './transaction.js';
import type { PgTransactionStore } from './transaction.store.js';
import { ApiError } from '../../http/api-error.js';
import { pageOf, sliceOf, timeCursors, type Page } from '../../http/paging.js';
import { changePeriodOf, periodOf } from '../../http/query-fields.js';
import { ListCreditsQuery, ListTransactionsQuery } from './transaction-query.dto.js';

const cursors = {
  transactions: timeCursors('transactions', 'txn'),
  credits: timeCursors('credits', 'txn'),
} as const;
/**
 * The most transactions of an order that are read. An order that is paid in parts has several, and the newest that
 * counts shows its status.
 */
const first = { limit: 100, offset: 0, after: null } as const;

/** Lists and finds the payments that a merchant has received. */
export class TransactionsService {
  constructor(private readonly transactions: PgTransactionStore) {}

  async list<View>(
    merchantId: string,
    query: ListTransactionsQuery,
    view: (transaction: Transaction) => View,
  ): Promise<Page<View>> {
    const { status, exception, q } = query;
    const changed = changePeriodOf(query);
    const filter = { ...commonFilter(query), ...changed, status, exception, text: q };
    const slice = sliceOf(query, cursors.transactions);
    const found = await this.transactions.list(merchantId, filter, slice);
    return pageOf(query, cursors.transactions, found, view);
  }

  async listCredits<View>(
    merchantId: string,
    query: ListCreditsQuery,
    view: (credit: Transaction) => View,
  ): Promise<Page<View>> {
    const { status: creditStatus, sessionId } = query;
    const filter = { ...commonFilter(query), creditStatus, sessionId };
    const slice = sliceOf(query, cursors.credits);
    const found = await this.transactions.list(merchantId, filter, slice);
    return pageOf(query, cursors.credits, found, view);
  }

  /**
   * Finds a transaction by its own reference, or by its order's. An order's reference finds the newest transaction that
   * counts towards the order.
   *
   * @throws ApiError RESOURCE_NOT_FOUND
   */
  async find(merchantId: string, reference: string): Promise<Transaction> {
    const found = await this.transactions.list(merchantId, { reference }, first);
    const items = found.map(({ item }) => item);
    const transaction =
      items.find(({ creditId }) => creditId === reference) ??
      items.find(({ appliedMinor }) => appliedMinor > 0n) ??
      items[0];
    if (transaction === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return transaction;
  }

  /** Finds a credit by its id. @throws ApiError RESOURCE_NOT_FOUND */
  async findCredit(merchantId: string, creditId: string): Promise<Transaction> {
    const [found] = await this.transactions.list(merchantId, { reference: creditId }, first);
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return found.item;
  }
}

function commonFilter(query: ListTransactionsQuery | ListCreditsQuery) {
  const { minAmount, maxAmount, paymentChannel, paymentReference, accountNumber } = query;
  return {
    ...periodOf(query),
    channel: paymentChannel,
    paymentReference,
    accountNumber,
    minAmountMinor: minAmount === undefined ? undefined : fromJsonAmount(minAmount),
    maxAmountMinor: maxAmount === undefined ? undefined : fromJsonAmount(maxAmount),
  };
}
