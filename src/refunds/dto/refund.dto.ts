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

  @OptionalAmountField('What to send back; all that is left when left out.')
  amount?: number | null;

  @TextField({ max: 200 }, { description: 'Why, in your own words.', example: 'Out of stock' })
  reason!: string;

  @ApiPropertyOptional({
    description: 'Another account to send to; by default the one the money came from.',
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
  @ApiProperty({ example: 'txn_01KA0000000000000000000000' })
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
  @ApiProperty({ type: String, nullable: true, example: '******6789' })
  accountNumber!: string | null;

  @ApiProperty({ type: String, nullable: true })
  accountName!: string | null;

  @ApiProperty({ type: String, nullable: true })
  bankCode!: string | null;

  @ApiProperty({ type: String, nullable: true })
  bankName!: string | null;
}

/** Money that goes back to a payer: by a policy, by you, or by an operator. */
export class RefundView {
  @ApiProperty({ description: 'Yours, or the refundId when a policy made it.' })
  refundReference!: string;

  @ApiProperty({ example: 'rfd_01KA0000000000000000000000' })
  refundId!: string;

  @ApiProperty({ example: 'txn_01KA0000000000000000000000' })
  transactionReference!: string;

  @ApiProperty({ type: String, nullable: true })
  paymentReference!: string | null;

  @ApiProperty({ enum: refundStatuses })
  status!: RefundStatus;

  @ApiProperty({ enum: ['POLICY', 'MERCHANT', 'OPERATOR'] })
  origin!: string;

  @ApiProperty({
    description: 'Why, as programs know it: UNDERPAID, OVERPAID, LATE, MERCHANT_REQUEST, …',
    example: 'MERCHANT_REQUEST',
  })
  cause!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Why, in your own words.' })
  reason!: string | null;

  @ApiProperty({ description: 'In kobo.', example: 1_000_000 })
  amount!: number;

  @ApiProperty({ example: '₦10,000.00' })
  amountFormatted!: string;

  @ApiProperty({ example: 'NGN' })
  currency!: string;

  @ApiProperty({ description: 'Stamp duty on the transfer, in kobo.', example: 5_000 })
  duty!: number;

  @ApiProperty({ enum: ['PLATFORM', 'MERCHANT'] })
  dutyBearer!: string;

  @ApiProperty({ enum: ['Bank', 'Card'] })
  channel!: string;

  @ApiProperty({ type: RefundDestinationView, nullable: true, description: 'Null for a card.' })
  destination!: RefundDestinationView | null;

  @ApiProperty({ type: String, nullable: true, description: "The bank's last word." })
  responseCode!: string | null;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  completedAt!: string | null;
}

/** What asking for a refund is answered with, pending or done. */
export class RequestedRefund {
  @ApiProperty({ type: RefundView })
  refund!: RefundView;
}

export class RefundList {
  @ApiProperty({ type: [RefundView] })
  refunds!: RefundView[];
}

/** What a refusal of too much tells besides its reason. */
export class RefundableAmount {
  @ApiProperty({ description: 'What is left to refund, in kobo.', example: 400_000 })
  amountRefundable!: number;
}

export class RefundPage {
  @ApiProperty({ type: [RefundView] })
  items!: RefundView[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}

export class ListRefundsQuery extends PageQuery {
  @EnumQuery(refundStatuses, { description: 'How far it is.' })
  status?: RefundStatus;

  @EnumQuery(['POLICY', 'MERCHANT', 'OPERATOR'], { description: 'Who decided it.' })
  origin?: string;

  @PatternQuery(paymentReferencePattern, 'must be a transactionReference or a paymentReference', {
    description: 'Of this transaction or order.',
    example: 'ORD-1001',
  })
  reference?: string;
}
