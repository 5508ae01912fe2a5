import { channelNames } from '../../domain/channels.js';
import { ApiProperty } from '@nestjs/swagger';
import { settlementStatuses, type SettlementStatus } from '../../domain/payout-state.js';
import { refundStatuses } from '../../domain/refund-state.js';
import {
  creditStatuses,
  transactionExceptions,
  transactionStatuses,
} from '../../domain/transaction-state.js';
import { PageView } from '../../http/paging.js';

/** The virtual account that was paid into. */
export class TransactionAccountView {
  @ApiProperty({ type: String, nullable: true })
  virtualAccountId!: string | null;

  @ApiProperty()
  accountNumber!: string;

  @ApiProperty({ type: String, nullable: true })
  accountName!: string | null;

  @ApiProperty({ type: String, nullable: true, example: '058' })
  bankCode!: string | null;

  @ApiProperty({ type: String, nullable: true })
  bankName!: string | null;

  @ApiProperty({
    description: 'Kind of the account. Null when the number belonged to no account.',
    enum: ['STATIC', 'DYNAMIC'],
    nullable: true,
    example: 'DYNAMIC',
  })
  type!: string | null;

  @ApiProperty({
    description: 'Your reference for a static account. Null for others.',
    type: String,
    nullable: true,
    example: null,
  })
  reference!: string | null;
}

/** Where the money came from. */
export class TransactionSourceView {
  @ApiProperty({
    description: 'Account number, masked. All digits with the scope `transactions:pii`.',
    type: String,
    nullable: true,
    example: '******7503',
  })
  accountNumber!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'ADA OBI' })
  accountName!: string | null;

  @ApiProperty({ type: String, nullable: true, example: '000016' })
  bankCode!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'First Bank' })
  bankName!: string | null;
}

export class TransactionCardView {
  @ApiProperty()
  brand!: string;

  @ApiProperty()
  last4!: string;

  @ApiProperty()
  first6!: string;

  @ApiProperty()
  expMonth!: number;

  @ApiProperty()
  expYear!: number;

  @ApiProperty()
  issuer!: string;
}

export class TransactionGatewayAnswer {
  @ApiProperty({ description: 'Result code of the bank or the card acquirer.', example: '00' })
  code!: string;

  @ApiProperty({ description: 'The result in words.', example: 'Successful' })
  message!: string;
}

/** Money of the transaction that goes back. */
export class TransactionRefundView {
  @ApiProperty()
  refundReference!: string;

  @ApiProperty()
  refundId!: string;

  @ApiProperty({ enum: ['POLICY', 'MERCHANT', 'OPERATOR'] })
  origin!: string;

  @ApiProperty()
  cause!: string;

  @ApiProperty({ example: 200_000 })
  amount!: number;

  @ApiProperty({ enum: refundStatuses })
  status!: string;
}

/** Money that you have received: one transfer or one card payment. Schema name of the source document. */
export class Transaction {
  @ApiProperty()
  transactionReference!: string;

  @ApiProperty({
    description: 'Your reference for the order. Null when the payment belongs to no order.',
    type: String,
    nullable: true,
    example: 'ORD-1001',
  })
  paymentReference!: string | null;

  @ApiProperty({ type: String, nullable: true })
  checkoutId!: string | null;

  @ApiProperty({ description: 'Always COLLECTION.', enum: ['COLLECTION'] })
  type!: string;

  @ApiProperty({
    description: 'Where the money stands.',
    enum: transactionStatuses,
    example: 'SUCCESSFUL',
  })
  status!: string;

  @ApiProperty({ enum: transactionExceptions, nullable: true, example: null })
  exception!: string | null;

  @ApiProperty({ enum: channelNames })
  paymentChannel!: string;

  @ApiProperty()
  currency!: string;

  @ApiProperty({
    description: 'Amount that the customer had to pay, in kobo. Null without an order.',
    type: Number,
    nullable: true,
    example: 1_000_000,
  })
  amountExpected!: number | null;

  @ApiProperty({ description: 'Amount that was received, in kobo.', example: 1_000_000 })
  amountReceived!: number;

  @ApiProperty()
  amountFormatted!: string;

  @ApiProperty()
  amountApplied!: number;

  @ApiProperty()
  excessAmount!: number;

  @ApiProperty()
  fee!: number;

  @ApiProperty()
  vat!: number;

