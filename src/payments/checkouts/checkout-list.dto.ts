import { type ChannelName, accountChannel, channelNames } from '../../domain/channels.js';
import { ApiProperty } from '@nestjs/swagger';
import {
  checkoutStatuses,
  statusReasons,
  type CheckoutStatus,
} from '../../domain/checkout-state.js';
import { idPattern } from '../../domain/ids.js';
import { paymentReferencePattern, referenceRule } from '../../domain/reference.js';
import { transactionExceptions } from '../../domain/transaction-state.js';
import { PageQuery, PageView } from '../../http/paging.js';
import { EmailQuery, EnumQuery, PatternQuery, PhoneQuery } from '../../http/query-fields.js';

/** The ways in which payments of a checkout can differ from the amount due. */
const checkoutExceptions = ['UNDERPAID', 'OVERPAID', 'LATE', 'DUPLICATE'];

export class ListCheckoutsQuery extends PageQuery {
  @EnumQuery(checkoutStatuses, { description: 'Only checkouts with this status.' })
  status?: CheckoutStatus;

  @EnumQuery(statusReasons, {
    description:
      'Only checkouts that ended for this reason. ABANDONED: the customer never asked for an account. UNPAID: there was an account, and no money came.',
    example: 'ABANDONED',
  })
  statusReason?: string;

  @EnumQuery(checkoutExceptions, {
    description: 'Only checkouts with such a payment, also if it was put right since.',
  })
  exception?: string;

  @EnumQuery(channelNames, { description: 'Only checkouts that were paid in this way.' })
  paymentChannel?: ChannelName;

  @EmailQuery("The customer's whole e-mail address, in capital or small letters.")
  email?: string;

  @PhoneQuery("The customer's whole phone number.")
  phoneNumber?: string;

  @PatternQuery(paymentReferencePattern, referenceRule, {
    description: 'Only this order.',
    example: 'ORD-1001',
  })
  paymentReference?: string;

  @PatternQuery(idPattern('lnk'), 'must be the id of a payment link', {
    description: 'Only checkouts that began with this payment link.',
    example: 'lnk_01KA0000000000000000000000',
  })
  paymentLinkId?: string;
}

/** The customer of a checkout in a list. */
export class CheckoutCustomer {
  @ApiProperty({ type: String, nullable: true })
  firstName!: string | null;

  @ApiProperty({ type: String, nullable: true })
  lastName!: string | null;

  @ApiProperty({
    description: 'E-mail address, masked. Whole with the scope `transactions:pii`.',
    type: String,
    nullable: true,
    example: 'a**@example.ng',
  })
  email!: string | null;

  @ApiProperty({
    description: 'Phone number, masked. Whole with the scope `transactions:pii`.',
    type: String,
    nullable: true,
    example: '**********4567',
  })
  phoneNumber!: string | null;
}

/** One checkout of a list. `GET /api/v1/checkout/query/{paymentReference}` returns more about it. */
export class CheckoutListItem {
  @ApiProperty()
  checkoutId!: string;

  @ApiProperty()
  paymentReference!: string;

  @ApiProperty({
    enum: ['CHECKOUT', 'VIRTUAL_ACCOUNT'],
    description:
      'CHECKOUT: made by initiate. VIRTUAL_ACCOUNT: made with a standalone dynamic account.',
  })
  origin!: string;

  @ApiProperty({ description: 'Where the checkout stands.', enum: checkoutStatuses })
  status!: CheckoutStatus;

  @ApiProperty({ type: String, nullable: true })
  statusReason!: string | null;

  @ApiProperty({ enum: transactionExceptions, nullable: true, example: null })
  exception!: string | null;

  @ApiProperty({ enum: transactionExceptions, isArray: true, example: [] })
  exceptions!: string[];

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
  amountRefunded!: number;

  @ApiProperty()
  amountTakenBack!: number;

  @ApiProperty()
  amountOutstanding!: number;

  @ApiProperty({ description: '`amountExpected` in naira, for people.' })
  amountFormatted!: string;

  @ApiProperty()
  currency!: string;

  @ApiProperty({ enum: channelNames, isArray: true, example: [accountChannel] })
  channels!: string[];

  @ApiProperty({
    enum: channelNames,
    nullable: true,
    description: 'Way in which it was paid. Null until then.',
  })
  paymentChannel!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Its newest virtual account. Null when it has none.',
    example: '5011234561',
  })
  accountNumber!: string | null;

  @ApiProperty({ type: CheckoutCustomer })
  customer!: CheckoutCustomer;

  @ApiProperty({
    description: 'What you wrote about the order.',
    type: String,
    nullable: true,
    example: 'Two tickets',
  })
  description!: string | null;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  metadata!: Record<string, string>;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;

  @ApiProperty({ description: 'Time at which the session ends.', format: 'date-time' })
  expiresAt!: string;

  @ApiProperty({ type: String, nullable: true })
  paymentLinkId!: string | null;

  @ApiProperty()
  version!: number;
}

export class CheckoutPage {
  @ApiProperty({ type: [CheckoutListItem] })
  items!: CheckoutListItem[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}
