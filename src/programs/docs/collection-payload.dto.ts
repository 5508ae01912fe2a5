import { accountChannel, channelNames } from '../../domain/channels.js';
import { ApiProperty } from '@nestjs/swagger';
import { checkoutStatuses } from '../../domain/checkout-state.js';
import { disputeKinds, disputeStatuses } from '../../domain/dispute-state.js';
import { refundStatuses } from '../../domain/refund-state.js';
import { transactionExceptions } from '../../domain/transaction-state.js';
import { DisputeAnswer } from '../../payments/disputes/dispute-answer.js';
import { PayingTransaction } from '../../payments/checkouts/paying-transaction.js';
import { EventEnvelope } from '../../notify/webhooks/event-envelope.js';

/** What we send, for the document only: the bytes are made in PostgreSQL (src/notify/events/events.sql). */

/** A text or null, with an example. */
const text = (example: string | null, description?: string) =>
  ({ type: String, nullable: true, example, ...(description && { description }) }) as const;
const koboOrNull = (description: string, example: number | null) =>
  ({ type: Number, nullable: true, description: `${description}, in kobo.`, example }) as const;

class PayloadAccount {
  @ApiProperty({ example: '5014829374' })
  accountNumber!: string;
  @ApiProperty(text('SHOP-ADA OBI'))
  accountName!: string | null;
  @ApiProperty(text('50547', 'CBN code of the bank.'))
  bankCode!: string | null;
  @ApiProperty(text('Example MFB'))
  bankName!: string | null;
  @ApiProperty(text('501'))
  prefix!: string | null;
  @ApiProperty({
    enum: ['STATIC', 'DYNAMIC'],
    nullable: true,
    description: 'Kind of the account. Null when the number belonged to no account.',
    example: 'DYNAMIC',
  })
  type!: string | null;
  @ApiProperty({ ...text('2026-11-20T14:30:00.000Z'), format: 'date-time' })
  expiresAt!: string | null;
  @ApiProperty(text(null, 'Your reference for a static account. Null for others.'))
  reference!: string | null;
}

class PayloadSource {
  @ApiProperty(text('******7503', 'Account number, masked.'))
  accountNumber!: string | null;
  @ApiProperty(text('ADA OBI'))
  accountName!: string | null;
  @ApiProperty(text('058'))
  bankCode!: string | null;
  @ApiProperty(text('GTBank'))
  bankName!: string | null;
}

class PayloadCard {
  @ApiProperty(text('Visa'))
  brand!: string | null;
  @ApiProperty(text('1111'))
  last4!: string | null;
}

class PayloadCustomer {
  @ApiProperty(text('ada@example.ng'))
  email!: string | null;
  @ApiProperty(text('+2348031234567'))
  phoneNumber!: string | null;
  @ApiProperty(text('Ada'))
  firstName!: string | null;
  @ApiProperty(text('Obi'))
  lastName!: string | null;
}

class PayloadRefund {
  @ApiProperty({
    description: 'Your reference for the refund, or the id of it.',
    example: 'RFD-1001',
  })
  reference!: string;
  @ApiProperty({ enum: ['POLICY', 'MERCHANT', 'OPERATOR'], example: 'POLICY' })
  origin!: string;
  @ApiProperty({ example: 'OVERPAID' })
  cause!: string;
  @ApiProperty({ description: 'Amount that is refunded, in kobo.', example: 200_000 })
  amount!: number;
  @ApiProperty({ enum: refundStatuses, example: 'SUCCESSFUL' })
  status!: string;
  @ApiProperty({ description: 'Whether it goes to an account that did not pay.', example: false })
  toAnotherAccount!: boolean;
}

class PayloadDispute {
  @ApiProperty({ description: 'Id of the dispute.', example: 'dsp_01KAJ3Y9T2QH7M8N9P0R1S2T3V' })
  reference!: string;
  @ApiProperty({ enum: disputeKinds, example: 'CHARGEBACK' })
  kind!: string;
  @ApiProperty({ description: 'Amount that is disputed, in kobo.', example: 1_000_000 })
  amount!: number;
  @ApiProperty({ enum: disputeStatuses, example: 'OPENED' })
  status!: string;
  @ApiProperty({
    description:
      'Time until which you can answer the dispute. Null when the acquirer named none, or there is nothing to answer.',
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-11-27T14:00:00.000Z',
  })
  evidenceDueAt!: string | null;
  @ApiProperty({
    description: 'What you have answered. Null when you have not answered.',
    type: DisputeAnswer,
    nullable: true,
  })
  answer!: DisputeAnswer | null;
}

