import { ApiProperty } from '@nestjs/swagger';
import { refundStatuses } from '../../domain/refund-state.js';
import {
  creditStatuses,
  transactionExceptions,
  transactionStatuses,
} from '../../domain/transaction-state.js';
import { NamedEnvelope } from '../../http/named-response.js';
import { PageView } from '../../http/paging.js';

/** The virtual account that was paid into. */
export class TransactionAccountView {
  @ApiProperty({ type: String, nullable: true, example: 'va_01KA0000000000000000000000' })
  virtualAccountId!: string | null;

  @ApiProperty({ example: '5011234561' })
  accountNumber!: string;

  @ApiProperty({ type: String, nullable: true, example: 'SHOP-ADA OBI' })
  accountName!: string | null;

  @ApiProperty({ type: String, nullable: true, example: '058' })
  bankCode!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Example MFB' })
  bankName!: string | null;

  @ApiProperty({
    enum: ['STATIC', 'DYNAMIC'],
    nullable: true,
    description: 'Null for a number that was nobody’s.',
    example: 'DYNAMIC',
  })
  type!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Your own name for a static account.',
    example: null,
  })
  reference!: string | null;
}

/** Where the money came from. */
export class TransactionSourceView {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The last four digits; all of them with the scope `transactions:pii`.',
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
  @ApiProperty({ example: 'Visa' })
  brand!: string;

  @ApiProperty({ example: '1111' })
  last4!: string;

  @ApiProperty({ example: '411111' })
  first6!: string;

  @ApiProperty({ example: 12 })
  expMonth!: number;

  @ApiProperty({ example: 2030 })
  expYear!: number;

  @ApiProperty({ example: 'GTBank' })
  issuer!: string;
}

export class TransactionGatewayResponse {
  @ApiProperty({ example: '00' })
  code!: string;

  @ApiProperty({ example: 'Successful' })
  message!: string;
}

/** Money of the transaction that goes back. */
export class TransactionRefundView {
  @ApiProperty({ example: 'RFD-1001' })
  refundReference!: string;

  @ApiProperty({ example: 'rfd_01KA0000000000000000000000' })
  refundId!: string;

  @ApiProperty({ enum: ['POLICY', 'MERCHANT', 'OPERATOR'] })
  origin!: string;

  @ApiProperty({ description: 'UNDERPAID, LATE, MERCHANT_REQUEST, …', example: 'MERCHANT_REQUEST' })
  cause!: string;

  @ApiProperty({ description: 'In kobo.', example: 200_000 })
  amount!: number;

  @ApiProperty({ enum: refundStatuses })
  status!: string;
}

