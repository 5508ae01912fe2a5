import { isCharged } from '../../domain/channels.js';
import { masked } from '../../domain/masking.js';
import { formatMoney, toJsonAmount } from '../../domain/money.js';
import type * as port from './transaction.js';
import { resultCodes, success } from '../../domain/result-code.js';
import { exceptionOf } from '../../domain/transaction-state.js';
import {
  CreditView,
  Transaction,
  TransactionRefundView,
  TransactionSourceView,
} from './transaction.dto.js';

/**
 * Returns a transaction as the API shows it: kobo as JSON numbers, times in RFC 3339, payers' accounts masked unless
 * the token may see them.
 */
export function transactionView(transaction: port.Transaction, seesAccounts: boolean): Transaction {
  const { outcome, settlement, receivedAt } = transaction;
  return {
    transactionReference: transaction.creditId,
    paymentReference: transaction.paymentReference,
    checkoutId: transaction.checkoutId,
    type: 'COLLECTION',
    status: transaction.status,
    exception: exceptionOf(outcome),
    paymentChannel: transaction.channel,
    currency: transaction.currency,
    amountExpected:
      transaction.expectedMinor === null ? null : toJsonAmount(transaction.expectedMinor),
    amountReceived: toJsonAmount(transaction.amountMinor),
    amountFormatted: formatMoney(transaction.amountMinor, transaction.currency),
    amountApplied: toJsonAmount(transaction.appliedMinor),
    excessAmount: toJsonAmount(transaction.excessMinor),
    fee: toJsonAmount(transaction.feeMinor),
    vat: toJsonAmount(transaction.vatMinor),
    feeBearer: transaction.feeBearer,
    settlementAmount: toJsonAmount(transaction.settlementMinor),
    amountReturned: toJsonAmount(transaction.returnedMinor),
    amountRefunded: toJsonAmount(transaction.refundedMinor),
    amountTakenBack: toJsonAmount(transaction.takenBackMinor),
    amountRefundable: toJsonAmount(transaction.refundableMinor),
    settlementStatus: settlement && (settlement.status ?? 'PENDING'),
    settlementDueDate: settlement && settlement.dueOn,
    settlementReference: settlement && settlement.reference,
    virtualAccount: transaction.account && accountView(transaction.account),
    source: sourceView(transaction, seesAccounts),
    card: transaction.card && cardView(transaction.card),
    sessionId: transaction.sessionId,
    narration: transaction.narration,
    gatewayResponse: gatewayResponse(outcome),
    refunds: transaction.refunds.map(refundView),
    initiatedAt: transaction.initiatedAt,
    paidAt: transaction.sentAt ?? receivedAt,
    receivedAt,
    createdAt: receivedAt,
    updatedAt: transaction.updatedAt,
    metadata: { ...transaction.metadata },
    version: transaction.version,
  };
}

export function creditView(credit: port.Transaction, seesAccounts: boolean): CreditView {
  return {
    transactionReference: credit.creditId,
    paymentReference: credit.paymentReference,
    status: credit.creditStatus,
    exception: exceptionOf(credit.outcome),
    policyApplied: credit.policyApplied,
    resolution: credit.resolution,
    paymentChannel: credit.channel,
    sessionId: credit.sessionId,
    accountNumber: credit.account?.accountNumber ?? null,
    amountReceived: toJsonAmount(credit.amountMinor),
    amountApplied: toJsonAmount(credit.appliedMinor),
    excessAmount: toJsonAmount(credit.excessMinor),
    currency: credit.currency,
    source: sourceView(credit, seesAccounts),
    narration: credit.narration,
    refunds: credit.refunds.map(refundView),
    sentAt: credit.sentAt,
    receivedAt: credit.receivedAt,
    appliedAt: credit.appliedAt,
  };
}

/** Returns the response for money that has come in, whether it is booked already or will be booked soon. */
export function gatewayResponse(outcome: port.Transaction['outcome']) {
  const { code, message } = outcome === null ? resultCodes.PAYMENT_PENDING : success;
  return { code, message };
}

function accountView({ virtualAccountId, accountNumber, ...rest }: port.TransactionAccount) {
  const { accountName, bankCode, bankName, type, reference } = rest;
  return { virtualAccountId, accountNumber, accountName, bankCode, bankName, type, reference };
}

function cardView({ brand, last4, first6, expMonth, expYear, issuer }: port.TransactionCard) {
  return { brand, last4, first6, expMonth, expYear, issuer };
}

function sourceView(
  { channel, source }: port.Transaction,
  seesAccounts: boolean,
): TransactionSourceView | null {
  if (isCharged(channel)) return null;
  const { accountNumber } = source;
  const shown = seesAccounts || accountNumber === null ? accountNumber : masked(accountNumber);
  return { ...source, accountNumber: shown };
}

function refundView(refund: port.TransactionRefund): TransactionRefundView {
  return {
    refundReference: refund.refundReference,
    refundId: refund.refundId,
    origin: refund.origin,
    cause: refund.reason,
    amount: toJsonAmount(refund.amountMinor),
    status: refund.status,
  };
}
