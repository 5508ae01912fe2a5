import { type Currency, currencies, homeCurrency } from '../../domain/currency.js';
import { checkout, given } from './checkout-shape.js';
import { z } from 'zod';
import { reply, some, text, whole, time, link, listOf } from '../../http/reply.js';

import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';

import type { PageLocale } from '../../domain/page-locale.js';
import { sessionTtlMinutes } from '../../domain/reference.js';
import {
  AccentColorField,
  AmountField,
  EmailField,
  PageLocaleField,
  MetadataField,
  OptionalTextField,
  PaymentReferenceField,
  PhoneField,
  Rule,
  TextField,
} from '../../http/fields.js';
import { isPageOrigin, PageUrlField, RedirectUrlField } from '../../http/page-address.js';
import { PersonNameField } from '../../http/name-fields.js';
import { PolicyChanges } from '../../merchants/settings/policy-fields.js';
import { ChannelsField } from './channels-field.js';

/** One line of the order. */
export class OrderLine {
  @TextField({ max: 100 }, { description: 'What it is.', example: 'Shoes' })
  name!: string;

  @ApiProperty({ description: 'How many.', minimum: 1, maximum: 10_000, example: 2 })
  @IsInt()
  @Min(1)
  @Max(10_000)
  quantity!: number;

  @AmountField('Amount of the whole line, in kobo.')
  amount!: number;
}

/** The lines of an order, which may be left out. */
export function OrderLinesField(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description, type: [OrderLine], maxItems: 20 }),
    IsOptional(),
    IsArray(),
    ArrayMaxSize(20),
    ValidateNested({ each: true }),
    Type(() => OrderLine),
  );
}

export class InitiateRequest {
  @EmailField(
    'E-mail address of the customer. Receipts and other news of the payment go to it, as you have chosen.',
  )
  email!: string;

  @PhoneField()
  phoneNumber!: string;

  @PersonNameField('Legal first name of the customer.', 'Ada')
  firstName!: string;

  @PersonNameField('Legal last name of the customer.', 'Obi')
  lastName!: string;

  @AmountField('Amount of the order, in kobo.')
  amount!: number;

  @PaymentReferenceField()
  paymentReference!: string;

  @ChannelsField()
  channels?: string[] | null;

  @ApiPropertyOptional({
    description: `Only ${currencies.join(' or ')}.`,
    enum: currencies,
    default: homeCurrency,
  })
  @IsOptional()
  @IsIn(currencies)
  currency?: Currency | null;

  @MetadataField()
  metadata?: Record<string, string> | null;

  @ApiPropertyOptional({
    description:
      'What happens to payments that do not fit. A policy that you leave out is the one in your settings.',
    type: PolicyChanges,
  })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => PolicyChanges)
  policies?: PolicyChanges | null;

  @ApiPropertyOptional({
    description: 'Minutes until the checkout expires.',
    minimum: sessionTtlMinutes.min,
    maximum: sessionTtlMinutes.max,
    default: sessionTtlMinutes.default,
  })
  @IsOptional()
  @IsInt()
  @Min(sessionTtlMinutes.min)
  @Max(sessionTtlMinutes.max)
  sessionTtlMinutes?: number | null;

  @OptionalTextField(
    { max: 255 },
    { description: 'What the payment is for.', example: 'Two pairs of shoes' },
  )
  description?: string | null;

  @RedirectUrlField('Page that the customer goes to afterwards.', 'https://shop.example.ng/thanks')
  redirectUrl?: string | null;

  @PageUrlField('Page that the customer goes to without paying.', 'https://shop.example.ng/cart')
  cancelUrl?: string | null;

  @PageLocaleField()
  locale?: PageLocale | null;

  @OptionalTextField(
    { max: 255, form: 'EXACT' },
    { description: 'Site that may show the page in a frame.', example: 'https://shop.example.ng' },
  )
  @Rule(
    'isUrl',
    'must be an https origin, without a path; in the sandbox also http://localhost',
    isPageOrigin,
  )
  embedOrigin?: string | null;

  @AccentColorField()
  accentColor?: string | null;

  @OrderLinesField("Lines of the order, for the customer's page. They do not change the amount.")
  items?: OrderLine[] | null;
}

export const InitiatedCheckout = reply('InitiatedCheckout', {
  ...some(checkout, 'checkoutId', 'paymentReference'),
  status: checkout.status.meta({ example: 'INITIATED' }),
  amount: whole('Amount that you asked for, in kobo.', 1_000_000),
  amountExpected: checkout.amountExpected,
  amountPayable: whole('Equal to `amountExpected`. Send it to create-account.', 1_000_000),
  amountPayableByChannel: checkout.amountPayableByChannel,
  amountPaid: checkout.amountPaid.meta({ example: 0 }),
  amountAccepted: checkout.amountAccepted.meta({ example: 0 }),
  amountOutstanding: checkout.amountOutstanding.meta({ example: 1_000_000 }),
  ...some(checkout, 'amountFormatted', 'currency', 'channels', 'feeBearer'),
  customerFee: whole('Fee that the customer pays on top, in kobo.', 0),
  ...some(checkout, 'policies', 'createdAt'),
  expiresAt: time(),
  nextActions: listOf(text()),
  ...given,
  checkoutUrl: link(
    'Page on which the customer can pay. Send the customer there.',
    'https://pay.example.ng/pay/pg_01KAT5MZ8QG3WJ5Y4N2E7R9VXK7mQ2c9Wn',
  ),
  returnSecret: text(
    'Secret that signs `redirectUrl`. The same for all your checkouts.',
    'rs_q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8l9Z0x1C',
  ),
});
export type InitiatedCheckout = z.infer<typeof InitiatedCheckout>;

/** A reply to initiate as it is stored. The return secret is not stored: it is derived again for each reply. */
export const KeptCheckout = InitiatedCheckout.omit({ returnSecret: true });
export type KeptCheckout = z.infer<typeof KeptCheckout>;
