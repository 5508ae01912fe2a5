import { ApiProperty } from '@nestjs/swagger';
import { refundStatuses, type RefundStatus } from '../../domain/refund-state.js';
import { PaymentReferenceField } from '../../http/fields.js';
import { PoliciesView } from '../../http/policy-fields.js';
import { DynamicAccountData } from '../../http/account-data.js';
import { AmountByChannel } from './initiate.dto.js';

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
  @ApiProperty({ enum: ['3DS', 'OTP'] })
  type!: string;

  @ApiProperty({ description: "A page for the payer's browser." })
  url!: string;
}

/** One try to pay: an account that was issued, or a card that was charged. */
export class AttemptView {
  @ApiProperty({ enum: ['Bank', 'Card'] })
  channel!: string;

  @ApiProperty({
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

  @ApiProperty({ type: String, nullable: true, description: 'Null for a card.' })
  accountNumber!: string | null;

  @ApiProperty({ type: CardView, nullable: true, description: 'As far as it is known.' })
  card!: CardView | null;

  @ApiProperty({ type: CardActionView, nullable: true, description: 'What the payer must do.' })
  action!: CardActionView | null;

  @ApiProperty({ type: String, nullable: true, description: "The acquirer's last answer." })
  responseCode!: string | null;

  @ApiProperty({ description: 'In kobo.' })
  amount!: number;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  expiresAt!: string | null;
}

/** Money of a transaction that goes back. `GET /api/v1/refunds/{refundReference}` tells more. */
export class RefundSummary {
  @ApiProperty()
  refundReference!: string;

  @ApiProperty({ example: 'rfd_01KA0000000000000000000000' })
  refundId!: string;

  @ApiProperty({ example: 'txn_01KA0000000000000000000000' })
  transactionReference!: string;

  @ApiProperty({ enum: ['POLICY', 'MERCHANT', 'OPERATOR'] })
  origin!: string;

  @ApiProperty({ description: 'UNDERPAID, OVERPAID, LATE, MERCHANT_REQUEST, …' })
  cause!: string;

  @ApiProperty({ description: 'In kobo.' })
  amount!: number;

  @ApiProperty({ enum: refundStatuses })
  status!: RefundStatus;
}

/** One transfer or card payment that was received. */
export class TransactionView {
  @ApiProperty({ example: 'txn_01KA0000000000000000000000' })
  transactionReference!: string;

  @ApiProperty({ enum: ['Bank', 'Card'] })
  paymentChannel!: string;

  @ApiProperty()
  sessionId!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Null for a card payment.' })
  accountNumber!: string | null;

  @ApiProperty({ description: 'In kobo.' })
  amount!: number;

  @ApiProperty({ description: 'Of it, what counts towards the checkout, in kobo.' })
  amountApplied!: number;

  @ApiProperty({ description: 'Of it, what is too much, in kobo.' })
  excessAmount!: number;

  @ApiProperty({ description: 'Of it, what goes back or has gone back, in kobo.' })
  amountRefunded!: number;

  @ApiProperty({ description: 'Charged on it, in kobo.' })
  fee!: number;

  @ApiProperty({ description: 'On the fee, in kobo.' })
  vat!: number;

  @ApiProperty({
    description: 'Null while it is not in the books yet.',
    enum: ['EXACT', 'UNDERPAID', 'OVERPAID', 'LATE', 'DUPLICATE', 'UNMATCHED'],
    nullable: true,
  })
  outcome!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The policy that decided, such as REFUND_EXCESS; null when it fits.',
  })
  policyApplied!: string | null;

  @ApiProperty({
    description: 'What became of one that was held; null while it is, and for all others.',
    enum: ['ACCEPTED', 'RETURNED', 'KEPT'],
    nullable: true,
  })
  resolution!: string | null;

  @ApiProperty({ type: [RefundSummary] })
  refunds!: RefundSummary[];

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  sentAt!: string | null;

  @ApiProperty({ format: 'date-time' })
  receivedAt!: string;

  @ApiProperty({
    type: String,
    format: 'date',
    nullable: true,
    description: 'When it may be paid out to you; null when nothing of it is yours.',
    example: '2026-11-23',
  })
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
      'Completes this checkout. You get it while the checkout is open and for 24 hours after it was paid; null otherwise.',
  })
  accessCode!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'While the checkout is open, the end of its session. Once it is paid, 24 hours after the payment was booked. Null without an access code.',
  })
  accessCodeExpiresAt!: string | null;

  @ApiProperty({ example: 'AWAITING_PAYMENT' })
  status!: string;

  @ApiProperty({ type: String, nullable: true })
  exception!: string | null;

  @ApiProperty({ type: [String] })
  exceptions!: string[];

  @ApiProperty({ type: String, nullable: true })
  statusReason!: string | null;

  @ApiProperty({ description: 'What you asked, in kobo.' })
  amount!: number;

  @ApiProperty({ description: 'What the customer pays, in kobo.' })
  amountExpected!: number;

  @ApiProperty({ description: 'What arrived, in kobo.' })
  amountPaid!: number;

  @ApiProperty({ description: 'What you may give value for, in kobo.' })
  amountAccepted!: number;

  @ApiProperty({ description: 'Still to be paid, in kobo.' })
  amountOutstanding!: number;

  @ApiProperty({ example: '₦10,000.00' })
  amountFormatted!: string;

  @ApiProperty({ example: 'NGN' })
  currency!: string;

  @ApiProperty({ type: [String] })
  channels!: string[];

  @ApiProperty({ type: DynamicAccountData, nullable: true })
  virtualAccount!: DynamicAccountData | null;

  @ApiProperty({ type: [AttemptView] })
  attempts!: AttemptView[];

  @ApiProperty({ type: TransactionView, nullable: true, description: 'The one that paid it.' })
  transaction!: TransactionView | null;

  @ApiProperty({ type: [TransactionView], description: 'Everything that was received.' })
  transactions!: TransactionView[];

  @ApiProperty({ type: [RefundSummary], description: 'Everything that goes back.' })
  refunds!: RefundSummary[];

  @ApiProperty({ description: 'What your refunds have sent back, in kobo.' })
  amountRefunded!: number;

  @ApiProperty({ type: PoliciesView })
  policies!: PoliciesView;

  @ApiProperty({ type: AmountByChannel })
  amountPayableByChannel!: AmountByChannel;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;

  @ApiProperty({ format: 'date-time' })
  expiresAt!: string;

  @ApiProperty({ description: "Until the account's window, or else the session, ends." })
  secondsRemaining!: number;

  @ApiProperty({ example: 1 })
  version!: number;
}
