import { ApiProperty } from '@nestjs/swagger';
import { checkoutStatuses } from '../../domain/checkout-state.js';
import { timelineKinds } from './timeline-store.port.js';
import { PageView } from '../../http/paging.js';

export class TimelineEntryView {
  @ApiProperty({ format: 'date-time' })
  at!: string;

  @ApiProperty({
    description: 'What it happened to. EVENT: a webhook event that was written for you.',
    enum: timelineKinds,
    example: 'CREDIT',
  })
  kind!: string;

  @ApiProperty({
    description: 'Status after it. For a CREDIT the outcome of the payment; for an EVENT its type.',
    example: 'EXACT',
  })
  status!: string;

  @ApiProperty({
    description: 'Id or reference of the thing. For an ACCOUNT its number.',
    example: 'txn_01KA0000000000000000000000',
  })
  reference!: string;

  @ApiProperty({ type: Number, nullable: true })
  amount!: number | null;

  @ApiProperty({
    description: 'Policy, cause or result code that goes with it. Null when there is none.',
    type: String,
    nullable: true,
    example: null,
  })
  reason!: string | null;
}

/** What happened to a checkout. */
export class CheckoutTimeline {
  @ApiProperty()
  paymentReference!: string;

  @ApiProperty({
    description: 'Status of the checkout now.',
    enum: checkoutStatuses,
    example: 'SUCCESSFUL',
  })
  status!: string;

  @ApiProperty({
    description: 'What happened, the oldest first, at most 500 entries.',
    type: [TimelineEntryView],
  })
  items!: TimelineEntryView[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}
