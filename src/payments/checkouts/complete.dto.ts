import { checkout, given } from './checkout-shape.js';
import { payment } from '../credits/payment-shape.js';
import { z } from 'zod';
import { reply, some, text, whole, time, oneOf, listOf } from '../../http/reply.js';
import {
  accountChannel,
  channelChoice,
  channelNames,
  channelOf,
  isCharged,
} from '../../domain/channels.js';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { paidStatuses } from '../../domain/checkout-state.js';

import { looksLikePan } from '../../domain/luhn.js';
import { accountNumberPattern } from '../../domain/reference.js';
import { AmountField, PaymentReferenceField, Rule, TextField } from '../../http/fields.js';
import type { FailureData } from '../../http/open-api.js';
import { PayingTransaction } from './paying-transaction.js';
import { CardActionView } from './query.dto.js';

export class CompleteRequest {
  @ApiProperty({
    description: 'Way in which the customer paid or will pay.',
    enum: channelNames,
    example: accountChannel,
  })
  @IsString()
  @Rule('isChannel', `must be ${channelChoice}`, (value) => channelOf(value) !== undefined)
  paymentChannel!: string;

  @ApiProperty({
    description:
      'With Bank: the virtual account number that was paid. With Card: the token of the card, never a card number.',
    example: '5011234561',
  })
  @IsString()
  @MaxLength(128)
  @Rule('isPan', 'must not be a card number', (value) => !isPan(value))
  @Rule('matches', 'must be ten digits', isAccountOfChannel)
  account!: string;

  @AmountField(
    'The amount you confirm, in kobo: the amount due or, once money has come, the amount that was received or accepted. A card that is not charged yet takes only the amount due.',
  )
  amount!: number;

  @PaymentReferenceField()
  paymentReference!: string;

  @TextField(
    { max: 128, form: 'EXACT' },
    {
      description: 'Access code from the query operation.',
      example: 'ac_q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8l9Z0x1C',
    },
  )
  accessCode!: string;
}

export const PaidCard = reply('PaidCard', {
  brand: text().meta({ example: 'VISA' }),
  last4: text().meta({ example: '4081' }),
});

export const GatewayAnswer = reply('GatewayAnswer', {
  code: text(
    'Result code of the bank or the card acquirer. Null when there is none.',
    '51',
  ).nullable(),
  message: text('The result in words.', 'Insufficient funds'),
});

/** The result of a payment; the same at every call once it is paid. */
export const CompletedCheckout = reply('CompletedCheckout', {
  ...some(checkout, 'checkoutId', 'paymentReference'),
  transactionReference: payment.transactionReference,
  status: oneOf(paidStatuses).meta({ example: 'SUCCESSFUL' }),
  exception: checkout.exception,
  paymentChannel: payment.paymentChannel,
  account: text('Virtual account number, or the masked card number.', '************4081'),
  card: PaidCard.nullable(),
  amount: whole('Amount that was received, in kobo.', 1_000_000),
  ...some(checkout, 'amountExpected', 'amountPaid', 'amountAccepted', 'amountFormatted'),
  ...some(payment, 'excessAmount', 'fee', 'vat', 'settlementAmount', 'settlementDueDate'),
  transactions: listOf(
    PayingTransaction,
    'The payments that paid the order, the oldest first. Their sums are those of the order.',
  ),
  currency: checkout.currency,
  sessionId: text().nullable(),
  paidAt: time().nullable(),
  gatewayResponse: GatewayAnswer.meta({ example: { code: '00', message: 'Approved' } }),
  ...given,
});
export type CompletedCheckout = z.infer<typeof CompletedCheckout>;

/** The data of a pending answer, besides its reason. */
export const PendingPayment = reply('PendingPayment', {
  ...some(checkout, 'checkoutId', 'paymentReference'),
  status: checkout.status.meta({ example: 'AWAITING_PAYMENT' }),
  amountPaid: checkout.amountPaid.meta({ example: 0 }),
  amountOutstanding: checkout.amountOutstanding.meta({ example: 1_000_000 }),
  retryAfterSeconds: whole(),
  secondsRemaining: checkout.secondsRemaining,
});

export const ActionRequired = reply('ActionRequired', {
  ...PendingPayment.shape,
  action: CardActionView.nullable(),
});

/** The data of a declined card payment, besides its reason. */
export const DeclinedPayment = reply('DeclinedPayment', {
  ...some(checkout, 'checkoutId', 'paymentReference'),
  status: checkout.status.meta({ example: 'INITIATED' }),
  gatewayResponse: GatewayAnswer,
});

export const ExpectedAmount = reply('ExpectedAmount', {
  amountExpected: checkout.amountExpected,
});

export const AcceptableAmounts = reply('AcceptableAmounts', {
  ...ExpectedAmount.shape,
  acceptableAmounts: listOf(
    whole(),
    'The amounts that are accepted, in kobo: the amount due and, once money has come, the amounts that were received and accepted.',
    [1_000_000, 1_200_000],
  ),
});

export const UnderpaidAmounts = reply('UnderpaidAmounts', {
  ...ExpectedAmount.shape,
  amountPaid: checkout.amountPaid.meta({ example: 400_000 }),
});

/** The data of complete-checkout's failures. */
export const completionFailures = {
  PAYMENT_PENDING: PendingPayment,
  OUTCOME_UNKNOWN: PendingPayment,
  ACTION_REQUIRED: ActionRequired,
  PAYMENT_DECLINED: DeclinedPayment,
  INSUFFICIENT_FUNDS: DeclinedPayment,
  CARD_EXPIRED: DeclinedPayment,
  CARD_PIN_OR_OTP_INVALID: DeclinedPayment,
  SUSPECTED_FRAUD: DeclinedPayment,
  AMOUNT_MISMATCH: AcceptableAmounts,
  AMOUNT_UNDERPAID: UnderpaidAmounts,
} as const satisfies FailureData;

function isPan(value: unknown): boolean {
  return typeof value === 'string' && looksLikePan(value);
}

/** Card tokens are not checked here but after the channel, because a card may be named by mistake. */
function isAccountOfChannel(value: unknown, request: object): boolean {
  const { paymentChannel } = request as { paymentChannel?: unknown };
  const channel = channelOf(paymentChannel);
  if (channel === undefined || isCharged(channel)) return true;
  return typeof value === 'string' && accountNumberPattern.test(value);
}
