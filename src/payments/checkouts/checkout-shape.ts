import { feeBearers } from '../../domain/fee-bearer.js';
import { z } from 'zod';
import { channelNames } from '../../domain/channels.js';
import { checkoutStatuses } from '../../domain/checkout-state.js';
import { transactionExceptions } from '../../domain/transaction-state.js';
import { listOf, oneOf, reply, some, text, time, whole } from '../../http/reply.js';
import { PoliciesView } from '../../merchants/settings/policy-fields.js';

/**
 * The amounts that the customer pays by each channel, in kobo: the fees differ. Null for a channel the checkout does
 * not have.
 */
export const AmountByChannel = reply('AmountByChannel', {
  Bank: whole(
    'Amount with a bank transfer, in kobo. Null when the checkout does not allow it.',
    1_000_000,
  ).nullable(),
  Card: whole(
    'Amount with a card, in kobo. Null when the checkout does not allow it.',
    1_000_000,
  ).nullable(),
});

/**
 * A checkout, field by field. Each reply and webhook that shows a checkout has some of these fields. A field with
 * another meaning in one place is described there.
 */
export const checkout = {
  checkoutId: text(),
  paymentReference: text(),
  paymentLinkId: text().nullable(),
  status: oneOf(checkoutStatuses),
  statusReason: text().nullable(),
  exception: oneOf(transactionExceptions).meta({ example: null }).nullable(),
  exceptions: listOf(oneOf(transactionExceptions)),
  amount: whole('Amount that you asked for, in kobo.'),
  amountExpected: whole(),
  amountPayableByChannel: AmountByChannel,
  amountPaid: whole(),
  amountAccepted: whole(),
  amountKept: whole(),
  amountHeld: whole(),
  amountReturned: whole(),
  amountRefunded: whole(),
  amountTakenBack: whole(),
  amountOutstanding: whole(),
  amountFormatted: text(),
  currency: text(),
  channels: listOf(oneOf(channelNames)),
  feeBearer: oneOf(feeBearers),
  policies: PoliciesView,
  metadata: z.record(z.string(), z.string()).meta({
    description: 'Your notes, as you sent them to initiate.',
    example: { cart: 'c-1' },
  }),
  createdAt: time(),
  updatedAt: time(),
  expiresAt: time('Time at which the checkout expires.'),
  secondsRemaining: whole('Seconds until the account expires, or else until the checkout expires.'),
  version: whole(),
};

/**
 * The fields that a merchant has given with the order. Each reply with a checkout shows them, and so does the webhook.
 */
export const given = some(checkout, 'metadata');
