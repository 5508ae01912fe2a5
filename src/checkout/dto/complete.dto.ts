import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { looksLikePan } from '../../domain/luhn.js';
import { accountNumberPattern } from '../../domain/reference.js';
import { AmountField, PaymentReferenceField, Rule, TextField } from '../../http/fields.js';
import type { FailureData } from '../../http/open-api.js';
import { channelOf } from '../channel.js';
import { CardActionView } from './query.dto.js';

export class CompleteRequest {
  @ApiProperty({ enum: ['Bank', 'Card'], example: 'Bank' })
  @IsString()
  @Rule('isChannel', 'must be Card or Bank', (value) => channelOf(value) !== undefined)
  paymentChannel!: string;

  @ApiProperty({
    description: 'Bank: the virtual account that was paid. Card: a token, never a card number.',
    example: '5011234561',
  })
  @IsString()
  @MaxLength(128)
  @Rule('isPan', 'must not be a card number', (value) => !isPan(value))
  @Rule('matches', 'must be ten digits', isAccountOfChannel)
  account!: string;

  @AmountField(
    'The amount you confirm: what is due or, once money has come, what was received or accepted. A card that is still to be charged takes only what is due.',
  )
  amount!: number;

  @PaymentReferenceField()
  paymentReference!: string;

  @TextField({ max: 128 }, { description: 'From the query operation.' })
  accessCode!: string;
}

export class PaidCard {
  @ApiProperty({ example: 'VISA' })
  brand!: string;

  @ApiProperty({ example: '4081' })
  last4!: string;
}

export class GatewayResponse {
  @ApiProperty({ type: String, nullable: true, example: '51' })
  code!: string | null;

  @ApiProperty({ example: 'Insufficient funds' })
  message!: string;
}

/** The result of a payment; the same at every call once it is paid. */
export class CompletedCheckout {
  @ApiProperty()
  checkoutId!: string;

  @ApiProperty()
  paymentReference!: string;

  @ApiProperty({ example: 'txn_01KA0000000000000000000000' })
  transactionReference!: string;

  @ApiProperty({ enum: ['SUCCESSFUL', 'PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED'] })
  status!: string;

  @ApiProperty({ type: String, nullable: true, example: null })
  exception!: string | null;

  @ApiProperty({ description: 'What it was paid by.', enum: ['Bank', 'Card'] })
  paymentChannel!: string;

  @ApiProperty({ description: 'A card is masked.', example: '************4081' })
  account!: string;

  @ApiProperty({ type: PaidCard, nullable: true, description: 'Null for a transfer.' })
  card!: PaidCard | null;

  @ApiProperty({ example: 1_000_000 })
  amount!: number;

  @ApiProperty({ example: 1_000_000 })
  amountExpected!: number;

  @ApiProperty({ description: 'What arrived, in kobo.', example: 1_000_000 })
  amountPaid!: number;

  @ApiProperty({ description: 'What you may give value for, in kobo.', example: 1_000_000 })
  amountAccepted!: number;

  @ApiProperty({ example: '₦10,000.00' })
  amountFormatted!: string;

  @ApiProperty({ example: 0 })
  excessAmount!: number;

  @ApiProperty({ example: 10_000 })
  fee!: number;

  @ApiProperty({ example: 750 })
  vat!: number;

  @ApiProperty({ example: 989_250 })
  settlementAmount!: number;

  @ApiProperty({
    type: String,
    format: 'date',
    nullable: true,
    description: 'When it may be paid out to you.',
    example: '2026-11-23',
  })
  settlementDueDate!: string | null;

  @ApiProperty({ example: 'NGN' })
  currency!: string;

  @ApiProperty({ type: String, nullable: true })
  sessionId!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  paidAt!: string | null;

  @ApiProperty({ type: GatewayResponse, example: { code: '00', message: 'Approved' } })
  gatewayResponse!: GatewayResponse;
}

/** What a pending answer tells besides its reason. */
export class PendingPayment {
  @ApiProperty()
  checkoutId!: string;

  @ApiProperty()
  paymentReference!: string;

  @ApiProperty({ example: 'AWAITING_PAYMENT' })
  status!: string;

  @ApiProperty({ description: 'What has arrived, in kobo.', example: 0 })
  amountPaid!: number;

  @ApiProperty({ description: 'Still to be paid, in kobo.', example: 1_000_000 })
  amountOutstanding!: number;

  @ApiProperty({ example: 5 })
  retryAfterSeconds!: number;

  @ApiProperty({ description: "Until the account's window, or else the session, ends." })
  secondsRemaining!: number;
}

export class ActionRequired extends PendingPayment {
  @ApiProperty({ type: CardActionView, nullable: true, description: 'What the payer must do.' })
  action!: CardActionView | null;
}

/** What a declined card payment tells besides its reason. */
export class DeclinedPayment {
  @ApiProperty()
  checkoutId!: string;

  @ApiProperty()
  paymentReference!: string;

  @ApiProperty({ example: 'INITIATED' })
  status!: string;

  @ApiProperty({ type: GatewayResponse })
  gatewayResponse!: GatewayResponse;
}

export class ExpectedAmount {
  @ApiProperty({ description: 'What is due, in kobo.', example: 1_000_000 })
  amountExpected!: number;
}

export class AcceptableAmounts extends ExpectedAmount {
  @ApiProperty({
    type: 'array',
    items: { type: 'integer', format: 'int64' },
    description:
      'The amounts that would do, in kobo: what is due and, once money has come, what was received and what was accepted.',
    example: [1_000_000, 1_200_000],
  })
  acceptableAmounts!: number[];
}

export class UnderpaidAmounts extends ExpectedAmount {
  @ApiProperty({ description: 'What has arrived, in kobo.', example: 400_000 })
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
  if (channelOf(paymentChannel) !== 'Bank') return true;
  return typeof value === 'string' && accountNumberPattern.test(value);
}
