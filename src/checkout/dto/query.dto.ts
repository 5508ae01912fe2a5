import { ApiProperty } from '@nestjs/swagger';
import { PaymentReferenceField } from '../../http/fields.js';
import { DynamicAccountData } from './create-account.dto.js';

export class QueryParameters {
  @PaymentReferenceField()
  paymentReference!: string;
}

/** One try to pay: an account that was issued. */
export class AttemptView {
  @ApiProperty({ enum: ['Bank'] })
  channel!: string;

  @ApiProperty({ enum: ['PENDING', 'SUCCEEDED', 'EXPIRED', 'CANCELLED'] })
  status!: string;

  @ApiProperty()
  accountNumber!: string;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  expiresAt!: string;
}

/** One transfer that was received. */
export class TransactionView {
  @ApiProperty({ example: 'txn_01KA0000000000000000000000' })
  transactionReference!: string;

  @ApiProperty()
  sessionId!: string;

  @ApiProperty()
  accountNumber!: string;

  @ApiProperty({ description: 'In kobo.' })
  amount!: number;

  @ApiProperty({ description: 'Of it, what counts towards the checkout, in kobo.' })
  amountApplied!: number;

  @ApiProperty({ description: 'Of it, what is too much, in kobo.' })
  excessAmount!: number;

  @ApiProperty({
    description: 'Null while it is not in the books yet.',
    enum: ['EXACT', 'UNDERPAID', 'OVERPAID', 'LATE', 'DUPLICATE', 'UNMATCHED'],
    nullable: true,
  })
  outcome!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  sentAt!: string | null;

  @ApiProperty({ format: 'date-time' })
  receivedAt!: string;
}

/** Where a checkout stands. */
export class CheckoutView {
  @ApiProperty()
  checkoutId!: string;

  @ApiProperty()
  paymentReference!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Null once the checkout has ended.' })
  accessCode!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
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

  @ApiProperty({ type: [TransactionView], description: 'Every transfer that was received.' })
  transactions!: TransactionView[];

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
