import { checkout, given } from './checkout-shape.js';
import { payment } from '../credits/payment-shape.js';
import { z } from 'zod';
import { reply, some, text, whole, time, oneOf, listOf } from '../../http/reply.js';
import { channelNames } from '../../domain/channels.js';

import { refundStatuses, refundOrigins } from '../../domain/refund-state.js';
import { PaymentReferenceField } from '../../http/fields.js';

import { DynamicAccountData } from './account-data.js';

export class QueryParameters {
  @PaymentReferenceField()
  paymentReference!: string;
}

/** The details of a card that you may see. */
export const CardView = reply('CardView', {
  brand: text(),
  first6: text(),
  last4: text(),
  expMonth: whole(),
  expYear: whole(),
  issuer: text(),
});

export const CardActionView = reply('CardActionView', {
  type: oneOf(
    ['3DS', 'OTP'],
    '3DS: open `url` in the browser of the customer. OTP: the customer types a code there.',
  ),
  url: text("Page for the customer's browser."),
});

/** One try to pay: an account that was issued, or a card that was charged. */
export const AttemptView = reply('AttemptView', {
  paymentChannel: oneOf(channelNames),
  status: oneOf(
    [
      'PENDING',
      'REQUIRES_ACTION',
      'PROCESSING',
      'SUCCEEDED',
      'FAILED',
      'UNKNOWN',
      'EXPIRED',
      'CANCELLED',
    ],
    'PENDING: the account takes money. REQUIRES_ACTION: the customer must act. PROCESSING: the card is being charged. SUCCEEDED: it brought the payment. FAILED: declined. UNKNOWN: the acquirer has not answered yet. EXPIRED: its time is over. CANCELLED: called off.',
  ),
  accountNumber: text('The virtual account. Null for a card.').nullable(),
  card: CardView.nullable().meta({
    description: 'The card, as far as it is known. Null for a transfer.',
  }),
  action: CardActionView.nullable(),
  responseCode: text(
    'Last result code of the card acquirer. Null when there is none.',
    null,
  ).nullable(),
  amount: whole(),
  createdAt: time(),
  expiresAt: time('Time at which the account expires. Null for a card.').nullable(),
});
export type AttemptView = z.infer<typeof AttemptView>;

/** Money of a transaction that goes back. `GET /api/v1/refunds/{refundReference}` tells more. */
export const RefundSummary = reply('RefundSummary', {
  refundReference: text(),
  refundId: text(),
  transactionReference: text(),
  origin: oneOf(refundOrigins),
  cause: text(),
  amount: whole(),
  status: oneOf(refundStatuses),
});
export type RefundSummary = z.infer<typeof RefundSummary>;

/** One transfer or card payment that was received. */
export const TransactionView = reply('TransactionView', {
  ...some(
    payment,
    'transactionReference',
    'paymentChannel',
    'sessionId',
    'accountNumber',
    'amountReceived',
    'amountApplied',
    'excessAmount',
    'amountReturned',
    'amountRefunded',
    'amountTakenBack',
    'amountRefundable',
    'fee',
    'vat',
    'settlementAmount',
    'exception',
    'policyApplied',
    'resolution',
  ),
  refunds: listOf(RefundSummary),
  ...some(payment, 'sentAt', 'receivedAt', 'settlementDueDate'),
});
export type TransactionView = z.infer<typeof TransactionView>;

/** The state of a checkout. */
export const CheckoutView = reply('CheckoutView', {
  ...some(checkout, 'checkoutId', 'paymentReference'),
  accessCode: text(
    'Code that completes this checkout. You get it while the checkout is open and for 24 hours after it was paid. Null otherwise.',
  ).nullable(),
  accessCodeExpiresAt: time(
    'While the checkout is open, the time at which it expires. Once it is paid, 24 hours after the payment was booked. Null without an access code, and while a payment is still booked after that expiry.',
  ).nullable(),
  status: checkout.status.meta({ example: 'AWAITING_PAYMENT' }),
  ...some(
    checkout,
    'exception',
    'exceptions',
    'statusReason',
    'amount',
    'amountExpected',
    'amountPaid',
    'amountAccepted',
    'amountKept',
    'amountHeld',
    'amountReturned',
    'amountTakenBack',
    'amountOutstanding',
    'amountFormatted',
    'currency',
    'channels',
  ),
  virtualAccount: DynamicAccountData.nullable().meta({
    description: 'The newest virtual account. Null when there was none.',
  }),
  attempts: listOf(
    AttemptView,
    'Accounts that were created and cards that were charged, the newest first.',
  ),
  transaction: TransactionView.nullable(),
  transactions: listOf(TransactionView),
  refunds: listOf(RefundSummary, 'Refunds of all payments.'),
  ...some(
    checkout,
    'amountRefunded',
    'policies',
    'amountPayableByChannel',
    'createdAt',
    'updatedAt',
    'expiresAt',
    'secondsRemaining',
    'paymentLinkId',
  ),
  ...given,
  version: checkout.version.meta({ example: 1 }),
});
export type CheckoutView = z.infer<typeof CheckoutView>;
