import { z } from 'zod';
import { reply, text, whole, flag, time, oneOf, listOf } from '../../http/reply.js';
import { channelNames } from '../../domain/channels.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, IsOptional, IsString, Matches, ValidateNested } from 'class-validator';
import { paymentReferencePattern } from '../../domain/reference.js';
import { refundStatuses, type RefundStatus, refundOrigins } from '../../domain/refund-state.js';
import {
  BankCodeField,
  OptionalAmountField,
  OutsideAccountField,
  RefundReferenceField,
  TextField,
} from '../../http/fields.js';
import { listReply } from '../../http/paging.js';
import { ChangesQuery } from '../../http/list-file.js';
import { EnumQuery, PatternQuery } from '../../http/query-fields.js';

/** A NIP account. */
export class DestinationRequest {
  @OutsideAccountField()
  accountNumber!: string;

  @BankCodeField()
  bankCode!: string;
}

export class RefundRequest {
  @RefundReferenceField()
  refundReference!: string;

  @OptionalAmountField('Amount to refund, in kobo. Without it, all that is left of the payment.')
  amount?: number | null;

  @TextField({ max: 200 }, { description: 'Why you refund it.', example: 'Out of stock' })
  reason!: string;

  @ApiPropertyOptional({
    description:
      'Another account of the payer. Needs the scope `refunds:destination`. Without it, the account that paid.',
    type: DestinationRequest,
  })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => DestinationRequest)
  destination?: DestinationRequest | null;
}

/** A transaction's reference, or the paymentReference of the checkout it paid. */
export class TransactionParameters {
  @ApiProperty({
    description: 'A `transactionReference`, or the `paymentReference` of the checkout.',
    pattern: paymentReferencePattern.source,
    example: 'txn_01KA0000000000000000000000',
  })
  @IsString()
  @Matches(paymentReferencePattern, {
    message: 'reference must be a transactionReference or a paymentReference',
  })
  reference!: string;
}

export class RefundParameters {
  @RefundReferenceField()
  refundReference!: string;
}

export const RefundDestinationView = reply('RefundDestinationView', {
  accountNumber: text('Account number, masked.', '******6789').nullable(),
  accountName: text().nullable(),
  bankCode: text().nullable(),
  bankName: text().nullable(),
  isPayers: flag(
    'Whether it is an account of the payer, by the names that both banks give. False: the refund waits for operators (status NEEDS_ACCOUNT).',
    true,
  ),
});

/** Money that goes back to a payer: by a policy, by you, or by an operator. */
export const RefundView = reply('RefundView', {
  refundReference: text(
    'Your reference for the refund, or the `refundId` when a policy made the refund.',
  ),
  refundId: text(),
  transactionReference: text(),
  paymentReference: text('Your reference for the order. Null without an order.').nullable(),
  status: oneOf(refundStatuses),
  origin: oneOf(refundOrigins),
  cause: text(),
  reason: text(
    'Reason that you gave. Null when a policy made the refund.',
    'Out of stock',
  ).nullable(),
  amount: whole(),
  amountFormatted: text(),
  currency: text(),
  duty: whole('Stamp duty on the transfer, in kobo.', 5_000),
  dutyBearer: oneOf(['PLATFORM', 'MERCHANT'], 'Who pays the stamp duty.'),
  paymentChannel: oneOf(channelNames, 'Way in which the money goes back.'),
  destination: RefundDestinationView.nullable().meta({
    description: 'The account that the money goes to. Null for a card.',
  }),
  sendsFrom: time('When it is sent to the other account that you named.').nullable(),
  responseCode: text().nullable(),
  createdAt: time(),
  updatedAt: time(),
  completedAt: time().nullable(),
});
export type RefundView = z.infer<typeof RefundView>;

/** The data of a refusal of too large an amount, besides its reason. */
export const RefundableAmount = reply('RefundableAmount', {
  amountRefundable: whole().meta({ example: 400_000 }),
});

/** The data of a refusal because several payments paid the order. */
export const PayingTransactions = reply('PayingTransactions', {
  transactionReferences: listOf(text(), 'The transactions that paid the order, the oldest first.', [
    'txn_01KA0000000000000000000000',
    'txn_01KA0000000000000000000001',
  ]),
});

export const RefundPage = listReply('RefundPage', RefundView);
export type RefundPage = z.infer<typeof RefundPage>;

export class ListRefundsQuery extends ChangesQuery {
  @EnumQuery(refundStatuses, { description: 'Only refunds with this status.' })
  status?: RefundStatus;

  @EnumQuery(refundOrigins, { description: 'Only refunds of this origin.' })
  origin?: string;

  @PatternQuery(paymentReferencePattern, 'must be a transactionReference or a paymentReference', {
    description: 'Only refunds of this transaction or order.',
    example: 'ORD-1001',
  })
  reference?: string;
}
