import { ApiProperty } from '@nestjs/swagger';
import { eventTypes } from '../domain/event-type.js';

/** What we send, for the document only: the bytes are made in PostgreSQL (src/persistence/functions/30-events.sql). */

/** A text or null, with an example. */
const text = (example: string | null, description?: string) =>
  ({ type: String, nullable: true, example, ...(description && { description }) }) as const;
const kobo = (description: string, example: number) =>
  ({ type: 'integer', description: `${description}, in kobo.`, example }) as const;
const koboOrNull = (description: string, example: number | null) =>
  ({ ...kobo(description, 0), nullable: true, example }) as const;

class PayloadAccount {
  @ApiProperty({ example: '5014829374' })
  accountNumber!: string;
  @ApiProperty(text('SHOP-ADA OBI'))
  accountName!: string | null;
  @ApiProperty(text('50547', "The bank's CBN code."))
  bankCode!: string | null;
  @ApiProperty(text('Example MFB'))
  bankName!: string | null;
  @ApiProperty(text('501'))
  prefix!: string | null;
  @ApiProperty(text('DYNAMIC', 'Or STATIC; null for a number that belongs to nothing.'))
  type!: string | null;
  @ApiProperty({ ...text('2026-11-20T14:30:00.000Z'), format: 'date-time' })
  expiresAt!: string | null;
  @ApiProperty(text(null, 'Your own name for a static account.'))
  reference!: string | null;
}

class PayloadSource {
  @ApiProperty(text('******7503', 'Masked.'))
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
  @ApiProperty({ example: 'RFD-1001' })
  reference!: string;
  @ApiProperty(kobo('What goes back', 200_000))
  amount!: number;
  @ApiProperty({ example: 'SUCCESSFUL' })
  status!: string;
}

class PayloadDispute {
  @ApiProperty({ example: 'cbk-7' })
  reference!: string;
  @ApiProperty({ example: 'CHARGEBACK' })
  kind!: string;
  @ApiProperty(kobo('What is disputed', 1_000_000))
  amount!: number;
  @ApiProperty({ example: 'OPENED' })
  status!: string;
}

/** Schema name of the source document. How a checkout stands, and the payment that made it so, if one did. */
export class CollectionNotification {
  @ApiProperty(text('txn_01KAJ3Y9T2QH7M8N9P0R1S2T3V'))
  transactionReference!: string | null;
  @ApiProperty(
    text('ORD-1001', 'Null when the money belongs to no checkout, as with a static account.'),
  )
  paymentReference!: string | null;
  @ApiProperty(text('chk_01KAJ3Y5T2QH7M8N9P0R1S2T3V'))
  checkoutId!: string | null;
  @ApiProperty(text('SUCCESSFUL'))
  status!: string | null;
  @ApiProperty(text(null, 'UNDERPAID, OVERPAID, LATE or DUPLICATE; null when all fits.'))
  exception!: string | null;
  @ApiProperty(text(null))
  statusReason!: string | null;
  @ApiProperty({ enum: ['Bank', 'Card'], nullable: true, example: 'Bank' })
  paymentChannel!: string | null;
  @ApiProperty({ example: 'NGN' })
  currency!: string;
  @ApiProperty(koboOrNull('What you asked at initiate', 1_000_000))
  amount!: number | null;
  @ApiProperty(koboOrNull('What is due, with the fee if the customer bears it', 1_000_000))
  amountExpected!: number | null;
  @ApiProperty(koboOrNull('This one payment', 1_000_000))
  amountReceived!: number | null;
  @ApiProperty(koboOrNull('Everything that arrived for the checkout', 1_000_000))
  amountPaid!: number | null;
  @ApiProperty(koboOrNull('What you may give value for', 1_000_000))
  amountAccepted!: number | null;
  @ApiProperty(koboOrNull('Still to be paid', 0))
  amountOutstanding!: number | null;
  @ApiProperty(kobo('Of this payment, what is too much', 0))
  excessAmount!: number;
  @ApiProperty(kobo('The fee', 10_000))
  fee!: number;
  @ApiProperty(kobo('VAT on the fee', 750))
  vat!: number;
  @ApiProperty({ enum: ['MERCHANT', 'CUSTOMER'], nullable: true, example: 'MERCHANT' })
  feeBearer!: string | null;
  @ApiProperty(kobo('What will be settled', 989_250))
  settlementAmount!: number;
  @ApiProperty({
    type: String,
    format: 'date',
    nullable: true,
    description:
      'The day in Lagos from which it may be paid out to you; null while none of it is yours.',
    example: '2026-11-23',
  })
  settlementDueDate!: string | null;
  @ApiProperty(text('000013261120151233000000000001'))
  sessionId!: string | null;
  @ApiProperty(text(null))
  narration!: string | null;
  @ApiProperty({ type: PayloadAccount, nullable: true })
  virtualAccount!: PayloadAccount | null;
  @ApiProperty({ type: PayloadSource, nullable: true })
  source!: PayloadSource | null;
  @ApiProperty({ type: PayloadCard, nullable: true, example: null })
  card!: PayloadCard | null;
  @ApiProperty({ type: PayloadCustomer, nullable: true })
  customer!: PayloadCustomer | null;
  @ApiProperty({ example: '00' })
  responseCode!: string;
  @ApiProperty({ example: 'Successful' })
  responseMessage!: string;
  @ApiProperty({ ...text('2026-11-20T14:00:00.000Z'), format: 'date-time' })
  initiatedAt!: string | null;
  @ApiProperty({ ...text('2026-11-20T14:12:33.000Z'), format: 'date-time' })
  paidAt!: string | null;
  @ApiProperty({ ...text('2026-11-20T14:12:34.001Z'), format: 'date-time' })
  receivedAt!: string | null;
  @ApiProperty(text(null, 'The policy that decided about this payment; null when it fits.'))
  policyApplied!: string | null;
  @ApiProperty({ type: PayloadRefund, nullable: true, example: null })
  refund!: PayloadRefund | null;
  @ApiProperty({ type: PayloadDispute, nullable: true, example: null })
  dispute!: PayloadDispute | null;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: {} })
  metadata!: Record<string, string>;
  @ApiProperty({ type: 'integer', example: 4 })
  version!: number;
}

/** Schema name of the source document: the body of every webhook. */
export class WebhookCollectionPayload {
  @ApiProperty({ example: 'evt_01KAJ3Y5T2QH7M8N9P0R1S2T3V' })
  id!: string;
  @ApiProperty({ enum: eventTypes, example: 'checkout.successful' })
  type!: string;
  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:12:34.120Z' })
  timestamp!: string;
  @ApiProperty({ example: 'v1' })
  apiVersion!: string;
  @ApiProperty({ enum: ['sandbox', 'live'] })
  environment!: string;
  @ApiProperty({ type: 'integer', example: 2 })
  sequence!: number;
  @ApiProperty({ example: 'mch_01KAJ3Y5T2QH7M8N9P0R1S2T3V' })
  merchantId!: string;
  @ApiProperty({ type: CollectionNotification })
  data!: CollectionNotification;
}
