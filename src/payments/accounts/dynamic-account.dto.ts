import { checkout } from '../checkouts/checkout-shape.js';

import { z } from 'zod';
import { reply, text, whole, time, oneOf, listOf } from '../../http/reply.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { DynamicAccountData, NumberedAccount } from '../checkouts/account-data.js';
import { amountRules, type AmountRule } from '../../domain/amount-rule.js';
import { checkoutStatuses } from '../../domain/checkout-state.js';
import type { DynamicAccountStatus } from './dynamic-account.js';
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
import { listReply } from '../../http/paging.js';
import { FileQuery } from '../../http/list-file.js';
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
const DynamicAccountEvent = reply('DynamicAccountEvent', {
  at: time(),
  kind: text('What it happened to, as in the timeline of the checkout.', 'CREDIT'),
  status: text('Status after it, outcome of a payment, or type of an event.', 'EXACT'),
  reference: text('Id or reference of the thing.', 'txn_01KA0000000000000000000000'),
  amount: whole().nullable(),
});

/** The payer, as far as you named one. */
const DynamicAccountOwner = reply('DynamicAccountOwner', {
  email: text().nullable(),
  firstName: text().nullable(),
  lastName: text().nullable(),
});

/** An account for one payment, with its state and its payments. The schema has its name from the source document. */
export const VirtualAccountDynamic = reply('VirtualAccountDynamic', {
  ...DynamicAccountData.shape,
  type: oneOf(['DYNAMIC'], 'Always DYNAMIC.'),
  paymentStatus: oneOf(checkoutStatuses, 'Status of the checkout.', 'AWAITING_PAYMENT'),
  amountPaid: whole('Amount that was received for the checkout, in kobo.', 0),
  amountAccepted: checkout.amountAccepted.meta({ example: 0 }),
  transactionCount: whole('Number of payments into the account.', 0),
  lastCreditAt: time().nullable(),
  owner: DynamicAccountOwner.meta({ description: 'The payer, as far as you told us.' }),
  history: listOf(DynamicAccountEvent, 'What happened to the checkout, the oldest first.'),
});
export type VirtualAccountDynamic = z.infer<typeof VirtualAccountDynamic>;

export class ListDynamicAccountsQuery extends FileQuery {
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

/** An account for one payment, standalone or of a checkout. The schema has its name from the source document. */
export const VirtualAccountListItem = reply('VirtualAccountListItem', {
  ...NumberedAccount.shape,
  paymentReference: checkout.paymentReference,
  type: oneOf(['DYNAMIC'], 'Always DYNAMIC.'),
  amount: whole('Amount that the account expects, in kobo.', 1_000_000),
  amountPaid: whole('Amount that came into the account, in kobo.', 0),
  amountRule: oneOf(amountRules).meta({ example: 'EXACT' }),
  currency: checkout.currency,
  validity: whole(),
  status: oneOf(dynamicAccountStatuses).meta({ example: 'ACTIVE' }),
  createdAt: checkout.createdAt,
  expiresAt: time(),
});
export type VirtualAccountListItem = z.infer<typeof VirtualAccountListItem>;

/** The schema has its name from the source document. */
export const PagedVirtualAccountList = listReply('PagedVirtualAccountList', VirtualAccountListItem);
export type PagedVirtualAccountList = z.infer<typeof PagedVirtualAccountList>;
