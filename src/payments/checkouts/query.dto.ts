import { accountChannel, channelNames } from '../../domain/channels.js';
import { ApiProperty } from '@nestjs/swagger';
import { checkoutStatuses, type CheckoutStatus } from '../../domain/checkout-state.js';
import { transactionExceptions } from '../../domain/transaction-state.js';
import { refundStatuses, type RefundStatus } from '../../domain/refund-state.js';
import { PaymentReferenceField } from '../../http/fields.js';
import { PoliciesView } from '../../merchants/settings/policy-fields.js';
import { DynamicAccountData } from './account-data.js';
import { AmountByChannel } from './initiate.dto.js';
import { OrderMetadata } from './order-metadata.js';

export class QueryParameters {
  @PaymentReferenceField()
  paymentReference!: string;
}

/** What you may see of a card. */
export class CardView {
  @ApiProperty({ example: 'Visa' })
  brand!: string;

  @ApiProperty({ example: '411111' })
  first6!: string;

  @ApiProperty({ example: '1111' })
  last4!: string;

  @ApiProperty({ example: 12 })
  expMonth!: number;

  @ApiProperty({ example: 2030 })
  expYear!: number;

  @ApiProperty({ example: 'GTBank' })
  issuer!: string;
}

export class CardActionView {
  @ApiProperty({
    description:
      '3DS: open `url` in the browser of the customer. OTP: the customer types a code there.',
    enum: ['3DS', 'OTP'],
  })
  type!: string;

  @ApiProperty({ description: "Page for the customer's browser." })
  url!: string;
}

/** One try to pay: an account that was issued, or a card that was charged. */
export class AttemptView {
  @ApiProperty({ enum: channelNames })
  paymentChannel!: string;

  @ApiProperty({
    description:
      'PENDING: the account takes money. REQUIRES_ACTION: the customer must act. PROCESSING: the card is being charged. SUCCEEDED: it brought the payment. FAILED: declined. UNKNOWN: the acquirer has not answered yet. EXPIRED: its time is over. CANCELLED: called off.',
    enum: [
      'PENDING',
      'REQUIRES_ACTION',
      'PROCESSING',
      'SUCCEEDED',
      'FAILED',
      'UNKNOWN',
      'EXPIRED',
      'CANCELLED',
    ],
  })
  status!: string;

  @ApiProperty({
    description: 'The virtual account. Null for a card.',
    type: String,
    nullable: true,
  })
  accountNumber!: string | null;

  @ApiProperty({
    description: 'The card, as far as it is known. Null for a transfer.',
    type: CardView,
    nullable: true,
  })
  card!: CardView | null;

  @ApiProperty({ type: CardActionView, nullable: true })
  action!: CardActionView | null;

  @ApiProperty({
    description: 'Last result code of the card acquirer. Null when there is none.',
    type: String,
    nullable: true,
    example: null,
  })
  responseCode!: string | null;

  @ApiProperty()
  amount!: number;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({
    description: 'Time at which the account expires. Null for a card.',
    type: String,
    format: 'date-time',
    nullable: true,
  })
  expiresAt!: string | null;
}

/** Money of a transaction that goes back. `GET /api/v1/refunds/{refundReference}` tells more. */
export class RefundSummary {
  @ApiProperty()
  refundReference!: string;

  @ApiProperty()
  refundId!: string;

  @ApiProperty()
  transactionReference!: string;

  @ApiProperty({ enum: ['POLICY', 'MERCHANT', 'OPERATOR'] })
  origin!: string;

  @ApiProperty()
  cause!: string;

  @ApiProperty()
  amount!: number;

  @ApiProperty({ enum: refundStatuses })
  status!: RefundStatus;
}

/** One transfer or card payment that was received. */
export class TransactionView {
  @ApiProperty()
  transactionReference!: string;

  @ApiProperty({ enum: channelNames })
  paymentChannel!: string;

  @ApiProperty()
  sessionId!: string;

  @ApiProperty({
    description: 'The virtual account. Null for a card payment.',
    type: String,
    nullable: true,
  })
  accountNumber!: string | null;

  @ApiProperty({ description: 'Amount that was received, in kobo.', example: 1_000_000 })
  amountReceived!: number;

