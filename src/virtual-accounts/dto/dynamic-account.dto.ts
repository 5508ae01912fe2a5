import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { DynamicAccountData, NumberedAccount } from '../../http/account-data.js';
import { amountRules, type AmountRule } from '../../domain/amount-rule.js';
import type { DynamicAccountStatus } from '../../domain/ports/dynamic-account-store.port.js';
import {
  accountNamePattern,
  dynamicValidityMinutes,
  paymentReferencePattern,
  referenceRule,
} from '../../domain/reference.js';
import {
  AmountField,
  MetadataField,
  OptionalAmountField,
  OptionalEmailField,
  OptionalTextField,
  PrefixField,
} from '../../http/fields.js';
import { NamedEnvelope } from '../../http/named-response.js';
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
      'Your own name for the payment, unique for ever: the paymentReference of the checkout that the account is.',
    type: 'string',
    pattern: paymentReferencePattern.source,
    example: 'INV-1001',
  })
  @IsString()
  @Matches(paymentReferencePattern, {
    message: `reference ${referenceRule}`,
  })
  reference!: string;

  @PrefixField()
  prefix!: string;

  @AmountField('What is due.')
  amount!: number;

  @ApiProperty({ ...validitySchema, description: 'Minutes until the account expires.' })
  @IsInt({ message: 'validity must be a whole number of minutes' })
  @Min(dynamicValidityMinutes.min)
  @Max(dynamicValidityMinutes.max)
  validity!: number;

  @ApiPropertyOptional({
    description: 'Which other amounts complete the payment: more, less, or any.',
    enum: amountRules,
    default: 'EXACT',
  })
  @IsOptional()
  @IsIn(amountRules)
  amountRule?: AmountRule | null;

  @OptionalTextField(
    { min: 2, max: 100 },
    { description: 'What the payer sees after your own name.', example: 'ADA OBI' },
  )
  @Matches(accountNamePattern, {
    message: "accountName must be letters, digits, spaces and ' ’ . , & ( ) / -",
  })
  accountName?: string | null;

  @OptionalEmailField("The payer's.")
  email?: string | null;

  @MetadataField()
  metadata?: Record<string, string> | null;
}

/** What is left out stays as it is. */
export class ChangeDynamicAccountRequest {
  @OptionalAmountField('What is due from now on.')
  amount?: number | null;

  @ApiPropertyOptional({
    ...validitySchema,
    description: 'Minutes until the account expires, counted from when it was made.',
  })
  @IsOptional()
  @IsInt({ message: 'validity must be a whole number of minutes' })
  @Min(dynamicValidityMinutes.min)
  @Max(dynamicValidityMinutes.max)
  validity?: number | null;
}

/** Schema name of the source document. */
export class CreateDynamicVirtualAccountResponse extends NamedEnvelope {
  @ApiProperty({ type: DynamicAccountData })
  data!: DynamicAccountData;
}

/** One thing that happened to the account's checkout. */
class DynamicAccountEvent {
  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:12:34.120Z' })
  at!: string;

  @ApiProperty({ description: 'As the timeline of a checkout has it.', example: 'CREDIT' })
  kind!: string;

  @ApiProperty({
    description: "A status, a transaction's outcome, or an event's type.",
    example: 'EXACT',
  })
  status!: string;

  @ApiProperty({
    description: 'What other operations know it by.',
    example: 'txn_01KA0000000000000000000000',
  })
  reference!: string;

  @ApiProperty({ type: Number, nullable: true, description: 'In kobo.', example: 1_000_000 })
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
  @ApiProperty({ enum: ['DYNAMIC'] })
  type!: 'DYNAMIC';

  @ApiProperty({ description: 'Of its checkout.', example: 'AWAITING_PAYMENT' })
  paymentStatus!: string;

  @ApiProperty({ description: 'What arrived for the checkout, in kobo.', example: 0 })
  amountPaid!: number;

  @ApiProperty({ description: 'Of it, what you may give value for, in kobo.', example: 0 })
  amountAccepted!: number;

  @ApiProperty({ description: 'Transfers that arrived.', example: 0 })
  transactionCount!: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  lastCreditAt!: string | null;

  @ApiProperty({ type: DynamicAccountOwner })
  owner!: DynamicAccountOwner;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: {} })
  metadata!: Record<string, string>;

  @ApiProperty({ type: [DynamicAccountEvent], description: 'Of its checkout, the oldest first.' })
  history!: DynamicAccountEvent[];
}

export class ListDynamicAccountsQuery extends PageQuery {
  @EnumQuery(dynamicAccountStatuses, {
    description: 'USED: paid in full. RELEASED: the number may be given to another payer.',
    example: 'ACTIVE',
  })
  status?: DynamicAccountStatus;

  @PatternQuery(paymentReferencePattern, 'must be a paymentReference', { example: 'ORD-1001' })
  paymentReference?: string;
}

/** Schema name of the source document: an account for one payment, made by itself or for a checkout. */
export class VirtualAccountListItem extends NumberedAccount {
  @ApiProperty({ example: 'ORD-1001' })
  paymentReference!: string;

  @ApiProperty({ description: 'The same as paymentReference.', example: 'ORD-1001' })
  reference!: string;

  @ApiProperty({ enum: ['DYNAMIC'] })
  type!: 'DYNAMIC';

  @ApiProperty({ description: 'What is due, in kobo.', example: 1_000_000 })
  amount!: number;

  @ApiProperty({ description: 'What arrived on it, in kobo.', example: 0 })
  amountPaid!: number;

  @ApiProperty({ enum: amountRules, example: 'EXACT' })
  amountRule!: AmountRule;

  @ApiProperty({ example: 'NGN' })
  currency!: string;

  @ApiProperty({ description: 'Minutes.', example: 30 })
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
