import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { DynamicAccountData, NumberedAccount } from '../checkouts/account-data.js';
import { amountRules, type AmountRule } from '../../domain/amount-rule.js';
import { checkoutStatuses } from '../../domain/checkout-state.js';
import type { DynamicAccountStatus } from './dynamic-account-store.port.js';
import {
  dynamicValidityMinutes,
  paymentReferencePattern,
  referenceRule,
} from '../../domain/reference.js';
import {
  AmountField,
  MetadataField,
  OptionalAmountField,
  OptionalEmailField,
  PrefixField,
} from '../../http/fields.js';
import { OptionalAccountNameField } from '../../http/name-fields.js';
import { PageQuery, PageView } from '../../http/paging.js';
import { EnumQuery, PatternQuery } from '../../http/query-fields.js';

export const dynamicAccountStatuses = [
  'ACTIVE',
  'EXPIRED',
  'USED',
  'CLOSED',
  'RELEASED',
] as const satisfies readonly DynamicAccountStatus[];

const validitySchema = {
  type: 'integer',
  minimum: dynamicValidityMinutes.min,
  maximum: dynamicValidityMinutes.max,
  example: 60,
} as const;

export class CreateDynamicAccountRequest {
  @ApiProperty({
    description:
      'Your reference for the payment. It must be new: it is the reference of a new checkout.',
    type: 'string',
    pattern: paymentReferencePattern.source,
    example: 'INV-1001',
  })
  @IsString()
  @Matches(paymentReferencePattern, {
    message: `paymentReference ${referenceRule}`,
  })
  paymentReference!: string;

  @PrefixField()
  prefix!: string;

  @AmountField('Amount to pay, in kobo.')
  amount!: number;

  @ApiProperty({ description: 'Minutes until the account expires.', ...validitySchema })
  @IsInt({ message: 'validity must be a whole number of minutes' })
  @Min(dynamicValidityMinutes.min)
  @Max(dynamicValidityMinutes.max)
  validity!: number;

  @ApiPropertyOptional({
    description: 'Which amounts complete the payment.',
    enum: amountRules,
    default: 'EXACT',
  })
  @IsOptional()
  @IsIn(amountRules)
  amountRule?: AmountRule | null;

  @OptionalAccountNameField('Name that the payer sees after your name.', 'ADA OBI')
  accountName?: string | null;

  @OptionalEmailField('E-mail address of the payer.')
  email?: string | null;

  @MetadataField()
  metadata?: Record<string, string> | null;
}

/** What is left out stays as it is. */
export class ChangeDynamicAccountRequest {
  @OptionalAmountField('New amount to pay, in kobo.')
  amount?: number | null;

  @ApiPropertyOptional({
    description: 'Minutes from the creation of the account to its end.',
    ...validitySchema,
  })
  @IsOptional()
  @IsInt({ message: 'validity must be a whole number of minutes' })
  @Min(dynamicValidityMinutes.min)
  @Max(dynamicValidityMinutes.max)
  validity?: number | null;
}

/** One thing that happened to the account's checkout. */
class DynamicAccountEvent {
  @ApiProperty({ format: 'date-time' })
  at!: string;

  @ApiProperty({
    description: 'What it happened to, as in the timeline of the checkout.',
    example: 'CREDIT',
  })
  kind!: string;

  @ApiProperty({
    description: 'Status after it, outcome of a payment, or type of an event.',
    example: 'EXACT',
  })
  status!: string;

  @ApiProperty({
    description: 'Id or reference of the thing.',
    example: 'txn_01KA0000000000000000000000',
  })
  reference!: string;

  @ApiProperty({ type: Number, nullable: true })
  amount!: number | null;
}

/** Who is to pay, as far as you said so. */
class DynamicAccountOwner {
  @ApiProperty({ type: String, nullable: true, example: 'ada@example.ng' })
  email!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Ada' })
  firstName!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Obi' })
  lastName!: string | null;
}

/** Schema name of the source document: an account for one payment, with what has come of it. */
export class VirtualAccountDynamic extends DynamicAccountData {
  @ApiProperty({ description: 'Always DYNAMIC.', enum: ['DYNAMIC'] })
  type!: 'DYNAMIC';

  @ApiProperty({
    description: 'Status of the checkout.',
    enum: checkoutStatuses,
    example: 'AWAITING_PAYMENT',
  })
  paymentStatus!: string;

  @ApiProperty({ description: 'Amount that was received for the checkout, in kobo.', example: 0 })
  amountPaid!: number;

  @ApiProperty({ example: 0 })
  amountAccepted!: number;

  @ApiProperty({ description: 'Number of payments into the account.', example: 0 })
  transactionCount!: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  lastCreditAt!: string | null;

  @ApiProperty({ description: 'The payer, as far as you told us.', type: DynamicAccountOwner })
  owner!: DynamicAccountOwner;

  @ApiProperty({
    description: 'What happened to the checkout, the oldest first.',
    type: [DynamicAccountEvent],
  })
  history!: DynamicAccountEvent[];
}

export class ListDynamicAccountsQuery extends PageQuery {
  @EnumQuery(dynamicAccountStatuses, {
    description: 'Only accounts with this status.',
    example: 'ACTIVE',
  })
  status?: DynamicAccountStatus;

  @PatternQuery(paymentReferencePattern, 'must be a paymentReference', {
    description: 'Only accounts for this order.',
    example: 'ORD-1001',
  })
  paymentReference?: string;
}

/** Schema name of the source document: an account for one payment, made by itself or for a checkout. */
export class VirtualAccountListItem extends NumberedAccount {
  @ApiProperty()
  paymentReference!: string;

  @ApiProperty({ description: 'Always DYNAMIC.', enum: ['DYNAMIC'] })
  type!: 'DYNAMIC';

  @ApiProperty({ description: 'Amount that the account expects, in kobo.', example: 1_000_000 })
  amount!: number;

  @ApiProperty({ description: 'Amount that came into the account, in kobo.', example: 0 })
  amountPaid!: number;

  @ApiProperty({ enum: amountRules, example: 'EXACT' })
  amountRule!: AmountRule;

  @ApiProperty()
  currency!: string;

  @ApiProperty()
  validity!: number;

  @ApiProperty({ enum: dynamicAccountStatuses, example: 'ACTIVE' })
  status!: DynamicAccountStatus;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  expiresAt!: string;
}

/** Schema name of the source document. */
export class PagedVirtualAccountList {
  @ApiProperty({ type: [VirtualAccountListItem] })
  items!: VirtualAccountListItem[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}
