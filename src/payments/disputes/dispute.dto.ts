import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import {
  disputeKinds,
  disputeStatuses,
  type DisputeKind,
  type DisputeStatus,
} from '../../domain/dispute-state.js';
import { paymentReferencePattern } from '../../domain/reference.js';
import { DisputeAnswer } from './dispute-answer.js';
import { PageQuery, PageView } from '../../http/paging.js';
import { EnumQuery, PatternQuery } from '../../http/query-fields.js';

export class DisputeParameters {
  @ApiProperty({
    pattern: '^dsp_[0-9A-HJKMNP-TV-Z]{26}$',
    example: 'dsp_01KA0000000000000000000000',
  })
  @IsString()
  @Matches(/^dsp_[0-9A-HJKMNP-TV-Z]{26}$/, { message: 'disputeId must be the id of a dispute' })
  disputeId!: string;
}

export class ListDisputesQuery extends PageQuery {
  @EnumQuery(disputeStatuses, { description: 'Only disputes with this status.' })
  status?: DisputeStatus;

  @EnumQuery(disputeKinds, {
    description: 'Only disputes of this kind.',
    example: 'CHARGEBACK',
  })
  kind?: DisputeKind;

  @PatternQuery(paymentReferencePattern, 'must be a transactionReference or a paymentReference', {
    description: 'Only disputes of this transaction or order.',
    example: 'ORD-1001',
  })
  reference?: string;
}

/** A payment that was disputed or taken back. */
export class DisputeView {
  @ApiProperty()
  disputeId!: string;

  @ApiProperty({ description: 'Kind of the dispute.', enum: disputeKinds, example: 'CHARGEBACK' })
  kind!: DisputeKind;

  @ApiProperty({ enum: disputeStatuses })
  status!: DisputeStatus;

  @ApiProperty({
    description: 'Why the card holder disputes the payment. Null when nobody said.',
    type: String,
    nullable: true,
    example: 'Goods not received',
  })
  reason!: string | null;

  @ApiProperty()
  transactionReference!: string;

  @ApiProperty({
    description: 'Your reference for the order. Null when the payment belongs to no order.',
    type: String,
    nullable: true,
    example: 'ORD-1001',
  })
  paymentReference!: string | null;

  @ApiProperty({ type: String, nullable: true })
  checkoutId!: string | null;

  @ApiProperty({ description: 'Amount that is disputed or was taken back, in kobo.' })
  amount!: number;

  @ApiProperty()
  amountFormatted!: string;

  @ApiProperty()
  currency!: string;

  @ApiProperty({
    description:
      'Time until which the card acquirer takes your answer. Null when it named none, and for a recall.',
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-11-27T14:00:00.000Z',
  })
  evidenceDueAt!: string | null;

  @ApiProperty({
    description: 'Time at which the dispute was opened.',
    format: 'date-time',
    example: '2026-11-20T14:00:00.000Z',
  })
  openedAt!: string;

  @ApiProperty({
    description: 'Time at which the dispute was decided. Null while it is open.',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  closedAt!: string | null;

  @ApiProperty({
    description: 'Your last answer. Null when you have not answered.',
    type: DisputeAnswer,
    nullable: true,
  })
  answer!: DisputeAnswer | null;

  @ApiProperty({
    description:
      'What you can do now: `accept` and `evidence`, or nothing when the dispute cannot be answered.',
    type: [String],
    example: ['accept', 'evidence'],
  })
  nextActions!: string[];
}

export class DisputePage {
  @ApiProperty({ type: [DisputeView] })
  items!: DisputeView[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}
