import {
  accountChannel,
  channelChoice,
  channelNames,
  channelOf,
  isCharged,
} from '../../domain/channels.js';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { checkoutStatuses, paidStatuses } from '../../domain/checkout-state.js';
import { transactionExceptions } from '../../domain/transaction-state.js';
import { looksLikePan } from '../../domain/luhn.js';
import { accountNumberPattern } from '../../domain/reference.js';
import { AmountField, PaymentReferenceField, Rule, TextField } from '../../http/fields.js';
import type { FailureData } from '../../http/open-api.js';
import { PayingTransaction } from './paying-transaction.js';
import { CardActionView } from './query.dto.js';
import { OrderMetadata } from './order-metadata.js';

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

export class PaidCard {
  @ApiProperty({ example: 'VISA' })
  brand!: string;

  @ApiProperty({ example: '4081' })
  last4!: string;
}

export class GatewayAnswer {
  @ApiProperty({
    description: 'Result code of the bank or the card acquirer. Null when there is none.',
    type: String,
    nullable: true,
    example: '51',
  })
  code!: string | null;

  @ApiProperty({ description: 'The result in words.', example: 'Insufficient funds' })
  message!: string;
}

/** The result of a payment; the same at every call once it is paid. */
export class CompletedCheckout {
  @ApiProperty()
  checkoutId!: string;

  @ApiProperty()
  paymentReference!: string;

  @ApiProperty()
  transactionReference!: string;

  @ApiProperty({ enum: paidStatuses, example: 'SUCCESSFUL' })
  status!: string;

  @ApiProperty({ enum: transactionExceptions, nullable: true, example: null })
  exception!: string | null;

  @ApiProperty({ enum: channelNames })
  paymentChannel!: string;

  @ApiProperty({
    description: 'Virtual account number, or the masked card number.',
    example: '************4081',
  })
  account!: string;

  @ApiProperty({ type: PaidCard, nullable: true })
  card!: PaidCard | null;

  @ApiProperty({ description: 'Amount that was received, in kobo.', example: 1_000_000 })
  amount!: number;

  @ApiProperty()
  amountExpected!: number;

  @ApiProperty()
  amountPaid!: number;

  @ApiProperty()
  amountAccepted!: number;

  @ApiProperty()
  amountFormatted!: string;

  @ApiProperty()
  excessAmount!: number;

  @ApiProperty()
  fee!: number;

  @ApiProperty()
  vat!: number;

  @ApiProperty()
  settlementAmount!: number;

  @ApiProperty({ type: String, format: 'date', nullable: true })
  settlementDueDate!: string | null;

  @ApiProperty({
    description:
      'The payments that paid the order, the oldest first. Their sums are those of the order.',
    type: [PayingTransaction],
  })
  transactions!: PayingTransaction[];

  @ApiProperty()
  currency!: string;

  @ApiProperty({ type: String, nullable: true })
  sessionId!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  paidAt!: string | null;

  @ApiProperty({ type: GatewayAnswer, example: { code: '00', message: 'Approved' } })
  gatewayResponse!: GatewayAnswer;

  @OrderMetadata()
  metadata!: Record<string, string>;
}

/** What a pending answer tells besides its reason. */
export class PendingPayment {
  @ApiProperty()
  checkoutId!: string;

  @ApiProperty()
  paymentReference!: string;

  @ApiProperty({ enum: checkoutStatuses, example: 'AWAITING_PAYMENT' })
  status!: string;

  @ApiProperty({ example: 0 })
  amountPaid!: number;

  @ApiProperty({ example: 1_000_000 })
  amountOutstanding!: number;

  @ApiProperty()
  retryAfterSeconds!: number;

  @ApiProperty({
    description: 'Seconds until the account expires, or else until the checkout expires.',
  })
  secondsRemaining!: number;
}

export class ActionRequired extends PendingPayment {
  @ApiProperty({ type: CardActionView, nullable: true })
  action!: CardActionView | null;
}

/** What a declined card payment tells besides its reason. */
export class DeclinedPayment {
  @ApiProperty()
  checkoutId!: string;

  @ApiProperty()
  paymentReference!: string;

  @ApiProperty({ enum: checkoutStatuses, example: 'INITIATED' })
  status!: string;

  @ApiProperty({ type: GatewayAnswer })
  gatewayResponse!: GatewayAnswer;
}

export class ExpectedAmount {
  @ApiProperty()
  amountExpected!: number;
}

export class AcceptableAmounts extends ExpectedAmount {
  @ApiProperty({
    type: 'array',
    items: { type: 'integer', format: 'int64' },
    description:
      'The amounts that are accepted, in kobo: the amount due and, once money has come, the amounts that were received and accepted.',
    example: [1_000_000, 1_200_000],
  })
  acceptableAmounts!: number[];
}

export class UnderpaidAmounts extends ExpectedAmount {
  @ApiProperty({ example: 400_000 })
  amountPaid!: number;
}

/** What failures of complete-checkout carry in their data. */
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

/** Card tokens are judged after the channel: they may be asked for by mistake. */
function isAccountOfChannel(value: unknown, request: object): boolean {
  const { paymentChannel } = request as { paymentChannel?: unknown };
  const channel = channelOf(paymentChannel);
  if (channel === undefined || isCharged(channel)) return true;
  return typeof value === 'string' && accountNumberPattern.test(value);
}