/** Money that you have received: one transfer or one card payment. Schema name of the source document. */
export class Transaction {
  @ApiProperty({ example: 'txn_01KA0000000000000000000000' })
  transactionReference!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null when it is for no order.',
    example: 'ORD-1001',
  })
  paymentReference!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'chk_01KA0000000000000000000000' })
  checkoutId!: string | null;

  @ApiProperty({ enum: ['COLLECTION'] })
  type!: string;

  @ApiProperty({ enum: transactionStatuses, example: 'SUCCESSFUL' })
  status!: string;

  @ApiProperty({
    enum: transactionExceptions,
    nullable: true,
    description: 'What it is besides exactly what was due.',
    example: null,
  })
  exception!: string | null;

  @ApiProperty({ enum: ['Bank', 'Card'] })
  paymentChannel!: string;

  @ApiProperty({ example: 'NGN' })
  currency!: string;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'What the order asks, in kobo.',
    example: 1_000_000,
  })
  amountExpected!: number | null;

  @ApiProperty({ description: 'In kobo.', example: 1_000_000 })
  amountReceived!: number;

  @ApiProperty({ example: '₦10,000.00' })
  amountFormatted!: string;

  @ApiProperty({
    description: 'Of it, what counts towards the order, in kobo.',
    example: 1_000_000,
  })
  amountApplied!: number;

  @ApiProperty({ description: 'Of it, what is too much, in kobo.', example: 0 })
  excessAmount!: number;

  @ApiProperty({ description: 'Charged on it, in kobo.', example: 10_000 })
  fee!: number;

  @ApiProperty({ description: 'On the fee, in kobo.', example: 750 })
  vat!: number;

  @ApiProperty({ enum: ['MERCHANT', 'CUSTOMER'], nullable: true })
  feeBearer!: string | null;

  @ApiProperty({ description: 'What you have of it after fee and VAT, in kobo.', example: 989_250 })
  settlementAmount!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Of the settlement it is in; PENDING while it waits for one, null while nothing is due.',
    example: 'PENDING',
  })
  settlementStatus!: string | null;

  @ApiProperty({ type: String, format: 'date', nullable: true, example: '2026-11-23' })
  settlementDueDate!: string | null;

  @ApiProperty({ type: String, nullable: true, example: null })
  settlementReference!: string | null;

  @ApiProperty({ type: TransactionAccountView, nullable: true, description: 'Null for a card.' })
  virtualAccount!: TransactionAccountView | null;

  @ApiProperty({ type: TransactionSourceView, nullable: true, description: 'Null for a card.' })
  source!: TransactionSourceView | null;

  @ApiProperty({ type: TransactionCardView, nullable: true, example: null })
  card!: TransactionCardView | null;

  @ApiProperty({
    description: "The rail's own id of it.",
    example: '000013261120151233000000000001',
  })
  sessionId!: string;

  @ApiProperty({ type: String, nullable: true, example: 'Order 1001' })
  narration!: string | null;

  @ApiProperty({ type: TransactionGatewayResponse })
  gatewayResponse!: TransactionGatewayResponse;

  @ApiProperty({ type: [TransactionRefundView] })
  refunds!: TransactionRefundView[];

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the order was initiated.',
    example: '2026-11-20T14:00:00.000Z',
  })
  initiatedAt!: string | null;

  @ApiProperty({
    format: 'date-time',
    description: 'When the payer sent it, as far as it is known.',
    example: '2026-11-20T14:12:33.000Z',
  })
  paidAt!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:12:34.120Z' })
  receivedAt!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:12:34.120Z' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:12:34.150Z' })
  updatedAt!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Yours, of the order.',
    example: { cart: 'c-1' },
  })
  metadata!: Record<string, string>;

  @ApiProperty({ example: 4 })
  version!: number;
}

/** Schema name of the source document. */
export class PagedTransactionList {
  @ApiProperty({ type: [Transaction] })
  items!: Transaction[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}

/** Schema name of the source document. */
export class ListTransactionsResponse extends NamedEnvelope {
  @ApiProperty({ type: PagedTransactionList })
  data!: PagedTransactionList;
}

/** The same money as the rail knows it: one credit per session id. */
export class CreditView {
  @ApiProperty({
    description: 'Also the transactionReference.',
    example: 'txn_01KA0000000000000000000000',
  })
  creditId!: string;

  @ApiProperty({ type: String, nullable: true, example: 'ORD-1001' })
  paymentReference!: string | null;

  @ApiProperty({ enum: creditStatuses, example: 'APPLIED' })
  status!: string;

  @ApiProperty({
    description: 'What the money is to its order; null while it is not in the books.',
    enum: ['EXACT', ...transactionExceptions],
    nullable: true,
    example: 'EXACT',
  })
  outcome!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The policy that decided; null when it fits.',
    example: null,
  })
  policyApplied!: string | null;

  @ApiProperty({ enum: ['ACCEPTED', 'RETURNED', 'KEPT'], nullable: true, example: null })
  resolution!: string | null;

  @ApiProperty({ enum: ['Bank', 'Card'] })
  channel!: string;

  @ApiProperty({ example: '000013261120151233000000000001' })
  sessionId!: string;

  @ApiProperty({ type: String, nullable: true, example: '5011234561' })
  accountNumber!: string | null;

  @ApiProperty({ description: 'In kobo.', example: 1_000_000 })
  amount!: number;

  @ApiProperty({
    description: 'Of it, what counts towards the order, in kobo.',
    example: 1_000_000,
  })
  amountApplied!: number;

  @ApiProperty({ description: 'Of it, what is too much, in kobo.', example: 0 })
  excessAmount!: number;

  @ApiProperty({ example: 'NGN' })
  currency!: string;

  @ApiProperty({ type: TransactionSourceView, nullable: true, description: 'Null for a card.' })
  source!: TransactionSourceView | null;

  @ApiProperty({ type: String, nullable: true, example: 'Order 1001' })
  narration!: string | null;

  @ApiProperty({ type: [TransactionRefundView] })
  refunds!: TransactionRefundView[];

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-11-20T14:12:33.000Z',
  })
  sentAt!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:12:34.120Z' })
  receivedAt!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it was booked.',
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
