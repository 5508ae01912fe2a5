import { homeCurrency } from '../../domain/currency.js';
import { formatNaira, toJsonAmount } from '../../domain/money.js';
import type { WalletLine, WalletLineType } from '../wallet/wallet-lines.js';
import type { PgWalletLines } from '../wallet/wallet-lines.store.js';
import { ApiError } from '../../http/api-error.js';
import { Cursors, pageOf, sliceOf } from '../../http/paging.js';
import { periodOf } from '../../http/query-fields.js';
import { PagedTransactions, WalletTransaction, WalletTransactionsQuery } from './wallet.dto.js';

const cursors = new Cursors('wallet', [/^\d{1,18}$/, /^[1-9]$/]);
const longestPeriodMs = 90 * 86_400_000;

const narrations: Readonly<Record<WalletLineType, string>> = {
  COLLECTION: 'Payment of',
  FEE: 'Fee on',
  VAT: 'VAT on the fee on',
  SETTLEMENT: 'Settlement',
  SETTLEMENT_REVERSAL: 'Settlement that came back',
  REFUND: 'Refund of',
  CHARGEBACK: 'Dispute of',
  ADJUSTMENT: 'Adjustment',
};

/** Lists the changes of a merchant's balance, line by line. */
export class WalletTransactionsService {
  constructor(private readonly lines: PgWalletLines) {}

  /** Lists the changes of a period. @throws ApiError VALIDATION_FAILED for a period of more than 90 days. */
  async list(merchantId: string, query: WalletTransactionsQuery): Promise<PagedTransactions> {
    const { type, direction } = query;
    const filter = { ...periodWithin(query), type, direction };
    const found = await this.lines.list(merchantId, filter, sliceOf(query, cursors));
    return pageOf(query, cursors, found, lineView);
  }
}

/** Returns the period of the query. By default it is the last 90 days. */
function periodWithin(query: WalletTransactionsQuery): { since: Date; before: Date } {
  const period = periodOf(query);
  const before = period.before ?? new Date(Date.now() + 60_000);
  const since = period.since ?? new Date(before.getTime() - longestPeriodMs);
  // One more day is allowed, so that a period may be 90 whole Lagos days, or 90 days and the rest of today.
  if (before.getTime() - since.getTime() > longestPeriodMs + 86_400_000) {
    const message = 'from must be at most 90 days before to, or before now without to';
    throw new ApiError('VALIDATION_FAILED', {
      message: `${message}.`,
      errors: [{ field: 'from', rule: 'min', message }],
    });
  }
  return { since, before };
}

function lineView(line: WalletLine): WalletTransaction {
  const { type, sourceId, paymentReference, amountMinor } = line;
  const amount = amountMinor < 0n ? -amountMinor : amountMinor;
  return {
    entryId: `${line.journalId}-${line.line}`,
    direction: amountMinor < 0n ? 'DEBIT' : 'CREDIT',
    type,
    amount: toJsonAmount(amount),
    amountFormatted: formatNaira(amount),
    currency: homeCurrency,
    balanceBefore: toJsonAmount(line.beforeMinor),
    balanceAfter: toJsonAmount(line.afterMinor),
    reference: sourceId,
    paymentReference,
    narration: `${narrations[type]} ${paymentReference ?? sourceId}`,
    createdAt: line.postedAt.toISOString(),
  };
}
