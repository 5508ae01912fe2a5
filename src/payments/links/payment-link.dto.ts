import { z } from 'zod';
import { reply, text, whole, flag, time, link, oneOf, listOf } from '../../http/reply.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { accountChannel, channelNames } from '../../domain/channels.js';
import { idPattern } from '../../domain/ids.js';
import { type PageLocale, pageLocales } from '../../domain/page-locale.js';
import { metadataLimits } from '../../domain/reference.js';
import {
  linkStatuses,
  type LinkStatus,
  linkUsages,
  type LinkUsage,
  mostOwnFields,
  mostQuantity,
} from './payment-link.js';
import { PictureField } from '../../merchants/settings/picture-field.js';
import { linkPictureLimits } from './link-picture.js';
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
import { PageQuery, listReply } from '../../http/paging.js';
import { EnumQuery } from '../../http/query-fields.js';

/** The example leaves these out, because it has `amount` instead. */
const leftOut = { nullable: true, example: null } as const;

export class OwnFieldRequest {
  @TextField(
    { max: metadataLimits.keyLength },
    {
      description: 'What you ask. The customer sees it beside the field.',
      example: 'Name of the pupil',
    },
  )
  @Rule('isText', 'must not be empty', (value) => typeof value === 'string' && value.trim() !== '')
  label!: string;

  @ApiPropertyOptional({
    description: 'Whether the customer must answer.',
    default: false,
    example: true,
  })
  @IsOptional()
  @IsBoolean()
  required?: boolean | null;
}

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
    description:
      'The most that a customer can buy at once. The customer chooses a number and pays `amount` as often. Without it: one. Only together with `amount`.',
    type: 'integer',
    minimum: 2,
    maximum: mostQuantity,
    nullable: true,
    example: null,
  })
  @IsOptional()
  @IsInt({ message: 'maxQuantity must be a whole number' })
  @Min(2)
  @Max(mostQuantity)
  @Rule('isAlone', 'can only be sent together with amount', hasAmount)
  maxQuantity?: number | null;

  @ApiPropertyOptional({
    description:
      'What you ask customers besides their name. The answers are in the `metadata` of the checkout, by the label.',
    type: [OwnFieldRequest],
    maxItems: mostOwnFields,
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(mostOwnFields)
  @Rule(
    'arrayUnique',
    'must have labels that differ from each other and from the names in metadata',
    areOwnLabels,
  )
  @ValidateNested({ each: true })
  @Type(() => OwnFieldRequest)
  fields?: OwnFieldRequest[] | null;

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

export class LinkPictureRequest {
  @PictureField(linkPictureLimits.mostSide)
  image!: string;
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

const OwnFieldView = reply('PaymentLinkField', {
  label: text('What you ask.', 'Name of the pupil'),
  required: flag('Whether the customer must answer.', true),
});

/** An address on which customers can pay. */
export const PaymentLinkView = reply('PaymentLinkView', {
  paymentLinkId: text('Id of the payment link.'),
  status: oneOf(linkStatuses, linkStatusText, 'ACTIVE'),
  url: link('Address to give to customers.', 'https://pay.example.ng/pay/l/7k2m9x4q1bte'),
  qrSvgUrl: link(
    'QR code of the address, as SVG.',
    'https://pay.example.ng/pay/l/7k2m9x4q1bte/qr.svg',
  ),
  qrPngUrl: link(
    'QR code of the address, as PNG.',
    'https://pay.example.ng/pay/l/7k2m9x4q1bte/qr.png',
  ),
  description: text('What the payment is for.', 'School fees, term 1'),
  amount: whole('Amount of each payment, in kobo. Null when the customer writes it.').nullable(),
  minAmount: whole('Least amount, in kobo.', null).nullable(),
  maxAmount: whole('Largest amount, in kobo.', null).nullable(),
  usage: oneOf(linkUsages, 'How many payments it takes.', 'MANY'),
  expiresAt: time('Time after which nobody can begin to pay. Null: no end.').nullable(),
  redirectUrl: text('Page that the customer goes to afterwards.', null).nullable(),
  channels: listOf(
    oneOf(channelNames),
    'Ways in which the customer can pay. Null: the ways in your settings.',
    [accountChannel],
  ).nullable(),
  fields: listOf(OwnFieldView, 'What you ask customers besides their name.', []),
  maxQuantity: whole('The most that a customer can buy at once. Null: one.', null).nullable(),
  metadata: z.record(z.string(), z.string()),
  locale: oneOf(pageLocales, 'Language of its pages. Null: that of the browser.', null).nullable(),
  accentColor: text('Colour of its pages. Null: the one in your settings.', null).nullable(),
  pictureUrl: link('Address of its picture. Null without one.', null).nullable(),
  createdAt: time(),
});
export type PaymentLinkView = z.infer<typeof PaymentLinkView>;

export const PaymentLinkPage = listReply('PaymentLinkPage', PaymentLinkView);
export type PaymentLinkPage = z.infer<typeof PaymentLinkPage>;

function hasNoBounds(amount: unknown, request: object): boolean {
  const { minAmount, maxAmount } = request as PaymentLinkRequest;
  return isNone(amount) || (isNone(minAmount) && isNone(maxAmount));
}

function isNotBelowMin(maxAmount: unknown, request: object): boolean {
  const { minAmount } = request as PaymentLinkRequest;
  return isNone(minAmount) || isNone(maxAmount) || Number(maxAmount) >= Number(minAmount);
}

function hasAmount(maxQuantity: unknown, request: object): boolean {
  return isNone(maxQuantity) || !isNone((request as PaymentLinkRequest).amount);
}

function areOwnLabels(fields: unknown, request: object): boolean {
  if (!Array.isArray(fields)) return true;
  const labels = fields.map((each: OwnFieldRequest | null) => each?.label);
  const { metadata } = request as PaymentLinkRequest;
  const taken = Object.keys(metadata ?? {});
  return new Set([...labels, ...taken]).size === labels.length + taken.length;
}

function isNone(value: unknown): boolean {
  return value === undefined || value === null;
}
