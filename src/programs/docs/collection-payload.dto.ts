import { checkout, given } from '../../payments/checkouts/checkout-shape.js';
import { payment } from '../../payments/credits/payment-shape.js';
import { z } from 'zod';
import { orNull, reply, some, text, whole, flag, time, oneOf, listOf } from '../../http/reply.js';
import { accountChannel } from '../../domain/channels.js';
import { checkoutStatuses } from '../../domain/checkout-state.js';
import { disputeKinds, disputeStatuses } from '../../domain/dispute-state.js';
import { refundStatuses, refundOrigins } from '../../domain/refund-state.js';

import { DisputeAnswer } from '../../payments/disputes/dispute-answer.js';
import { PayingTransaction } from '../../payments/checkouts/paying-transaction.js';
import { eventEnvelope } from '../../notify/webhooks/event-envelope.js';

const PayloadAccount = reply('PayloadAccount', {
  accountNumber: text().meta({ example: '5014829374' }),
  accountName: text().nullable(),
  bankCode: text('CBN code of the bank.', '50547').nullable(),
  bankName: text().nullable(),
  prefix: text().nullable(),
  type: oneOf(
    ['STATIC', 'DYNAMIC'],
    'Kind of the account. Null when the number belonged to no account.',
    'DYNAMIC',
  ).nullable(),
  expiresAt: time().nullable(),
  reference: text('Your reference for a static account. Null for others.', null).nullable(),
});

const PayloadSource = reply('PayloadSource', {
  accountNumber: text('Account number, masked.', '******7503').nullable(),
  accountName: text().meta({ example: 'ADA OBI' }).nullable(),
  bankCode: text().meta({ example: '058' }).nullable(),
  bankName: text().meta({ example: 'GTBank' }).nullable(),
});

const PayloadCard = reply('PayloadCard', {
  brand: text().nullable(),
  last4: text().nullable(),
});

const PayloadCustomer = reply('PayloadCustomer', {
  email: text().nullable(),
  phoneNumber: text().nullable(),
  firstName: text().nullable(),
  lastName: text().nullable(),
});

const PayloadRefund = reply('PayloadRefund', {
  reference: text('Your reference for the refund, or the id of it.', 'RFD-1001'),
  origin: oneOf(refundOrigins).meta({ example: 'POLICY' }),
  cause: text().meta({ example: 'OVERPAID' }),
  amount: whole('Amount that is refunded, in kobo.', 200_000),
  status: oneOf(refundStatuses).meta({ example: 'SUCCESSFUL' }),
  toAnotherAccount: flag('Whether it goes to an account that did not pay.', false),
});

const PayloadDispute = reply('PayloadDispute', {
  reference: text('Id of the dispute.', 'dsp_01KAJ3Y9T2QH7M8N9P0R1S2T3V'),
  kind: oneOf(disputeKinds).meta({ example: 'CHARGEBACK' }),
  amount: whole('Amount that is disputed, in kobo.', 1_000_000),
  status: oneOf(disputeStatuses).meta({ example: 'OPENED' }),
  evidenceDueAt: time(
    'Time until which you can answer the dispute. Null when the acquirer named none, or there is nothing to answer.',
    '2026-11-27T14:00:00.000Z',
  ).nullable(),
  answer: DisputeAnswer.nullable().meta({
    description: 'What you have answered. Null when you have not answered.',
  }),
});

/**
 * The schema has its name from the source document. How a checkout stands, and the payment that made it so, if one did.
 */
export const CollectionNotification = reply('CollectionNotification', {
  transactionReference: text(
    'Reference of the transaction. Null without a payment.',
    'txn_01KAJ3Y9T2QH7M8N9P0R1S2T3V',
  ).nullable(),
  paymentReference: text(
    'Your reference for the order. Null without an order, as for a static account.',
    'ORD-1001',
  ).nullable(),
  checkoutId: text(
    'Id of the checkout. Null without one.',
    'chk_01KAJ3Y5T2QH7M8N9P0R1S2T3V',
  ).nullable(),
  status: oneOf(
    checkoutStatuses,
    'Status of the checkout. Null when the payment belongs to nothing of yours.',
    'SUCCESSFUL',
  ).nullable(),
  ...some(checkout, 'exception', 'statusReason'),
  paymentChannel: payment.paymentChannel.meta({ example: accountChannel }).nullable(),
  currency: checkout.currency,
  ...orNull(some(checkout, 'amount', 'amountExpected')),
  amountReceived: PayingTransaction.shape.amountReceived.nullable(),
  amountPaid: whole('Amount that was received for the checkout, in kobo.', 1_000_000).nullable(),
  amountAccepted: checkout.amountAccepted.nullable(),
  amountHeld: whole('Amount that is held, in kobo.', 0).nullable(),
  ...some(
    checkout,
    'amountKept',
    'amountReturned',
    'amountRefunded',
    'amountTakenBack',
    'amountOutstanding',
  ),
  ...some(payment, 'excessAmount', 'fee', 'vat'),
  feeBearer: checkout.feeBearer.meta({ example: 'MERCHANT' }).nullable(),
  ...some(payment, 'settlementAmount', 'settlementDueDate'),
  transactions: listOf(
    PayingTransaction,
    'The payments that paid the order, the oldest first. Empty until it is paid.',
  ),
  sessionId: text(
    'Id of the payment at the bank or at the card acquirer. Null without a payment.',
    '000013261120151233000000000001',
  ).nullable(),
  narration: text('Text of the transfer. Null when there was none.', null).nullable(),
  virtualAccount: PayloadAccount.nullable(),
  source: PayloadSource.nullable(),
  card: PayloadCard.nullable().meta({ example: null }),
  customer: PayloadCustomer.nullable().meta({
    description: 'The customer, as you sent it at initiate.',
  }),
  responseCode: text('Result code of the status.', '00'),
  responseMessage: text(),
  initiatedAt: time().nullable(),
  paidAt: time().nullable(),
  receivedAt: time().meta({ example: '2026-11-20T14:12:34.001Z' }).nullable(),
  policyApplied: payment.policyApplied,
  refund: PayloadRefund.nullable().meta({
    description: 'The newest refund of the payment. Null without one.',
    example: null,
  }),
  dispute: PayloadDispute.nullable().meta({
    description: 'The dispute that the event is about. Null for other events.',
    example: null,
  }),
  ...orNull(given),
  metadata: z.record(z.string(), z.string()).meta({ example: {} }),
  version: whole('Version of the checkout. It goes up with each change.', 4),
});

/** The schema has its name from the source document. The body of the webhooks about payments. */
export const WebhookCollectionPayload = reply('WebhookCollectionPayload', {
  ...eventEnvelope('checkout.successful'),
  data: CollectionNotification.meta({ description: 'The checkout and the payment.' }),
});
