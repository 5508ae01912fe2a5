import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { accountChannel, channelNames } from '../../domain/channels.js';
import { idPattern } from '../../domain/ids.js';
import type { PageLocale } from '../../domain/page-locale.js';
import {
  linkStatuses,
  type LinkStatus,
  linkUsages,
  type LinkUsage,
} from './payment-link-store.port.js';
import { ChannelsField } from '../checkouts/channels-field.js';
import {
  AccentColorField,
  MetadataField,
  OptionalAmountField,
  InFuture,
  OptionalTimeField,
  PageLocaleField,
  Rule,
  TextField,
} from '../../http/fields.js';
import { RedirectUrlField } from '../../http/page-address.js';
import { PageQuery, PageView } from '../../http/paging.js';
import { EnumQuery } from '../../http/query-fields.js';

/** Not beside `amount`, which the example has. */
const leftOut = { nullable: true, example: null } as const;

export class PaymentLinkRequest {
  @TextField(
    { max: 255 },
    {
      description: 'What the payment is for. The customer sees it.',
      example: 'School fees, term 1',
    },
  )
  description!: string;

  @OptionalAmountField(
    'Amount of each payment, in kobo. Without it, the customer writes the amount.',
  )
  @Rule('isAlone', 'cannot be sent together with minAmount or maxAmount', hasNoBounds)
  amount?: number | null;

  @OptionalAmountField('Least amount that a customer can write, in kobo.', leftOut)
  minAmount?: number | null;

  @OptionalAmountField('Largest amount that a customer can write, in kobo.', leftOut)
  @Rule('min', 'must not be less than minAmount', isNotBelowMin)
  maxAmount?: number | null;

  @ApiPropertyOptional({
    description: 'ONCE: the link takes one payment. MANY: as many as come.',
    enum: linkUsages,
    default: 'MANY',
    example: 'MANY',
  })
  @IsOptional()
  @IsIn(linkUsages)
  usage?: LinkUsage | null;

  @OptionalTimeField('Time after which nobody can begin to pay.', '2027-01-31T23:00:00Z')
  @InFuture()
  expiresAt?: string | null;

  @RedirectUrlField('Page that the customer goes to afterwards.', 'https://shop.example.ng/thanks')
  redirectUrl?: string | null;

  @ChannelsField()
  channels?: string[] | null;

  @MetadataField()
  metadata?: Record<string, string> | null;

  @PageLocaleField()
  locale?: PageLocale | null;

  @AccentColorField()
  accentColor?: string | null;
}

export class PaymentLinkParameters {
  @ApiProperty({
    pattern: '^lnk_[0-9A-HJKMNP-TV-Z]{26}$',
    example: 'lnk_01KA0000000000000000000000',
  })
  @IsString()
  @Matches(idPattern('lnk'), { message: 'paymentLinkId must be the id of a payment link' })
  paymentLinkId!: string;
}

export class ListPaymentLinksQuery extends PageQuery {
  @EnumQuery(linkStatuses, { description: 'Only links with this status.' })
  status?: LinkStatus;
}

const linkStatusText =
  'ACTIVE: customers can pay. USED: a link for one payment was paid. INACTIVE: you switched it off. EXPIRED: its time is over.';

/** An address on which customers can pay. */
export class PaymentLinkView {
  @ApiProperty({ description: 'Id of the payment link.' })
  paymentLinkId!: string;

  @ApiProperty({ description: linkStatusText, enum: linkStatuses, example: 'ACTIVE' })
  status!: LinkStatus;

  @ApiProperty({
    description: 'Address to give to customers.',
    format: 'uri',
    example: 'https://pay.example.ng/pay/l/7k2m9x4q1bte',
  })
  url!: string;

  @ApiProperty({
    description: 'QR code of the address, as SVG.',
    format: 'uri',
    example: 'https://pay.example.ng/pay/l/7k2m9x4q1bte/qr.svg',
  })
  qrSvgUrl!: string;

  @ApiProperty({
    description: 'QR code of the address, as PNG.',
    format: 'uri',
    example: 'https://pay.example.ng/pay/l/7k2m9x4q1bte/qr.png',
  })
  qrPngUrl!: string;

  @ApiProperty({ description: 'What the payment is for.', example: 'School fees, term 1' })
  description!: string;

  @ApiProperty({
    description: 'Amount of each payment, in kobo. Null when the customer writes it.',
    type: Number,
    nullable: true,
  })
  amount!: number | null;

  @ApiProperty({
    description: 'Least amount, in kobo.',
    type: Number,
    nullable: true,
    example: null,
  })
  minAmount!: number | null;

  @ApiProperty({
    description: 'Largest amount, in kobo.',
    type: Number,
    nullable: true,
    example: null,
  })
  maxAmount!: number | null;

  @ApiProperty({ description: 'How many payments it takes.', enum: linkUsages, example: 'MANY' })
  usage!: LinkUsage;

  @ApiProperty({
    description: 'Time after which nobody can begin to pay. Null: no end.',
    type: String,
    format: 'date-time',
    nullable: true,
  })
  expiresAt!: string | null;

  @ApiProperty({
    description: 'Page that the customer goes to afterwards.',
    type: String,
    nullable: true,
    example: null,
  })
  redirectUrl!: string | null;

  @ApiProperty({
    description: 'Ways in which the customer can pay. Null: the ways in your settings.',
    enum: channelNames,
    isArray: true,
    nullable: true,
    example: [accountChannel],
  })
  channels!: string[] | null;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  metadata!: Record<string, string>;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
}

export class PaymentLinkPage {
  @ApiProperty({ type: [PaymentLinkView] })
  items!: PaymentLinkView[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}

function hasNoBounds(amount: unknown, request: object): boolean {
  const { minAmount, maxAmount } = request as PaymentLinkRequest;
  return isNone(amount) || (isNone(minAmount) && isNone(maxAmount));
}

function isNotBelowMin(maxAmount: unknown, request: object): boolean {
  const { minAmount } = request as PaymentLinkRequest;
  return isNone(minAmount) || isNone(maxAmount) || Number(maxAmount) >= Number(minAmount);
}

function isNone(value: unknown): boolean {
  return value === undefined || value === null;
}