  @ApiProperty()
  amountApplied!: number;

  @ApiProperty()
  excessAmount!: number;

  @ApiProperty()
  amountReturned!: number;

  @ApiProperty()
  amountRefunded!: number;

  @ApiProperty()
  amountTakenBack!: number;

  @ApiProperty()
  amountRefundable!: number;

  @ApiProperty()
  fee!: number;

  @ApiProperty()
  vat!: number;

  @ApiProperty()
  settlementAmount!: number;

  @ApiProperty({ enum: transactionExceptions, nullable: true, example: null })
  exception!: string | null;

  @ApiProperty({ type: String, nullable: true })
  policyApplied!: string | null;

  @ApiProperty({ enum: ['ACCEPTED', 'RETURNED', 'KEPT'], nullable: true })
  resolution!: string | null;

  @ApiProperty({ type: [RefundSummary] })
  refunds!: RefundSummary[];

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  sentAt!: string | null;

  @ApiProperty({ format: 'date-time' })
  receivedAt!: string;

  @ApiProperty({ type: String, format: 'date', nullable: true })
  settlementDueDate!: string | null;
}

/** Where a checkout stands. */
export class CheckoutView {
  @ApiProperty()
  checkoutId!: string;

  @ApiProperty()
  paymentReference!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Code that completes this checkout. You get it while the checkout is open and for 24 hours after it was paid. Null otherwise.',
  })
  accessCode!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'While the checkout is open, the time at which it expires. Once it is paid, 24 hours after the payment was booked. Null without an access code.',
  })
  accessCodeExpiresAt!: string | null;

  @ApiProperty({ enum: checkoutStatuses, example: 'AWAITING_PAYMENT' })
  status!: CheckoutStatus;

  @ApiProperty({ enum: transactionExceptions, nullable: true, example: null })
  exception!: string | null;

  @ApiProperty({ enum: transactionExceptions, isArray: true, example: [] })
  exceptions!: string[];

  @ApiProperty({ type: String, nullable: true })
  statusReason!: string | null;

  @ApiProperty({ description: 'Amount that you asked for, in kobo.' })
  amount!: number;

  @ApiProperty()
  amountExpected!: number;

  @ApiProperty()
  amountPaid!: number;

  @ApiProperty()
  amountAccepted!: number;

  @ApiProperty()
  amountKept!: number;

  @ApiProperty()
  amountHeld!: number;

  @ApiProperty()
  amountReturned!: number;

  @ApiProperty()
  amountTakenBack!: number;

  @ApiProperty()
  amountOutstanding!: number;

  @ApiProperty()
  amountFormatted!: string;

  @ApiProperty()
  currency!: string;

  @ApiProperty({ enum: channelNames, isArray: true, example: [accountChannel] })
  channels!: string[];

  @ApiProperty({
    description: 'The newest virtual account. Null when there was none.',
    type: DynamicAccountData,
    nullable: true,
  })
  virtualAccount!: DynamicAccountData | null;

  @ApiProperty({
    description: 'Accounts that were created and cards that were charged, the newest first.',
    type: [AttemptView],
  })
  attempts!: AttemptView[];

  @ApiProperty({ type: TransactionView, nullable: true })
  transaction!: TransactionView | null;

  @ApiProperty({ type: [TransactionView] })
  transactions!: TransactionView[];

  @ApiProperty({ description: 'Refunds of all payments.', type: [RefundSummary] })
  refunds!: RefundSummary[];

  @ApiProperty()
  amountRefunded!: number;

  @ApiProperty({ type: PoliciesView })
  policies!: PoliciesView;

  @ApiProperty({ type: AmountByChannel })
  amountPayableByChannel!: AmountByChannel;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;

  @ApiProperty({ description: 'Time at which the checkout expires.', format: 'date-time' })
  expiresAt!: string;

  @ApiProperty({
    description: 'Seconds until the account expires, or else until the checkout expires.',
  })
  secondsRemaining!: number;

  @ApiProperty({ type: String, nullable: true })
  paymentLinkId!: string | null;

  @OrderMetadata()
  metadata!: Record<string, string>;

  @ApiProperty({ example: 1 })
  version!: number;
}
