import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import type { FeeBearer } from '../../domain/ports/checkout-store.port.js';
import { sessionTtlMinutes } from '../../domain/reference.js';
import {
  AmountField,
  EmailField,
  MetadataField,
  OptionalTextField,
  PaymentReferenceField,
  PersonNameField,
  PhoneField,
  Rule,
} from '../../http/fields.js';
import { PoliciesView, PolicyChanges } from '../../http/policy-fields.js';
import { channelOf } from '../channel.js';

export class InitiateRequest {
  @EmailField()
  email!: string;

  @PhoneField()
  phoneNumber!: string;

  @PersonNameField("The customer's legal first name.", 'Ada')
  firstName!: string;

  @PersonNameField("The customer's legal last name.", 'Obi')
  lastName!: string;

  @AmountField('The total.')
  amount!: number;

  @PaymentReferenceField()
  paymentReference!: string;

  @ApiPropertyOptional({
    description: "Allowed ways to pay; the merchant's own default when left out.",
    type: [String],
    enum: ['Card', 'Bank'],
    minItems: 1,
    maxItems: 2,
    uniqueItems: true,
    example: ['Bank'],
  })
  @IsOptional()
  @IsArray()
  @Rule('arrayMinSize', 'must name 1 or 2 channels', hasOneOrTwo)
  @Rule('isChannel', 'must be Card or Bank', areChannels)
  @Rule('arrayUnique', 'must name each channel once', areDifferent)
  channels?: string[] | null;

  @ApiPropertyOptional({ enum: ['NGN'], default: 'NGN' })
  @IsOptional()
  @IsIn(['NGN'])
  currency?: string | null;

  @MetadataField()
  metadata?: Record<string, string> | null;

  @ApiPropertyOptional({
    description: 'For this checkout, in place of what the merchant has set.',
    type: PolicyChanges,
  })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => PolicyChanges)
  policies?: PolicyChanges | null;

  @ApiPropertyOptional({
    description: 'Minutes until the session ends.',
    minimum: sessionTtlMinutes.min,
    maximum: sessionTtlMinutes.max,
    default: sessionTtlMinutes.default,
  })
  @IsOptional()
  @IsInt()
  @Min(sessionTtlMinutes.min)
  @Max(sessionTtlMinutes.max)
  sessionTtlMinutes?: number | null;

  @OptionalTextField({ max: 255 }, { description: 'What the payment is for.' })
  description?: string | null;

  @OptionalTextField(
    { max: 2_048 },
    {
      description: 'Where to send the customer afterwards.',
      format: 'uri',
      example: 'https://shop.example.ng/thanks',
    },
  )
  @Rule('isUrl', 'must be an https URL', isHttpsUrl)
  redirectUrl?: string | null;
}

/** What the customer pays by each channel, in kobo: the fees differ. Null for a channel the checkout does not have. */
export class AmountByChannel {
  @ApiProperty({ type: Number, nullable: true, example: 1_000_000 })
  Bank!: number | null;

  @ApiProperty({ type: Number, nullable: true, example: 1_000_000 })
  Card!: number | null;
}

export class InitiatedCheckout {
  @ApiProperty({ example: 'chk_01KA0000000000000000000000' })
  checkoutId!: string;

  @ApiProperty({ example: 'ORD-1001' })
  paymentReference!: string;

  @ApiProperty({ example: 'INITIATED' })
  status!: string;

  @ApiProperty({ description: 'What you asked, in kobo.', example: 1_000_000 })
  amount!: number;

  @ApiProperty({ description: 'What the customer pays, in kobo.', example: 1_000_000 })
  amountExpected!: number;

  @ApiProperty({ description: 'The same as amountExpected.', example: 1_000_000 })
  amountPayable!: number;

  @ApiProperty({ type: AmountByChannel })
  amountPayableByChannel!: AmountByChannel;

  @ApiProperty({ description: 'What arrived, in kobo.', example: 0 })
  amountPaid!: number;

  @ApiProperty({ description: 'What you may give value for, in kobo.', example: 0 })
  amountAccepted!: number;

  @ApiProperty({ description: 'Still to be paid, in kobo.', example: 1_000_000 })
  amountOutstanding!: number;

  @ApiProperty({ example: '₦10,000.00' })
  amountFormatted!: string;

  @ApiProperty({ example: 'NGN' })
  currency!: string;

  @ApiProperty({ type: [String], example: ['Bank'] })
  channels!: string[];

  @ApiProperty({ enum: ['MERCHANT', 'CUSTOMER'] })
  feeBearer!: FeeBearer;

  @ApiProperty({ description: 'What the fee adds for the customer, in kobo.', example: 0 })
  customerFee!: number;

  @ApiProperty({ type: PoliciesView, description: 'What holds for this checkout.' })
  policies!: PoliciesView;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  expiresAt!: string;

  @ApiProperty({ type: [String], example: ['create-account', 'query'] })
  nextActions!: string[];
}

function hasOneOrTwo(value: unknown): boolean {
  return Array.isArray(value) && value.length >= 1 && value.length <= 2;
}

function areChannels(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => channelOf(name) !== undefined);
}

function areDifferent(value: unknown): boolean {
  return Array.isArray(value) && new Set(value.map(channelOf)).size === value.length;
}

function isHttpsUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return protocol === 'https:' && username === '' && password === '';
}
