import { channelNames } from '../../domain/channels.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, IsOptional, IsString, Matches, ValidateNested } from 'class-validator';
import { paymentReferencePattern } from '../../domain/reference.js';
import { refundStatuses, type RefundStatus } from '../../domain/refund-state.js';
import {
  BankCodeField,
  OptionalAmountField,
  OutsideAccountField,
  RefundReferenceField,
  TextField,
} from '../../http/fields.js';
import { PageQuery, PageView } from '../../http/paging.js';
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

export class RefundDestinationView {
  @ApiProperty({
    description: 'Account number, masked.',
    type: String,
    nullable: true,
    example: '******6789',
  })
  accountNumber!: string | null;

  @ApiProperty({ type: String, nullable: true })
  accountName!: string | null;

  @ApiProperty({ type: String, nullable: true })
  bankCode!: string | null;

  @ApiProperty({ type: String, nullable: true })
  bankName!: string | null;

  @ApiProperty({
    description:
      'Whether it is an account of the payer, by the names that both banks give. False: the refund waits for operators (status NEEDS_ACCOUNT).',
    example: true,
  })
  isPayers!: boolean;
}

/** Money that goes back to a payer: by a policy, by you, or by an operator. */
export class RefundView {
  @ApiProperty({
    description: 'Your reference for the refund, or the `refundId` when a policy made the refund.',
  })
  refundReference!: string;

  @ApiProperty()
  refundId!: string;

  @ApiProperty()
  transactionReference!: string;

  @ApiProperty({
    description: 'Your reference for the order. Null without an order.',
    type: String,
    nullable: true,
  })
  paymentReference!: string | null;

  @ApiProperty({ enum: refundStatuses })
  status!: RefundStatus;

  @ApiProperty({ enum: ['POLICY', 'MERCHANT', 'OPERATOR'] })
  origin!: string;

  @ApiProperty()
  cause!: string;

  @ApiProperty({
    description: 'Reason that you gave. Null when a policy made the refund.',
    type: String,
    nullable: true,
    example: 'Out of stock',
  })
  reason!: string | null;

  @ApiProperty()
  amount!: number;

  @ApiProperty()
  amountFormatted!: string;

  @ApiProperty()
  currency!: string;

  @ApiProperty({ description: 'Stamp duty on the transfer, in kobo.', example: 5_000 })
  duty!: number;

  @ApiProperty({ description: 'Who pays the stamp duty.', enum: ['PLATFORM', 'MERCHANT'] })
  dutyBearer!: string;

  @ApiProperty({ description: 'Way in which the money goes back.', enum: channelNames })
  paymentChannel!: string;

  @ApiProperty({
    description: 'The account that the money goes to. Null for a card.',
    type: RefundDestinationView,
    nullable: true,
  })
  destination!: RefundDestinationView | null;

  @ApiProperty({
    description: 'When it is sent to the other account that you named.',
    type: String,
    format: 'date-time',
    nullable: true,
  })
  sendsFrom!: string | null;

  @ApiProperty({ type: String, nullable: true })
  responseCode!: string | null;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  completedAt!: string | null;
}

/** What a refusal of too much tells besides its reason. */
export class RefundableAmount {
  @ApiProperty({ example: 400_000 })
  amountRefundable!: number;
}

/** What a refusal tells that several payments paid the order. */
export class PayingTransactions {
  @ApiProperty({
    description: 'The transactions that paid the order, the oldest first.',
    type: [String],
    example: ['txn_01KA0000000000000000000000', 'txn_01KA0000000000000000000001'],
  })
  transactionReferences!: string[];
}

export class RefundPage {
  @ApiProperty({ type: [RefundView] })
  items!: RefundView[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}

export class ListRefundsQuery extends PageQuery {
  @EnumQuery(refundStatuses, { description: 'Only refunds with this status.' })
  status?: RefundStatus;

  @EnumQuery(['POLICY', 'MERCHANT', 'OPERATOR'], { description: 'Only refunds of this origin.' })
  origin?: string;

  @PatternQuery(paymentReferencePattern, 'must be a transactionReference or a paymentReference', {
    description: 'Only refunds of this transaction or order.',
    example: 'ORD-1001',
  })
  reference?: string;
}
