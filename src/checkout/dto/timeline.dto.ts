import { ApiProperty } from '@nestjs/swagger';
import { timelineKinds } from '../../domain/ports/timeline-store.port.js';

export class TimelineEntryView {
  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:12:34.120Z' })
  at!: string;

  @ApiProperty({
    enum: timelineKinds,
    description: 'EVENT: what you were told by webhook.',
    example: 'CREDIT',
  })
  kind!: string;

  @ApiProperty({
    description: "What became of it: a status or a transaction's outcome; of an EVENT its type.",
    example: 'EXACT',
  })
  status!: string;

  @ApiProperty({
    description: 'The reference or id that other operations know it by; of an ACCOUNT its number.',
    example: 'txn_01KA0000000000000000000000',
  })
  reference!: string;

  @ApiProperty({ type: Number, nullable: true, description: 'In kobo.', example: 1_000_000 })
  amount!: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: "The policy, the cause or the acquirer's code that goes with it.",
    example: null,
  })
  reason!: string | null;
}

/** What happened to a checkout. */
export class CheckoutTimeline {
  @ApiProperty({ example: 'ORD-1001' })
  paymentReference!: string;

  @ApiProperty({ description: 'Of the checkout, now.', example: 'SUCCESSFUL' })
  status!: string;

  @ApiProperty({ type: [TimelineEntryView], description: 'The oldest first, at most 500.' })
  entries!: TimelineEntryView[];
}
