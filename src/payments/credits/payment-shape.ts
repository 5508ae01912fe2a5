import { channelNames } from '../../domain/channels.js';
import { transactionExceptions, resolutions } from '../../domain/transaction-state.js';
import { day, oneOf, text, time, whole } from '../../http/reply.js';

/** A payment that was received, field by field. Replies and webhooks show parts of it. */
export const payment = {
  transactionReference: text(),
  paymentChannel: oneOf(channelNames),
  sessionId: text(),
  accountNumber: text('The virtual account. Null for a card payment.').nullable(),
  narration: text().nullable(),
  amountReceived: whole('Amount that was received, in kobo.', 1_000_000),
  amountApplied: whole(),
  excessAmount: whole(),
  amountReturned: whole(),
  amountRefunded: whole(),
  amountTakenBack: whole(),
  amountRefundable: whole(),
  fee: whole(),
  vat: whole(),
  settlementAmount: whole(),
  settlementDueDate: day().nullable(),
  exception: oneOf(transactionExceptions).meta({ example: null }).nullable(),
  policyApplied: text().nullable(),
  resolution: oneOf(resolutions).nullable(),
  sentAt: time().nullable(),
  receivedAt: time(),
};
