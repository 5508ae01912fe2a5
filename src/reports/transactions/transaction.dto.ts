import { feeBearers } from '../../domain/fee-bearer.js';
import { checkout } from '../../payments/checkouts/checkout-shape.js';
import { payment } from '../../payments/credits/payment-shape.js';
import { z } from 'zod';
import { reply, some, text, whole, time, oneOf, listOf } from '../../http/reply.js';

import { settlementStatuses } from '../../domain/payout-state.js';
import { refundStatuses, refundOrigins } from '../../domain/refund-state.js';
import { creditStatuses, transactionStatuses } from '../../domain/transaction-state.js';
import { listReply } from '../../http/paging.js';

/** The virtual account that was paid into. */
export const TransactionAccountView = reply('TransactionAccountView', {
  virtualAccountId: text().nullable(),
  accountNumber: text(),
  accountName: text().nullable(),
  bankCode: text().meta({ example: '058' }).nullable(),
  bankName: text().nullable(),
  type: oneOf(
    ['STATIC', 'DYNAMIC'],
    'Kind of the account. Null when the number belonged to no account.',
    'DYNAMIC',
  ).nullable(),
  reference: text('Your reference for a static account. Null for others.', null).nullable(),
});

/** The source of the money. */
export const TransactionSourceView = reply('TransactionSourceView', {
  accountNumber: text(
    'Account number, masked. All digits with the scope `transactions:pii`.',
    '******7503',
  ).nullable(),
  accountName: text().meta({ example: 'ADA OBI' }).nullable(),
  bankCode: text().meta({ example: '000016' }).nullable(),
  bankName: text().meta({ example: 'First Bank' }).nullable(),
});
export type TransactionSourceView = z.infer<typeof TransactionSourceView>;

export const TransactionCardView = reply('TransactionCardView', {
  brand: text(),
  last4: text(),
  first6: text(),
  expMonth: whole(),
  expYear: whole(),
  issuer: text(),
});

export const TransactionGatewayAnswer = reply('TransactionGatewayAnswer', {
  code: text('Result code of the bank or the card acquirer.', '00'),
  message: text('The result in words.', 'Successful'),
});

/** Money of the transaction that goes back. */
export const TransactionRefundView = reply('TransactionRefundView', {
  refundReference: text(),
  refundId: text(),
  origin: oneOf(refundOrigins),
  cause: text(),
  amount: whole().meta({ example: 200_000 }),
  status: oneOf(refundStatuses),
});
export type TransactionRefundView = z.infer<typeof TransactionRefundView>;

/** Money that you have received: one transfer or one card payment. The schema has its name from the source document. */
export const Transaction = reply('Transaction', {
  transactionReference: payment.transactionReference,
  paymentReference: text(
    'Your reference for the order. Null when the payment belongs to no order.',
    'ORD-1001',
  ).nullable(),
  checkoutId: text().nullable(),
  type: oneOf(['COLLECTION'], 'Always COLLECTION.'),
  status: oneOf(transactionStatuses, 'Where the money stands.', 'SUCCESSFUL'),
  ...some(payment, 'exception', 'paymentChannel'),
  currency: checkout.currency,
  amountExpected: whole(
    'Amount that the customer had to pay, in kobo. Null without an order.',
    1_000_000,
  ).nullable(),
  amountReceived: payment.amountReceived,
  amountFormatted: checkout.amountFormatted,
  ...some(payment, 'amountApplied', 'excessAmount', 'fee', 'vat'),
  feeBearer: oneOf(feeBearers).nullable(),
  ...some(
    payment,
    'settlementAmount',
    'amountReturned',
    'amountRefunded',
    'amountTakenBack',
    'amountRefundable',
  ),
  settlementStatus: oneOf(
    ['PENDING', ...settlementStatuses],
    'Status of the settlement that the payment is in. PENDING while it waits for one. Null while nothing is due.',
    'PENDING',
  ).nullable(),
  settlementDueDate: payment.settlementDueDate,
  settlementReference: text(
    'Reference of the settlement that the payment is in. Null until then.',
    null,
  ).nullable(),
  virtualAccount: TransactionAccountView.nullable(),
  source: TransactionSourceView.nullable(),
  card: TransactionCardView.nullable().meta({ example: null }),
  ...some(payment, 'sessionId', 'narration'),
  gatewayResponse: TransactionGatewayAnswer,
  refunds: listOf(TransactionRefundView),
  initiatedAt: time().nullable(),
  paidAt: time(),
  receivedAt: payment.receivedAt,
  createdAt: time('Time at which we received the payment.', '2026-11-20T14:12:34.120Z'),
  updatedAt: checkout.updatedAt,
  metadata: z.record(z.string(), z.string()),
  version: checkout.version,
});
export type Transaction = z.infer<typeof Transaction>;

/** The schema has its name from the source document. */
export const PagedTransactionList = listReply('PagedTransactionList', Transaction);
export type PagedTransactionList = z.infer<typeof PagedTransactionList>;

/** The same money as the rail knows it: one credit per session id. */
export const CreditView = reply('CreditView', {
  transactionReference: payment.transactionReference,
  paymentReference: text(
    'Your reference for the order. Null when the payment belongs to no order.',
    'ORD-1001',
  ).nullable(),
  status: oneOf(creditStatuses, 'Where the payment stands.', 'APPLIED'),
  ...some(payment, 'exception', 'policyApplied'),
  resolution: payment.resolution.meta({ example: null }),
  ...some(payment, 'paymentChannel', 'sessionId'),
  accountNumber: text('The virtual account. Null for a card payment.', '5011234561').nullable(),
  ...some(payment, 'amountReceived', 'amountApplied', 'excessAmount'),
  currency: checkout.currency,
  source: TransactionSourceView.nullable(),
  narration: payment.narration,
  refunds: listOf(TransactionRefundView),
  ...some(payment, 'sentAt', 'receivedAt'),
  appliedAt: time(
    'Time at which it was booked. Null until then.',
    '2026-11-20T14:12:34.150Z',
  ).nullable(),
});
export type CreditView = z.infer<typeof CreditView>;

export const CreditPage = listReply('CreditPage', CreditView);
export type CreditPage = z.infer<typeof CreditPage>;
