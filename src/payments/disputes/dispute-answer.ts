import { ApiProperty } from '@nestjs/swagger';
import {
  disputeAnswerKinds,
  disputeAnswerStatuses,
  type DisputeAnswerKind,
  type DisputeAnswerStatus,
} from '../../domain/dispute-state.js';

/** What a merchant has answered to a dispute, in replies and in events. */
export class DisputeAnswer {
  @ApiProperty({ description: 'What you did.', enum: disputeAnswerKinds, example: 'EVIDENCE' })
  type!: DisputeAnswerKind;

  @ApiProperty({
    description: 'Whether the card acquirer has taken it.',
    enum: disputeAnswerStatuses,
    example: 'DELIVERED',
  })
  status!: DisputeAnswerStatus;

  @ApiProperty({
    description:
      'Why the card acquirer refused it: DEADLINE_PASSED, ALREADY_DECIDED, ALREADY_ANSWERED or NOT_ACCEPTED. Null otherwise.',
    type: String,
    nullable: true,
    example: null,
  })
  failure!: string | null;
}