  @ApiProperty({ enum: ['MERCHANT', 'CUSTOMER'], nullable: true })
  feeBearer!: string | null;

  @ApiProperty()
  settlementAmount!: number;

  @ApiProperty()
  amountReturned!: number;

  @ApiProperty()
  amountRefunded!: number;

  @ApiProperty()
  amountTakenBack!: number;

  @ApiProperty()
  amountRefundable!: number;

  @ApiProperty({
    description:
      'Status of the settlement that the payment is in. PENDING while it waits for one. Null while nothing is due.',
    enum: ['PENDING', ...settlementStatuses],
    nullable: true,
    example: 'PENDING',
  })
  settlementStatus!: 'PENDING' | SettlementStatus | null;

  @ApiProperty({ type: String, format: 'date', nullable: true })
  settlementDueDate!: string | null;

  @ApiProperty({
    description: 'Reference of the settlement that the payment is in. Null until then.',
    type: String,
    nullable: true,
    example: null,
  })
  settlementReference!: string | null;

  @ApiProperty({ type: TransactionAccountView, nullable: true })
  virtualAccount!: TransactionAccountView | null;

  @ApiProperty({ type: TransactionSourceView, nullable: true })
  source!: TransactionSourceView | null;

  @ApiProperty({ type: TransactionCardView, nullable: true, example: null })
  card!: TransactionCardView | null;

  @ApiProperty()
  sessionId!: string;

  @ApiProperty({ type: String, nullable: true })
  narration!: string | null;

  @ApiProperty({ type: TransactionGatewayAnswer })
  gatewayResponse!: TransactionGatewayAnswer;

  @ApiProperty({ type: [TransactionRefundView] })
  refunds!: TransactionRefundView[];

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  initiatedAt!: string | null;

  @ApiProperty({ format: 'date-time' })
  paidAt!: string;

  @ApiProperty({ format: 'date-time' })
  receivedAt!: string;

  @ApiProperty({
    description: 'Time at which we received the payment.',
    format: 'date-time',
    example: '2026-11-20T14:12:34.120Z',
  })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  metadata!: Record<string, string>;

  @ApiProperty()
  version!: number;
}

/** Schema name of the source document. */
export class PagedTransactionList {
  @ApiProperty({ type: [Transaction] })
  items!: Transaction[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}

/** The same money as the rail knows it: one credit per session id. */
export class CreditView {
  @ApiProperty()
  transactionReference!: string;

  @ApiProperty({
    description: 'Your reference for the order. Null when the payment belongs to no order.',
    type: String,
    nullable: true,
    example: 'ORD-1001',
  })
  paymentReference!: string | null;

  @ApiProperty({
    description: 'Where the payment stands.',
    enum: creditStatuses,
    example: 'APPLIED',
  })
  status!: string;

  @ApiProperty({ enum: transactionExceptions, nullable: true, example: null })
  exception!: string | null;

  @ApiProperty({ type: String, nullable: true })
  policyApplied!: string | null;

  @ApiProperty({ enum: ['ACCEPTED', 'RETURNED', 'KEPT'], nullable: true, example: null })
  resolution!: string | null;

  @ApiProperty({ enum: channelNames })
  paymentChannel!: string;

  @ApiProperty()
  sessionId!: string;

  @ApiProperty({
    description: 'The virtual account. Null for a card payment.',
    type: String,
    nullable: true,
    example: '5011234561',
  })
  accountNumber!: string | null;

  @ApiProperty({ description: 'Amount that was received, in kobo.', example: 1_000_000 })
  amountReceived!: number;

  @ApiProperty()
  amountApplied!: number;

  @ApiProperty()
  excessAmount!: number;

  @ApiProperty()
  currency!: string;

  @ApiProperty({ type: TransactionSourceView, nullable: true })
  source!: TransactionSourceView | null;

  @ApiProperty({ type: String, nullable: true })
  narration!: string | null;

  @ApiProperty({ type: [TransactionRefundView] })
  refunds!: TransactionRefundView[];

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  sentAt!: string | null;

  @ApiProperty({ format: 'date-time' })
  receivedAt!: string;

  @ApiProperty({
    description: 'Time at which it was booked. Null until then.',
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-11-20T14:12:34.150Z',
  })
  appliedAt!: string | null;
}

export class CreditPage {
  @ApiProperty({ type: [CreditView] })
  items!: CreditView[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}