/** Schema name of the source document. How a checkout stands, and the payment that made it so, if one did. */
export class CollectionNotification {
  @ApiProperty(
    text('txn_01KAJ3Y9T2QH7M8N9P0R1S2T3V', 'Reference of the transaction. Null without a payment.'),
  )
  transactionReference!: string | null;
  @ApiProperty(
    text(
      'ORD-1001',
      'Your reference for the order. Null without an order, as for a static account.',
    ),
  )
  paymentReference!: string | null;
  @ApiProperty(text('chk_01KAJ3Y5T2QH7M8N9P0R1S2T3V', 'Id of the checkout. Null without one.'))
  checkoutId!: string | null;
  @ApiProperty({
    enum: checkoutStatuses,
    nullable: true,
    description: 'Status of the checkout. Null when the payment belongs to nothing of yours.',
    example: 'SUCCESSFUL',
  })
  status!: string | null;
  @ApiProperty({ enum: transactionExceptions, nullable: true, example: null })
  exception!: string | null;
  @ApiProperty(text(null))
  statusReason!: string | null;
  @ApiProperty({ enum: channelNames, nullable: true, example: accountChannel })
  paymentChannel!: string | null;
  @ApiProperty()
  currency!: string;
  @ApiProperty(koboOrNull('Amount that you asked for', 1_000_000))
  amount!: number | null;
  @ApiProperty(koboOrNull('Amount that the customer has to pay', 1_000_000))
  amountExpected!: number | null;
  @ApiProperty(koboOrNull('Amount of this one payment', 1_000_000))
  amountReceived!: number | null;
  @ApiProperty(koboOrNull('Amount that was received for the checkout', 1_000_000))
  amountPaid!: number | null;
  @ApiProperty(koboOrNull('Amount that you can deliver goods or services for', 1_000_000))
  amountAccepted!: number | null;
  @ApiProperty(koboOrNull('Amount that is held', 0))
  amountHeld!: number | null;
  @ApiProperty()
  amountKept!: number;
  @ApiProperty()
  amountReturned!: number;
  @ApiProperty()
  amountRefunded!: number;
  @ApiProperty()
  amountTakenBack!: number;
  @ApiProperty()
  amountOutstanding!: number;
  @ApiProperty()
  excessAmount!: number;
  @ApiProperty()
  fee!: number;
  @ApiProperty()
  vat!: number;
  @ApiProperty({ enum: ['MERCHANT', 'CUSTOMER'], nullable: true, example: 'MERCHANT' })
  feeBearer!: string | null;
  @ApiProperty()
  settlementAmount!: number;
  @ApiProperty({
    type: String,
    format: 'date',
    nullable: true,
  })
  settlementDueDate!: string | null;
  @ApiProperty({
    description: 'The payments that paid the order, the oldest first. Empty until it is paid.',
    type: [PayingTransaction],
  })
  transactions!: PayingTransaction[];
  @ApiProperty(
    text(
      '000013261120151233000000000001',
      'Id of the payment at the bank or at the card acquirer. Null without a payment.',
    ),
  )
  sessionId!: string | null;
  @ApiProperty(text(null, 'Text of the transfer. Null when there was none.'))
  narration!: string | null;
  @ApiProperty({ type: PayloadAccount, nullable: true })
  virtualAccount!: PayloadAccount | null;
  @ApiProperty({ type: PayloadSource, nullable: true })
  source!: PayloadSource | null;
  @ApiProperty({ type: PayloadCard, nullable: true, example: null })
  card!: PayloadCard | null;
  @ApiProperty({
    description: 'The customer, as you sent it at initiate.',
    type: PayloadCustomer,
    nullable: true,
  })
  customer!: PayloadCustomer | null;
  @ApiProperty({ description: 'Result code of the status.', example: '00' })
  responseCode!: string;
  @ApiProperty()
  responseMessage!: string;
  @ApiProperty({ ...text('2026-11-20T14:00:00.000Z'), format: 'date-time' })
  initiatedAt!: string | null;
  @ApiProperty({ ...text('2026-11-20T14:12:33.000Z'), format: 'date-time' })
  paidAt!: string | null;
  @ApiProperty({ ...text('2026-11-20T14:12:34.001Z'), format: 'date-time' })
  receivedAt!: string | null;
  @ApiProperty(text(null))
  policyApplied!: string | null;
  @ApiProperty({
    description: 'The newest refund of the payment. Null without one.',
    type: PayloadRefund,
    nullable: true,
    example: null,
  })
  refund!: PayloadRefund | null;
  @ApiProperty({
    description: 'The dispute that the event is about. Null for other events.',
    type: PayloadDispute,
    nullable: true,
    example: null,
  })
  dispute!: PayloadDispute | null;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: {} })
  metadata!: Record<string, string>;
  @ApiProperty({ description: 'Version of the checkout. It goes up with each change.', example: 4 })
  version!: number;
}

/** Schema name of the source document: the body of the webhooks about payments. */
export class WebhookCollectionPayload extends EventEnvelope('checkout.successful') {
  @ApiProperty({ type: CollectionNotification, description: 'The checkout and the payment.' })
  data!: CollectionNotification;
}
